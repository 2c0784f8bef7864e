"""What judging many levels at once promises: what the solvers say of each level by itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search import SOLVERS, SearchableGame
from puzzlesynth.levels.search.batch import evaluator
from puzzlesynth.levels.search.batch.evaluator import BatchEvaluator, LevelEvaluation, UnsearchableGame
from puzzlesynth.levels.search.best_first import astar, greedy_best_first
from puzzlesynth.levels.search.breadth_first import breadth_first
from puzzlesynth.levels.search.limits import BatchLimits, LimitWatch, SearchLimits
from puzzlesynth.levels.search.results import LevelVerdict, SolverReport
from puzzlesynth.levels.search.solver import run_bounded
from puzzlesynth.levels.search.transitions import is_solution
from tests.support.batch_games import NAMES, crates, example, level, mutants
from tests.support.samples import random_examples
from tests.support.search_games import PUSH

MANY = 1_500
"""States; levels with more are left out of comparisons, to save time."""


def reports(search: SearchableGame, level: Level) -> dict[str, SolverReport]:
    """The single-level solvers' own words."""
    steps = search.load(level)
    limits = SearchLimits(seconds=None, states=20 * MANY)
    return {
        "bfs": breadth_first(steps, LimitWatch("bfs", limits)),
        "astar": astar(steps, LimitWatch("astar", limits)),
        "gbfs": greedy_best_first(steps, LimitWatch("gbfs", limits)),
    }


def assert_same(game: PuzzleScriptGame, levels: list[Level]) -> int:
    """Judge levels and compare. Returns how many were decided."""
    search = SearchableGame(game)
    whole = BatchEvaluator(search, all_counts=True).judge(levels, states=MANY)
    quick = BatchEvaluator(search).judge(levels, states=MANY)
    compared = 0
    for candidate, full, short in zip(levels, whole, quick, strict=True):
        if len(full.explored) < len(SOLVERS):
            continue
        compared += 1
        single = reports(search, candidate)
        assert full.explored == {solver: report.explored for solver, report in single.items()}
        assert full.moves == short.moves == single["bfs"].moves
        assert full.solved is short.solved is (single["bfs"].verdict is LevelVerdict.SOLVED)
        assert full.shortest is short.shortest is full.solved
        assert full.difficulty == short.difficulty == min(full.explored.values())
        assert short.difficulty == min(short.explored.values())
        assert short.explored.items() <= full.explored.items()
    return compared


@pytest.mark.thorough
@pytest.mark.parametrize("name", NAMES)
def test_the_examples_are_judged_as_their_solvers_judge_them(name: str) -> None:
    game = example(name)
    own = [entry for entry in game.levels if isinstance(entry, Level) and len(entry.cells) <= 64]
    candidates = [
        mutant for number, entry in enumerate(own[:4]) for mutant in mutants(game, entry, 15, number)
    ]
    assert assert_same(game, candidates) > 20


RULES = [
    PUSH,
    PUSH + "\n[ > Crate | Crate ] -> [ > Crate | > Crate ]",
    PUSH + "\nlate [ Crate | Crate | Crate ] -> [ | | ]",
    PUSH + "\n[ > Player | Wall ] -> cancel",
    PUSH + "\n[ > Player | Wall ] -> restart",
    PUSH
    + "\nstartloop\nright [ Crate | Crate | no Crate no Wall no Player ] -> [ Crate | | Crate ]\nendloop",
    "[ > Player | Crate ] -> [ < Player | > Crate ]",
    "[ action Player | Crate ] -> [ Player | ]\n" + PUSH,
    "right [ Crate ] -> [ right Crate ]\n[ up Player | Crate ] -> [ up Player | left Crate ]",
    PUSH + "\nlate [ Player | Wall ] -> win",
    PUSH + "\n[ stationary Crate | Target ] -> [ | Crate Target ]",
    PUSH + "\n[ > Player | ... | Crate ] -> [ > Player | ... | > Crate ]",
    PUSH + "\nlate [ Crate | Target no Crate ] -> [ | Target Crate ] again",
]
WINS = [
    "All Target on Crate",
    "All Crate on Target",
    "Some Crate on Target",
    "No Crate",
    "Some Crate\nNo Crate on Target\nSome Player on Target",
]
PRELUDES = ["", "require_player_movement", "run_rules_on_level_start"]


@pytest.mark.seconds
@random_examples(25)
@given(
    rules=st.sampled_from(RULES),
    win=st.sampled_from(WINS),
    prelude=st.sampled_from(PRELUDES),
    grids=st.lists(
        st.lists(st.sampled_from("......P***OO#@"), min_size=12, max_size=12), min_size=1, max_size=12
    ),
)
def test_rules_of_all_kinds_are_judged_as_their_solvers_judge_them(
    rules: str, win: str, prelude: str, grids: list[list[str]]
) -> None:
    game = crates(rules, win, prelude)
    pictures = ["\n".join("".join(grid[row * 4 : row * 4 + 4]) for row in range(3)) for grid in grids]
    assert_same(game, [level(game, picture) for picture in pictures])


OPEN = """
#######
#.....#
#.*.*.#
#.P.O.#
#..O..#
#######
"""
STUCK = """
#####
#*..#
#.PO#
#####
"""
VAST = "\n".join(["." * 8, ".P*.*.O.", "..*..*..", "........", "..*....."] + ["." * 8] * 3)


def judge(game: PuzzleScriptGame, *pictures: str, **limits: float) -> list[LevelEvaluation]:
    return BatchEvaluator(game).judge([level(game, picture) for picture in pictures], **limits)  # type: ignore[arg-type]


def test_candidates_of_many_sizes_come_back_in_order() -> None:
    game = crates()
    wide = "P*" + "." * 70 + "O"
    found = judge(game, OPEN, wide, STUCK, "P.*.O", OPEN)
    assert [one.solved for one in found] == [True, True, False, True, True]
    assert [len(one.moves or ()) for one in found] == [
        len(found[0].moves or ()),
        71,
        0,
        3,
        len(found[4].moves or ()),
    ]
    assert found[0] == found[4]


def test_solutions_win_in_the_interpreter() -> None:
    game = crates()
    candidates = mutants(game, level(game, OPEN), 40, 1)
    found = BatchEvaluator(game).judge(candidates)
    solved = [(one, moves) for one, judged in zip(candidates, found, strict=True) if (moves := judged.moves)]
    assert len(solved) > 5
    assert all(len(moves) == 1 or is_solution(game, one, moves) for one, moves in solved)


@pytest.mark.parametrize("limits", [{"states": 500}, {"seconds": 0.5}])
def test_a_candidate_that_takes_too_long_does_not_spoil_the_others(limits: dict[str, float]) -> None:
    game = crates(win="No Crate")
    easy = crates(PUSH + "\nlate [ Crate Target ] -> [ Target ]", "No Crate")
    assert [one.solved for one in judge(game, VAST, **limits)] == [None]
    small = "P*O.....\n" + "\n".join(["." * 8] * 7)
    found = judge(easy, VAST, small, **limits)
    assert found[0].solved is None
    assert found[0].difficulty is None
    assert found[0].stopped_by == next(iter(limits)).replace("seconds", "time")
    assert found[1].solved
    assert found[1].difficulty == 1


@pytest.mark.seconds
def test_a_limit_of_states_means_the_same_in_company_and_alone() -> None:
    game = crates()
    candidates = mutants(game, level(game, OPEN), 60, 2)
    for limit in (10, 40, 150):
        together = BatchEvaluator(game, solvers=["bfs"]).judge(candidates, states=limit)
        one_by_one = [
            BatchEvaluator(game, solvers=["bfs"]).judge([one], states=limit)[0] for one in candidates
        ]
        search = SearchableGame(game)
        alone = [run_bounded(search.load(one), "bfs", BatchLimits(states=limit)) for one in candidates]
        assert [one.solved for one in together] == [one.solved for one in one_by_one]
        assert [one.solved for one in together] == [one.solved for one in alone]
        assert None in {one.solved for one in together}


@pytest.mark.seconds
def test_one_solver_can_be_asked_alone() -> None:
    game = crates()
    candidates = mutants(game, level(game, OPEN), 8, 3)
    everyone = BatchEvaluator(game, all_counts=True).judge(candidates)
    for solver in SOLVERS:
        found = BatchEvaluator(game, solvers=[solver]).judge(candidates)
        assert [dict(one.explored) for one in found] == [{solver: one.explored[solver]} for one in everyone]
        assert [one.solved for one in found] == [one.solved for one in everyone]
        assert all(one.shortest == (solver == "bfs") for one in found if one.solved)


@pytest.mark.seconds
def test_without_arrays_the_verdicts_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    game = crates()
    candidates = mutants(game, level(game, OPEN), 30, 5)
    expected = BatchEvaluator(game).judge(candidates)
    monkeypatch.setattr(evaluator, "find_spec", lambda name: None)
    assert "numpy is not installed" in BatchEvaluator(game).reasons_alone(candidates[0])
    found = BatchEvaluator(game).judge(candidates)
    assert [one.difficulty for one in found] == [one.difficulty for one in expected]
    assert [one.moves for one in found] == [one.moves for one in expected]


@pytest.mark.parametrize(
    ("rules", "win", "prelude", "reason"),
    [
        ("random [ Crate ] -> [ ]", "No Crate", "", "random"),
        (PUSH, "", "", "no win conditions"),
    ],
)
def test_games_that_cannot_be_searched_are_refused_with_the_reason(
    rules: str, win: str, prelude: str, reason: str
) -> None:
    with pytest.raises(UnsearchableGame, match=reason):
        BatchEvaluator(crates(rules, win, prelude))


def test_solvers_that_do_not_exist_are_named() -> None:
    with pytest.raises(ValueError, match="dfs"):
        BatchEvaluator(crates(), solvers=["bfs", "dfs"])


def test_what_cannot_be_judged_together_says_why() -> None:
    game = crates("rigid " + PUSH)
    assert "rigid rules" in BatchEvaluator(game).reasons_alone(level(game, OPEN))
    assert not BatchEvaluator(crates()).reasons_alone(level(game, OPEN))


def test_a_proof_does_not_hold_where_rules_restart_from_checkpoints() -> None:
    rules = PUSH + "\nlate [ Player Target ] -> checkpoint\n[ > Player | Wall ] -> restart"
    (found,) = judge(crates(rules), STUCK)
    assert found.solved is None
    assert found.stopped_by == "rules restart from checkpoints"
