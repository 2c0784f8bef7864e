"""Areas that open one after another, what may meet their goals, and what may lie where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from puzzlesynth.pack.model import Area
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.synth.initial_state import InitialState
from puzzlesynth.synth.recipes.recipe_graph import RecipeGraph
from puzzlesynth.synth.relevance import PackAnalysis

MANY_CHOICES = 12
"""With more ways than this to choose a goal for each area, a pack is left to others."""


def area_chain(start: InitialState) -> tuple[Area, ...] | None:
    """The areas in the order in which they open; None: it is not so that each opens the next one and nothing else."""
    areas = {area.name: area for area in start.areas}
    if len(start.open) != 1 or set(start.reachable) != set(areas):
        return None
    found: list[str] = []
    following: list[str] = list(start.open)
    while following:
        if len(following) > 1 or not areas[following[0]].is_place or areas[following[0]].adjoins:
            return None
        found += following
        following = [name for name in areas[following[0]].connects if name in areas and name not in found]
    return tuple(areas[name] for name in found) if len(found) == len(areas) else None


@dataclass(frozen=True)
class ChosenGoals:
    """One goal for each area of a chain."""

    numbers: tuple[int, ...]
    accepted: tuple[frozenset[int], ...]
    """For each area the items that meet its goal."""

    def too_soon(self, stage: int) -> frozenset[int]:
        """What solves an area by mistake if a part of this area's tree is it."""
        return frozenset().union(*self.accepted[stage:])

    def solving(self, stage: int) -> list[int]:
        """What this area's tree may make."""
        return sorted(self.accepted[stage] - frozenset().union(*self.accepted[stage + 1 :]))


def goal_choices(
    possible: PackAnalysis, areas: Sequence[Area], graph: RecipeGraph
) -> list[ChosenGoals] | None:
    """None: there are too many."""
    choices = list(goals_of(possible, areas, graph))
    return choices if len(choices) <= MANY_CHOICES else None


def goals_of(possible: PackAnalysis, areas: Sequence[Area], graph: RecipeGraph) -> Iterator[ChosenGoals]:
    """Every way to choose a goal for each area."""
    for numbers in product(*(range(len(area.goals)) for area in areas)):
        goals = [area.goals[number] for area, number in zip(areas, numbers, strict=True)]
        items = [frozenset(graph.numbers[item.name] for item in possible.accepted(goal)) for goal in goals]
        yield ChosenGoals(numbers, tuple(items))


class Places:
    """Where things may be put."""

    def __init__(self, possible: PackAnalysis, areas: Sequence[Area], graph: RecipeGraph) -> None:
        start, items = possible.start, possible.pack.items
        stages = {area.name: stage for stage, area in enumerate(areas)}
        self._of = [sorted(stages[name] for name in start.places_for(items[item])) for item in graph.names]

    def up_to(self, stage: int, item: int) -> list[int]:
        """The areas that are open at a stage and in which an item may be put."""
        return [place for place in self._of[item] if place <= stage]

    def placeable(self, stage: int) -> frozenset[int]:
        return frozenset(item for item, places in enumerate(self._of) if places and places[0] <= stage)
