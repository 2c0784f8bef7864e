"""What can be wrong with an answer set."""

from __future__ import annotations


class AnswerError(ValueError):
    """Not an answer set of this pack's program, or not clingo's output; the message says why and where."""
