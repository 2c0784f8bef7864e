"""A trial of grounding in a process of its own, before it is done in this one.

A constraint of a user may ground without end, and clingo cannot be told to stop. A command simply ends with it; a program
that uses puzzlesynth as a library cannot. So there, constraints that are not from the shelf are ground once in a process
that can be ended, with a limit on its memory. This costs the start of a Python process and a second grounding.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from concurrent.futures import wait
from contextlib import suppress

from puzzlesynth import solver_threads
from puzzlesynth.deadline import check_time, process_is_ours
from puzzlesynth.workers import CONNECTION_ERRORS, Channel, WorkerClient

TASK = "puzzlesynth.synth.program.grounding_trial:ground_along"
FINE, TOO_LARGE = "fine", "too large"

_known_to_end: set[str] = set()
"""Programs whose grounding is known to end, by hash."""


def try_grounding(files: Sequence[str], text: str) -> None:
    """Raises `OutOfTime` and `OutOfMemory`. A program that cannot be ground for other reasons passes, because grounding
    it in this process gives a better message. So does every program if no process can be started."""
    name = hashlib.sha256("\0".join((*files, text)).encode()).hexdigest()
    if process_is_ours() or name in _known_to_end:
        return
    check_time()
    try:
        seat = WorkerClient(TASK, (tuple(files), text, solver_threads.MOST_GROUND))
    except OSError:
        return
    try:
        result = seat.ask(None)
        while not result.done():
            wait([result], solver_threads.STEP)
            check_time()
        # An operating system that is short of memory ends the largest process.
        if isinstance(result.exception(), CONNECTION_ERRORS) or result.result() == TOO_LARGE:
            raise solver_threads.OutOfMemory
    finally:
        seat.leave()
    _known_to_end.add(name)


def ground_along(channel: Channel) -> None:
    files, text, most = channel.receive()
    channel.receive()
    _limit_memory(most)
    try:
        _ground(files, text)
    except MemoryError:
        channel.send(TOO_LARGE)
    else:
        channel.send(FINE)


def _ground(files: Sequence[str], text: str) -> None:
    import clingo

    control = clingo.Control(logger=lambda *_: None)
    for file in files:
        control.load(file)
    with suppress(RuntimeError):
        control.add("base", [], text)
        control.ground([("base", [])])


def _limit_memory(most: int) -> None:
    """As far as the system supports that."""
    with suppress(ImportError, OSError, ValueError):
        import resource
        from pathlib import Path

        taken = 2**30
        with suppress(OSError):
            taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (most + taken, hard))
