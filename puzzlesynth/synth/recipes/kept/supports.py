"""The recipes of an area's tree, found from its goal down, all of them where there are few.

A *support* says how each thing of a tree is made that is not placed. Where steps of the same kind always take the
same, a puzzle with more objects than its steps need at once can be merged to one that has as many as its most
demanding step takes, made of the same kinds of steps. For what is placed and would be enough is never made (the step
would be spare), and what is made is always made in the same way. So there is a puzzle only if there is a support
without a shortcut. What an earlier area has made may be made again, but of nothing that is new; a support has only
what is new.

Supports grow from the goal down, takers before what they take. Then no step further down has a kind of step from
further up, and a player can make all that the top takes without them. So if the top has a shortcut with these things
placed, every support with this top has one. (What such a thing needs in any case, a player has as well.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from puzzlesynth.deadline import check_time
from puzzlesynth.synth.recipes.areas.area_chain import ChosenGoals
from puzzlesynth.synth.recipes.recipe_graph import NEVER, RecipeGraph, Way
from puzzlesynth.synth.recipes.shortcuts.kept_landmarks import landmarks

from .kept_book import KeptBook


class TooManySupports(Exception):
    """They were not all looked at."""


class SupportBudget:
    """How many tops are looked at; ten times as many are formed."""

    def __init__(self, tests: int) -> None:
        self._tests_left, self._tops_left = tests, 10 * tests

    def form(self) -> None:
        self._tops_left -= 1
        if self._tops_left < 0:
            raise TooManySupports

    def test(self) -> None:
        self._tests_left -= 1
        if self._tests_left < 0:
            raise TooManySupports


class Made(NamedTuple):
    """How an item is made."""

    way: Way
    placed: int
    """How many of it are placed as well, if a step takes several."""


Support = Mapping[int, Made]
"""For each item that is made how."""


class SupportSearch:
    """All supports for one area."""

    def __init__(
        self,
        book: KeptBook,
        goals: ChosenGoals,
        stage: int,
        ways: Sequence[Way],
        provided: frozenset[int],
        budget: SupportBudget,
        behind: frozenset[int] | None = None,
    ) -> None:
        """`ways`: those that may be part of it. `provided`: what earlier areas may have made. `behind`: what later
        areas may need that these do not have; None: anything."""
        self._book, self._graph, self._goals, self._stage = book, book.graph, goals, stage
        self._own = book.placeable(goals, stage)
        hidden = book.may_be_hidden(goals, stage)
        self._hidden = hidden if behind is None else hidden & behind
        # An earlier area may have one of several of these, while the others lie behind.
        self._scarce = hidden - self._hidden
        self._ready = self._own | provided
        self._again = frozenset(item for item in provided if book.graph.copies[item] > 1)
        self._makers = makers_of(ways)
        self._needed = needed_items(book.graph, ways, self._ready)
        self._heights = heights(book.graph, ways, self._ready)
        self._barred = goals.too_soon(stage)
        self._deepest = book.depths[stage].stop - 1
        self._budget = budget
        self._seen: set[tuple[tuple[int, int, int], ...]] = set()

    def supports(self) -> Iterator[dict[int, Made]]:
        """Raises `TooManySupports`."""
        for goal in self._goals.solving(self._stage):
            for way in self._makers.get(goal, ()):
                yield from self._with({goal: Made(way, 0)})

    def _with(self, made: dict[int, Made]) -> Iterator[dict[int, Made]]:
        """All that begin like this."""
        check_time()
        self._budget.form()
        taken = self._taken(made)
        key = tuple(sorted((item, one.way.number, one.placed) for item, one in made.items()))
        if taken is None or key in self._seen:
            return
        self._seen.add(key)
        if not self._may_be_needed(made, taken):
            return
        wanted = {item: number for item, number in taken.items() if item not in made}
        if all(item in self._ready for item in wanted) and self._may_be_deep_enough(made):
            yield made
        for item, number in wanted.items():
            most = number - 1 if item in self._own else 0
            for way in self._makers.get(item, ()):
                for placed in range(most + 1):
                    yield from self._with({**made, item: Made(way, placed)})

    def _taken(self, made: Support) -> dict[int, int] | None:
        """What is taken, and how many of it at once; None: it is no top of a tree."""
        needs = {item: self._graph.needs[one.way.number] for item, one in made.items()}
        found: dict[int, int] = {}
        depths = dict.fromkeys(made, 1)
        done: set[int] = set()
        for taker in made:
            done.add(taker)
            for item, number in needs[taker]:
                # Takers come before what they take: further down, only what is placed of it is taken.
                if item in self._barred or (item in done and number > made[item].placed):
                    return None
                if depths[taker] + self._heights[item] > self._deepest:
                    return None
                found[item] = max(number, found.get(item, 0))
                if item in made and not made[item].placed:
                    depths[item] = max(depths[item], depths[taker] + 1)
        return found if max(depths.values()) <= self._deepest else None

    def _may_be_deep_enough(self, made: dict[int, Made]) -> bool:
        depths: dict[int, int] = {}
        for item, one in reversed(made.items()):
            takes = one.way.takes
            if any(taken in made and taken not in depths for taken in takes):
                return True  # made of one that is placed, but perhaps also of one that is made
            if any(taken in self._again and taken not in made for taken in takes):
                return True  # an earlier area has made one, and steps below make another
            depths[item] = 1 + max(depths.get(taken, 0) for taken in takes)
        return max(depths.values()) >= self._book.depths[self._stage].start

    def _may_be_needed(self, made: Support, taken: Mapping[int, int]) -> bool:
        """Whether no step of a top is spare for certain."""
        self._budget.test()
        again = 0
        for item in taken:
            if item not in made:
                again |= self._needed[item]
        if any(again >> item & 1 and not one.placed for item, one in made.items()):
            return False
        placed = dict.fromkeys(members(again), 1)
        placed |= {item: number for item, number in taken.items() if item not in made}
        placed |= {item: one.placed for item, one in made.items() if one.placed}
        accepted = sorted(self._goals.accepted[self._stage])
        own = 0
        for one in made.values():
            own |= 1 << one.way.kind
        needed = landmarks(self._graph, accepted, placed, self._room(placed, taken), own)
        return needed is not None and not own & ~needed

    def _room(self, placed: Mapping[int, int], taken: Mapping[int, int]) -> list[int]:
        """How many of each there can be in reach for certain."""
        room = list(self._book.room)
        for least, items in ((0, self._hidden), (1, self._scarce)):
            for item in items:
                room[item] = min(room[item], max(placed.get(item, 0), taken.get(item, 0), least))
        return room


def members(bits: int) -> Iterator[int]:
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


def makers_of(ways: Iterable[Way]) -> dict[int, list[Way]]:
    """By what they make."""
    found: dict[int, list[Way]] = {}
    for way in ways:
        found.setdefault(way.result, []).append(way)
    return found


def needed_items(graph: RecipeGraph, ways: Sequence[Way], ready: frozenset[int]) -> list[int]:
    """For each item all that is part of every way to it, as bits, if these are there."""
    every = (1 << len(graph.names)) - 1
    found = [1 << item if item in ready else every for item in range(len(graph.names))]
    changed = True
    while changed:
        changed = False
        for way in ways:
            if way.result not in ready:
                needs = 1 << way.result
                for item in way.takes:
                    needs |= found[item]
                if found[way.result] & needs != found[way.result]:
                    found[way.result] &= needs
                    changed = True
    return found


def heights(graph: RecipeGraph, ways: Sequence[Way], ready: frozenset[int]) -> list[int]:
    """The fewest steps on the longest chain to each item, if these are there."""
    found = [0 if item in ready else NEVER for item in range(len(graph.names))]
    changed = True
    while changed:
        changed = False
        for way in ways:
            height = 1 + max(found[item] for item in way.takes)
            if height < found[way.result]:
                found[way.result], changed = height, True
    return found
