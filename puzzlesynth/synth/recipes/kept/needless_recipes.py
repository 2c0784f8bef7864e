"""Recipes that no tree of an area has, since whatever takes what they make can be made without them.

Take a step and one that takes what it makes. If the second one's result can be made of what else the two of them
take, without the first one's kind, a player can do that instead. If it is so for all steps of a kind and all that may
take from them, then whatever a tree makes can be made without that kind, things further down first. So the kind is
spare. (What a player can make once can be made as often as a tree makes it.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from puzzlesynth.deadline import check_time
from puzzlesynth.synth.recipes.areas.area_chain import ChosenGoals
from puzzlesynth.synth.recipes.recipe_graph import Way
from puzzlesynth.synth.recipes.shortcuts.kept_landmarks import landmarks

from .kept_book import KeptBook
from .supports import makers_of

MANY_WAYS = 1_500
"""In a larger book, to look for what can be left out takes longer than to do without."""

MOST_TESTS = 12_000
"""Of two steps, before the rest is believed to be of use."""


def ways_of_use(book: KeptBook, goals: ChosenGoals, stage: int) -> list[Way]:
    """The ways that may be part of an area's tree."""
    barred = goals.too_soon(stage)
    ways = [way for way in book.graph.ways if not any(item in barred for item in way.takes)]
    if len(book.graph.ways) <= MANY_WAYS:
        search = _Search(book, goals, stage)
        before = len(ways) + 1
        while len(ways) < before:
            before = len(ways)
            ways = search.without_needless(_below(ways, goals.solving(stage)))
    return ways


def _below(ways: Sequence[Way], goals: Sequence[int]) -> list[Way]:
    """Those that some goal may need."""
    makers = makers_of(ways)
    wanted = dict.fromkeys(goals)
    queue = list(wanted)
    for item in queue:
        new = {one: None for way in makers.get(item, ()) for one in way.takes if one not in wanted}
        wanted |= new
        queue += new
    return [way for way in ways if way.result in wanted]


class _Search:
    def __init__(self, book: KeptBook, goals: ChosenGoals, stage: int) -> None:
        self._book, self._goals = book, goals.too_soon(stage)
        self._hidden = book.may_be_hidden(goals, stage)
        self._tests_left = MOST_TESTS
        self._needed: dict[int, tuple[Way, Way]] = {}
        """For each kind of step that may be of use a step of it and one that takes from it."""

    def without_needless(self, ways: Sequence[Way]) -> list[Way]:
        left = set(ways)
        makers: dict[int, list[Way]] = {}
        takers: dict[int, list[Way]] = {}
        for way in ways:
            makers.setdefault(way.kind, []).append(way)
            for item in dict.fromkeys(way.takes):
                takers.setdefault(item, []).append(way)
        needless = 0
        for kind, of_kind in makers.items():
            item = of_kind[0].result
            if item in self._goals or left.issuperset(self._needed.get(kind, (None,))):
                continue
            pairs = ((way, taker) for way in of_kind for taker in takers.get(item, ()))
            needed = next((pair for pair in pairs if not self._can_skip(*pair)), None)
            if needed is None:
                needless |= 1 << kind
            else:
                self._needed[kind] = needed
        return [way for way in ways if not needless >> way.kind & 1]

    def _can_skip(self, way: Way, taker: Way) -> bool:
        """Whether what the taker makes can certainly be made without this kind of step."""
        check_time()
        self._tests_left -= 1
        if self._tests_left < 0:
            return False
        placed = Counter(way.takes) | Counter(taker.takes)
        del placed[way.result]
        if taker.result in placed:
            if self._book.graph.copies[taker.result] == 1:
                return True
            # It may be there to make another one: that must be possible without it.
            del placed[taker.result]
        room = list(self._book.room)
        for item in self._hidden:
            room[item] = min(room[item], placed.get(item, 0))
        room[taker.result] = max(room[taker.result], 1)
        kind = 1 << way.kind
        around = landmarks(self._book.graph, [taker.result], placed, room, kind)
        return around is not None and not around & kind
