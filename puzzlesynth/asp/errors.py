"""What can be wrong with an answer set."""

from __future__ import annotations

from puzzlesynth.bad_input import BadInput


class AnswerError(BadInput):
    """Not an answer set of this pack's program, or not clingo's output; the message says why and where."""
