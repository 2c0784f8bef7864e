"""What commands give back: results in a file or on standard output, progress only where a person is watching."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from threading import Event, Lock, Thread
from types import TracebackType
from typing import TYPE_CHECKING, TypeVar

import typer

from puzzlesynth.deadline import OutOfTime
from puzzlesynth.interrupts import uninterrupted

from .errors import INTERRUPTED, OUT_OF_TIME, BadInput
from .files import STANDARD_OUTPUT, write_atomically
from .standard_streams import use_utf8_output
from .time_limit import output_lock

if TYPE_CHECKING:
    from rich.live import Live

Found = TypeVar("Found")

PATIENCE, BEAT = 1.0, 0.1
"""Seconds before progress is shown, and between two updates."""


def write_output(content: str | bytes, output: Path | None) -> None:
    """Into a file, or to standard output where none is named or its name is `-`."""
    if output is not None and output != STANDARD_OUTPUT:
        write_atomically(output, content)
    elif isinstance(content, str):
        use_utf8_output()
        sys.stdout.write(content)
    elif sys.stdout.isatty():
        raise BadInput("this is not text, so it is not shown on a screen; name a file with -o, or use a pipe")
    else:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()


class Progress:
    """Lines on standard error that say how far the work is, once it takes longer than a second.

    The seconds go on counting while there is nothing else to say, so that a person who waits sees that work goes on."""

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
        """Meanwhile the lines are gone, so that something else can be printed."""
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
    """Write the first n puzzles and show progress; Ctrl-C keeps those that are there."""
    out = EmittedCount()
    with early_end() as end, Progress("making puzzles") as progress:
        for puzzle in islice(puzzles, n):
            with progress.hidden():
                give(puzzle, out)
            progress.say(f"{out.given} of {n}")
    end.exit(f" after {out.given} of {n}")
    sys.stdout.flush()
