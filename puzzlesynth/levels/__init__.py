"""PuzzleScript games: read, run as the original runs them, solved and measured."""

from .compiler import compile_source
from .model import Compilation, Game, Message

__all__ = ["Compilation", "Game", "Message", "compile_source"]
