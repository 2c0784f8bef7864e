"""New levels for any PuzzleScript game: placed by logic, decided by play, improved by search."""

from puzzlesynth.levels.generate.fitness.play_requirements import Outcomes
from puzzlesynth.levels.generate.fitness.score import Evaluator, Measures
from puzzlesynth.levels.generate.placement.layout import BadLayout, Layout, layout_of, read_layout, room
from puzzlesynth.levels.generate.placement.placement_solver import NoPlacement, Placement
from puzzlesynth.levels.generate.placement.start_requirements import BadDemand, Demands
from puzzlesynth.levels.generate.placement.user_program import BadProgram
from puzzlesynth.levels.generate.strategies.strategy import Generator, Workshop

from .generation import METHODS, CannotGenerate, MadeLevel, Order, Tally, make_levels, refusals

__all__ = [
    "METHODS",
    "BadDemand",
    "BadLayout",
    "BadProgram",
    "CannotGenerate",
    "Demands",
    "Evaluator",
    "Generator",
    "Layout",
    "MadeLevel",
    "Measures",
    "NoPlacement",
    "Order",
    "Outcomes",
    "Placement",
    "Tally",
    "Workshop",
    "layout_of",
    "make_levels",
    "read_layout",
    "refusals",
    "room",
]
