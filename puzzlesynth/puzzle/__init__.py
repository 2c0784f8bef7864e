"""What comes out: the puzzle's model, its JSON and schema, its identity and its numbers."""

from puzzlesynth.puzzle.identity import identity
from puzzlesynth.puzzle.json_io import (
    PuzzleError,
    puzzle_from_dict,
    puzzle_from_json,
    puzzle_to_dict,
    puzzle_to_json,
)
from puzzlesynth.puzzle.metrics import AreaMetrics, area_depths, area_metrics, herrings_of, metrics_of
from puzzlesynth.puzzle.model import FORMAT, Created, Goal, Object, Progress, Puzzle, RuleOff, Stated, Step
from puzzlesynth.puzzle.schema import puzzle_schema

__all__ = [
    "FORMAT",
    "AreaMetrics",
    "Created",
    "Goal",
    "Object",
    "Progress",
    "Puzzle",
    "PuzzleError",
    "RuleOff",
    "Stated",
    "Step",
    "area_depths",
    "area_metrics",
    "herrings_of",
    "identity",
    "metrics_of",
    "puzzle_from_dict",
    "puzzle_from_json",
    "puzzle_schema",
    "puzzle_to_dict",
    "puzzle_to_json",
]
