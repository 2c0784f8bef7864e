"""The way back from a state, and the report of a search that ends or is stopped."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Protocol

from .limits import LimitReached, LimitWatch
from .results import SolverReport
from .transitions import MAX_AGAIN, AgainLog

_NO_PARENT = 0xFFFFFFFF

LONG_AGAIN = f"an `again` that went on for {MAX_AGAIN} turns"
"""Why a search that has explored everything else cannot say that there is no solution."""

Moves = tuple[int, ...]


class Searched(Protocol):
    """What a report needs to know of the level that was searched."""

    @property
    def again(self) -> AgainLog: ...

    @property
    def doubt(self) -> str | None: ...

    @property
    def engine(self) -> str: ...


class SearchTrail:
    """How states were reached: for every state, in the order of discovery, its parent and the move."""

    __slots__ = ("keys", "parents")

    def __init__(self) -> None:
        self.parents = array("I", [_NO_PARENT])
        self.keys = array("b", [-1])

    def __len__(self) -> int:
        return len(self.parents)

    def add(self, parent: int, key: int) -> int:
        self.parents.append(parent)
        self.keys.append(key)
        return len(self.parents) - 1

    def moves(self, index: int, last: int) -> Moves:
        """The moves to a state, and one more."""
        return moves_back(lambda state: (self.parents[state], self.keys[state]), index, 0, last)


def moves_back(origin: Callable[[int], tuple[int, int]], state: int, start: int, last: int) -> Moves:
    """The moves from the start to a state, and one more, given where each state came from and by which move."""
    moves = [last]
    while state != start:
        state, key = origin(state)
        moves.append(key)
    return tuple(reversed(moves))


def reported(
    steps: Searched,
    watch: LimitWatch,
    search: Callable[[], Moves | None],
    reached: Callable[[], int],
    engine: str | None = None,
) -> SolverReport:
    """Run a search, which keeps `watch.explored` up to date, until it ends or a limit or an interrupt stops it."""
    moves, solved = None, None
    try:
        moves = search()
        stopped_by = None
        if moves is None:
            stopped_by = LONG_AGAIN if steps.again.cut_short else steps.doubt
        solved = None if stopped_by else moves is not None
    except LimitReached as stop:
        stopped_by = stop.reason
    except MemoryError:
        stopped_by = "memory"
    except KeyboardInterrupt:
        stopped_by = "interrupted"
    return SolverReport(
        solved,
        watch.explored,
        moves,
        stopped_by,
        solver=watch.solver,
        reached=reached(),
        seconds=watch.seconds,
        engine=engine or steps.engine,
        sure_of_shortest=watch.solver == "bfs" and not steps.again.cut_short,
    )
