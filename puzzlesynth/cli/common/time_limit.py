"""`--time-limit`: counted from the start of the program, and always kept.

Everything that takes long looks at the clock itself (`puzzlesynth.deadline`), stops, and returns what it has. Where
something does not come back in time all the same, the program ends without it.
"""

from __future__ import annotations

import math
import os
import sys
import time
from contextlib import suppress
from threading import RLock, Thread
from typing import Annotated

import typer

from puzzlesynth.deadline import FOREVER, Deadline, time_left

from .errors import OUT_OF_TIME, BadInput

GRACE = 0.7
"""Seconds for saying what was found, once the time is up."""

output_lock = RLock()
"""Held while output is written that must not be cut."""

_begin = time.monotonic()
_watched: list[object] = []
"""The limit that counts now; a watch on any other has nothing to do any more."""


def begin() -> None:
    """The program starts now, without a limit."""
    global _begin
    _begin = time.monotonic()
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
    """The answer is given, and what follows explains it: how long that may take. Then the program ends anyway."""
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
    """Ends the program from another thread, when what it is just printing is out."""
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
