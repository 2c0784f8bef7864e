"""The fastest engine that there is here."""

from __future__ import annotations

from puzzlesynth.levels.engine.native.compiler.loading import native_code
from puzzlesynth.levels.engine.runtime import CompiledEngine
from puzzlesynth.levels.engine.turn import Engine
from puzzlesynth.levels.model import PuzzleScriptGame

from .native_engine import NativeEngine


def fastest_engine(game: PuzzleScriptGame, *, wait: float | None = None) -> Engine:
    """Machine code if it is there within the seconds (None: as long as it takes), otherwise generated Python."""
    code = native_code(wait=wait)
    return CompiledEngine(game) if code is None else NativeEngine(game, code)
