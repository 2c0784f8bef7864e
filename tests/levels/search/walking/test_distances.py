"""How far things are from where they are wanted, as moving them alone shows."""

from __future__ import annotations

import ctypes

import pytest

from puzzlesynth.levels.engine.native.compiler.loading import native_code, native_obstacle
from puzzlesynth.levels.engine.native.kernel.search import distances as at
from puzzlesynth.levels.search import SearchableGame
from puzzlesynth.levels.search.native.search import NativeProblem
from puzzlesynth.levels.search.walking.distances import FAR, distance_tables
from tests.support.search_games import PUSH, sokoban

ROOM = "######\n#P...#\n#..*.#\n#...O#\n######"


def nearest(rules: str, win: str, level: str = ROOM) -> list[list[int]] | None:
    """The distances row by row; None if there is no table."""
    code = native_code(wait=None)
    if code is None:
        pytest.skip(native_obstacle())
    game = sokoban(level, rules=rules, win=win)
    (table,) = distance_tables(NativeProblem(code, SearchableGame(game), game.maps[0]), lambda: None)
    if table is None:
        return None
    numbers = (ctypes.c_int64 * at.T_SIZE).from_address(table.address)
    width, height = game.maps[0].width, game.maps[0].height
    far = ctypes.string_at(numbers[at.T_NEAREST], width * height)
    return [[far[x * height + y] for x in range(width)] for y in range(height)]


def test_pushing_leaves_corners_and_walls_out() -> None:
    found = nearest(PUSH, "All Target on Crate")
    assert found is not None
    assert found[3][1:5] == [FAR, 2, 1, 0]
    assert found[2][1:5] == [FAR, 3, 2, 1]
    assert found[1][1:5] == [FAR, FAR, FAR, FAR]


def test_pulling_reaches_what_pushing_does_not() -> None:
    found = nearest(PUSH + "\n[ < Player | Crate ] -> [ < Player | < Crate ]", "All Crate on Target")
    assert found is not None
    assert found[1][1:5] == [5, 4, 3, 2]


def test_the_way_of_the_player_is_one_too() -> None:
    found = nearest(PUSH, "Some Player on Target")
    assert found is not None
    assert found[1][1:5] == [5, 4, 3, 2]


def test_what_must_vanish_is_as_far_as_from_what_swallows_it() -> None:
    found = nearest(PUSH + "\nlate [ Crate Target ] -> [ Target ]", "No Crate")
    assert found is not None
    assert found[2][1:5] == [FAR, 3, 2, 1]


def test_where_a_level_does_not_fit_there_is_no_table() -> None:
    assert nearest(PUSH, "All Target on Crate", "####\n#P.#\n#*O#\n####") is None
    assert nearest(PUSH, "No Crate") is None
    assert nearest(PUSH, "No Crate on Target") is None
