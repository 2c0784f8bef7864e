"""The compiled engine: bitboards, and Python code generated for the game's rules."""

from .compiled_engine import CompiledEngine

__all__ = ["CompiledEngine"]
