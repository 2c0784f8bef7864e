"""Functions that call each other as deep as a puzzle is: written as generators, and run without Python's own stack.

Such a function yields what it would call and gets the result back: `block = yield self._step(made)`.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeVar

Result = TypeVar("Result")

DeepCall = Generator[Any, Any, Result]
"""A call whose result is not there yet."""


def run_deep_call(call: DeepCall[Result]) -> Result:
    """What comes of a call and of all that it calls."""
    running: list[DeepCall[Any]] = [call]
    value: Any = None
    while running:
        try:
            running.append(running[-1].send(value))
            value = None
        except StopIteration as end:
            running.pop()
            value = end.value
    result: Result = value
    return result
