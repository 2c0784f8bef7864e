"""What commands give back: results in a file or on standard output, progress only where a person is watching."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Lock, Thread
from types import TracebackType

from .errors import BadInput
from .files import STANDARD_OUTPUT, write_atomically
from .standard_streams import use_utf8_output

PATIENCE, BEAT = 1.0, 0.1
"""Seconds before anything is said, and between one word and the next."""


def write_output(content: str | bytes, output: Path | None) -> None:
    """Into a file, or to standard output where none is named or it is called `-`."""
    if output is not None and output != STANDARD_OUTPUT:
        write_atomically(output, content)
    elif isinstance(content, str):
        use_utf8_output()
        sys.stdout.write(content)
    elif sys.stdout.isatty():
        raise BadInput(
            "this is not text, and nothing for a screen; name a file with -o, or send it into a pipe"
        )
    else:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()


class ProgressLine:
    """One line on standard error that says how far the work is, once it takes longer than a second.

    It goes on counting seconds while there is nothing to say: somebody who waits wants to know that work goes on."""

    def __init__(self, what: str) -> None:
        self._what, self._detail = what, ""
        self._begin = time.monotonic()
        self._shown = False
        self._screen = Lock()
        """Whoever writes to the screen holds it."""
        self._ended = Event()
        self._telling = Thread(target=self._tell, daemon=True) if sys.stderr.isatty() else None

    def __enter__(self) -> ProgressLine:
        if self._telling is not None:
            self._telling.start()
        return self

    def say(self, detail: str) -> None:
        self._detail = f": {detail}"

    def _tell(self) -> None:
        pause = PATIENCE
        while not self._ended.wait(pause):
            pause = BEAT
            with self._screen:
                seconds = time.monotonic() - self._begin
                self._write(f"{self._what}{self._detail} ({seconds:.0f} s)")
                self._shown = True

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Meanwhile the line is gone, so that something else can be printed."""
        with self._screen:
            self._clear()
            yield

    def _clear(self) -> None:
        if self._shown:
            self._write("")
            self._shown = False

    @staticmethod
    def _write(line: str) -> None:
        print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        if self._telling is not None:
            self._telling.join()
        self._clear()
