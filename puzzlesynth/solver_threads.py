"""One thing done beside another: for work that leaves Python alone, such as clingo's.

clingo cannot be told to stop grounding. It is waited for in short steps, so that Ctrl-C, the time limit and the limit on
memory are kept; what still runs then is left behind. A command ends with it (`leave`). A library call has tried
before, in a process of its own, what a user's program may never end (`rehearsal`).
"""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from types import TracebackType

from puzzlesynth.synth.program.memory_limit import MemoryLimit

from .deadline import check_time

STEP = 0.05
"""Seconds between two looks at the clock."""

_left_behind: list[Event] = []
"""One for each thread that nobody waits for any more; set when it has come to its end."""


class BackgroundWork:
    """Does something in a thread of its own while the block runs, and waits for it at the end of the block.

    What goes wrong in the thread goes wrong at the end of the block, unless the block itself has failed: then nobody
    waits. Raises `OutOfTime` and `OutOfMemory`."""

    def __init__(self, work: Callable[[], object]) -> None:
        self._work = work
        self._failed: BaseException | None = None
        # A thread that is joined when Ctrl-C comes counts as ended from then on, which is not true (bpo-45274).
        self._ended = Event()
        self._memory = MemoryLimit()

    def _run(self) -> None:
        try:
            self._work()
        except BaseException as error:
            self._failed = error
        finally:
            self._ended.set()

    def __enter__(self) -> None:
        check_time()
        Thread(target=self._run, daemon=True).start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            while error is None and not self._ended.wait(STEP):
                check_time()
                self._memory.check()
        finally:
            if not self._ended.is_set():
                _leave_behind(self._ended)
        if self._failed is not None and error is None:
            raise self._failed


def _leave_behind(ended: Event) -> None:
    _left_behind.append(ended)
    if len(_left_behind) == 1:
        # Python must not end under it.
        atexit.register(_wait_for_all)


def _wait_for_all() -> None:
    for ended in _left_behind:
        ended.wait()


def leave(status: int) -> None:
    """For a program that ends with this status: if something was left behind that may never end, it ends at once."""
    if all(ended.is_set() for ended in _left_behind):
        return
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(status)
