"""Understanding a PuzzleScript game: what each object is for, as Khalifa and Fayek's rule analyser tells it."""

from puzzlesynth.levels.sokoban.game import PushGame, push_game

from .game_analysis import GameAnalysis, ObjectFacts, Relation, analyse
from .pushed_objects import Pushing, pushing
from .source_rules import WrittenRule, written_rules

__all__ = [
    "GameAnalysis",
    "ObjectFacts",
    "PushGame",
    "Pushing",
    "Relation",
    "WrittenRule",
    "analyse",
    "push_game",
    "pushing",
    "written_rules",
]
