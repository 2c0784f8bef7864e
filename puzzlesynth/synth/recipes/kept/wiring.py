"""All ways in which things can be put together to a puzzle: which are placed, which are made, and who takes which.

Puzzles are built from the goals down, the first area first. Inputs are dealt with one after another, and each takes a
thing that is there already or a new one. So every puzzle is built exactly once, whatever its things are called.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TypeVar

from puzzlesynth.deadline import check_time
from puzzlesynth.synth.recipes.areas.area_chain import ChosenGoals
from puzzlesynth.synth.recipes.recipe_graph import Way

from .kept_book import KeptBook
from .kept_puzzle import KeptPuzzle, KeptThing

SERVING_AGAIN = 0.75
"""How often a thing that is there is tried before a new one, if puzzles come in no particular order."""

Choice = TypeVar("Choice")

Makers = Callable[[int, int], Sequence[Way]]
"""For an area and an item the ways to make it there."""


class TooManyWirings(Exception):
    """They were not all looked at."""


class Wiring:
    def __init__(
        self,
        book: KeptBook,
        goals: ChosenGoals,
        makers: Makers,
        placed: frozenset[int] | Sequence[Counter[int]],
        *,
        budget: int,
        random: Random | None = None,
    ) -> None:
        """`placed`: what may be placed, or for each area how many of each item are, no more and no fewer. `budget`:
        choices that are made before it gives up. `random`: puzzles come in no particular order, and things mostly
        serve again."""
        self._book, self._goals, self._makers, self._random = book, goals, makers, random
        self._placeable: frozenset[int] = frozenset()
        self._left: list[Counter[int]] | None = None
        if isinstance(placed, frozenset):
            self._placeable = placed
        else:
            self._left = [Counter(here) for here in placed]
        self.budget = budget
        self._items: list[int] = []
        self._stages: list[int] = []
        self._ways: list[Way | None] = []
        self._takes: list[list[int]] = []
        self._numbers: dict[int, list[int]] = {}
        """For each item its things."""
        self._solving: list[int] = []

    def puzzles(self) -> Iterator[KeptPuzzle]:
        """Puzzles by their form: nothing is tested. Raises `TooManyWirings`."""
        return self._from(0)

    def _from(self, stage: int) -> Iterator[KeptPuzzle]:
        goals = self._goals
        if stage == len(self._book.areas):
            yield self._puzzle()
            return
        barred = goals.too_soon(stage)
        for item in self._in_any_order(goals.solving(stage)):
            if not self._has_room(item):
                continue
            for way in self._in_any_order(self._makers(stage, item)):
                number = self._add(item, stage, way)
                self._solving.append(number)
                yield from self._filled(stage, barred, [(number, one) for one in reversed(way.takes)])
                self._solving.pop()
                self._remove(number)

    def _filled(
        self, stage: int, barred: frozenset[int], todo: list[tuple[int, int]]
    ) -> Iterator[KeptPuzzle]:
        """`todo`: what steps take and have not got yet, the last one first."""
        check_time()
        self.budget -= 1
        if self.budget < 0:
            raise TooManyWirings
        if not todo:
            if self._left is None or not self._left[stage]:
                yield from self._from(stage + 1)
            return
        taker, item = todo[-1]
        rest, takes = todo[:-1], self._takes[taker]
        if item in barred:
            return
        for choice in self._choices(taker, item, stage):
            if isinstance(choice, int):
                takes.append(choice)
                yield from self._filled(stage, barred, rest)
                takes.pop()
                continue
            if choice is None:
                place = self._book.latest(item, stage)
                assert place is not None
                if self._left is not None:
                    self._left[stage] -= Counter([item])
                number = self._add(item, place, None)
                more: list[tuple[int, int]] = []
            else:
                number = self._add(item, stage, choice)
                more = [(number, one) for one in reversed(choice.takes)]
            takes.append(number)
            yield from self._filled(stage, barred, [*rest, *more])
            takes.pop()
            self._remove(number)
            if choice is None and self._left is not None:
                self._left[stage][item] += 1

    def _choices(self, taker: int, item: int, stage: int) -> list[int | Way | None]:
        """What a step may take: a thing by its number, a new one that is made in a way, or a new one that is placed."""
        taken = self._takes[taker]
        found: list[int | Way | None] = [
            number
            for number in self._numbers.get(item, ())
            if number not in taken and not self._rests_on(number, taker)
        ]
        if self._has_room(item):
            if self._may_place(item, stage):
                found.append(None)
            found += self._makers(stage, item)
        ordered = self._in_any_order(found)
        if self._random is not None and self._random.random() < SERVING_AGAIN:
            ordered.sort(key=lambda choice: not isinstance(choice, int))
        return ordered

    def _may_place(self, item: int, stage: int) -> bool:
        if self._left is not None:
            return self._left[stage][item] > 0
        return item in self._placeable and self._book.latest(item, stage) is not None

    def _has_room(self, item: int) -> bool:
        return len(self._numbers.get(item, ())) < self._book.graph.copies[item]

    def _rests_on(self, number: int, other: int) -> bool:
        """Whether a thing is another, or is made of it."""
        return number == other or any(self._rests_on(one, other) for one in self._takes[number])

    def _add(self, item: int, stage: int, way: Way | None) -> int:
        number = len(self._items)
        self._items.append(item)
        self._stages.append(stage)
        self._ways.append(way)
        self._takes.append([])
        self._numbers.setdefault(item, []).append(number)
        return number

    def _remove(self, number: int) -> None:
        item = self._items[number]
        for stack in (self._items, self._stages, self._ways, self._takes, self._numbers[item]):
            stack.pop()

    def _in_any_order(self, choices: Sequence[Choice]) -> list[Choice]:
        found = list(choices)
        if self._random is not None:
            self._random.shuffle(found)
        return found

    def _puzzle(self) -> KeptPuzzle:
        things = zip(self._items, self._stages, self._ways, self._takes, strict=True)
        return KeptPuzzle(
            self._goals,
            tuple(KeptThing(item, stage, way, tuple(takes)) for item, stage, way, takes in things),
            tuple(self._solving),
        )
