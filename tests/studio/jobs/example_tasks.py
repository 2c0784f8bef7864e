"""Tasks for the tests of lanes."""

from __future__ import annotations

import time
from typing import Any

from puzzlesynth.bad_input import BadInput
from puzzlesynth.studio.jobs.worker import Emit

CALLS: list[Any] = []


def count(given: Any, emit: Emit) -> Any:
    CALLS.append(given)
    emit({"progress": "counting"})
    return len(CALLS)


def nothing(given: Any, emit: Emit) -> Any:
    return None


def wait(given: Any, emit: Emit) -> Any:
    emit({"progress": "waiting"})
    while True:
        time.sleep(0.01)


def tidy(given: Any, emit: Emit) -> Any:
    """Puts its own work in order when it is stopped, and says so in its own way."""
    try:
        return wait(given, emit)
    except KeyboardInterrupt:
        raise KeyboardInterrupt from None


def deaf(given: Any, emit: Emit) -> Any:
    """Not even Ctrl-C ends it."""
    emit({"progress": "waiting"})
    while True:
        try:
            time.sleep(10)
        except KeyboardInterrupt:
            continue


def fail(given: Any, emit: Emit) -> Any:
    raise BadInput("no such thing") if given == "input" else ZeroDivisionError("oops")


def die(given: Any, emit: Emit) -> Any:
    import os

    os._exit(3)


def die_when_cancelled(given: Any, emit: Emit) -> Any:
    try:
        return wait(given, emit)
    finally:
        die(given, emit)
