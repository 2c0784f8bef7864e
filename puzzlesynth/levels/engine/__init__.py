"""Running PuzzleScript games: a readable interpreter, a compiled engine that equals it, and play sessions."""

from .session import LevelSession

__all__ = ["LevelSession"]
