"""PuzzleScript games: read, run as the original runs them, solved and measured."""

from puzzlesynth.levels.compile import compile_source
from puzzlesynth.levels.model import Compilation, Game, Message

__all__ = ["Compilation", "Game", "Message", "compile_source"]
