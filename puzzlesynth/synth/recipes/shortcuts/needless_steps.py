"""Steps that no puzzle has, since whatever takes what they make can be made without them.

Take a step and the one that takes what it makes. If the second one's result can be made of what the two of them take,
with no step of the first one's kind, a player can do that instead. If it is so wherever a tree could have that kind, its
steps disappear one by one, and no new ones come: what the two of them take is made as before, from the same things. At
last a derivation without that kind is left, which is a shortcut. So no tree with a step of that kind is without one.

This also holds for trees in which the same step occurs many times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

from puzzlesynth.deadline import check_time
from puzzlesynth.synth.recipes.recipe_graph import RecipeGraph, Way

from .substitution_test import SubstitutionTest

MOST_TESTS = 12_000
"""Of two steps, before the rest is believed to be of use."""

MANY_COMBINATIONS = 50
"""Ways to make all that a step takes of one item; with more, its kind is believed to be of use."""


class NeedlessSteps:
    def __init__(self) -> None:
        self._tests_left = MOST_TESTS
        self._needed: dict[int, Way] = {}
        """For each kind of step that may be of use a way to use it."""

    def kinds(self, graph: RecipeGraph, barred: frozenset[int], elsewhere: int) -> int:
        """Kinds of steps that no puzzle has, as bits. It may be asked again for fewer ways.

        `barred`: what is not made to be taken. `elsewhere`: kinds of steps that a player does in any case.
        """
        test, ways = SubstitutionTest(graph), set(graph.ways)
        makers: dict[int, list[Way]] = {}
        takers: dict[int, list[Way]] = {}
        for way in graph.ways:
            makers.setdefault(way.kind, []).append(way)
            for item in dict.fromkeys(way.takes):
                takers.setdefault(item, []).append(way)
        found = 0
        for kind, of_kind in makers.items():
            item = of_kind[0].result
            if elsewhere >> kind & 1 or item in barred or self._needed.get(kind) in ways:
                continue
            if any(item in way.takes for way in of_kind):
                continue  # what such a step takes may be of its own kind
            needed = next(
                (taker for taker in takers.get(item, ()) if not self._can_skip(graph, test, of_kind, taker)),
                None,
            )
            if needed is None:
                found |= 1 << kind
            else:
                self._needed[kind] = needed
        return found

    def _can_skip(self, graph: RecipeGraph, test: SubstitutionTest, makers: list[Way], taker: Way) -> bool:
        """Whether what is taken from steps of a kind can always be done without."""
        return all(self._tested(graph, test, some, taker) for some in _taken(makers, taker))

    def _tested(
        self, graph: RecipeGraph, test: SubstitutionTest, some: tuple[Way, ...] | None, taker: Way
    ) -> bool:
        """`some`: the steps of the kind in question from which the taker takes; None: they are too many."""
        check_time()
        self._tests_left -= 1
        if some is None or self._tests_left < 0:
            return False
        kind, item = some[0].kind, some[0].result
        units = graph.units
        placed = sum(units[one] for way in (taker, *some) for one in way.takes) - len(some) * units[item]
        if any(one == taker.result for one, _ in graph.members(placed)):
            return True
        present = {taker.result: 1}
        for way in (taker, *some):
            for one, number in Counter(way.takes).items():
                present[one] = max(number, present.get(one, 0))
        labels = test.certain_ways(taker.result, placed, 1 << kind, present)
        return any(not label.kinds for label in labels)


def _taken(makers: list[Way], taker: Way) -> Iterator[tuple[Way, ...] | None]:
    """The choices of what a step takes from steps of a kind; None: there are more."""
    for number in range(1, taker.takes.count(makers[0].result) + 1):
        for n, some in enumerate(combinations_with_replacement(makers, number)):
            if n >= MANY_COMBINATIONS:
                yield None
                return
            yield some
