"""Running PuzzleScript games: a readable interpreter, a compiled engine that equals it, and play sessions."""

from puzzlesynth.levels.engine.reference.interpreter import Interpreter

from .recording import level_string, replay, session_string
from .session import Input, LevelSession
from .turn import Engine, Notice, Turn

__all__ = [
    "Engine",
    "Input",
    "Interpreter",
    "LevelSession",
    "Notice",
    "Turn",
    "level_string",
    "replay",
    "session_string",
]
