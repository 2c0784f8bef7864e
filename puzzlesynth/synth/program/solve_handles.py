"""Searches under way. One that nobody has ended by the time Python ends is called off: its thread would otherwise come
back from clingo into a Python that is no longer there."""

from __future__ import annotations

import atexit
from collections.abc import Iterator
from contextlib import contextmanager

import clingo

_under_way: set[clingo.SolveHandle] = set()


@contextmanager
def cancelled_at_exit(handle: clingo.SolveHandle) -> Iterator[clingo.SolveHandle]:
    _under_way.add(handle)
    try:
        with handle:
            yield handle
    finally:
        _under_way.discard(handle)


@atexit.register
def _call_off() -> None:
    for handle in list(_under_way):
        handle.cancel()
