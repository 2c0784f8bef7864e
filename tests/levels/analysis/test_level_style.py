"""What a game's levels look like: numbers, borders and neighbourhoods are those of the levels, whatever the size."""

from __future__ import annotations

import pytest

from puzzlesynth.levels import PuzzleScriptGame
from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.analysis.level_style import (
    OUTSIDE,
    LevelStyle,
    learn_style,
    neighbourhoods,
    sharing_pairs,
)
from puzzlesynth.levels.model import Level
from tests.support.level_generation_games import example, level

GAME = example("sokoban")
ROOM = level(GAME, "######", "#P.*O#", "#....#", "######")
OTHER = level(GAME, "######", "#.*P.#", "#.#O.#", "######")
OPEN = level(GAME, "......", ".P.*O.", "..#...", "......")


def names(game: PuzzleScriptGame) -> dict[str, int]:
    return {thing.name: thing.id for thing in game.objects}


def learnt(*levels: Level, turns: bool = True) -> LevelStyle:
    style = learn_style(GAME, analyse(GAME), levels, turns=turns)
    assert style is not None
    return style


def test_levels_without_an_inside_teach_nothing() -> None:
    corridor = level(GAME, "P.*O", "####")
    assert learn_style(GAME, analyse(GAME), [corridor], turns=True) is None
    assert learn_style(GAME, analyse(GAME), [], turns=True) is None


def test_numbers_are_those_inside_the_border() -> None:
    style = learnt(ROOM, OTHER)
    ids = names(GAME)
    assert style.border == ids["wall"]
    assert style.counts[ids["wall"]] == ((0, 8), (1, 8))
    assert style.number(ids["crate"], 8) == style.number(ids["crate"], 80) == (1, 1)
    assert style.number(ids["wall"], 8) == (0, 1)
    assert style.number(ids["wall"], 80) == (0, 10)


def test_where_edges_are_open_there_is_no_border() -> None:
    assert learnt(OPEN).border is None
    assert learnt(OPEN, ROOM, OTHER).border == names(GAME)["wall"]


def test_neighbourhoods_count_every_side_once() -> None:
    wall, player = 1 << names(GAME)["wall"], 1 << names(GAME)["player"]
    small = level(GAME, "#P")
    found = neighbourhoods(small, GAME.ground_mask, turns=False)
    assert found[wall, player, 0] == 1
    assert found[OUTSIDE, wall, 0] == found[OUTSIDE, wall, 1] == found[wall, OUTSIDE, 1] == 1
    assert found.total() == 3 + 2 * 2
    turned = neighbourhoods(small, GAME.ground_mask, turns=True)
    assert turned[min(wall, player), max(wall, player), 0] == 1
    assert turned.total() == found.total()


def test_a_level_is_like_itself_and_less_like_others() -> None:
    style = learnt(ROOM)
    assert style.likeness(ROOM) == 1.0
    assert style.likeness(OPEN) < style.likeness(OTHER) < 1.0


def test_where_levels_differ_less_is_asked_for() -> None:
    assert learnt(ROOM, OTHER).agreement == pytest.approx(learnt(ROOM).likeness(OTHER))
    assert learnt(ROOM, OTHER).likeness(OTHER) == 1.0


def test_turned_levels_look_the_same_only_where_rules_do_not_mind() -> None:
    turned = level(GAME, "####", "#P.#", "#..#", "#*.#", "#O.#", "####")
    assert learnt(ROOM).likeness(turned) == 1.0
    assert learnt(ROOM, turns=False).likeness(turned) < 1.0


def test_what_shares_a_cell_is_learnt() -> None:
    ids = names(GAME)
    on_goal = level(GAME, "######", "#P@*O#", "#....#", "######")
    assert sharing_pairs(learnt(ROOM)) == set()
    pair = ids["crate"], ids["target"]
    assert sharing_pairs(learnt(on_goal)) == {pair, pair[::-1]}
