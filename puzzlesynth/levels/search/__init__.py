"""Solving PuzzleScript levels: breadth-first, A* and greedy best-first search."""

from .results import Limits, Progress, SolveReport, SolverReport, Verdict
from .solver import SOLVERS, UnconfirmedSolution, solve
from .transitions import GameSearch

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
