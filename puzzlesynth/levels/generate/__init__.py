"""New levels for any PuzzleScript game: placed by logic, decided by play, improved by search."""

from puzzlesynth.levels.generate.demands import BadDemand, Demands
from puzzlesynth.levels.generate.designer import BadProgram
from puzzlesynth.levels.generate.evaluator import Evaluator, Measures
from puzzlesynth.levels.generate.generator import Generator, Workshop
from puzzlesynth.levels.generate.layout import BadLayout, Layout, layout_of, read_layout, room
from puzzlesynth.levels.generate.making import (
    METHODS,
    CannotGenerate,
    MadeLevel,
    Order,
    Tally,
    make_levels,
    refusals,
)
from puzzlesynth.levels.generate.outcomes import Outcomes
from puzzlesynth.levels.generate.placement import NoPlacement, Placement

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
