"""What ruins the game of a puzzle, told ahead: for those who cannot search while they are played.

`puzzlesynth.world.verification.dead_ends` finds it out by looking at all that can happen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from puzzlesynth.pack.model import Pack
from puzzlesynth.quick_dataclasses import dataclass, field

from .model import Puzzle


class RuleUse(NamedTuple):
    rule: int
    inputs: tuple[str, ...]
    """The items of what it is done with."""
    made: tuple[str, ...]
    """The items that it makes where the rule leaves that open."""


class StateCondition(NamedTuple):
    """That an area is solved (`least` is 0), or that there are at least so many of an item; or the contrary."""

    name: str
    least: int
    holds: bool


Case = tuple[StateCondition, ...]
"""Circumstances that come together."""


@dataclass(frozen=True)
class DeadEndConditions:
    cases: Mapping[RuleUse, tuple[Case, ...]] = field(default_factory=dict)
    """For each deed the cases in which it ruins the game; an empty case is always given."""
    foreseen: bool = False
    """Whether nothing else can make the game impossible to win, but for what ends it at once."""


DeadEndFinder = Callable[[Pack, Puzzle], DeadEndConditions]
"""Whoever can tell what ruins a game."""
