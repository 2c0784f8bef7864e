"""Understanding a PuzzleScript game: what each object is for, as Khalifa and Fayek's rule analyser tells it."""

from .game_analysis import GameAnalysis, ObjectFacts, Relation, analyse
from .pushed_objects import PushedObjects, find_pushed_objects
from .source_rules import SourceRule, collect_source_rules

__all__ = [
    "GameAnalysis",
    "ObjectFacts",
    "PushedObjects",
    "Relation",
    "SourceRule",
    "analyse",
    "collect_source_rules",
    "find_pushed_objects",
]
