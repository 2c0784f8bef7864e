"""Puzzles measured in several processes, in the order in which they come."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress
from itertools import cycle

from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.workers import CONNECTION_ERRORS, Channel, WorkerClient

from .measurement import PuzzleMeasurement, measure

TASK = "puzzlesynth.qa.parallel_measurement:measure_along"

AHEAD = 3
"""So many puzzles for each process are made before the first of them is waited for."""


def measure_in_parallel(pack: Pack, puzzles: Iterator[Puzzle], processes: int) -> Iterator[PuzzleMeasurement]:
    """Where no process can be started, or one has been killed, this one measures: it takes longer, nothing is lost."""
    seats: list[WorkerClient] = []
    try:
        with suppress(OSError):
            for _ in range(max(1, processes)):
                seats.append(WorkerClient(TASK, pack))
        turns = cycle(seats)
        under_way: deque[tuple[Puzzle, Future[PuzzleMeasurement] | None]] = deque()
        for puzzle in puzzles:
            under_way.append((puzzle, next(turns).ask(puzzle) if seats else None))
            if len(under_way) > AHEAD * len(seats):
                yield _result(pack, *under_way.popleft())
        while under_way:
            yield _result(pack, *under_way.popleft())
    finally:
        for seat in seats:
            seat.leave()


def _result(pack: Pack, puzzle: Puzzle, measured: Future[PuzzleMeasurement] | None) -> PuzzleMeasurement:
    if measured is not None:
        with suppress(*CONNECTION_ERRORS):
            return measured.result()
    return measure(pack, puzzle)


def measure_along(channel: Channel) -> None:
    pack: Pack = channel.receive()
    while True:
        channel.send(measure(pack, channel.receive()))
