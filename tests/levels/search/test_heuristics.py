"""Estimates of how far a state is from winning."""

from __future__ import annotations

from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search.heuristics import estimator, greedy_matching
from puzzlesynth.levels.search.transitions import SearchableGame
from tests.support.search_games import sokoban


def test_estimates_follow_the_win_conditions() -> None:
    def estimate(level: str, win: str) -> float:
        game = sokoban(level, win=win)
        first = game.levels[0]
        assert isinstance(first, Level)
        steps = SearchableGame(game).load(first)
        return estimator(steps.code)(steps.start)

    assert estimate("P**.", "No Crate") == 2
    assert estimate("P**.", "Some Crate") == 0
    assert estimate("P...", "Some Crate") == 1
    assert estimate("P@@*", "No Crate on Target") == 2
    assert estimate("P*..O", "Some Crate on Target") == 3
    assert estimate("P*.O*.O", "All Crate on Target") == (1 + 5) / 2
    assert estimate("P@", "All Crate on Target") == 0


def test_a_greedy_matching_takes_the_nearest_pairs_first() -> None:
    assert greedy_matching([(0, 0), (4, 0)], [(3, 0), (5, 0)], 99) == 1 + 5
    assert greedy_matching([(0, 0), (4, 0)], [(3, 0)], 99) == 1 + 99
