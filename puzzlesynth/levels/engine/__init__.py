"""Running PuzzleScript games: a readable interpreter, a compiled engine that equals it, and play sessions."""

from puzzlesynth.levels.engine.interpreter import Interpreter
from puzzlesynth.levels.engine.replay import level_string, replay, session_string
from puzzlesynth.levels.engine.session import Input, Session
from puzzlesynth.levels.engine.turn import Engine, Notice, Turn

__all__ = [
    "Engine",
    "Input",
    "Interpreter",
    "Notice",
    "Session",
    "Turn",
    "level_string",
    "replay",
    "session_string",
]
