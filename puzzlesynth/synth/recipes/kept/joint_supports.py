"""Supports for all areas together, the last area first.

What lies in areas that are not open yet takes up the room that a way around would need, so it is chosen first. Then
much less has to be believed to lie there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from puzzlesynth.synth.recipes.areas.area_chain import ChosenGoals
from puzzlesynth.synth.recipes.recipe_graph import NEVER, Way
from puzzlesynth.synth.recipes.shortcuts.kept_landmarks import can_be_made, landmarks

from .kept_book import KeptBook, closed
from .supports import Support, SupportBudget, SupportSearch, TooManySupports


class JointSupports:
    def __init__(self, book: KeptBook, goals: ChosenGoals, ways: Sequence[Sequence[Way]], tests: int) -> None:
        """`ways`: for each area those that may be part of its tree. `tests`: how many tops are looked at, for each area
        alone and for all together."""
        self._book, self._goals, self._ways, self._tests = book, goals, ways, tests
        self._single = all(copies == 1 for copies in book.graph.copies)
        self._provided: list[frozenset[int]] = []
        """For each area what earlier ones may have made."""

    def supports(self) -> Iterator[list[Support]]:
        """Where there is one of each item, whatever a puzzle may have. Where there are several, there is no puzzle if
        there is nothing here. Raises `TooManySupports`."""
        if self._may_each_be_solved():
            yield from self._before([], SupportBudget(self._tests))

    def _may_each_be_solved(self) -> bool:
        """Looks at each area alone, whatever lies behind it."""
        provided: frozenset[int] = frozenset()
        for stage, ways in enumerate(self._ways):
            self._provided.append(provided)
            budget = SupportBudget(self._tests)
            search = SupportSearch(self._book, self._goals, stage, ways, provided, budget)
            try:
                found = list(search.supports())
            except TooManySupports:
                provided |= {way.result for way in ways}
                continue
            if not found:
                return False
            provided = provided.union(*found)
        return True

    def _before(self, later: list[Support], budget: SupportBudget) -> Iterator[list[Support]]:
        """All that end like this."""
        stage = len(self._ways) - 1 - len(later)
        if stage < 0:
            yield later
            return
        made = {item for support in later for item in support}
        behind = self._behind(later)
        # An earlier area has nothing that is made later.
        ways = [
            way
            for way in self._ways[stage]
            if way.result not in made and not (self._single and made.intersection(way.takes))
        ]
        search = SupportSearch(
            self._book, self._goals, stage, ways, self._provided[stage], budget, behind if later else None
        )
        for support in search.supports():
            supports = [support, *later]
            if all(self._may_hold(supports, n) for n in range(len(supports))):
                yield from self._before(supports, budget)

    def _behind(self, later: Sequence[Support]) -> frozenset[int]:
        """What may be placed for these areas."""
        made = {item for support in later for item in support}
        taken = {item for support in later for item in _taken(support)}
        return frozenset(taken - made if self._single else taken | made)

    def _may_hold(self, supports: Sequence[Support], number: int) -> bool:
        """Whether an area cannot be solved too soon, and no step of it is spare, with what earlier ones of these need."""
        book, goals = self._book, self._goals
        stage = len(book.areas) - len(supports) + number
        accepted = sorted(goals.accepted[stage])
        made = {item for support in supports for item in support}
        own, meeting = book.placeable(goals, stage), goals.accepted[stage - 1] if stage else frozenset()
        first = len(supports) == len(book.areas)
        earlier = {item for support in supports[:number] for item in support}
        if first:
            missing = _taken(supports[number]) - supports[number].keys() - own - earlier
            if missing or _depth(supports[: number + 1]) < book.depths[stage].start:
                return False
        placed = {item: 1 for support in supports[:number] for item in _taken(support) - made}
        room = self._room(supports[number:], stage - 1, placed)
        if number and can_be_made(book.graph, accepted, placed, closed(goals, stage, room)):
            return False
        placed |= dict.fromkeys(_taken(supports[number]) - made - meeting, 1)
        room = self._room(supports[number + 1 :], stage, placed)
        kinds = 0
        for one in supports[number].values():
            kinds |= 1 << one.way.kind
        needed = landmarks(book.graph, accepted, placed, room, kinds)
        return needed is None or not kinds & ~needed

    def _room(self, behind: Sequence[Support], stage: int, placed: Mapping[int, int]) -> list[int]:
        """How many of each there can be in reach for certain."""
        room = list(self._book.room)
        hidden = self._behind(behind)
        for item in self._book.may_be_hidden(self._goals, stage):
            room[item] = min(room[item], max(placed.get(item, 0), 0 if item in hidden else 1))
        return room


def _taken(support: Support) -> set[int]:
    return {item for one in support.values() for item in one.way.takes}


def _depth(supports: Sequence[Support]) -> int:
    """The longest chain of steps that the last area may have, with all that earlier ones have made made again."""
    ways = {item: one.way for support in supports for item, one in support.items()}
    known: dict[int, int] = {}

    def depth_of(item: int) -> int:
        if item not in ways:
            return 0
        if item not in known:
            known[item] = NEVER  # in a circle, there may be no end to it
            known[item] = min(NEVER, 1 + max(map(depth_of, ways[item].takes)))
        return known[item]

    return max(map(depth_of, supports[-1]))
