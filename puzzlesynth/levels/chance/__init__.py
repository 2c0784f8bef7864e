"""Levels where chance has a say: plans that win whatever happens, and the best chance where there is none."""

from .chance_solver import ChanceLimits, ChanceReport, solve_with_chance
from .level_solver import ChanceMeaning, LevelSolver
from .plans import PlanKind, PlanPromise

__all__ = [
    "ChanceLimits",
    "ChanceMeaning",
    "ChanceReport",
    "LevelSolver",
    "PlanKind",
    "PlanPromise",
    "solve_with_chance",
]
