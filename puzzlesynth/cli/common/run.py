"""A command at work: progress where a person is watching, Ctrl-C, and `--time-limit`.

The limit counts from the start of the program and is always kept. Everything that takes long checks the clock itself
(`puzzlesynth.deadline`), stops, and returns what it has. Where something does not return in time, the program ends
without it.
"""

from __future__ import annotations

import math
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from threading import Event, Lock, RLock, Thread
from types import TracebackType
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from puzzlesynth.deadline import FOREVER, Deadline, OutOfTime, time_left

from .errors import INTERRUPTED, OUT_OF_TIME, BadInput

if TYPE_CHECKING:
    from rich.live import Live

GRACE = 0.7
"""Seconds for saying what was found, once the time is up."""

output_lock = RLock()
"""Held while output is written that must not be cut."""

_begin = time.monotonic()
_watched: list[object] = []
"""The current limit; a thread that watches any other has nothing left to do."""


def begin() -> None:
    """The program starts now, without a limit."""
    global _begin
    _begin = time.monotonic()
    lift_time_limit()


def lift_time_limit() -> None:
    """What the limit was for is done."""
    _watched.clear()
    FOREVER.apply()


def apply_time_limit(seconds: float | None) -> float | None:
    """As the callback of an option: the seconds that are left. From now on the limit holds."""
    if seconds is None or seconds == math.inf:
        return None
    if math.isnan(seconds):
        raise BadInput("--time-limit must be a number of seconds, 0 or more")
    left = max(0.0, seconds - (time.monotonic() - _begin))
    Deadline(left).apply()
    message = "out of time: stopped in the middle; nothing is proven about the rest\n"
    _end_after(left, OUT_OF_TIME, message)
    return left


def limit_explanation(status: int, seconds: float, last_words: str) -> float:
    """How long the explanation of an answer may take; after that the program ends anyway."""
    left = time_left()
    seconds = seconds if left is None else max(0.0, min(left, seconds))
    _end_after(seconds, status, last_words)
    return seconds


def _end_after(seconds: float, status: int, message: str) -> None:
    watched = object()
    _watched[:] = [watched]
    Thread(target=_watch, args=(watched, seconds + GRACE, status, message), daemon=True).start()


def _watch(watched: object, seconds: float, status: int, message: str) -> None:
    time.sleep(min(seconds, 1e8))
    if _watched == [watched]:
        end_now(status, message)


def end_now(status: int, message: str) -> None:
    """Ends the program from another thread, once its current output is written."""
    with output_lock:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
        with suppress(OSError):
            os.write(2, message.encode())
        if workers := sys.modules.get("puzzlesynth.workers"):
            workers.end_all()
        os._exit(status)


TimeLimit = Annotated[
    float | None,
    typer.Option(min=0, metavar="SECONDS", help="Stop after this many seconds.", callback=apply_time_limit),
]

Found = TypeVar("Found")

PATIENCE, BEAT = 1.0, 0.1
"""Seconds before progress is shown, and between two updates."""


class Progress:
    """Lines on standard error that say how far the work is, once it takes longer than a second.

    The seconds keep counting while there is no other news, so that the user sees that work continues."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._lines: tuple[str, ...] = (what,)
        self._begin = time.monotonic()
        self._live: Live | None = None
        self._screen = Lock()
        """Held by the thread that writes to the screen."""
        self._ended = Event()
        self._display = Thread(target=self._refresh, daemon=True) if sys.stderr.isatty() else None

    def __enter__(self) -> Progress:
        if self._display is not None:
            self._display.start()
        return self

    def say(self, detail: str, *more: str) -> None:
        """What the first line says after the name of the work, and the lines below it."""
        self._lines = (f"{self._what}: {detail}", *more)

    def _refresh(self) -> None:
        pause = PATIENCE
        while not self._ended.wait(pause):
            pause = BEAT
            with self._screen:
                self._show()

    def _show(self) -> None:
        from rich.console import Console
        from rich.live import Live
        from rich.text import Text

        first, *more = self._lines
        seconds = time.monotonic() - self._begin
        text = Text("\n".join([f"{first} ({seconds:.0f} s)", *more]), no_wrap=True, overflow="ellipsis")
        if self._live is None:
            console = Console(stderr=True, highlight=False)
            self._live = Live(
                console=console,
                auto_refresh=False,
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._live.start()
        self._live.update(text, refresh=True)

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Hides the lines while something else is printed."""
        with self._screen:
            self._clear()
            yield

    def _clear(self) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        if self._display is not None:
            self._display.join()
        self._clear()


class EarlyEnd:
    """Whether work was stopped before it was done: the exit status, 0 if it was not."""

    def __init__(self) -> None:
        self.status = 0

    @property
    def reason(self) -> str:
        return "stopped" if self.status == INTERRUPTED else "out of time"

    def exit(self, message: str = "") -> None:
        """If the work was stopped, say so and end the command."""
        if self.status:
            print(self.reason + message, file=sys.stderr)
            raise typer.Exit(self.status)


@contextmanager
def early_end() -> Iterator[EarlyEnd]:
    """Ctrl-C and the time limit end only the work inside; the command goes on with the results so far."""
    end = EarlyEnd()
    try:
        yield end
    except OutOfTime:
        end.status = OUT_OF_TIME
    except KeyboardInterrupt:
        end.status = INTERRUPTED
        with uninterrupted():
            sys.stdout.flush()


class EmittedCount:
    """How many puzzles were written."""

    def __init__(self) -> None:
        self.given = 0

    @contextmanager
    def one(self) -> Iterator[int]:
        """One more, with its number. Ctrl-C does not cut a line that a slow reader is still taking, and what was
        written is counted."""
        with output_lock, uninterrupted():
            yield self.given + 1
            self.given += 1


def emit_puzzles(puzzles: Iterator[Found], n: int, give: Callable[[Found, EmittedCount], None]) -> None:
    """Write the first n puzzles and show progress; Ctrl-C keeps those already written."""
    out = EmittedCount()
    with early_end() as end, Progress("making puzzles") as progress:
        for puzzle in islice(puzzles, n):
            with progress.hidden():
                give(puzzle, out)
            progress.say(f"{out.given} of {n}")
    end.exit(f" after {out.given} of {n}")
    sys.stdout.flush()


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ctrl-C waits meanwhile, and processes that are started meanwhile never hear of it."""
    with _remembered(), _blocked():
        yield


@contextmanager
def _remembered() -> Iterator[None]:
    """It happens afterwards. To block it is not enough: where there are other threads, one of them gets it, and Python
    hands it on to this one."""
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is None:
        yield
        return
    came = []
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if came:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def _blocked() -> Iterator[None]:
    """Processes that are started now inherit this."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
