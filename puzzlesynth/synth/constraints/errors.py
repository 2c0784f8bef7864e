"""Mistakes in constraint files, each with its place."""

from __future__ import annotations

from collections.abc import Iterable

from puzzlesynth.pack.problems import Problem, in_order


class ConstraintError(Exception):
    """A constraint that cannot be used, with everything that is wrong with it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = in_order(problems)
        super().__init__("\n".join(map(str, self.problems)))

    def __reduce__(self) -> tuple[type[ConstraintError], tuple[tuple[Problem, ...]]]:
        return (ConstraintError, (self.problems,))
