"""What comes out: the puzzle's model, its JSON and schema, its identity and its numbers."""

from .identity import identity
from .json_io import puzzle_from_dict, puzzle_from_json, puzzle_schema, puzzle_to_dict, puzzle_to_json
from .json_shapes import PuzzleError
from .model import (
    FORMAT,
    Created,
    DisabledRule,
    GameProgress,
    Goal,
    Object,
    Puzzle,
    StatedConstraint,
    Step,
    area_depths,
    metrics_of,
    red_herrings,
)

__all__ = [
    "FORMAT",
    "Created",
    "DisabledRule",
    "GameProgress",
    "Goal",
    "Object",
    "Puzzle",
    "PuzzleError",
    "StatedConstraint",
    "Step",
    "area_depths",
    "identity",
    "metrics_of",
    "puzzle_from_dict",
    "puzzle_from_json",
    "puzzle_schema",
    "puzzle_to_dict",
    "puzzle_to_json",
    "red_herrings",
]
