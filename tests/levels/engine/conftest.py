"""Fixtures of the engine's tests."""

from engine_games import play, plays

__all__ = ["play", "plays"]
