"""Designing levels together: suggestions, repairs, simplifications, other rules for the same levels, progressions."""

from puzzlesynth.levels.design.repair.level_edits import LevelEdit
from puzzlesynth.levels.design.repair.repair_search import Repair, RepairReport, repair
from puzzlesynth.levels.design.repair.simplification import SimplificationReport, simplify
from puzzlesynth.levels.design.suggest.archive import Suggestion
from puzzlesynth.levels.design.suggest.ranking import MEASURES, BadRank, Rank, read_rank
from puzzlesynth.levels.design.suggest.rule_costs import BadCost, assigned_costs, costs_in
from puzzlesynth.levels.design.suggest.suggester import Suggester, SuggestionProgress, SuggestOrder
from puzzlesynth.levels.design.transform.parser import Transformation, TransformError, read_transformation
from puzzlesynth.levels.design.transform.presets import PRESETS, NoPreset, preset_text
from puzzlesynth.levels.design.transform.transformer import Transformer

from .locks import BadLock, LevelLocks, border, read_cells, read_mask, read_objects
from .progression import ExcludedLevel, LevelProfile, Progression, arrange, study
from .rule_swap import BadRuleSwap, RuleSwapResult, swap, swapped_source

__all__ = [
    "MEASURES",
    "PRESETS",
    "BadCost",
    "BadLock",
    "BadRank",
    "BadRuleSwap",
    "ExcludedLevel",
    "LevelEdit",
    "LevelLocks",
    "LevelProfile",
    "NoPreset",
    "Progression",
    "Rank",
    "Repair",
    "RepairReport",
    "RuleSwapResult",
    "SimplificationReport",
    "SuggestOrder",
    "Suggester",
    "Suggestion",
    "SuggestionProgress",
    "TransformError",
    "Transformation",
    "Transformer",
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
