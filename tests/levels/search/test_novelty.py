"""Search by novelty: what is new first, nothing left out."""

from __future__ import annotations

import pytest

from puzzlesynth.levels.search import LAST_RESORT, SearchableGame, SearchLimits, solve
from puzzlesynth.levels.search.novelty import NOVELTY, NoveltyRecord, goal_counter
from puzzlesynth.levels.search.results import LevelVerdict
from tests.support.search_games import OPEN, STUCK, sokoban

CROWDED = """
##############
#P...........#
#.*.*.*.*.*..#
#............#
#.*.*.*.*.*..#
#............#
#.*.*.*.*.*#.#
#..........#O#
##############
"""
"""Crates that can go anywhere, and one target that one of them must reach."""


def test_a_crowded_level_is_solved_that_other_solvers_leave_undecided() -> None:
    game = sokoban(CROWDED, win="Some Crate on Target")
    report = solve(game, 0, limits=SearchLimits(None, 4_000), last_resort=[NOVELTY])
    assert report.verdict is LevelVerdict.SOLVED
    assert [found.solved for found in report.solvers] == [None, None, None, True]
    assert not report.shortest


def test_the_last_resort_is_for_what_others_leave_undecided() -> None:
    for level in (OPEN, STUCK):
        report = solve(sokoban(level), 0, solvers=["bfs"], last_resort=LAST_RESORT)
        assert [found.solver for found in report.solvers] == ["bfs"]
    undecided = solve(
        sokoban(OPEN), 0, solvers=["bfs"], limits=SearchLimits(states=5), last_resort=LAST_RESORT
    )
    assert [found.solver for found in undecided.solvers] == ["bfs", *LAST_RESORT]
    with pytest.raises(ValueError, match="no such solver: best"):
        solve(sokoban(OPEN), 0, last_resort=["best"])


def test_goals_are_counted_for_every_kind_of_condition() -> None:
    counts = {}
    for win in (
        "All Crate on Target",
        "No Crate",
        "No Crate on Target",
        "Some Crate on Target",
        "Some Crate",
    ):
        steps = SearchableGame(sokoban("#####\n#P*@#\n#.*O#\n#####", win=win)).load(
            sokoban("#####\n#P*@#\n#.*O#\n#####", win=win).maps[0]
        )
        counts[win] = goal_counter(steps.code)(steps.start)
    assert counts == {
        "All Crate on Target": 2,
        "No Crate": 3,
        "No Crate on Target": 1,
        "Some Crate on Target": 0,
        "Some Crate": 0,
    }


def test_a_state_is_new_by_a_fact_then_by_a_pair_then_not_at_all() -> None:
    game = sokoban("######\n#P...#\n#.*.O#\n######", win="Some Crate on Target")
    steps = SearchableGame(game).load(game.maps[0])
    moves = dict(steps.moves)
    record = NoveltyRecord(steps.code)
    right = moves[3](steps.start)
    pushed = moves[2](moves[0](moves[3](moves[1](steps.start))))
    levels = [record.worth(steps.start, right), record.worth(steps.start, right)]
    assert levels[0] < levels[1]
    assert record.worth(right, pushed) <= levels[1]
    assert levels[1] == 3 * levels[0]
