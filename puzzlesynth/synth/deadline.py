"""Deadlines, under the name by which callers of the synthesizer know them."""

from puzzlesynth.deadline import FOREVER, Deadline, OutOfTime

__all__ = ["FOREVER", "Deadline", "OutOfTime"]
