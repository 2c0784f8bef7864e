"""What is known about a candidate level after it has been judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LevelEvaluation:
    """A candidate's verdict.

    `moves` are inputs (0 up, 1 left, 2 down, 3 right, 4 action), found by search and not yet replayed in the
    interpreter: `search.steps.confirmed` does that for a level that is going to be shown.
    """

    solved: bool | None
    """None: undecided within the limits."""
    moves: tuple[int, ...] | None
    """A solution; a shortest one if `shortest` is true."""
    shortest: bool
    explored: Mapping[str, int]
    """For each solver that decided the level, the states whose moves it tried. Unless all counts were asked for, a
    solver that has explored more states than another needed is stopped and has no entry. `pushes` stands for a proof by
    pushes alone that there is no solution."""
    difficulty: int | None
    """The least number of states that any of the solvers explores to decide the level; None if none decides it."""
    seconds: float
    """The candidate's share of the time."""
    stopped_by: str | None = None
    """Why an undecided candidate was given up: time, states, memory, or why its rules cannot rule a solution out."""
