"""New levels for any PuzzleScript game: placed by logic, decided by play, improved by search."""

from .fitness.play_requirements import PlayRequirements
from .generation import (
    METHODS,
    CannotGenerate,
    GeneratedLevel,
    GenerateOrder,
    GenerationProgress,
    generate_levels,
    refusals,
    single_solution_refusals,
)
from .placement.layout import LevelLayout, read_layout, room
from .placement.placement_solver import NoPlacement
from .placement.start_requirements import StartRequirements

__all__ = [
    "METHODS",
    "CannotGenerate",
    "GenerateOrder",
    "GeneratedLevel",
    "GenerationProgress",
    "LevelLayout",
    "NoPlacement",
    "PlayRequirements",
    "StartRequirements",
    "generate_levels",
    "read_layout",
    "refusals",
    "room",
    "single_solution_refusals",
]
