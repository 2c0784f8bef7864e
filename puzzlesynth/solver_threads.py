"""clingo at work in threads of its own, waited for in short steps, so that Ctrl-C, the time limit and the limit on memory
are kept.

Solving can be cancelled; grounding cannot, so what still runs then is left behind. A command ends with it (`leave`). A
library call has tried before, in a process of its own, what a user's program may never end (`grounding_trial`).
"""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Event, Thread
from types import TracebackType
from typing import TYPE_CHECKING

from .deadline import FOREVER, Deadline, OutOfTime, check_time

if TYPE_CHECKING:
    import clingo

# --- memory -------------------------------------------------------------------------------------------------

MOST_GROUND = 4 * 2**30
"""Bytes that this process may grow by while something is ground. The largest pack that was tried needs a tenth."""


class OutOfMemory(Exception):
    """Grounding takes more than it may."""

    def __init__(self) -> None:
        super().__init__(
            f"the program takes more than {MOST_GROUND / 2**30:g} GiB of memory to ground: "
            "some rule goes on without end, or for too many cases"
        )


class MemoryLimit:
    """What this process takes more than when this was made."""

    def __init__(self) -> None:
        self._before = _peak()

    def check(self) -> None:
        if _peak() - self._before > MOST_GROUND:
            raise OutOfMemory


def _peak() -> int:
    """The most that this process has taken so far, in bytes; 0: this system does not say."""
    try:
        import resource
    except ImportError:
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


# --- grounding ----------------------------------------------------------------------------------------------

STEP = 0.05
"""Seconds between two looks at the clock."""

_left_behind: list[Event] = []
"""One for each thread that is no longer waited for; set when it has come to its end."""


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


# --- solving ------------------------------------------------------------------------------------------------

_under_way: set[clingo.SolveHandle] = set()


@contextmanager
def solving(control: clingo.Control, assumptions: Sequence[int] = ()) -> Iterator[clingo.SolveHandle]:
    """A search in a thread of clingo's own. One that is still under way when Python ends is cancelled: its thread would
    come back from clingo into a Python that is no longer there."""
    handle = control.solve(assumptions, yield_=True, async_=True)
    _under_way.add(handle)
    try:
        with handle:
            yield handle
    finally:
        _under_way.discard(handle)


def next_model(handle: clingo.SolveHandle, deadline: Deadline = FOREVER) -> clingo.Model | None:
    """The next answer set; None: the search has ended. Raises `OutOfTime`."""
    handle.resume()
    while True:
        left = deadline.left()
        try:
            deadline.check()
            check_time()
        except OutOfTime:
            handle.cancel()
            raise
        if handle.wait(STEP if left is None else min(STEP, left)):
            return handle.model()


@atexit.register
def _cancel_all() -> None:
    for handle in list(_under_way):
        handle.cancel()
