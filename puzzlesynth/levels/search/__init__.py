"""Solving PuzzleScript levels: breadth-first, A* and greedy best-first search."""

from puzzlesynth.levels.search.results import (
    Limits,
    Progress,
    SolveReport,
    SolverReport,
    Verdict,
)
from puzzlesynth.levels.search.solve import SOLVERS, UnconfirmedSolution, solve
from puzzlesynth.levels.search.steps import GameSearch

__all__ = [
    "SOLVERS",
    "GameSearch",
    "Limits",
    "Progress",
    "SolveReport",
    "SolverReport",
    "UnconfirmedSolution",
    "Verdict",
    "solve",
]
