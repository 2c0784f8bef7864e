"""Sketches: a small random part of a pack that is enough for one puzzle.

From a goal that a coin chooses, backwards: for whatever is needed a few of the rules that make it, and for what
these take again a few, as deep as a puzzle may be. The logic program of such a part is a fraction of the whole one.
Nothing that a sketch leaves out is forgotten: whoever judges the puzzle knows the whole pack.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from puzzlesynth.pack.model import Item, Rule, Value
from puzzlesynth.synth.analysis.relevance import Possible
from puzzlesynth.synth.analysis.rule_effects import Effects
from puzzlesynth.synth.initial_state import Start

from .achievers import Kind, Ways
from .goal_regression import Drawing

ATTEMPTS = 12
"""So often a sketch is drawn anew before one that does not look promising is taken."""


@dataclass(frozen=True, kw_only=True)
class Part(Possible):
    """What can come of a pack when only some of its rules and items are used for a puzzle."""

    whole: Possible
    part: tuple[frozenset[str], tuple[Rule, ...]]

    @cached_property
    def effects(self) -> Mapping[int, Effects]:
        return self.whole.effects

    @cached_property
    def obtainable(self) -> frozenset[str]:
        return self.whole.obtainable

    @cached_property
    def usable(self) -> tuple[Rule, ...]:
        return self.whole.usable

    @cached_property
    def changing(self) -> frozenset[str]:
        return self.whole.changing

    @cached_property
    def booleans(self) -> frozenset[str]:
        return self.whole.booleans

    @cached_property
    def relevant(self) -> tuple[frozenset[str], tuple[Rule, ...]]:
        return self.part

    @property
    def from_goals_down(self) -> tuple[str, ...]:
        return tuple(name for name in self.whole.from_goals_down if name in self.part[0])

    def can_have(self, item: Item, name: str, value: Value) -> bool:
        return self.whole.can_have(item, name, value)

    def stages(self, item: Item) -> int:
        """In a sketch every rule changes an object once at most."""
        ways = len(self._changers.get(item.name, ())) + len(self._releasers.get(item.name, ()))
        return min(super().stages(item), ways)


class Sketcher:
    """Draws parts of a pack for one start."""

    def __init__(self, possible: Possible) -> None:
        self._possible, self._ways = possible, Ways(possible)

    def sketch(self, random: Random, width: int, avoid: Collection[Kind] = ()) -> Part:
        """A part with up to so many ways to come by each thing, without some kinds of steps."""
        for _ in range(ATTEMPTS):
            drawing = Drawing(self._ways, random, width, avoid)
            areas = tuple(drawing.area(area) for area in self._possible.start.areas)
            goals = [goal for area in areas for goal in area.goals]
            if drawing.is_promising and (width > 1 or not drawing.has_needless(goals)):
                break
        rules = tuple(drawing.rules[number] for number in sorted(drawing.rules))
        start: Start = replace(self._possible.start, areas=areas)
        possible = self._possible
        return Part(
            possible.pack,
            start,
            targets=possible.targets,
            whole=possible,
            part=(frozenset(drawing.items), rules),
        )
