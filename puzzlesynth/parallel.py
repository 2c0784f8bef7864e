"""Several processes that make puzzles side by side.

Each process draws with a seed of its own; their puzzles are taken in turn and each is given out once, so the same
seed and the same number of processes always give the same puzzles in the same order.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing.connection import Connection
from random import Random
from typing import Any

from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle

END, OUT_OF_TIME = "end", "out of time"


def puzzles_side_by_side(
    pack: Pack, *, seed: int, jobs: int, places: bool = False, **options: Any
) -> Iterator[Puzzle]:
    """Like `making.make_puzzles`, from several processes."""
    from puzzlesynth.synth.deadline import OutOfTime

    context = multiprocessing.get_context("spawn")
    lines: list[Connection] = []
    workers = []
    for number in range(jobs):
        here, there = context.Pipe(duplex=False)
        work = (there, pack, _own_seed(seed, number), {**options, "places": places})
        worker = context.Process(target=_work, args=work, daemon=True)
        worker.start()
        there.close()
        lines.append(here)
        workers.append(worker)
    seen: set[str] = set()
    try:
        while lines:
            for line in list(lines):
                said = _receive(line)
                if isinstance(said, Puzzle):
                    name = said.id if places else said.tree
                    if name not in seen:
                        seen.add(name)
                        yield replace(said, seed=seed)
                elif said == END:
                    lines.remove(line)
                elif said == OUT_OF_TIME:
                    raise OutOfTime
                else:
                    raise RuntimeError(f"a process that makes puzzles has failed: {said}")
    finally:
        for worker in workers:
            worker.terminate()


def _own_seed(seed: int, number: int) -> int:
    """The first process draws as one alone would."""
    return seed if number == 0 else Random(f"{seed}/{number}").randrange(2**31)


def _receive(line: Connection) -> Any:
    try:
        return line.recv()
    except EOFError:
        return "it ended without a word"


def _work(line: Connection, pack: Pack, seed: int, options: dict[str, Any]) -> None:
    from puzzlesynth.making import make_puzzles
    from puzzlesynth.synth.deadline import OutOfTime

    try:
        for puzzle in make_puzzles(pack, seed=seed, **options):
            line.send(puzzle)
        line.send(END)
    except OutOfTime:
        line.send(OUT_OF_TIME)
    except (KeyboardInterrupt, BrokenPipeError):
        return
    except Exception as error:
        line.send(f"{type(error).__name__}: {error}")
