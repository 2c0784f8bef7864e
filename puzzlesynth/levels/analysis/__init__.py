"""Understanding a PuzzleScript game: what each object is for, as Khalifa and Fayek's rule analyser tells it."""

from puzzlesynth.levels.analysis.analyse import GameAnalysis, ObjectFacts, Relation, analyse
from puzzlesynth.levels.analysis.pushing import Pushing, pushing
from puzzlesynth.levels.analysis.written import WrittenRule, written_rules

__all__ = [
    "GameAnalysis",
    "ObjectFacts",
    "Pushing",
    "Relation",
    "WrittenRule",
    "analyse",
    "pushing",
    "written_rules",
]
