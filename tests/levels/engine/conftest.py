"""Fixtures of the engine's tests."""

from tests.support.engine_games import play, plays

__all__ = ["play", "plays"]
