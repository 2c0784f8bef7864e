"""Searches that take turns: what one finds, the level has; who is first does not depend on threads."""

from __future__ import annotations

import dataclasses

import pytest

from puzzlesynth.levels.engine.native.compiler.machine_code import NativeCode
from puzzlesynth.levels.search import LAST_RESORT, SearchableGame, SearchLimits, solve
from puzzlesynth.levels.search.limits import NOT_NEEDED, LimitWatch, SearchProgress
from puzzlesynth.levels.search.native.search import NativeProblem, NativeSearch
from puzzlesynth.levels.search.native.taking_turns import search_in_turns
from puzzlesynth.levels.search.novelty import NOVELTY
from puzzlesynth.levels.search.results import SolveReport
from puzzlesynth.levels.search.walking import WALKS, WalkingSearch
from tests.support.search_games import OPEN, SMALL, STUCK, sokoban


def in_turns(code: NativeCode, level: str, first: LimitWatch, second: LimitWatch) -> list[str | None]:
    """Why each of two searches stopped; None for one that has decided the level."""
    game = sokoban(level)
    problem = NativeProblem(code, SearchableGame(game), game.maps[0])
    walks = WalkingSearch(problem, first, context=problem.context())
    novelty = NativeSearch(problem, second, context=problem.context())
    return [report.stopped_by for report in search_in_turns([walks, novelty])]


def watch(solver: str, states: int | None = None) -> LimitWatch:
    return LimitWatch(solver, SearchLimits(None, states))


@pytest.mark.parametrize("level", [SMALL, OPEN, STUCK])
def test_one_of_them_decides_the_level(code: NativeCode, level: str) -> None:
    game = sokoban(level)
    expected = solve(game, 0, solvers=["bfs"])
    found = solve(game, 0, solvers=[], last_resort=LAST_RESORT)
    assert found.verdict is expected.verdict
    assert [report.solver for report in found.solvers] == list(LAST_RESORT)
    assert sum(report.solved is not None for report in found.solvers) == 1


def test_the_other_is_no_longer_needed(code: NativeCode) -> None:
    assert in_turns(code, OPEN, watch(WALKS), watch(NOVELTY)) == [None, NOT_NEEDED]


def test_one_goes_on_when_the_other_is_at_its_limit(code: NativeCode) -> None:
    assert in_turns(code, OPEN, watch(WALKS, 3), watch(NOVELTY)) == ["states", None]
    assert in_turns(code, OPEN, watch(WALKS), watch(NOVELTY, 3)) == [None, "states"]
    assert in_turns(code, OPEN, watch(WALKS, 3), watch(NOVELTY, 3)) == ["states", "states"]


def test_an_interrupt_stops_both(code: NativeCode) -> None:
    def interrupt(_: SearchProgress) -> bool:
        return False

    stopped = dataclasses.replace(watch(WALKS), progress=interrupt)
    assert in_turns(code, OPEN, stopped, watch(NOVELTY)) == ["interrupted", "interrupted"]


def test_threads_find_the_same(code: NativeCode) -> None:
    def outcome(report: SolveReport) -> list[tuple[object, ...]]:
        return [(one.solver, one.solved, one.moves, one.explored, one.reached) for one in report.solvers]

    one, two = (solve(sokoban(OPEN), 0, solvers=[], last_resort=LAST_RESORT, jobs=jobs) for jobs in (1, 2))
    assert outcome(one) == outcome(two)


def test_the_time_of_the_other_does_not_count(code: NativeCode) -> None:
    game = sokoban(OPEN)
    problem = NativeProblem(code, SearchableGame(game), game.maps[0])
    clocks = [watch(solver) for solver in LAST_RESORT]
    began = clocks[1].started
    walks = WalkingSearch(problem, clocks[0], context=problem.context())
    novelty = NativeSearch(problem, clocks[1], context=problem.context())
    search_in_turns([walks, novelty])
    assert clocks[1].started > began


def test_without_machine_code_the_first_searches_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzlesynth.levels.search.solver.native_code", lambda wait=None: None)
    monkeypatch.setattr("puzzlesynth.levels.search.solver.is_native_ready", lambda: False)
    found = solve(sokoban(OPEN), 0, solvers=[], last_resort=LAST_RESORT)
    assert [report.solver for report in found.solvers] == [WALKS]
    assert found.moves is not None
