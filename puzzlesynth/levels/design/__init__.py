"""Designing levels together: suggestions, repairs, simplifications, other rules for the same levels, progressions."""

from .combination import Combination, CombinationReport, combine
from .locks import LevelLocks, border, read_cells, read_mask, read_objects
from .progression import ExcludedLevel, Progression, arrange, study
from .progression_board import BrokenWish, ProgressionWishes, arrange_within, broken_wishes
from .repair.repair_search import RepairReport, repair
from .repair.simplification import SimplificationReport, simplify
from .rule_swap import RuleSwapResult, swap, swapped_source
from .suggest.archive import Suggestion
from .suggest.ranking import read_rank
from .suggest.rule_costs import assigned_costs, costs_in
from .suggest.suggester import Suggester, SuggestionProgress, SuggestOrder
from .transform.parser import read_transformation
from .transform.presets import preset_text

__all__ = [
    "BrokenWish",
    "Combination",
    "CombinationReport",
    "ExcludedLevel",
    "LevelLocks",
    "Progression",
    "ProgressionWishes",
    "RepairReport",
    "RuleSwapResult",
    "SimplificationReport",
    "SuggestOrder",
    "Suggester",
    "Suggestion",
    "SuggestionProgress",
    "arrange",
    "arrange_within",
    "assigned_costs",
    "border",
    "broken_wishes",
    "combine",
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
