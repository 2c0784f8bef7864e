"""The closed list: every state once, in order, whatever the hashes are."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth.levels.search import state_table
from puzzlesynth.levels.search.state_table import StateTable

np = pytest.importorskip("numpy")

WELL_MIXED = state_table.hashes


def clashing(rows: Any, salt: int) -> Any:
    """The same for all states at first: nothing but a comparison tells them apart."""
    return WELL_MIXED(rows, salt) if salt else np.zeros(rows.shape[1], dtype=np.uint64)


@given(st.lists(st.lists(st.integers(0, 5), min_size=1, max_size=40), max_size=12), st.booleans())
def test_the_table_numbers_every_state_once_in_order(batches: list[list[int]], used: bool) -> None:
    table = StateTable(2, capacity=4)
    if used:
        table.add(np.arange(200, dtype=np.uint64).reshape(2, -1))
        table.clear()
    known: list[int] = []
    for batch in batches:
        numbers, new = table.add(np.array([batch, [value * 7 for value in batch]], dtype=np.uint64))
        expected = []
        for place, value in enumerate(batch):
            if value not in known:
                known.append(value)
                expected.append(place)
        assert new.tolist() == expected
        assert numbers.tolist() == [known.index(value) for value in batch]
    assert table.rows(slice(0, table.count))[0].tolist() == known


def test_the_table_grows() -> None:
    table = StateTable(1, capacity=4)
    values = np.arange(50_000, dtype=np.uint64)[None, :]
    assert len(table.add(values)[1]) == 50_000
    assert len(table.add(values)[1]) == 0
    numbers, new = table.add(values + np.uint64(25_000))
    assert len(new) == 25_000
    assert numbers[0] == 25_000


def test_states_with_the_same_hash_are_not_taken_for_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state_table, "hashes", clashing)
    table = StateTable(1, capacity=4)
    numbers, new = table.add(np.array([[5, 6, 5]], dtype=np.uint64))
    assert (numbers.tolist(), new.tolist()) == ([0, 1, 0], [0, 1])
    numbers, new = table.add(np.array([[6, 7]], dtype=np.uint64))
    assert (numbers.tolist(), new.tolist()) == ([1, 2], [1])
