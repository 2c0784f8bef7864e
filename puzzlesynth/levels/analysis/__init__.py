"""Understanding a PuzzleScript game: what each object is for, as Khalifa and Fayek's rule analyser tells it."""

from puzzlesynth.levels.sokoban.game import SokobanGame, sokoban_game

from .game_analysis import GameAnalysis, ObjectFacts, Relation, analyse
from .pushed_objects import PushedObjects, find_pushed_objects
from .source_rules import SourceRule, collect_source_rules

__all__ = [
    "GameAnalysis",
    "ObjectFacts",
    "PushedObjects",
    "Relation",
    "SokobanGame",
    "SourceRule",
    "analyse",
    "collect_source_rules",
    "find_pushed_objects",
    "sokoban_game",
]
