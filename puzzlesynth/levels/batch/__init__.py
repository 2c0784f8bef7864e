"""Many small levels of one game, judged together: solved or proven unsolvable, and how hard they are."""

from puzzlesynth.levels.batch.evaluator import BatchEvaluator, CannotJudge
from puzzlesynth.levels.batch.judged import Judged

__all__ = ["BatchEvaluator", "CannotJudge", "Judged"]
