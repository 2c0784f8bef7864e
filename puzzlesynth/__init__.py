"""Puzzles for games, proven solvable."""

__version__ = "0.1.0"
