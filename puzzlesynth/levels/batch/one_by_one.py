"""Candidates judged one after the other, with the solvers for single levels: for every game there is."""

from __future__ import annotations

import time
from collections.abc import Sequence

from puzzlesynth.levels.batch.judged import Judged
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search.results import Limits, SolverReport, Verdict, Watch
from puzzlesynth.levels.search.state_search import best_first, breadth_first
from puzzlesynth.levels.search.steps import GameSearch


def judge_alone(
    search: GameSearch, level: Level, solvers: Sequence[str], states: int | None, seconds: float | None
) -> Judged:
    """What the solvers say of one level, each within the states, all together within the seconds."""
    begin = time.perf_counter()
    steps = search.load(level)
    reports: list[SolverReport] = []
    for solver in solvers:
        left = None if seconds is None else max(0.0, seconds - (time.perf_counter() - begin))
        watch = Watch(solver, Limits(left, states))
        found = (
            breadth_first(steps, watch)
            if solver == "bfs"
            else best_first(steps, watch, greedy=solver == "gbfs")
        )
        if found.stopped_by == "interrupted":
            raise KeyboardInterrupt
        reports.append(found)
    return put_together(reports, search.restarts_from_checkpoints, time.perf_counter() - begin)


def put_together(reports: Sequence[SolverReport], restarts: bool, seconds: float) -> Judged:
    """One verdict from those of the solvers. A search of everything proves nothing where rules restart the level
    from checkpoints."""
    solved = [report for report in reports if report.moves is not None]
    lost = [report for report in reports if report.verdict is Verdict.UNSOLVABLE and not restarts]
    decided = [*solved, *lost]
    best = min(solved, key=lambda report: len(report.moves or ()), default=None)
    stopped = next((report.stopped_by for report in reports if report.stopped_by), None)
    if restarts and not solved and stopped is None:
        stopped = "rules restart from checkpoints"
    return Judged(
        solved=True if solved else False if lost else None,
        moves=best.moves if best is not None else None,
        shortest=any(report.solver == "bfs" for report in solved),
        explored={report.solver: report.explored for report in decided},
        difficulty=min((report.explored for report in decided), default=None),
        seconds=seconds,
        stopped_by=None if decided else stopped,
    )
