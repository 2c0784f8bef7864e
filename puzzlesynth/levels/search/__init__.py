"""Solving PuzzleScript levels: breadth-first, A*, greedy best-first search, and search by novelty."""

from .limits import SearchLimits
from .results import SolveReport, SolverReport
from .solver import ALL_SOLVERS, LAST_RESORT, SOLVERS, UnconfirmedSolution, solve
from .transitions import SearchableGame

__all__ = [
    "ALL_SOLVERS",
    "LAST_RESORT",
    "SOLVERS",
    "SearchLimits",
    "SearchableGame",
    "SolveReport",
    "SolverReport",
    "UnconfirmedSolution",
    "solve",
]
