"""What solvers found out about a level: one solver by itself, and all of them together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from .limits import NO_LIMIT, BatchLimits


class LevelVerdict(StrEnum):
    """What is known about a level."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    """The whole space of states was explored, and no state wins."""
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class SolverResult:
    """The end of one search of one level. `moves` are inputs (0 up, 1 left, 2 down, 3 right, 4 action)."""

    solved: bool | None
    """None: undecided."""
    explored: int
    """States whose moves were tried."""
    moves: tuple[int, ...] | None = None
    stopped_by: str | None = None
    """Why the solver gave up, if it did: time, states, memory, interrupted, `NO_BETTER`, or what keeps
    it from a verdict."""

    @property
    def verdict(self) -> LevelVerdict:
        if self.solved is None:
            return LevelVerdict.UNDECIDED
        return LevelVerdict.SOLVED if self.solved else LevelVerdict.UNSOLVABLE


@dataclass(frozen=True, slots=True, kw_only=True)
class SolverReport(SolverResult):
    """The result of a solver, with how it came about."""

    solver: str
    reached: int
    """Distinct states seen."""
    seconds: float
    engine: str
    sure_of_shortest: bool = False
    """Whether no solution can be shorter than the one found, if one was found."""

    @property
    def states_per_second(self) -> float:
        return self.explored / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True, slots=True)
class SolveReport:
    """What is known about a level after all solvers."""

    verdict: LevelVerdict
    moves: tuple[int, ...] | None
    """The shortest solution found; shortest of all if `shortest` is true."""
    shortest: bool
    solvers: tuple[SolverReport, ...]
    difficulty: int | None
    """The least number of states that a solver explored to decide the level; None if none decided it."""
    refusals: tuple[str, ...] = ()
    """Why the level was not searched at all."""
    slow_reasons: tuple[str, ...] = ()
    """Why the search was not made in machine code; empty if it was, or was over before that was needed."""
    endless_moves: int = 0
    """How often a move was tried whose `again` turns never end: such moves lead nowhere."""


def decide(
    solvers: tuple[SolverReport, ...], slow_reasons: tuple[str, ...], endless_moves: int = 0
) -> SolveReport:
    """Put the solvers' findings together."""
    decided = [report for report in solvers if report.solved is not None]
    solved = [report for report in decided if report.moves is not None]
    best = min(solved, key=lambda report: len(report.moves or ()), default=None)
    verdict = LevelVerdict.UNSOLVABLE if decided else LevelVerdict.UNDECIDED
    if best is not None:
        verdict = LevelVerdict.SOLVED
    return SolveReport(
        verdict=verdict,
        moves=best.moves if best is not None else None,
        shortest=any(report.sure_of_shortest for report in solved),
        solvers=solvers,
        difficulty=min((report.explored for report in decided), default=None),
        slow_reasons=slow_reasons,
        endless_moves=endless_moves,
    )


SolverResults = dict[str, SolverResult]
"""By solver."""


def solver_order(solvers: Sequence[str]) -> list[str]:
    """Breadth-first search comes first: what it has seen whole need not be searched again."""
    return sorted(solvers, key=("bfs", "gbfs", "astar", "novelty", "walks").index)


def exploration_bound(found: SolverResults, bounds: BatchLimits) -> int:
    """How many states another solver may explore before it cannot be the one that needs least."""
    if bounds.all_counts:
        return NO_LIMIT
    most = NO_LIMIT
    for solver, finding in found.items():
        if finding.solved is False or finding.stopped_by == "time":
            return 0
        if finding.solved:
            if finding.explored <= bounds.uninteresting:
                return 0
            most = min(most, finding.explored)
            # A solution of n moves takes at least n states; no solver needs less than the shortest.
            if solver == "bfs" and finding.explored == len(finding.moves or ()):
                return 0
    return most
