"""Search in which a walk of the player is one step, with tables of how far things are from where they are wanted."""

from .search import WalkingSearch

WALKS = "walks"
"""The solver's name."""

__all__ = ["WALKS", "WalkingSearch"]
