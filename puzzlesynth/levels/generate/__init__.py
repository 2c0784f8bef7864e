"""New levels for any PuzzleScript game: placed by logic, decided by play, improved by search."""

from puzzlesynth.levels.generate.fitness.play_requirements import PlayRequirements
from puzzlesynth.levels.generate.fitness.score import LevelEvaluator, LevelMeasures
from puzzlesynth.levels.generate.placement.layout import BadLayout, LevelLayout, layout_of, read_layout, room
from puzzlesynth.levels.generate.placement.placement_solver import NoPlacement, PlacementSolver
from puzzlesynth.levels.generate.placement.start_requirements import BadStartRequirement, StartRequirements
from puzzlesynth.levels.generate.placement.user_program import BadUserProgram
from puzzlesynth.levels.generate.strategies.strategy import Strategy, StrategyContext

from .generation import (
    METHODS,
    CannotGenerate,
    GeneratedLevel,
    GenerateOrder,
    GenerationProgress,
    generate_levels,
    refusals,
)

__all__ = [
    "METHODS",
    "BadLayout",
    "BadStartRequirement",
    "BadUserProgram",
    "CannotGenerate",
    "GenerateOrder",
    "GeneratedLevel",
    "GenerationProgress",
    "LevelEvaluator",
    "LevelLayout",
    "LevelMeasures",
    "NoPlacement",
    "PlacementSolver",
    "PlayRequirements",
    "StartRequirements",
    "Strategy",
    "StrategyContext",
    "generate_levels",
    "layout_of",
    "read_layout",
    "refusals",
    "room",
]
