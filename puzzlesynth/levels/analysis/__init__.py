"""Understanding a PuzzleScript game: what each object is for, as Khalifa and Fayek's rule analyser tells it."""

from .game_analysis import analyse
from .source_rules import collect_source_rules

__all__ = ["analyse", "collect_source_rules"]
