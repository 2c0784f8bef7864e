"""Supports for all areas together, the last area first.

What lies in areas that are not open yet takes up the room that a way around would need, so it is chosen first. Then much less
has to be believed to lie there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzlesynth.synth.recipes.areas.area_chain import ChosenGoals
from puzzlesynth.synth.recipes.recipe_graph import Way
from puzzlesynth.synth.recipes.shortcuts.kept_landmarks import landmarks

from .kept_book import KeptBook
from .supports import SearchBudget, Support, SupportSearch, TooManySupports


class JointSupports:
    def __init__(
        self, book: KeptBook, goals: ChosenGoals, ways: Sequence[Sequence[Way]], tests: int
    ) -> None:
        """`ways`: for each area those that may be part of its tree. `tests`: how many tops are looked at, for each area alone
        and for all together."""
        self._book, self._goals, self._ways, self._tests = book, goals, ways, tests
        self._single = all(copies == 1 for copies in book.graph.copies)
        self._provided: list[frozenset[int]] = []
        """For each area what earlier ones may have made."""

    def supports(self) -> Iterator[list[Support]]:
        """Where there is one of each item, whatever a puzzle may have. Where there are several, there is no puzzle if there is
        nothing here. Raises `TooManySupports`."""
        if self._may_each_be_solved():
            yield from self._before([], SearchBudget(self._tests))

    def _may_each_be_solved(self) -> bool:
        """Looks at each area alone, whatever lies behind it."""
        provided: frozenset[int] = frozenset()
        for stage, ways in enumerate(self._ways):
            self._provided.append(provided)
            budget = SearchBudget(self._tests)
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

    def _before(self, later: list[Support], budget: SearchBudget) -> Iterator[list[Support]]:
        """All that end like this."""
        stage = len(self._ways) - 1 - len(later)
        if stage < 0:
            yield later
            return
        made = {item for support in later for item in support}
        behind = frozenset(item for support in later for item in (*support, *self._taken(support)))
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
            if all(self._holds(supports, n) for n in range(1, len(supports))):
                yield from self._before(supports, budget)

    def _taken(self, support: Support) -> set[int]:
        return {item for one in support.values() for item in one.way.takes}

    def _holds(self, supports: Sequence[Support], number: int) -> bool:
        """Whether no step of an area is spare for certain, with what earlier ones need as well."""
        book = self._book
        stage = len(book.areas) - len(supports) + number
        if stage < len(book.areas) - 1:
            return True  # what lies behind would have to be told from what does not
        made = {item for support in supports for item in support}
        placed = {item: 1 for support in supports for item in self._taken(support) if item not in made}
        own = 0
        for one in supports[number].values():
            own |= 1 << one.way.kind
        accepted = sorted(self._goals.accepted[stage])
        needed = landmarks(book.graph, accepted, placed, book.room, own)
        return needed is None or not own & ~needed
