"""Designing levels together: suggestions, repairs, simplifications, other rules for the same levels, progressions."""

from .locks import LevelLocks, border, read_cells, read_mask, read_objects
from .progression import ExcludedLevel, Progression, arrange, study
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
    "ExcludedLevel",
    "LevelLocks",
    "Progression",
    "RepairReport",
    "RuleSwapResult",
    "SimplificationReport",
    "SuggestOrder",
    "Suggester",
    "Suggestion",
    "SuggestionProgress",
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
