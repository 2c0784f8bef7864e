"""Solving PuzzleScript levels: breadth-first, A* and greedy best-first search."""

from .limits import SearchLimits
from .results import SolveReport, SolverReport
from .solver import SOLVERS, UnconfirmedSolution, solve
from .transitions import SearchableGame

__all__ = [
    "SOLVERS",
    "SearchLimits",
    "SearchableGame",
    "SolveReport",
    "SolverReport",
    "UnconfirmedSolution",
    "solve",
]
