"""A fault in puzzlesynth itself.

Code that finds that something cannot be (a puzzle that fails its own checks, a worker process that dies) raises it. It is
an exception and not an `assert`, so `python -O` keeps it. Commands end with status 4 and a report file; nothing that
comes from such a moment is given out as a result.
"""

from __future__ import annotations


class InternalError(Exception):
    """Not the user's mistake: the message says what went wrong inside."""

    def __init__(self, message: str, details: str = "") -> None:
        """`details`: more for the report alone, such as the traceback of another process."""
        super().__init__(message)
        self.details = details
