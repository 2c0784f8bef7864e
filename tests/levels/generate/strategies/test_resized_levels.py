"""The game's own levels in other sizes: what is in them stays, and so do rooms and borders."""

from __future__ import annotations

import random

import pytest

from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.analysis.level_style import learn_style
from puzzlesynth.levels.generate import PlayRequirements, StartRequirements, room
from puzzlesynth.levels.generate.diversity import IDENTITY, TURNS
from puzzlesynth.levels.generate.placement.placement_solver import PlacementSolver
from puzzlesynth.levels.generate.strategies.resized_levels import resized, scenery
from puzzlesynth.levels.generate.strategies.strategy import StrategyContext
from puzzlesynth.levels.generate.strategies.variation import Variation
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search import SearchableGame
from puzzlesynth.levels.source_editor import MapLetters
from tests.support.level_generation_games import demands_of, drawn, example, level, thing

GAME = example("sokoban")
ANALYSIS = analyse(GAME)
PLACE = scenery(GAME, ANALYSIS)
OWN = level(GAME, "########", "#..#...#", "#P.#.*O#", "#......#", "########")


def fitted(*layout: str, seed: int = 0) -> list[str] | None:
    found = resized(drawn(GAME, *layout), OWN, IDENTITY, GAME, PLACE, random.Random(seed))
    return None if found is None else MapLetters(GAME).rows(found)


@pytest.mark.parametrize("seed", range(5))
def test_lines_without_things_go_first(seed: int) -> None:
    rows = fitted("#######", "#.....#", "#.....#", "#######", seed=seed)
    assert rows is not None
    text = "".join(rows)
    assert [text.count(letter) for letter in "P*O"] == [1, 1, 1]
    assert "*O" in text, "what lay side by side still does"


@pytest.mark.parametrize("seed", range(5))
def test_new_lines_go_on_with_what_is_on_both_sides(seed: int) -> None:
    rows = fitted("##########", *["#........#"] * 4, "##########", seed=seed)
    assert rows is not None
    text = "".join(rows)
    assert [text.count(letter) for letter in "P*O"] == [1, 1, 1]
    walls = [row[3:8].count("#") for row in rows[1:-1]]
    assert max(walls) <= 2, "the wall inside may be longer or thicker, but there is no other"


def test_the_layout_stays_as_it_is() -> None:
    rows = fitted("########", "#......#", "#......#", "##.....#", "########")
    assert rows == ["########", "#..#...#", "#P.#.*O#", "##.....#", "########"]


def test_what_has_no_room_moves_to_the_nearest_cell_that_has() -> None:
    rows = fitted("########", "#......#", "#.....##", "#......#", "########")
    assert rows == ["########", "#..#...#", "#P.#.@##", "#......#", "########"]
    assert fitted("########", *["########"] * 3, "########") is None


def test_an_exit_in_the_border_moves_inside_where_the_border_is_closed() -> None:
    lava = example("lava")
    own = level(lava, "#######", "#P.*~.E", "#..~..#", "#######")
    layout = drawn(lava, "#######", "#.....#", "#.....#", "#######")
    found = resized(layout, own, IDENTITY, lava, scenery(lava, analyse(lava)), random.Random(0))
    assert found is not None
    assert MapLetters(lava).rows(found) == ["#######", "#P.*~E#", "#..~..#", "#######"]


def test_nothing_is_stretched_too_far() -> None:
    assert fitted(*["#" * 20] * 5) is None
    assert fitted("###", "#.#", "###") is None


def test_scenery_is_what_stays_where_it_is() -> None:
    lava = example("lava")
    names = {thing.name for thing in lava.objects if scenery(lava, analyse(lava)) >> thing.id & 1}
    assert names == {"wall"}


@pytest.mark.parametrize("size", [(6, 6), (11, 9)])
def test_levels_of_any_size_are_varied(size: tuple[int, int]) -> None:
    """No level of the game has this size."""
    assert all((own.width, own.height) not in (size, size[::-1]) for own in GAME.maps)
    demands = demands_of(GAME, "variation")
    assert demands.style is not None
    layout = room(GAME, ANALYSIS, *size, style=demands.style)
    placement = PlacementSolver(GAME, ANALYSIS, layout, demands)
    shop = StrategyContext(GAME, ANALYSIS, SearchableGame(GAME), placement, PlayRequirements())
    variation = Variation(shop, random.Random(1), demands.style, TURNS)
    made: list[Level] = []
    for _ in range(3):
        proposed = variation.propose()
        assert proposed is not None
        made.append(proposed)
    assert all(placement.accepts(one) for one in made)


def test_a_variation_has_the_numbers_that_are_usual_for_the_layout() -> None:
    """The game's own levels have three crates and three targets; the layout shall have one of each."""
    source = level(GAME, "########", "#P.....#", "#.*.O..#", "#.*.O..#", "#.*.O..#", "########")
    style = learn_style(GAME, ANALYSIS, [source], turns=True)
    assert style is not None
    single = {thing(GAME, name): (1, 1) for name in ("crate", "target")}
    demands = StartRequirements(style=style, numbers=single)
    placement = PlacementSolver(GAME, ANALYSIS, room(GAME, ANALYSIS, 9, 7, style=style), demands)
    shop = StrategyContext(GAME, ANALYSIS, SearchableGame(GAME), placement, PlayRequirements())
    for seed in range(3):
        made = Variation(shop, random.Random(seed), style, TURNS).propose()
        assert made is not None
        assert placement.accepts(made)
