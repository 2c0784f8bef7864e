"""Estimates of many states at once equal those of one state."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlesynth.levels.search import heuristics
from puzzlesynth.levels.search.transitions import SearchableGame
from tests.support.batch_games import crates, level

np = pytest.importorskip("numpy")

from puzzlesynth.levels.search.batch.heuristics import count_bits, estimator  # noqa: E402
from puzzlesynth.levels.search.batch.transitions import BatchedTurns, LevelBatch  # noqa: E402

WINS = [
    "All Target on Crate",
    "All Crate on Target",
    "Some Crate on Target",
    "Some Crate",
    "No Crate on Target",
    "No Crate\nSome Player on Target\nAll Player on Target",
]


@pytest.mark.seconds
@settings(deadline=None, max_examples=80)
@given(
    win=st.sampled_from(WINS),
    grids=st.lists(
        st.lists(st.sampled_from("....P**O@+#"), min_size=20, max_size=20), min_size=1, max_size=6
    ),
)
def test_estimates_are_those_of_single_levels(win: str, grids: list[list[str]]) -> None:
    search = SearchableGame(crates(win=win))
    pictures = ["\n".join("".join(grid[row * 5 : row * 5 + 5]) for row in range(4)) for grid in grids]
    levels = [level(search.game, picture) for picture in pictures]
    field = LevelBatch(BatchedTurns(search, 5, 4), levels)
    doubled = estimator(field)(field.starts, np.arange(len(levels)))
    expected = []
    for one in levels:
        steps = search.load(one)
        expected.append(2 * heuristics.estimator(steps.code)(steps.start))
    assert doubled.tolist() == expected


@given(st.lists(st.integers(0, 2**64 - 1), min_size=1))
def test_bits_are_counted_by_any_numpy(words: list[int]) -> None:
    array = np.array(words, dtype=np.uint64)
    expected = [word.bit_count() for word in words]
    assert count_bits(array).tolist() == expected
    with pytest.MonkeyPatch.context() as patch:
        patch.delattr(np, "bitwise_count", raising=False)
        assert count_bits(array).tolist() == expected
