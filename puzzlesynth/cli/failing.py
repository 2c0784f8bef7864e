"""How commands end when something is wrong: a message for people on standard error, and an exit status."""

from __future__ import annotations

import sys

NONE_EXISTS = 1
BAD_INPUT = 2
OUT_OF_TIME = 3


class BadInput(Exception):
    """Something that a user handed in cannot be used; the message says what and where."""


class Refused(BadInput):
    """The same, with a message that is already laid out for people."""


def report_failure(error: Exception) -> int:
    """Say what went wrong and give the exit status. What nobody foresaw is raised again."""
    if isinstance(error, BadInput):
        _tell(str(error) if isinstance(error, Refused) else f"error: {error}")
        return BAD_INPUT
    if isinstance(error, BrokenPipeError):
        return 0
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        _tell(f"error: {where}{error.strerror or error}")
        return BAD_INPUT
    raise error


def _tell(message: str) -> None:
    """It may quote what was refused, or name a file that somebody else has named."""
    from puzzlesynth.pack.characters import defused

    print(defused(message), file=sys.stderr)
