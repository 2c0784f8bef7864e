"""What the page hears of an exception: its own fault, the user's, or a fault in puzzlesynth."""

from __future__ import annotations

import pytest

from puzzlesynth.bad_input import BadInput
from puzzlesynth.deadline import OutOfTime
from puzzlesynth.puzzle import PuzzleError
from puzzlesynth.studio.jobs.failures import failure_of
from puzzlesynth.studio.protocol import RequestError
from puzzlesynth.world import WorldError


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (RequestError("`pack` is missing"), "request"),
        (BadInput("no such area"), "input"),
        (PuzzleError("steps: expected a list"), "input"),
        (WorldError("pack: this puzzle was made from another version"), "input"),
        (OutOfTime(), "time"),
        (FileNotFoundError(2, "No such file", "pack.yaml"), "file"),
        (MemoryError(), "memory"),
        (KeyError("depth"), "internal"),
    ],
)
def test_only_what_is_nobody_elses_fault_is_internal(error: Exception, code: str) -> None:
    assert failure_of(error).code == code
