"""What one solver has found out about a candidate, how far it may go, and what follows for the other solvers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MAX_BATCH_STATES = 4_000_000
"""The most states that candidates judged together may have reached together."""
NO_LIMIT = 1 << 60
NO_BETTER = "no better"
NO_ROOM = "room"


@dataclass(frozen=True, slots=True)
class BatchLimits:
    """What each candidate may use."""

    states: int | None = None
    """Distinct states reached, by each solver."""
    seconds: float | None = None
    room: int = MAX_BATCH_STATES
    """States of all candidates together; those that are undecided then are judged alone."""
    all_counts: bool = False
    """Whether every solver is to go on until it has decided the level itself."""
    uninteresting: int = 0
    """A level that one solver wins with so many states or fewer need not be searched by the others."""


@dataclass(frozen=True, slots=True)
class SolverResult:
    """The end of one search of one level."""

    solved: bool | None
    explored: int
    moves: tuple[int, ...] | None = None
    stopped_by: str | None = None
    """`states`, `time`, `memory`, or `NO_ROOM`, or `NO_BETTER` for a search that was left behind by another."""


SolverResults = dict[str, SolverResult]
"""By solver."""


def solver_order(solvers: Sequence[str]) -> list[str]:
    """Breadth-first search comes first: what it has seen whole need not be searched again."""
    return sorted(solvers, key=("bfs", "gbfs", "astar").index)


def exploration_bound(found: SolverResults, bounds: BatchLimits) -> int:
    """How many states another solver may explore before it cannot be the one that needs least."""
    if bounds.all_counts:
        return NO_LIMIT
    most = NO_LIMIT
    for solver, finding in found.items():
        if finding.solved is False or finding.stopped_by in ("time", NO_ROOM):
            return 0
        if finding.solved:
            if finding.explored <= bounds.uninteresting:
                return 0
            most = min(most, finding.explored)
            # A solution of n moves takes at least n states; no solver needs less than the shortest.
            if solver == "bfs" and finding.explored == len(finding.moves or ()):
                return 0
    return most
