"""Designing levels together: suggestions, repairs, simplifications, other rules for the same levels, progressions."""

from puzzlesynth.levels.design.repair.level_edits import Change
from puzzlesynth.levels.design.repair.repair_search import Repair, RepairReport, repair
from puzzlesynth.levels.design.repair.simplification import Simplified, simplify
from puzzlesynth.levels.design.suggest.archive import Suggestion
from puzzlesynth.levels.design.suggest.ranking import MEASURES, BadRank, Rank, read_rank
from puzzlesynth.levels.design.suggest.rule_costs import BadCost, assigned_costs, costs_in
from puzzlesynth.levels.design.suggest.suggester import Suggester, SuggestOrder, Tally
from puzzlesynth.levels.design.transform.parser import Transformation, TransformError, read_transformation
from puzzlesynth.levels.design.transform.presets import PRESETS, NoPreset, preset_text
from puzzlesynth.levels.design.transform.transformer import Transformer

from .locks import BadFreeze, Frozen, border, read_cells, read_mask, read_objects
from .progression import Progression, Studied, Unsuited, arrange, study
from .rule_swap import BadRules, Swapped, swap, swapped_source

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
