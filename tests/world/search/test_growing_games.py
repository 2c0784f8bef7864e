"""Games in which nothing is ever lost: the same answer as going through their states."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

import pytest

from puzzlesynth.pack import Pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.world.ground_task import ground_task
from puzzlesynth.world.search import stubborn_sets
from puzzlesynth.world.search.growing_games import can_always_be_won
from puzzlesynth.world.search.stubborn_sets import has_dead_end
from tests.support.recipe_books import book, kept, random_book_with_repeats, random_chain


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("maker", [random_chain, random_book_with_repeats])
def test_going_through_all_states_says_the_same(
    maker: Callable[[int], Pack], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = kept(maker(seed))
    puzzles = list(islice(make_puzzles(made, seed=1), 3))
    assert all(can_always_be_won(ground_task(made, puzzle)) is True for puzzle in puzzles)
    monkeypatch.setattr(stubborn_sets, "can_always_be_won", lambda _: None)
    monkeypatch.setattr(stubborn_sets, "_decided", {})
    assert all(has_dead_end(ground_task(made, puzzle)) is False for puzzle in puzzles)


def test_where_something_is_used_up_it_does_not_say() -> None:
    made = book("Coin: Ore\nRing: Coin", "Ring")
    (puzzle,) = make_puzzles(made)
    assert can_always_be_won(ground_task(made, puzzle)) is None
