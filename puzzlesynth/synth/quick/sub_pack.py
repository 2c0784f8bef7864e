"""Sketches: a small random part of a pack that is enough for one puzzle.

From a goal that a coin chooses, backwards: for whatever is needed a few of the rules that make it, and for what
these take again a few, as deep as a puzzle may be. The logic program of such a part is a fraction of the whole one.
Nothing that a sketch leaves out is forgotten: the judge of the puzzle knows the whole pack.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from random import Random

from puzzlesynth.pack.model import Area, Item, Rule, Term
from puzzlesynth.quick_dataclasses import dataclass, replace
from puzzlesynth.synth.initial_state import InitialState
from puzzlesynth.synth.relevance import PackAnalysis, StepKind

from .goal_regression import Achievers, GoalRegression

ATTEMPTS = 12
"""How many sketches are drawn before one that does not look promising is accepted."""


SHARED = ("effects", "obtainable", "usable", "changing", "booleans", "_values", "_accepted")
"""What the whole pack knows already, and what holds for a part of it as well."""


@dataclass(frozen=True, kw_only=True)
class SubPackAnalysis(PackAnalysis):
    """The relevance analysis of a pack of which only some rules and items are used for a puzzle."""

    whole: PackAnalysis
    part: tuple[frozenset[str], tuple[Rule, ...]]

    def __post_init__(self) -> None:
        vars(self).update({name: getattr(self.whole, name) for name in SHARED}, relevant=self.part)

    @property
    def from_goals_down(self) -> tuple[str, ...]:
        return tuple(name for name in self.whole.from_goals_down if name in self.part[0])

    def goals_of(self, area: Area) -> Iterable[tuple[int, Term]]:
        """By the numbers that they have in the whole pack."""
        known = next(one for one in self.whole.start.areas if one.name == area.name).goals
        return [(known.index(goal), goal) for goal in area.goals]

    def stages(self, item: Item) -> int:
        """In a sketch every rule changes an object once at most."""
        known = self.object_stages
        ways = len(known.changers.get(item.name, ())) + len(known.releasers.get(item.name, ()))
        return min(super().stages(item), ways)


class SubPackSampler:
    """Draws parts of a pack for one start."""

    def __init__(self, possible: PackAnalysis) -> None:
        self._possible, self._ways = possible, Achievers(possible)

    def sketch(self, random: Random, width: int, avoid: Collection[StepKind] = ()) -> SubPackAnalysis:
        """A part with up to `width` ways to obtain each thing, without some kinds of steps."""
        for _ in range(ATTEMPTS):
            drawing = GoalRegression(self._ways, random, width, avoid)
            areas = tuple(drawing.area(area) for area in self._possible.start.areas)
            goals = [goal for area in areas for goal in area.goals]
            if drawing.is_promising and (width > 1 or not drawing.has_needless(goals)):
                break
        rules = tuple(drawing.rules[number] for number in sorted(drawing.rules))
        start: InitialState = replace(self._possible.start, areas=areas)
        possible = self._possible
        return SubPackAnalysis(
            possible.pack,
            start,
            targets=possible.targets,
            whole=possible,
            part=(frozenset(drawing.items), rules),
        )
