"""PuzzleScript games: read, run as the original runs them, solved and measured."""

from .compiler import Compilation, compile_source
from .model import PuzzleScriptGame
from .parser.messages import Message

__all__ = ["Compilation", "Message", "PuzzleScriptGame", "compile_source"]
