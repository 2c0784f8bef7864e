"""Understanding a PuzzleScript game: what each object is for, as Khalifa and Fayek's rule analyser tells it."""

from puzzlesynth.levels.analysis.analyse import GameAnalysis, ObjectFacts, Relation, analyse
from puzzlesynth.levels.analysis.push_game import PushGame, push_game
from puzzlesynth.levels.analysis.pushing import Pushing, pushing
from puzzlesynth.levels.analysis.written import WrittenRule, written_rules

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
