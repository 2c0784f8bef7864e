"""Many small levels of one game, judged together: solved or proven unsolvable, and how hard they are."""

from .evaluation import LevelEvaluation
from .evaluator import BatchEvaluator, UnsearchableGame

__all__ = ["BatchEvaluator", "LevelEvaluation", "UnsearchableGame"]
