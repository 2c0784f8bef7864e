"""PuzzleScript games: read, run as the original runs them, solved and measured."""

from .compiler import compile_source
from .model import Compilation, Message, PuzzleScriptGame

__all__ = ["Compilation", "Message", "PuzzleScriptGame", "compile_source"]
