"""What a win condition demands of things that are looked at one by one: a state that falls short can never be won.

Three demands are made of a state:

* *all*: every one of some things is where it can still come to be as wanted
* *some*: one of them is
* *partners*: the places that need a thing each can all have one of their own, or the things that need a place

They hold for every state of a level, whatever else is on its board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum

from puzzlesynth.levels.bitmask import bits, union
from puzzlesynth.levels.model import PuzzleScriptGame, WinCondition
from puzzlesynth.quick_dataclasses import dataclass

from .level_facts import LevelFacts
from .thing_graph import ThingGraph

MOST_PLACES = 64
"""Places that fit a word."""


class Kind(IntEnum):
    """What is demanded."""

    ALL = 0
    SOME = 1
    FILL = 2
    """Every place needs a thing."""
    SETTLE = 3
    """Every thing needs a place."""


@dataclass(frozen=True, slots=True)
class Demand:
    """`cells` has for things the cells from which they can come to be as wanted; for partners, for each of the places."""

    kind: Kind
    cells: tuple[dict[int, int], ...]
    places: tuple[int, ...] = ()
    """The cells of the places that partners are for."""

    @property
    def things(self) -> tuple[int, ...]:
        return tuple(sorted({thing for cells in self.cells for thing in cells}))

    def is_met(self, planes: dict[int, int], frozen: Mapping[int, int] | None = None) -> bool:
        """Whether a state, given as the cells of each thing that can change, can still be as is demanded. Frozen things
        can only be partners of the places where they are."""
        if self.kind == Kind.ALL:
            return all(not planes[thing] & ~where for thing, where in self.cells[0].items())
        if self.kind == Kind.SOME:
            return any(planes[thing] & where for thing, where in self.cells[0].items())
        choices = [
            [
                place
                for place, cells in enumerate(self.cells)
                if cells.get(thing, 0) >> cell & 1
                and (self.places[place] == cell or not (frozen or {}).get(thing, 0) >> cell & 1)
            ]
            for thing in self.things
            for cell in bits(planes[thing])
        ]
        needed = len(self.cells) if self.kind == Kind.FILL else len(choices)
        return matching_size(choices) >= needed


def matching_size(choices: Sequence[Sequence[int]]) -> int:
    """How many can have one of their choices for themselves (Kuhn 1955)."""
    taken: dict[int, int] = {}

    def place(one: int, tried: set[int]) -> bool:
        for choice in choices[one]:
            if choice not in tried:
                tried.add(choice)
                if choice not in taken or place(taken[choice], tried):
                    taken[choice] = one
                    return True
        return False

    return sum(place(one, set()) for one in range(len(choices)))


def demands_of(game: PuzzleScriptGame, facts: LevelFacts) -> tuple[Demand, ...]:
    """The demands of all win conditions; none, if a rule may win."""
    if facts.planes[facts.level.winning] or not facts.level.can_win:
        return ()
    return tuple(_Demands(game, facts).all())


class _Demands:
    def __init__(self, game: PuzzleScriptGame, facts: LevelFacts) -> None:
        self.game, self.facts = game, facts
        self.graph = ThingGraph(facts)
        self.there = facts.level.there
        self.full = facts.board.full
        self.moving = union(1 << thing for thing in self.there)

    def all(self) -> Iterator[Demand]:
        for condition in self.game.win_conditions:
            if not condition.subject_is_aggregate and not condition.target_is_aggregate:
                yield from self._of(condition)

    def _of(self, condition: WinCondition) -> Iterator[Demand]:
        quantifier, subject, target = condition.quantifier, condition.subject_mask, condition.target_mask
        if quantifier == "some":
            yield from self._some(subject, self._cells(target) if condition.has_target else self.full)
            if condition.has_target:
                yield from self._some(target, self._cells(subject))
        elif quantifier == "no":
            wrong = self._still(target) if condition.has_target else self.full
            yield from self._all(subject, self.full & ~wrong)
            if condition.has_target:
                yield from self._all(target, self.full & ~self._still(subject))
        elif condition.has_target:
            yield from self._all(subject, self._cells(target))
            yield from self._fill(self._still(subject) & ~self._still(target), target)

    def _still(self, mask: int) -> int:
        """Cells in which one of these things lies for ever."""
        level = self.facts.level
        return union(cells for thing, cells in level.lying.items() if mask >> thing & 1)

    def _cells(self, mask: int) -> int:
        """Cells in which one of these things may ever be."""
        return self._still(mask) | union(
            self.facts.planes[self.there[thing]] for thing in bits(mask & self.moving)
        )

    def _some(self, mask: int, goals: int) -> Iterator[Demand]:
        if self._still(mask) & goals:
            return
        good = self.graph.leading_to(dict.fromkeys(bits(mask & self.moving), goals))
        if not self.graph.comes_from_nowhere(good):
            yield Demand(Kind.SOME, (good,))

    def _all(self, mask: int, goals: int) -> Iterator[Demand]:
        """Every thing must come to lie in a goal, become something else, or vanish."""
        things = bits(mask & self.moving)
        if not things:
            return
        free = self.graph.vanishing | {thing: self.full for thing in self.there if not mask >> thing & 1}
        good = dict(free)
        for thing in things:
            good[thing] = good.get(thing, 0) | goals
        found = self.graph.leading_to(good)
        where = {thing: found[thing] for thing in things if self.full & ~found[thing]}
        if where:
            yield Demand(Kind.ALL, (where,))
        freed = self.graph.leading_to(free)
        is_bound = self._exclude_each_other(things) and not any(freed.get(thing, 0) for thing in things)
        if is_bound and goals.bit_count() <= MOST_PLACES:
            ways = tuple(self._leading_to(cell, things) for cell in bits(goals))
            yield Demand(Kind.SETTLE, ways, tuple(bits(goals)))

    def _exclude_each_other(self, things: Sequence[int]) -> bool:
        return len({self.game.objects[thing].layer for thing in things}) == 1

    def _leading_to(self, cell: int, things: Sequence[int]) -> dict[int, int]:
        return self.graph.leading_to(dict.fromkeys(things, 1 << cell))

    def _fill(self, places: int, mask: int) -> Iterator[Demand]:
        """Every place needs a thing of its own."""
        things = bits(mask & self.moving)
        all_ways = [(self._leading_to(cell, things), cell) for cell in bits(places)]
        ways = [(way, cell) for way, cell in all_ways if not self.graph.comes_from_nowhere(way)]
        if 0 < len(ways) <= MOST_PLACES:
            yield Demand(Kind.FILL, tuple(way for way, _ in ways), tuple(cell for _, cell in ways))
