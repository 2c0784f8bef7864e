"""Walls are what is in the player's way and what no rule touches, however often rules mention it."""

from __future__ import annotations

import dataclasses

import pytest

from puzzlesynth.levels import PuzzleScriptGame, compile_source
from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.analysis.walls import is_untouched
from puzzlesynth.levels.design import (
    Suggester,
    SuggestOrder,
    border,
    preset_text,
    read_transformation,
    repair,
)
from puzzlesynth.levels.generate import GenerateOrder, generate_levels, room
from puzzlesynth.levels.model import Designations, Level
from tests.support.paths import ROOT
from tests.support.puzzlescript_sources import LAYERS, LEGEND, OBJECTS, playable, source

SOURCE = (ROOT / "examples" / "levels" / "sokoban.txt").read_text("utf-8")
PUSH = "[ > Player | Crate ] -> [ > Player | > Crate ]"

MENTIONS = [
    "[ > Player | no Wall ] -> [ > Player | no Wall ] sfx1",
    "[ > Crate | no Wall no Crate ] -> [ > Crate | ]",
    "late [ Player | no Wall ] -> [ Player | ] sfx0",
    "[ > Player | Wall ] -> [ Player | Wall ]",
    "[ > Player | Wall ] -> cancel",
    "[ > Player | Wall ] -> [ > Player | Wall ] sfx0",
    "[ > Player | Crate | Wall ] -> [ Player | Crate | Wall ]",
    "[ > Player | Block ] -> [ Player | Block ]",
    "[ > Wall ] -> [ Wall ]",
    "late [ Crate Target | Wall ] -> [ Crate Target | Wall ] sfx2",
]
TOUCHES = [
    "[ > Player | Wall ] -> [ > Player | ]",
    "[ > Player | Wall ] -> [ > Player | > Wall ]",
    "[ > Player | Block ] -> [ > Player | > Block ]",
    "[ > Player | Wall ] -> [ > Player | Crate ]",
    "late [ Player | no Player ] -> [ Player | Wall ]",
    "[ Crate | no Crate ] -> [ Crate | Crate ]",
    "[ > Player | Wall ] -> [ > Player | random Block ]",
    "[ > Player | Wall ] -> [ > Player | randomdir Wall ]",
    "[ Wall | Target ] -> [ | Target Wall ]",
]


def game_with(rule: str) -> PuzzleScriptGame:
    source = SOURCE.replace(PUSH, f"{PUSH}\n{rule}")
    source = source.replace("Background = Floor", "Background = Floor\nBlock = Wall or Crate")
    compiled = compile_source(source)
    assert compiled.game is not None
    assert not compiled.errors, compiled.errors
    return compiled.game


def thing(game: PuzzleScriptGame, name: str) -> int:
    return next(item.id for item in game.objects if item.name == name)


@pytest.mark.parametrize("rule", MENTIONS)
def test_a_rule_that_mentions_walls_leaves_them_walls(rule: str) -> None:
    game = game_with(rule)
    analysis = analyse(game)
    wall = thing(game, "wall")
    assert is_untouched(game, analysis.rules, game.objects[wall])
    assert analysis.walls == (wall,)
    assert analysis.objects[wall].types == ("solid",)
    layout = room(game, analysis, 5, 4)
    assert len(layout.free) == 6
    level = game.levels[0]
    assert isinstance(level, Level)
    assert border(game, level).cells.bit_count() == 2 * (level.width + level.height) - 4


@pytest.mark.parametrize("rule", TOUCHES)
def test_what_a_rule_makes_destroys_or_moves_is_touched(rule: str) -> None:
    game = game_with(rule)
    assert not is_untouched(game, analyse(game).rules, game.objects[thing(game, "wall")])


def test_what_a_rule_asks_for_is_no_wall_where_another_thing_lines_the_edges() -> None:
    """Spikes are in the way, and kill; they are placed like everything that rules need."""
    source = SOURCE.replace("=======\nLEGEND", "Spikes\nred\n\n=======\nLEGEND")
    source = source.replace("Player, Wall, Crate", "Player, Wall, Crate, Spikes")
    source = source.replace("O = Target", "O = Target\n^ = Spikes")
    source = source.replace(PUSH, f"{PUSH}\n[ > Crate | Spikes ] -> [ | Spikes ]")
    game = compile_source(source).game
    assert game is not None
    analysis = analyse(game)
    assert analysis.walls == (thing(game, "wall"),)
    assert analysis.objects[thing(game, "spikes")].types == ("rule",)


def test_walls_of_a_game_without_rules_are_walls() -> None:
    source = SOURCE.replace(PUSH, "").replace("All Target on Crate", "Some Player on Target")
    game = compile_source(source).game
    assert game is not None
    assert [game.objects[wall].name for wall in analyse(game).walls][:1] == ["wall"]


MENTIONING = (MENTIONS[0], MENTIONS[3], MENTIONS[7])


@pytest.mark.parametrize("rule", MENTIONING)
def test_generated_rooms_have_their_walls(rule: str) -> None:
    game = game_with(rule)
    analysis = analyse(game)
    made, _ = generate_levels(
        GenerateOrder(game, room(game, analysis, 6, 6), count=1, seed=1, effort=5, most_tries=500)
    )
    assert len(made) == 1
    assert border(game, made[0].level).cells.bit_count() == 20


@pytest.mark.seconds
@pytest.mark.parametrize("rule", MENTIONING)
def test_suggestions_keep_the_border(rule: str) -> None:
    game = game_with(rule)
    level = game.levels[2]
    assert isinstance(level, Level)
    kept = border(game, level)
    assert kept
    rules = read_transformation(game, preset_text(game, "walls", level))
    suggester = Suggester(SuggestOrder(game, level, rules, frozen=kept, seed=1, count=300))
    assert list(suggester.stream())
    assert suggester.best
    assert all(border(game, item.level) == kept for item in suggester.best)


def test_repairs_keep_the_border_that_they_are_given() -> None:
    game = game_with(MENTIONS[0])
    level = game.levels[0]
    assert isinstance(level, Level)
    wall, crate = thing(game, "wall"), thing(game, "crate")
    cells = list(level.cells)
    index = next(index for index, cell in enumerate(cells) if cell >> crate & 1) + level.height
    cells[index] |= 1 << wall
    broken = Level(level.width, level.height, tuple(cells), 0)
    report = repair(game, broken, frozen=border(game, broken), most_changes=1, keep=50)
    assert report.repairs
    assert all(border(game, item.level) == border(game, broken) for item in report.repairs)


OTHER_LAYER = """[ > Player | Wall ] -> [ Player | Wall ]"""


def wall_names(game: PuzzleScriptGame) -> list[str]:
    return [game.objects[wall].name for wall in analyse(game).walls]


@pytest.mark.parametrize(
    "rule",
    [
        "late [ Player | Wall | no Wall ] -> [ Player | | ]",
        "[ Target ] -> [ Target Wall ]",
        "[ > Player | Wall ] -> [ > Player | ]",
    ],
)
def test_what_lines_the_edges_is_a_wall_even_if_rules_make_or_break_it(rule: str) -> None:
    game = game_with(rule)
    assert wall_names(game) == ["wall"]
    assert "lines the edges of" in analyse(game).wall_reasons[thing(game, "wall")]


@pytest.mark.parametrize(
    "rule", ["[ > Player | Wall ] -> [ > Player | > Wall ]", "[ > Player | Block ] -> [ > Player | > Block ]"]
)
def test_what_is_pushed_about_is_no_wall(rule: str) -> None:
    assert wall_names(game_with(rule)) == []


def test_what_lies_under_the_player_is_no_wall_though_it_lines_the_edges() -> None:
    """A carpet along the edges of every level, in a collision layer of its own."""
    source = SOURCE.replace("=======\nLEGEND", "Carpet\nred\n\n=======\nLEGEND")
    source = source.replace("Player, Wall, Crate", "Carpet\nPlayer, Wall, Crate")
    source = source.replace("# = Wall", "# = Carpet\n& = Player and Carpet\n$ = Wall")
    head, _, _ = source.rpartition("LEVELS")
    game = compile_source(head + "LEVELS\n=======\n\n&####\n#.*O#\n#####\n").game
    assert game is not None
    assert "carpet" not in wall_names(game)


def test_a_rule_that_stops_the_player_makes_a_wall_in_any_layer() -> None:
    source = SOURCE.replace("Player, Wall, Crate", "Wall\nPlayer, Crate")
    source = source.replace(PUSH, f"{PUSH}\n{OTHER_LAYER}")
    head, _, _ = source.rpartition("LEVELS")
    game = compile_source(head + "LEVELS\n=======\n\n.....\n.P*O.\n..#..\n.....\n").game
    assert game is not None
    assert wall_names(game) == ["wall"]
    assert "a rule stops the player there" in analyse(game).wall_reasons[thing(game, "wall")]


def test_what_you_say_goes_before_what_is_found() -> None:
    game = dataclasses.replace(game_with(PUSH), designations=Designations(walls=(4,)))
    analysis = analyse(game)
    assert analysis.walls == (4,)
    assert analysis.wall_reasons == {4: "as you specified"}


def test_a_wall_may_have_anything_on_it() -> None:
    """Links lie on walls, rules move them about and ask for what is under them: the player is stopped all the same."""
    text = source(
        "[ > Player | Crate ] -> [ > Player | > Crate ]\n"
        "[ Wall Link ] [ Crate no Link ] -> [ Wall ] [ Crate Link ]\n[ > Crate Link ] -> [ > Crate > Link ]\n",
        objects=OBJECTS + "\nLink\nred\n",
        legend=LEGEND + "& = Wall and Link\n",
        layers=LAYERS + "Link\n",
        win="All Target on Crate\n",
        levels="####&#\n#P*O.#\n#....#\n######\n",
    )
    game = playable(text)
    assert [game.objects[thing].name for thing in analyse(game).walls] == ["wall"]
