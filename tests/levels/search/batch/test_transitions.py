"""Games of one level layout, advanced together: the turns are those of each game by itself."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth.levels.engine.codegen.vector_writer import vector_obstacles
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search.transitions import SearchableGame
from tests.levels.search.native.test_native_search import RULES
from tests.support.search_games import OPEN, PUSH, sokoban

np = pytest.importorskip("numpy")

from puzzlesynth.levels.search.batch.transitions import BatchedTurns, LevelBatch  # noqa: E402
from puzzlesynth.levels.search.batch.word_sets import count_bits  # noqa: E402


@pytest.mark.parametrize("rules", RULES)
def test_states_are_advanced_together_as_they_are_alone(rules: str) -> None:
    chance = Random(rules)
    game = sokoban("P.*.O\n..*..\n#...O\n.*...", rules=rules)
    search = SearchableGame(game)
    level = game.maps[0]
    steps = search.load(level)
    field = LevelBatch(BatchedTurns(search, level.width, level.height), [level])
    lanes = 6
    alone = [steps.start] * lanes
    rows = np.repeat(field.starts, lanes, axis=1)
    levels = np.zeros(lanes, dtype=np.int64)
    cells = steps.code.board.count
    for _ in range(12):
        keys = [chance.randrange(len(steps.moves)) for _ in range(lanes)]
        rows, won = field.step(rows, levels, np.array(keys))
        for lane, key in enumerate(keys):
            after = steps.moves[key][1](alone[lane])
            assert bool(won[lane]) == (after < 0 or steps.won(after))
            alone[lane] = ~after if after < 0 else after
            state = sum(int(word) << cells * place for place, word in enumerate(rows[:, lane]))
            assert state == alone[lane]


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        ("[ Player | ... | Crate ] -> [ Player | ... | ]", "ellipses"),
        ("[ Player ] [ Crate ] -> [ Player ] [ ]", "several brackets in a rule"),
        ("[ Crate ] -> [ right Crate ] again", "again"),
        ("rigid " + PUSH, "rigid rules"),
        ("random [ Crate ] -> [ ]", "random rules"),
    ],
)
def test_rules_that_need_a_state_at_a_time_are_named(rules: str, reason: str) -> None:
    game = sokoban(OPEN, rules=rules)
    level = game.levels[0]
    assert isinstance(level, Level)
    assert reason in vector_obstacles(game, level)


@given(st.lists(st.integers(0, 2**64 - 1), min_size=1))
def test_bits_are_counted_by_any_numpy(words: list[int]) -> None:
    array = np.array(words, dtype=np.uint64)
    expected = [word.bit_count() for word in words]
    assert count_bits(array).tolist() == expected
    with pytest.MonkeyPatch.context() as patch:
        patch.delattr(np, "bitwise_count", raising=False)
        assert count_bits(array).tolist() == expected
