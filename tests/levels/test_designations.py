"""A designer says which objects are wall, floor and player: in a comment, or on the command line."""

from __future__ import annotations

import pytest

from puzzlesynth.levels import PuzzleScriptGame, compile_source
from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.design import border
from puzzlesynth.levels.designations import BadDesignation, designated
from puzzlesynth.levels.generate import GenerateOrder, generate_levels, read_layout, room
from puzzlesynth.levels.model import Level

SOURCE = """title Garden

OBJECTS

Background
green

Path
yellow

Water
blue

Hedge
darkgreen

Girl
red

Boy
orange

Crate
brown

Flower
pink

LEGEND

, = Background
. = Path
# = Hedge
~ = Water and Path
P = Girl
Q = Boy
* = Crate
O = Flower
@ = Crate and Flower
Player = Girl or Boy
Barrier = Hedge or Water

SOUNDS

COLLISIONLAYERS

Background
Path
Water
Flower
Girl, Boy, Hedge, Crate

RULES

[ > Player | Water ] -> [ Player | Water ]
[ > Player | Crate ] -> [ > Player | > Crate ]

WINCONDITIONS

All Flower on Crate

LEVELS

######
#P.*O#
#....#
######

"""


def compiled(source: str) -> PuzzleScriptGame:
    found = compile_source(source)
    assert found.game is not None
    assert not found.errors
    return found.game


def names(game: PuzzleScriptGame, things: tuple[int, ...]) -> list[str]:
    return [game.objects[thing].name for thing in things]


def said(comment: str, **options: list[str]) -> PuzzleScriptGame:
    source = SOURCE.replace("OBJECTS\n", f"{comment}\n\nOBJECTS\n", 1)
    return designated(compiled(source), source, "garden.txt", options)


@pytest.mark.parametrize(
    "section", ["OBJECTS", "LEGEND", "SOUNDS", "COLLISIONLAYERS", "RULES", "WINCONDITIONS", "LEVELS"]
)
def test_the_comment_is_nothing_but_a_comment_to_the_game(section: str) -> None:
    comment = "(puzzlesynth wall: Hedge, Water; floor: Path)"
    for place in (f"{comment}\n\n{section}\n", f"{section}\n\n{comment}\n"):
        source = SOURCE.replace(f"{section}\n", place, 1)
        with_comment, without = compile_source(source), compile_source(SOURCE)
        assert with_comment.game is not None
        assert [message.text for message in with_comment.messages] == [m.text for m in without.messages]
        assert without.game is not None
        first, other = with_comment.game.levels[0], without.game.levels[0]
        assert isinstance(first, Level)
        assert isinstance(other, Level)
        assert first.cells == other.cells
        game = designated(with_comment.game, source, "garden.txt")
        assert names(game, game.designations.walls) == ["hedge", "water"]
        assert names(game, game.designations.floors) == ["path"]


def test_walls_are_what_the_designer_says() -> None:
    game = said("(puzzlesynth wall: Water, hedge)")
    analysis = analyse(game)
    assert names(game, analysis.walls) == ["water", "hedge"]
    assert analysis.objects[analysis.walls[0]].types == ("solid",)
    layout = room(game, analysis, 4, 4)
    assert layout.cells[0] == 1 << game.background_id | 1 << analysis.walls[0]
    level = game.levels[0]
    assert isinstance(level, Level)
    assert border(game, level)


def test_a_name_of_the_legend_stands_for_all_its_objects() -> None:
    game = said("(PuzzleSynth  WALL : barrier)")
    assert sorted(names(game, game.designations.walls)) == ["hedge", "water"]


def test_options_replace_what_the_comment_says_of_the_same_role() -> None:
    game = said("(puzzlesynth wall: Water; player: Boy)", wall=["Hedge"])
    assert names(game, game.designations.walls) == ["hedge"]
    assert names(game, game.designations.players) == ["boy"]
    several = said("", wall=["Hedge,Water"]), said("", wall=["Hedge", "Water"])
    assert [names(game, game.designations.walls) for game in several] == [["hedge", "water"]] * 2


def test_a_cell_with_nothing_but_floor_is_free() -> None:
    rows = "######\n#....#\n#....#\n######\n"
    plain, floored = said(""), said("(puzzlesynth floor: Path)")
    assert not read_layout(plain, rows).free
    layout = read_layout(floored, rows)
    assert len(layout.free) == 8
    assert room(floored, analyse(floored), 6, 4).cells == layout.cells
    made, _ = generate_levels(GenerateOrder(floored, layout, seed=1, effort=2, most_tries=300))
    path = next(thing.mask for thing in floored.objects if thing.name == "path")
    assert len(made) == 1
    assert all(made[0].level.cells[index] & path for index in layout.free)


@pytest.mark.seconds
@pytest.mark.parametrize("player", ["Girl", "Boy"])
def test_the_player_that_the_designer_names_is_placed(player: str) -> None:
    game = said("", player=[player])
    made, _ = generate_levels(
        GenerateOrder(game, room(game, analyse(game), 6, 5), count=2, seed=1, effort=3, most_tries=300)
    )
    assert made
    for item in made:
        held = [cell & game.player_mask for cell in item.level.cells if cell & game.player_mask]
        assert held == [thing.mask for thing in game.objects if thing.name == player.lower()]


@pytest.mark.parametrize(
    ("comment", "message"),
    [
        ("(puzzlesynth wall: Hegde)", 'garden.txt:3:20: the game has no object named "Hegde"; did you mean `hedge`?'),
        ("(puzzlesynth\n wall: Hedge,\n  Watr)", 'garden.txt:5:3: the game has no object named "Watr"'),
        ("(puzzlesynth walls: Hedge)", 'garden.txt:3:14: "walls" is not a role; did you mean `wall`?'),
        ("(puzzlesynth hedge)", 'garden.txt:3:14: "hedge" is not a role; choose wall, floor or player'),
        ("(puzzlesynth wall)", "garden.txt:3:14: write a role and the names of objects"),
        ("(puzzlesynth)", "garden.txt:3:1: write a role and the names of objects"),
        ("(puzzlesynth wall: )", 'garden.txt:3:20: the game has no object named ""'),
        ("(puzzlesynth wall: Girl)", "garden.txt:3:20: Girl is the player, so it cannot be a wall"),
        ("(puzzlesynth wall: Background)", "garden.txt:3:20: Background is in the layer of the background"),
        ("(puzzlesynth player: Crate)", "Crate does not move with the keys; the game's Player is Girl, Boy"),
        ("(puzzlesynth wall: Path; floor: Path)", "garden.txt: Path cannot be both wall and floor"),
        ("(puzzlesynth floor: Hedge)", "shares its collision layer with Girl"),
    ],
)  # fmt: skip
def test_mistakes_are_reported_with_their_place(comment: str, message: str) -> None:
    with pytest.raises(BadDesignation) as caught:
        said(comment)
    assert message in str(caught.value)


def test_a_mistake_on_the_command_line_names_the_option() -> None:
    with pytest.raises(BadDesignation, match=r"--wall Hegde: .* did you mean `hedge`"):
        said("", wall=["Hegde"])


def test_places_are_right_whatever_the_line_ends_are() -> None:
    source = SOURCE.replace("OBJECTS\n", "(puzzlesynth wall: Hegde)\n\nOBJECTS\n", 1).replace("\n", "\r\n")
    with pytest.raises(BadDesignation, match=r"garden\.txt:3:20"):
        designated(compiled(source), source, "garden.txt")
