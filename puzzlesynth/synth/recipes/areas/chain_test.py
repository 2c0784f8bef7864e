"""Whether an area of a chain can be solved without a step of its tree, or another one before it opens.

An area is not reached without meeting the goals before it. So a way around is a way to the area's goal from all that
lies in the areas up to it, together with ways to those goals that are not met along it, each from what lies in the
areas up to its own. Whatever meets a goal is still there afterwards and can be used up on a later way, so that the ways
to several goals may be one inside the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from puzzlesynth.synth.recipes.recipe_graph import RecipeGraph
from puzzlesynth.synth.recipes.shortcuts.label_search import (
    MANY_LABELS,
    Label,
    LabelSearch,
    Mark,
    add_label,
    ways_from,
)
from puzzlesynth.synth.recipes.shortcuts.substitution_test import Substitution

from .area_chain import ChosenGoals


class ChainTest:
    def __init__(self, graph: RecipeGraph, goals: ChosenGoals) -> None:
        self._graph, self._goals = graph, goals
        self.too_soon = 1 << len(graph.kinds)
        """Beside the kinds of steps: that a later area's goal can be met before that area opens."""

    def ways_around(self, placed: Sequence[int], kinds: int, room: Sequence[int]) -> Substitution:
        """`placed`: what lies in each area up to the one that is looked at. `kinds`: the steps of its tree. `room`: for
        each of these areas how many of each item there can be beside what lies behind it."""
        stage, there = len(placed) - 1, list(accumulate(placed))
        graph, accepted = self._graph, self._goals.accepted
        ends = self._goals.too_soon(stage)
        marks: dict[int, list[Mark]] = {}
        for earlier in range(stage):
            for item in accepted[earlier]:
                marks.setdefault(item, []).append(Mark(earlier, there[earlier]))
        search = LabelSearch(graph, ends, there[-1], kinds, room, marks)
        for _ in search.labels(ways_from(graph, ends | marks.keys(), ends, there[-1])):
            pass
        spare = certain = 0
        later = self._goals.too_soon(stage + 1)
        for item in sorted(ends):
            for label in self._with_earlier(search, search.of[item], stage):
                left_out = self.too_soon if item in later else kinds & ~label.kinds
                spare |= left_out
                if label.since <= stage:
                    certain |= left_out
        return Substitution(spare, certain, search.complete)

    def _with_earlier(self, search: LabelSearch, labels: Sequence[Label], stage: int) -> list[Label]:
        """Together with ways to the goals of earlier areas that are not met on the way."""
        found: list[Label] = []
        todo = list(labels)
        while todo:
            label = todo.pop()
            missing = ~label.goals & (1 << stage) - 1
            if not missing:
                add_label(found, label, self._graph)
                continue
            latest = missing.bit_length() - 1
            meeting = [
                one
                for item in self._goals.accepted[latest]
                for one in search.of.get(item, ())
                if one.goals >> latest & 1
            ]
            todo += search.together([label], meeting)
            if len(todo) > MANY_LABELS:
                search.complete = False
                break
        return found
