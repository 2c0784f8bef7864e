"""What placing by logic promises: every constraint holds in every level, draws are fair, conflicts are explained."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.analysis.level_style import learn_style
from puzzlesynth.levels.engine.turn import NO_INPUT
from puzzlesynth.levels.engine.win_conditions import all_conditions_met
from puzzlesynth.levels.generate import LevelLayout, NoPlacement, StartRequirements, room
from puzzlesynth.levels.generate.placement.layout import BadLayout, read_layout
from puzzlesynth.levels.generate.placement.placement_solver import PlacementSolver
from puzzlesynth.levels.generate.placement.user_program import BadUserProgram
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from tests.support.level_generation_games import NAMES, changed, count, drawn, example, level, places, thing
from tests.support.puzzlescript_sources import OBJECTS, playable, source


def placement(
    game: PuzzleScriptGame, layout: LevelLayout | None = None, **demands: object
) -> PlacementSolver:
    analysis = analyse(game)
    return PlacementSolver(game, analysis, layout or room(game, analysis, 6, 6), StartRequirements(**demands))  # type: ignore[arg-type]


def open_cells(game: PuzzleScriptGame, made: Level) -> set[tuple[int, int]]:
    walls = set(places(game, made, "wall"))
    return {(x, y) for x in range(made.width) for y in range(made.height)} - walls


def is_connected(cells: set[tuple[int, int]]) -> bool:
    waiting = [min(cells)]
    found = set(waiting)
    while waiting:
        x, y = waiting.pop()
        for place in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if place in cells and place not in found:
                found.add(place)
                waiting.append(place)
    return found == cells


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(4))
def test_every_draw_holds_random_demands(name: str, seed: int) -> None:
    """Checked cell by cell, without clingo."""
    game, rng = example(name), random.Random(seed)
    walls = 20 + rng.randint(0, 3)
    crates = rng.randint(2, 3)
    demands = {thing(game, "wall"): (walls, walls), thing(game, "crate"): (crates, crates + 1)}
    if name == "sokoban":
        demands[thing(game, "target")] = (1, 2)
    apart = rng.randint(1, 3)
    mirror = rng.choice(("horizontal", "vertical", "rotation"))
    walls_even = walls - walls % 2
    demands[thing(game, "wall")] = (walls_even, walls_even)
    pair = (thing(game, "player"), thing(game, "crate"), apart)
    source = placement(game, numbers=demands, symmetry=(mirror,), apart=(pair,))
    for _ in range(6):
        made = source.draw(rng)
        assert count(game, made, "wall") == walls_even
        assert crates <= count(game, made, "crate") <= crates + 1
        assert count(game, made, "player") == 1
        assert is_connected(open_cells(game, made))
        assert not all_conditions_met(game, made.cells)
        here = places(game, made, "player")[0]
        assert all(abs(here[0] - x) + abs(here[1] - y) >= apart for x, y in places(game, made, "crate"))
        found = set(places(game, made, "wall"))
        images: dict[str, Callable[[int, int], tuple[int, int]]] = {
            "horizontal": lambda x, y: (5 - x, y),
            "vertical": lambda x, y: (x, 5 - y),
            "rotation": lambda x, y: (5 - x, 5 - y),
        }
        assert {images[mirror](x, y) for x, y in found} == found
        for layer in game.layers:
            assert all((cell & layer.mask).bit_count() <= 1 for cell in made.cells)
        assert source.accepts(made)


def test_crates_do_not_start_in_corners_unless_on_their_mark() -> None:
    game = example("sokoban")
    source, rng = placement(game), random.Random(5)
    for _ in range(40):
        made = source.draw(rng)
        cells, marks = open_cells(game, made), set(places(game, made, "target"))
        for x, y in places(game, made, "crate"):
            across = (x - 1, y) not in cells or (x + 1, y) not in cells
            down = (x, y - 1) not in cells or (x, y + 1) not in cells
            assert not (across and down) or (x, y) in marks


def test_stuck_things_are_allowed_if_asked_for_and_where_rules_use_them() -> None:
    cornered = ("#####", "#*..#", "#.P.#", "#..O#", "#####")
    game = example("sokoban")
    assert not placement(game, drawn(game, "#####", "#...#", "#...#", "#...#", "#####")).accepts(
        level(game, *cornered)
    )
    free = drawn(game, "#####", "#...#", "#...#", "#...#", "#####")
    assert placement(game, free, allow_stuck=True).accepts(level(game, *cornered))
    faker = example("blockfaker")
    rows = ("#####", "#*E*#", "#.P.#", "#*..#", "#####")
    free = drawn(faker, "#####", "#...#", "#...#", "#...#", "#####")
    assert placement(faker, free).accepts(level(faker, *rows))


def test_what_the_layout_has_stays() -> None:
    game = example("sokoban")
    layout = drawn(game, "######", "#O...#", "#.##.#", "#....#", "#...P#", "######")
    source, rng = placement(game, layout), random.Random(1)
    for _ in range(10):
        made = source.draw(rng)
        fixed = set(range(len(layout.cells))) - set(layout.free)
        assert all(made.cells[index] == layout.cells[index] for index in fixed)
        assert places(game, made, "player") == [(4, 4)]


def test_a_layout_without_a_free_cell_is_one_level_or_a_conflict() -> None:
    game = example("sokoban")
    full = drawn(game, "#####", "#P*O#", "#####")
    assert placement(game, full).draw(random.Random(1)).cells == full.cells
    with pytest.raises(NoPlacement):
        placement(game, drawn(game, "#####", "#P*@#", "#####")).draw(random.Random(1))


@pytest.mark.seconds
def test_draws_are_nearly_uniform() -> None:
    """A player and a mark without constraints on six cells: thirty placements, none much rarer than another."""
    game = changed("All Target on Crate", "All Player on Target")
    layout = drawn(game, "#####", "#...#", "#...#", "#####")
    numbers = {thing(game, "crate"): (0, 0), thing(game, "wall"): (14, 14), thing(game, "target"): (1, 1)}
    source, rng = placement(game, layout, numbers=numbers), random.Random(2)
    tally = Counter(source.draw(rng).cells for _ in range(1500))
    assert len(tally) == 30
    assert min(tally.values()) > 20
    assert max(tally.values()) < 90


def test_the_same_chance_draws_the_same_levels() -> None:
    game = example("gem")
    one = [placement(game).draw(random.Random(3)).cells for _ in range(2)]
    assert one[0] == one[1]


def test_a_forbidden_part_is_not_drawn_again_but_is_no_demand() -> None:
    game = example("sokoban")
    source, rng = placement(game), random.Random(1)
    made = source.draw(rng)
    here = made.cells.index(next(cell for cell in made.cells if cell & game.player_mask))
    source.forbid([(thing(game, "player"), here, True)])
    for _ in range(20):
        assert not source.draw(rng).cells[here] & game.player_mask
    assert source.accepts(made)


def test_a_designers_constraint_holds() -> None:
    game = example("lava")
    text = ":- at(crate,X,Y), X+Y > 5.\n:- not at(exit,4,4).\n"
    source, rng = placement(game, files=(("mine.lp", text),)), random.Random(1)
    for _ in range(15):
        made = source.draw(rng)
        assert places(game, made, "exit") == [(4, 4)]
        assert all(x + y <= 5 for x, y in places(game, made, "crate"))


def test_names_that_are_no_words_are_strings() -> None:
    game = changed("Crate", "Ölfass", "sokoban")
    text = ':- at("ölfass",X,Y), X < 3.'
    source, rng = placement(game, files=(("mine.lp", text),)), random.Random(1)
    assert all(x >= 3 for _ in range(5) for x, _ in places(game, source.draw(rng), "ölfass"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (":- at(crate,X,Y) X < 2.", "mine.lp:1:18"),
        ("#script(python)\nimport os\n#end.", "mine.lp:1:1: `#script` runs code"),
        ('#include "other.lp".', "mine.lp:1:1: `#include` reads another file"),
        ('a.  #include "other.lp".', "mine.lp:1:5: `#include` reads another file"),
        ("#external at(crate,1,1).", "mine.lp:1: `#external at(crate,1,1). [false]` has no meaning"),
        ("#program other.", "has no meaning"),
        ("#project at/3.", "has no meaning"),
        ("#defined foo/1.", "has no meaning"),
        ("#theory t { }.", "has no meaning"),
        (":- crate_at(X,Y).", "crate_at"),
        (":- at(crate,X,Y), X < @secret(Y).", "mine.lp:1: `@secret(…)` calls code"),
        ("#minimize { 1,X,Y : at(crate,X,Y) }.", "has no meaning"),
        (":- at(crate,X,Y), Z > 1.", "unsafe"),
    ],
)
def test_bad_programs_are_refused_with_their_place(text: str, message: str) -> None:
    with pytest.raises(BadUserProgram, match=r"mine\.lp") as caught:
        placement(example("sokoban"), files=(("mine.lp", text),))
    assert message in str(caught.value)


def test_a_constant_is_a_name_within_its_file_and_changes_no_other_program() -> None:
    """clingo itself would put the value wherever the name is, in the encodings too."""
    game = example("sokoban")
    text = (
        "#const least = 2.\n#const limit = least + 1.\n#const solid = player.\n:- at(crate,X,Y), X < limit.\n"
    )
    source, rng = placement(game, files=(("mine.lp", text),)), random.Random(1)
    alone = placement(game, files=(("mine.lp", text.replace("#const solid = player.\n", "")),))
    assert all(x >= 3 for _ in range(5) for x, _ in places(game, source.draw(rng), "crate"))
    assert alone.draw(random.Random(2)) == source.draw(random.Random(2))


def test_a_conflict_is_explained_with_nothing_that_does_not_belong_to_it() -> None:
    game = example("sokoban")
    text = "% a comment\n:- at(crate,X,Y), X < 3.\n:- at(player,X,Y), X < 2.\n:- at(crate,X,Y), X > 2.\n"
    with pytest.raises(NoPlacement) as caught:
        placement(game, files=(("mine.lp", text),)).draw(random.Random(0))
    reasons = caught.value.reasons
    assert any("mine.lp:2" in reason for reason in reasons)
    assert any("mine.lp:4" in reason for reason in reasons)
    assert not any("mine.lp:3" in reason for reason in reasons)
    assert any("at least 1" in reason for reason in reasons)
    assert len(reasons) == 3


def test_a_crowd_is_told_at_once() -> None:
    """More things than cells, where no single number is too large: clingo alone would count for ages."""
    game = example("destroy")
    numbers = {thing(game, "crate"): (9, 9), thing(game, "gem"): (9, 9)}
    with pytest.raises(NoPlacement, match="16 free cells"):
        placement(game, numbers=numbers).draw(random.Random(0))


def test_too_many_for_the_room_is_explained() -> None:
    game = example("sokoban")
    with pytest.raises(NoPlacement, match="at least 30 crate"):
        placement(game, numbers={thing(game, "crate"): (30, 40)}).draw(random.Random(0))


@pytest.mark.parametrize(
    ("text", "message"),
    [("", "no map"), ("###\n##", "2: 2 cells"), ("#?#", "1:2: the game's legend"), ("#" * 1100, "at most")],
)
def test_bad_layouts_are_refused_with_their_place(text: str, message: str) -> None:
    with pytest.raises(BadLayout, match=message):
        read_layout(example("sokoban"), text)


def test_nobody_walks_while_waiting() -> None:
    game = changed("noaction", "realtime_interval 0.5")
    cramped = drawn(game, "#######", "#P*..O#", "#######")
    solution = (NO_INPUT, NO_INPUT, NO_INPUT, NO_INPUT, 3, 3, 3)
    with pytest.raises(NoPlacement, match="room to walk"):
        placement(game, cramped, solution=(1, 1, 1)).draw(random.Random(1))
    waiting = placement(game, cramped, solution=solution)
    assert waiting.accepts(waiting.draw(random.Random(1)))


def test_where_the_floor_is_made_of_objects_things_lie_on_it() -> None:
    """All cells have a tile, so there are more objects than cells."""
    text = source(
        "[ > Player | Crate ] -> [ > Player | > Crate ]\n",
        objects=OBJECTS + "\nLight\nwhite\n\nDark\nblack\n",
        legend=". = Light\n: = Dark\nP = Player and Light\n* = Crate and Dark\nO = Target and Light\n",
        layers="Background\nLight, Dark\nTarget\nPlayer, Wall, Crate\n",
        win="All Target on Crate\n",
        levels=".:.:\n:P:*\n.:O:\n:.:.\n",
    )
    game = playable(text)
    style = learn_style(game, analyse(game), game.maps, turns=True)
    layout = room(game, analyse(game), 4, 4, style=style)
    made = PlacementSolver(game, analyse(game), layout, StartRequirements(style=style)).draw(random.Random(1))
    tiles = sum(1 << thing(game, name) for name in ("light", "dark"))
    assert sum(1 for cell in made.cells if cell & tiles) >= 14
    assert any(cell & tiles and cell & game.player_mask for cell in made.cells)


def test_of_several_looks_the_player_has_one_that_the_levels_begin_with() -> None:
    """Rules turn the player into the others."""
    game = playable(
        source(
            "right [ > Player ] -> [ > East ]\nleft [ > Player ] -> [ > West ]",
            objects=OBJECTS.replace("Player\n", "West\n") + "\nEast\nblue\n\nFront\nred\n",
            legend=". = Background\n# = Wall\nF = Front\nO = Target\nPlayer = West or East or Front\n",
            layers="Background\nTarget\nPlayer, Wall, Crate\n",
            win="All Player on Target",
            levels="#####\n#F.O#\n#...#\n#####\n",
        )
    )
    style = learn_style(game, analyse(game), game.maps, turns=True)
    layout = room(game, analyse(game), 5, 5, style=style)
    solver = PlacementSolver(game, analyse(game), layout, StartRequirements(style=style))
    made = [solver.draw(random.Random(seed)) for seed in range(8)]
    assert {count(game, one, "front") for one in made} == {1}
    assert not any(count(game, one, name) for one in made for name in ("west", "east"))


def test_a_draw_that_runs_into_dead_ends_begins_again_in_another_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    orders: list[list[int]] = []
    limits: list[int] = []
    solve = PlacementSolver._solve

    def give_up_twice(self: PlacementSolver, extra: list[int], conflicts: int) -> Level | None:
        orders.append(list(self._order.literals))
        limits.append(conflicts)
        if len(orders) < 3:
            self._gave_up = True
            return None
        return solve(self, extra, conflicts)

    monkeypatch.setattr(PlacementSolver, "_solve", give_up_twice)
    game = example("sokoban")
    made = placement(game).draw(random.Random(1))
    assert count(game, made, "player") == 1
    assert limits == [100, 200, 400]
    assert sorted(orders[0]) == sorted(orders[1]) == sorted(orders[2])
    assert orders[0] != orders[1] != orders[2]


@pytest.mark.parametrize(("levels", "joined"), [(1, True), (2, False)])
def test_walls_may_shut_cells_off_if_they_do_in_the_levels_of_the_game(levels: int, joined: bool) -> None:
    one_room = "#######\n#P....#\n#...*O#\n#######\n"
    two_rooms = "#######\n#P..#.#\n#.*O#.#\n#######\n"
    game = playable(
        source(win="All Target on Crate", levels="\n".join([one_room, *[two_rooms] * (levels - 1)]))
    )
    style = learn_style(game, analyse(game), game.maps, turns=True)
    assert style is not None
    assert style.is_joined is joined
    layout = read_layout(game, two_rooms.replace("P", ".").replace("*", ".").replace("O", "."), "rooms")
    solver = PlacementSolver(game, analyse(game), layout, StartRequirements(style=style))
    if joined:
        with pytest.raises(NoPlacement, match="every open cell can be reached"):
            solver.draw(random.Random(1))
    else:
        assert count(game, solver.draw(random.Random(1)), "player") == 1


def test_a_level_with_other_numbers_is_refused_without_clingo(monkeypatch: pytest.MonkeyPatch) -> None:
    game = example("sokoban")
    solver = placement(game, room(game, analyse(game), 8, 5))
    two_players = level(game, "########", "#P.*.O.#", "#......#", "#....P.#", "########")
    no_crate = level(game, "########", "#P...O.#", "#......#", "#......#", "########")
    assert solver.accepts(level(game, "########", "#P.*.O.#", "#......#", "#......#", "########"))
    monkeypatch.setattr(solver, "_search", None)
    assert not solver.accepts(two_players)
    assert not solver.accepts(no_crate)
