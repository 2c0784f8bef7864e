"""Random numbers, the writing of levels, and bitboards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth.levels.engine import LevelSession
from puzzlesynth.levels.engine.bitboard.geometry import geometry
from puzzlesynth.levels.engine.bitboard.planes import cells_of, planes_of
from puzzlesynth.levels.engine.recording import level_string
from puzzlesynth.levels.engine.reference.interpreter import Interpreter
from puzzlesynth.levels.engine.rng import RandomStream, seed_bytes
from puzzlesynth.levels.engine.runtime import CompiledEngine
from puzzlesynth.levels.movements import DOWN, LEFT, RIGHT, UP
from tests.support.engine_games import tiny_game
from tests.support.samples import random_examples


def test_random_numbers_are_those_of_the_key_stream() -> None:
    stream = RandomStream("Example")
    numbers = [stream.uniform() for _ in range(200)]
    again = RandomStream("Example")
    assert numbers == [again.uniform() for _ in range(200)]
    assert all(0 <= number <= 1 for number in numbers)
    # RC4 with the key "Key" begins with EB 9F 77 81 B7 34 CA.
    first = RandomStream("Key").uniform() * (2.0**56 - 1)
    assert first == pytest.approx(0xEB9F7781B734CA, rel=1e-15)


def test_wide_letters_of_a_seed_give_two_bytes() -> None:
    assert seed_bytes("a\u0416") == [0x61, 0x04, 0x16]


def test_levels_are_written_with_numbers_for_combinations_seen_before() -> None:
    game = tiny_game("", "P..\n.C.")
    session = LevelSession(game)
    cells = session.engine.cells(session.board)
    text = level_string(game, cells, 3)
    assert text == "background player:0,background:1,1,\nbackground crate:2,1,1,\n"


@random_examples(100)
@given(st.lists(st.integers(0, 31), min_size=6, max_size=6))
def test_planes_and_cells_say_the_same(cells: list[int]) -> None:
    assert cells_of(planes_of(tuple(cells), 5), 6) == tuple(cells)


@random_examples(100)
@given(st.integers(1, 7), st.integers(1, 7), st.integers(1, 4))
def test_room_is_where_that_many_cells_fit(width: int, height: int, length: int) -> None:
    board = geometry(width, height)
    for direction, dx, dy in ((UP, 0, -1), (DOWN, 0, 1), (LEFT, -1, 0), (RIGHT, 1, 0)):
        for x in range(width):
            for y in range(height):
                end_x, end_y = x + dx * (length - 1), y + dy * (length - 1)
                fits = 0 <= end_x < width and 0 <= end_y < height
                assert bool(board.room(direction, length) >> x * height + y & 1) == fits


RULES = [
    "[ > Player | Crate ] -> [ > Player | > Crate ]",
    "[ > Crate | Crate ] -> [ > Crate | > Crate ]",
    "[ > Player | Gem ] -> [ > Player | ]",
    "[ Crate | Crate | Crate ] -> [ | Gem | ]",
    "late [ Crate | Gem ] -> [ Gem | Crate ]",
    "right [ Gem | ... | Player ] -> [ right Gem | ... | Player ]",
    "[ Gem ] [ Player | Wall ] -> [ Crate ] [ Player | Wall ]",
    "[ moving Player ] [ Gem ] -> [ moving Player ] [ moving Gem ]",
    "rigid [ > Player | Crate | Gem ] -> [ > Player | > Crate | > Gem ]",
    "random [ Crate ] -> [ Gem ]",
    "[ Gem ] -> [ randomdir Gem ]",
    "[ Mark ] -> [ random Thing ]",
    "down [ Crate | no Thing no Wall no Player ] -> [ | Crate ] again",
    "[ < Player | Crate ] -> [ < Player | < Crate ]",
    "[ stationary Gem | Wall ] -> [ Mark | Wall ]",
    "horizontal [ > Player ] -> [ > Player Mark ]",
]


@pytest.mark.seconds
@random_examples(150)
@given(
    rules=st.lists(st.sampled_from(RULES), min_size=1, max_size=4),
    grid=st.lists(st.sampled_from("....PPCCGG#M"), min_size=16, max_size=16),
    keys=st.lists(st.sampled_from([0, 1, 2, 3, 4, "undo"]), max_size=6),
)
def test_the_compiled_engine_equals_the_interpreter(
    rules: list[str], grid: list[str], keys: list[int]
) -> None:
    level = "\n".join("".join(grid[row * 4 : row * 4 + 4]) for row in range(4))
    early = [rule for rule in rules if not rule.startswith("late")]
    late = [rule for rule in rules if rule.startswith("late")]
    sounds = "Player MOVE 1\nCrate MOVE 2\nPlayer CANTMOVE 3\nGem CREATE 4\nCrate DESTROY 5"
    game = tiny_game("\n".join(early + late), level, sounds=sounds)
    one = LevelSession(game, seed="s", engine=Interpreter(game))
    other = LevelSession(game, seed="s", engine=CompiledEngine(game))
    for key in keys:
        one.press(key)
        other.press(key)
        assert one.engine.cells(one.board) == other.engine.cells(other.board)
        assert one.sounds == other.sounds
        assert one.notices == other.notices
