"""Exceptions as the page hears of them."""

from __future__ import annotations

from puzzlesynth.bad_input import BadInput
from puzzlesynth.deadline import OutOfTime
from puzzlesynth.internal_error import InternalError
from puzzlesynth.studio.protocol import Failure, RequestError


def failure_of(error: Exception) -> Failure:
    """`problems` for a pack that cannot be read, `input`, `file` or `time` for what the user can change, else
    `internal`."""
    from puzzlesynth.pack.diagnostics.problems import PackError
    from puzzlesynth.pack.text.wording import counted
    from puzzlesynth.puzzle import PuzzleError
    from puzzlesynth.world import WorldError

    if isinstance(error, PackError):
        errors = counted(len(error.problems), "error")
        return Failure("problems", f"The pack has {errors}. The text shows where.")
    if isinstance(error, RequestError):
        return Failure("request", str(error))
    if isinstance(error, BadInput | PuzzleError | WorldError):
        return Failure("input", str(error))
    if isinstance(error, OutOfTime):
        return Failure("time", "The time limit was reached; nothing is proven.")
    if isinstance(error, OSError):
        return Failure("file", f"{error.filename or 'a file'}: {error.strerror or error}")
    if isinstance(error, MemoryError):
        return Failure("memory", "There is not enough memory for this.")
    message = str(error) if isinstance(error, InternalError) else f"{type(error).__name__}: {error}"
    return Failure("internal", f"Something went wrong inside puzzlesynth: {message}")
