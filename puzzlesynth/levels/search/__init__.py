"""Solving PuzzleScript levels: breadth-first, A* and greedy best-first search."""

from .limits import SearchLimits, SearchProgress
from .results import LevelVerdict, SolveReport, SolverReport
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
