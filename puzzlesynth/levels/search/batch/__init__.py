"""Many small levels of one game, judged together: solved or proven unsolvable, and how hard they are."""

from .evaluation import Judged
from .evaluator import BatchEvaluator, CannotJudge

__all__ = ["BatchEvaluator", "CannotJudge", "Judged"]
