"""clingo at work in threads of its own, waited for in short steps, so that Ctrl-C, the time limit and the limit on memory
are kept.

Solving can be cancelled; grounding cannot, so what still runs then is left behind. A command ends with it (`leave`). A
library call has tried before, in a process of its own, what a user's program may never end (`grounding_trial`).
"""

from __future__ import annotations

import _thread
import atexit
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import _GeneratorContextManager, suppress
from threading import Event, Semaphore, Thread, Timer
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Generic, TypeVar

from .deadline import FOREVER, Deadline, OutOfTime, check_time

if TYPE_CHECKING:
    import clingo

# --- interruptions ------------------------------------------------------------------------------------------

PAUSE_SECONDS = 0.02
"""Until an interruption is tried again that would have been lost."""

_ENTERING = {_GeneratorContextManager.__enter__.__code__, _GeneratorContextManager.__exit__.__code__}
"""Between the body of a `@contextmanager` and the block that it is for."""


def must_not_be_interrupted(frame: FrameType | None) -> bool:
    """A module that is half imported would stay so for every later task. What is raised in a function that clingo calls,
    or while an object is taken apart, gets no further: it is printed, and the work goes on. A search that is begun and
    has no owner yet would never end: its control refuses every later search, and Python aborts when it is freed."""
    if frame is not None and frame.f_code in _ENTERING:
        return True
    while frame is not None:
        if frame.f_code in _OWNING:
            return True
        code = frame.f_code
        if code.co_filename.startswith("<frozen importlib"):
            return True
        if code.co_name.startswith(("_pyclingo", "__del__")):
            return True
        frame = frame.f_back
    return False


def try_again_soon() -> None:
    """Interrupt the main thread in a moment, as Ctrl-C does."""
    timer = Timer(PAUSE_SECONDS, _thread.interrupt_main)
    timer.daemon = True
    timer.start()


# --- memory -------------------------------------------------------------------------------------------------

MOST_GROUND = 4 * 2**30
"""Bytes that this process may grow by while something is ground. The largest pack that was tried needs a tenth."""


class OutOfMemory(Exception):
    """Grounding takes more than it may."""

    def __init__(self) -> None:
        super().__init__(
            f"the program takes more than {MOST_GROUND / 2**30:g} GiB of memory to ground: "
            "some rule has endlessly many instances, or far too many"
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

    An exception in the thread is raised at the end of the block. If the block itself has failed, it does not wait.
    Raises `OutOfTime` and `OutOfMemory`."""

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


class Solving:
    """A search in a thread of clingo's own, for a block. One that is still under way when Python ends is cancelled: its
    thread would come back from clingo into a Python that is no longer there."""

    def __init__(
        self, begin: Callable[[], clingo.SolveHandle], stop: Callable[[], None] = lambda: None
    ) -> None:
        """`stop`: lets a search that waits for its reader go on to its end."""
        self._begin, self._stop = begin, stop
        self._handle: clingo.SolveHandle

    def __enter__(self) -> clingo.SolveHandle:
        self._handle = self._begin()
        _under_way.add(self)
        return self._handle

    def __exit__(self, *_: object) -> None:
        try:
            with self._handle:
                self._stop()
        finally:
            _under_way.discard(self)

    def cancel(self) -> None:
        self._stop()
        self._handle.cancel()


_under_way: set[Solving] = set()

_OWNING = {Solving.__enter__.__code__, Solving.__exit__.__code__}
"""What is done as a whole: whoever begins a search has its handle, and closes it."""


def solving(control: clingo.Control, assumptions: Sequence[int] = ()) -> Solving:
    """A search whose answer sets are asked for one by one (`next_model`)."""
    return Solving(lambda: control.solve(assumptions, yield_=True, async_=True))


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


MOST_AHEAD = 64
"""Answer sets that are found before anyone looks at them."""

Taken = TypeVar("Taken")


class Listing(Generic[Taken]):
    """A search that finds many answer sets at a time, each read where it is found: what changes threads for each of
    them begins each time with cold caches, and takes half as long again. The first ones come at once."""

    def __init__(self, take: Callable[[], Taken | None]) -> None:
        """`take`: reads the present answer set; None: there is no point in going on."""
        self._take = take
        self._found: list[Taken] = []
        self._at_once = 1
        self._stopped = self._ended = False
        self._ready = Event()
        self._wanted = Semaphore(0)
        self._handle: clingo.SolveHandle

    def begun(self, control: clingo.Control, assumptions: Sequence[int]) -> Solving:
        """The search is under way inside the block. A handle of it says how it has ended."""

        def begin() -> clingo.SolveHandle:
            self._handle = control.solve(assumptions, self._on_model, on_finish=self._on_finish, async_=True)
            return self._handle

        return Solving(begin, self._stop)

    def taken(self, deadline: Deadline) -> Iterator[Taken]:
        """What was read, until the search has ended. Raises `OutOfTime` after the last that was found in time."""
        while True:
            late = not self._is_ready(deadline)
            if late:
                self.cancel()
            found, self._found = self._found, []
            yield from found
            if late:
                raise OutOfTime
            if self._ended:
                return
            self._at_once = min(2 * self._at_once, MOST_AHEAD)
            self._ready.clear()
            self._wanted.release()

    def _is_ready(self, deadline: Deadline) -> bool:
        """Waits. False: the time is up."""
        while True:
            left = deadline.left()
            if self._ready.wait(STEP if left is None else max(0, min(STEP, left))):
                return True
            if self._handle.wait(0):
                # Whatever went wrong in it goes wrong when the handle is asked.
                self._ended = True
                return True
            try:
                deadline.check()
                check_time()
            except OutOfTime:
                return False

    def cancel(self) -> None:
        self._stop()
        self._handle.cancel()

    def _stop(self) -> None:
        self._stopped = True
        self._wanted.release()

    # --- in clingo's thread

    def _on_model(self, _: clingo.Model) -> bool:
        taken = self._take()
        if taken is None:
            return False
        self._found.append(taken)
        if len(self._found) >= self._at_once:
            self._ready.set()
            self._wanted.acquire()
        return not self._stopped

    def _on_finish(self, _: clingo.SolveResult) -> None:
        self._ended = True
        self._ready.set()


@atexit.register
def _cancel_all() -> None:
    for search in list(_under_way):
        search.cancel()
