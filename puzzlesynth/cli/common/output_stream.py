"""Puzzles that are given out one after another, until there are enough or somebody has had enough."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import TypeVar

import typer

from puzzlesynth.interrupts import uninterrupted

from .output import ProgressLine
from .time_limit import output_lock

Found = TypeVar("Found")


class EmittedCount:
    """How many puzzles were given out."""

    def __init__(self) -> None:
        self.given = 0

    @contextmanager
    def one(self) -> Iterator[int]:
        """One more, with its number: a line that is on its way to a slow reader is not cut by Ctrl-C, and what was
        given out is counted."""
        with output_lock, uninterrupted():
            yield self.given + 1
            self.given += 1


def emit_puzzles(puzzles: Iterator[Found], n: int, give: Callable[[Found, EmittedCount], None]) -> None:
    """The first n, with a word on how far it is; Ctrl-C keeps what there is."""
    out = EmittedCount()
    try:
        with ProgressLine("making puzzles") as progress:
            for puzzle in islice(puzzles, n):
                with progress.hidden():
                    give(puzzle, out)
                progress.say(f"{out.given} of {n}")
    except KeyboardInterrupt:
        with uninterrupted():
            sys.stdout.flush()
        print(f"stopped after {out.given} of {n}", file=sys.stderr)
        raise typer.Exit(130) from None
    sys.stdout.flush()
