"""What commands give back: files written whole or not at all, progress only where a person is watching."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from types import TracebackType


def write_whole(path: Path, text: str | bytes) -> None:
    """The file is complete or it is not there; what was there before stays until then."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8") if isinstance(text, str) else text)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


class Progress:
    """One line on standard error that says how far the work is, once it takes longer than a second."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._begin = self._last = time.monotonic()
        self._shown = False
        self._watched = sys.stderr.isatty()

    def __enter__(self) -> Progress:
        return self

    def say(self, detail: str) -> None:
        now = time.monotonic()
        if self._watched and now - self._begin > 1 and now - self._last > 0.1:
            self._last = now
            self._shown = True
            said = f"{self._what}: {detail}" if detail else self._what
            print(f"\r\033[K{said} ({now - self._begin:.0f} s)", end="", file=sys.stderr, flush=True)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


@contextmanager
def waiting_for(what: str) -> Iterator[None]:
    """The same where nobody can say how far the work is: only that it goes on."""
    done = Event()

    def tick() -> None:
        while not done.wait(0.5):
            progress.say("")

    with Progress(what) as progress:
        ticking = Thread(target=tick, daemon=True)
        if sys.stderr.isatty():
            ticking.start()
        try:
            yield
        finally:
            done.set()
            if ticking.is_alive():
                ticking.join()
