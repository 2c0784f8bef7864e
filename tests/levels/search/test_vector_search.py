"""Whole frontiers at once: the same search as state by state."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlesynth.levels.engine.codegen.vector_writer import vector_obstacles
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search.breadth_first import breadth_first
from puzzlesynth.levels.search.heuristics import estimator, greedy_matching
from puzzlesynth.levels.search.limits import LimitWatch, SearchLimits
from puzzlesynth.levels.search.results import LevelVerdict, SolverReport
from puzzlesynth.levels.search.transitions import SearchableGame
from puzzlesynth.levels.search.vector_search import breadth_first_by_frontiers
from tests.support.search_games import OPEN, PUSH, SMALL, STUCK, sokoban

np = pytest.importorskip("numpy")


def both(game: PuzzleScriptGame) -> tuple[SolverReport, SolverReport]:
    level = game.levels[0]
    assert isinstance(level, Level)
    assert not vector_obstacles(game, level)
    steps = SearchableGame(game).load(level)
    limits = SearchLimits(states=60_000)
    return (
        breadth_first(steps, LimitWatch("bfs", limits)),
        breadth_first_by_frontiers(steps, LimitWatch("bfs", limits)),
    )


def assert_same(one: SolverReport, other: SolverReport) -> None:
    assert (one.verdict, one.moves, one.explored) == (other.verdict, other.moves, other.explored)
    if one.verdict is LevelVerdict.UNSOLVABLE:
        assert one.reached == other.reached


TALL = "\n".join(["P", "*", *"." * 90, "O"])
"""More cells than a word has bits."""


@pytest.mark.parametrize("level", [SMALL, OPEN, STUCK, TALL])
def test_solution_and_counts_are_the_same(level: str) -> None:
    assert_same(*both(sokoban(level)))


RULES = [
    PUSH,
    PUSH + "\n[ > Crate | Crate ] -> [ > Crate | > Crate ]",
    PUSH + "\n[ < Player | Crate ] -> [ < Player | < Crate ]",
    PUSH + "\nlate [ Crate | Crate | Crate ] -> [ | | ]",
    PUSH + "\n[ > Player | Wall ] -> cancel",
    PUSH
    + "\nstartloop\nright [ Crate | Crate | no Crate no Wall no Player ] -> [ Crate | | Crate ]\nendloop",
    "[ > Player | Crate ] -> [ < Player | > Crate ]",
    "[ moving Player ] -> [ moving Player ]\n[ > Player | ] -> [ > Player | ]\n" + PUSH,
    "[ action Player | Crate ] -> [ Player | ]\n" + PUSH,
    "right [ Crate ] -> [ right Crate ]\n[ up Player | Crate ] -> [ up Player | left Crate ]",
    PUSH + "\nlate [ Player | Wall ] -> win",
    PUSH + "\n[ stationary Crate | Target ] -> [ | Crate Target ]",
]
WINS = [
    "All Target on Crate",
    "Some Crate on Target",
    "No Crate",
    "No Crate on Target\nSome Player on Target",
]


@pytest.mark.seconds
@settings(deadline=None, max_examples=120)
@given(
    rules=st.sampled_from(RULES),
    win=st.sampled_from(WINS),
    grid=st.lists(st.sampled_from("......P***OO#"), min_size=12, max_size=12),
    prelude=st.sampled_from(["", "require_player_movement"]),
)
def test_rules_of_all_kinds_give_the_same_search(rules: str, win: str, grid: list[str], prelude: str) -> None:
    level = "\n".join("".join(grid[row * 4 : row * 4 + 4]) for row in range(3))
    assert_same(*both(sokoban(level, rules=rules, win=win, prelude=prelude)))


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
