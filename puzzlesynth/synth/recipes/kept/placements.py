"""Where few things may be placed: every choice of them, and of the areas that they are placed for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from puzzlesynth.deadline import check_time
from puzzlesynth.synth.recipes.areas.area_chain import ChosenGoals
from puzzlesynth.synth.recipes.recipe_graph import Way
from puzzlesynth.synth.recipes.shortcuts.kept_landmarks import can_be_made, landmarks

from .kept_book import KeptBook, closed, laid_of
from .kept_puzzle import KeptPuzzle, is_sound
from .wiring import TooManyWirings, Wiring

MANY_PLACEMENTS = 400
"""For the first area."""

MOST_TESTS = 1_500
"""Of choices for one area."""

MANY_PUZZLES = 500
"""More than this are not listed."""

CHOICES = 100_000
"""Of who takes what, for all puzzles."""


class TooManyPlacements(Exception):
    """They were not all looked at."""


class Placements:
    def __init__(self, book: KeptBook) -> None:
        self._book = book
        last = len(book.areas) - 1
        self._items = [item for item in range(len(book.graph.names)) if book.latest(item, last) is not None]
        self._most = {item: self._most_of(item) for item in self._items}
        self._tests_left, self._choices_left = MOST_TESTS, CHOICES

    def _most_of(self, item: int) -> int:
        """How many have to be tried to see whether there is any puzzle. No step takes more than so many at once. If
        more are placed than that, some can be left out: the others serve instead, and a player has no more than
        before. Only if a player could make some, and things take up room where they are out of reach, more may
        help."""
        book = self._book
        if len(book.areas) > 1 and book.graph.makers[item]:
            return book.graph.copies[item]
        return min(book.graph.copies[item], book.most_taken[item])

    @property
    def are_few(self) -> bool:
        number = 1
        for most in self._most.values():
            number *= most + 1
            if number > MANY_PLACEMENTS:
                return False
        return True

    @property
    def are_all(self) -> bool:
        """Whether no puzzle has more of anything."""
        return all(most == self._book.graph.copies[item] for item, most in self._most.items())

    def puzzles(self) -> list[KeptPuzzle]:
        """All puzzles with so much placed; raises `TooManyPlacements`."""
        found: list[KeptPuzzle] = []
        for goals in self._book.choices:
            for leaves in self._from(goals, []):
                try:
                    found += self._of(goals, leaves)
                except TooManyWirings:
                    raise TooManyPlacements from None
                if len(found) > MANY_PUZZLES:
                    raise TooManyPlacements
        return found

    def _from(self, goals: ChosenGoals, leaves: list[Counter[int]]) -> Iterator[list[Counter[int]]]:
        """What may be placed for each area, if this is placed for the first ones."""
        stage, book = len(leaves), self._book
        if stage == len(book.areas):
            yield leaves
            return
        meeting = frozenset().union(*goals.accepted)
        used = sum(leaves, Counter())
        items = [item for item in self._items if item not in meeting and book.latest(item, stage) is not None]
        for counts in product(*(range(self._most[item] - used[item] + 1) for item in items)):
            longer = [*leaves, Counter({item: n for item, n in zip(items, counts, strict=True) if n})]
            if self._may_go_on(goals, longer):
                yield from self._from(goals, longer)

    def _may_go_on(self, goals: ChosenGoals, leaves: Sequence[Counter[int]]) -> bool:
        """Whether the last of these areas can be solved, not before it is open, and only with a step that its tree may
        end in; whatever is placed for later areas."""
        check_time()
        self._tests_left -= 1
        if self._tests_left < 0:
            raise TooManyPlacements
        book, stage = self._book, len(leaves) - 1
        accepted = sorted(goals.accepted[stage])
        laid = self._laid(leaves)
        there = sum(laid, Counter())
        if not can_be_made(book.graph, accepted, there, book.room):
            return False
        # What lies in later areas may take up all the room that there is.
        room = [n - self._most.get(item, 0) for item, n in enumerate(book.room)]
        before = sum(laid[:-1], Counter())
        if stage and can_be_made(book.graph, accepted, before, closed(goals, stage, _beside(room, before))):
            return False
        needed = landmarks(book.graph, accepted, there, _beside(room, there))
        ends = [way for item in goals.solving(stage) for way in book.graph.makers[item]]
        return any(needed is None or needed >> way.kind & 1 for way in ends)

    def _laid(self, leaves: Sequence[Counter[int]]) -> list[Counter[int]]:
        laid: list[Counter[int]] = [Counter() for _ in leaves]
        for stage, here in enumerate(leaves):
            for item, number in here.items():
                place = self._book.latest(item, stage)
                assert place is not None
                laid[place][item] += number
        return laid

    def _of(self, goals: ChosenGoals, leaves: Sequence[Counter[int]]) -> Iterator[KeptPuzzle]:
        book = self._book
        laid = laid_of(self._laid(leaves))
        needed = [book.needed(goals, laid, stage) for stage in range(len(leaves))]

        def makers(stage: int, item: int) -> list[Way]:
            kinds = needed[stage] or 0
            return [way for way in book.graph.makers[item] if kinds >> way.kind & 1]

        if None not in needed:
            wiring = Wiring(book, goals, makers, leaves, budget=self._choices_left)
            yield from (puzzle for puzzle in wiring.puzzles() if is_sound(book, puzzle))
            self._choices_left = wiring.budget


def _beside(room: Sequence[int], there: Mapping[int, int]) -> list[int]:
    """How many of each there can be, if these are in reach."""
    found = list(room)
    for item, number in there.items():
        found[item] += number
    return found
