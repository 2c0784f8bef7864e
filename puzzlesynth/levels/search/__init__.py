"""Solving PuzzleScript levels: breadth-first, A* and greedy best-first search."""

from .results import LevelVerdict, SearchLimits, SearchProgress, SolveReport, SolverReport
from .solver import SOLVERS, UnconfirmedSolution, solve
from .transitions import SearchableGame

__all__ = [
    "SOLVERS",
    "LevelVerdict",
    "SearchLimits",
    "SearchProgress",
    "SearchableGame",
    "SolveReport",
    "SolverReport",
    "UnconfirmedSolution",
    "solve",
]
