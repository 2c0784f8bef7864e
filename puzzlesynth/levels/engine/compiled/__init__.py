"""The compiled engine: bitboards, and Python code generated for the game's rules."""

from puzzlesynth.levels.engine.compiled.engine import CompiledEngine

__all__ = ["CompiledEngine"]
