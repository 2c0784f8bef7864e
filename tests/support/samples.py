"""How many random or recorded inputs a test tries: all of them with `make thorough`, a part with `make test`.

A test that tries only a part has the marker `sampled`, so that `make thorough` runs it once more with all.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings

VARIABLE = "PUZZLESYNTH_TESTS"
"""The environment variable that is `thorough` where all inputs are tried."""

ALL = os.environ.get(VARIABLE) == "thorough"

FIXED = settings.default is not None and settings.default.derandomize
"""Whether hypothesis draws the same examples every time, as it does by itself where `CI` is set: what lands is judged by
what changed, not by luck. Everywhere else each run tries new ones."""

SHARE = 5
"""One input in this many is tried otherwise."""

Test = TypeVar("Test", bound=Callable[..., Any])
Input = TypeVar("Input")


def random_examples(number: int, *, derandomize: bool = FIXED) -> Callable[[Test], Test]:
    """A test for which hypothesis draws up to this many examples, the same ones every time if `derandomize`."""
    chosen = settings(
        max_examples=number if ALL else -(-number // SHARE),
        deadline=None,
        derandomize=derandomize,
        suppress_health_check=list(HealthCheck),
    )

    def decorated(test: Test) -> Test:
        marked: Test = pytest.mark.sampled(chosen(test))
        return marked

    return decorated


def some_of(inputs: Sequence[Input]) -> Sequence[Input]:
    """What a test with the marker `sampled` tries of these."""
    return inputs if ALL else inputs[::SHARE]
