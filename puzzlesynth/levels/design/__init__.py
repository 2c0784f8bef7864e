"""Designing levels together: suggestions, repairs, simplifications, other rules for the same levels, progressions."""

from puzzlesynth.levels.design.changes import Change
from puzzlesynth.levels.design.costs import BadCost, assigned_costs, costs_in
from puzzlesynth.levels.design.curating import Suggestion
from puzzlesynth.levels.design.freeze import (
    BadFreeze,
    Frozen,
    border,
    read_cells,
    read_mask,
    read_objects,
)
from puzzlesynth.levels.design.presets import PRESETS, NoPreset, preset_text
from puzzlesynth.levels.design.progression import Progression, Studied, Unsuited, arrange, study
from puzzlesynth.levels.design.ranking import MEASURES, BadRank, Rank, read_rank
from puzzlesynth.levels.design.repairing import Repair, RepairReport, repair
from puzzlesynth.levels.design.simplifying import Simplified, simplify
from puzzlesynth.levels.design.suggesting import Suggester, SuggestOrder, Tally
from puzzlesynth.levels.design.swapping import BadRules, Swapped, swap, swapped_source
from puzzlesynth.levels.design.transform_text import Transformation, TransformError, read_transformation
from puzzlesynth.levels.design.transformer import Transformer

__all__ = [
    "MEASURES",
    "PRESETS",
    "BadCost",
    "BadFreeze",
    "BadRank",
    "BadRules",
    "Change",
    "Frozen",
    "NoPreset",
    "Progression",
    "Rank",
    "Repair",
    "RepairReport",
    "Simplified",
    "Studied",
    "SuggestOrder",
    "Suggester",
    "Suggestion",
    "Swapped",
    "Tally",
    "TransformError",
    "Transformation",
    "Transformer",
    "Unsuited",
    "arrange",
    "assigned_costs",
    "border",
    "costs_in",
    "preset_text",
    "read_cells",
    "read_mask",
    "read_objects",
    "read_rank",
    "read_transformation",
    "repair",
    "simplify",
    "study",
    "swap",
    "swapped_source",
]
