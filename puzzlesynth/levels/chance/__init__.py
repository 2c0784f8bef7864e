"""Levels where chance or time has a say: plans that win whatever happens, and the best chance where there is none."""

from .chance_solver import ChanceLimits, ChanceReport, solve_with_chance
from .plans import PlanKind

__all__ = ["ChanceLimits", "ChanceReport", "PlanKind", "solve_with_chance"]
