"""Fixed places for objects, for targets that cannot make any: as many of each item as there can be at once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from puzzlesynth.pack.model import Term, Value
from puzzlesynth.puzzle.model import Object
from puzzlesynth.quick_dataclasses import dataclass

from .game_model import GameModel, equal_values, is_a, values_of, without_false

OTHER = 1000
"""The number of a value that no rule and no goal asks for."""


@dataclass(frozen=True)
class PoolObject:
    """One object of the target. `thing` sits in it at the start; otherwise it waits to be made."""

    number: int
    name: str
    """The id of the puzzle's object, or the item's name with a number."""
    item: str
    copy: int
    """Which of its item it is, from 1."""
    thing: Object | None


@dataclass(frozen=True, eq=False)
class ObjectPool:
    """All seats of a game, and its properties as numbers."""

    game: GameModel
    seats: tuple[PoolObject, ...]

    @cached_property
    def by_item(self) -> Mapping[str, tuple[PoolObject, ...]]:
        return {item: tuple(s for s in self.seats if s.item == item) for item in self.game.items}

    @cached_property
    def values(self) -> Mapping[str, list[Value]]:
        """For each property that matters, the values that matter."""
        found = values_of(self.game.terms)
        found.pop("carryable", None)
        return found

    @cached_property
    def properties(self) -> tuple[str, ...]:
        return tuple(self.values)

    def code(self, name: str, value: Value | None) -> int:
        """0: false or not given, 1: true, and a number for every other value."""
        if value is None or value is False:
            return 0
        if value is True:
            return 1
        known = self.values[name]
        return next((n + 2 for n, other in enumerate(known) if equal_values(value, other)), OTHER)

    def codes(self, properties: Mapping[str, Value]) -> tuple[int, ...]:
        """The values of all properties that matter, in their order."""
        known = without_false(properties)
        return tuple(self.code(name, known.get(name)) for name in self.properties)

    def candidates(self, term: Term) -> tuple[PoolObject, ...]:
        """The seats that could ever match a term, by type alone."""
        items = {name for name, item in self.game.items.items() if is_a(item, term.type)}
        return tuple(seat for seat in self.seats if seat.item in items)


def object_pool_of(game: GameModel) -> ObjectPool:
    seats: list[PoolObject] = []
    taken = {thing.id for thing in game.puzzle.objects}
    for item in game.items:
        things = [thing for thing in game.puzzle.objects if thing.item == item]
        for copy in range(1, game.most[item] + 1):
            thing = things[copy - 1] if copy <= len(things) else None
            name = thing.id if thing else _fresh(item, copy, taken)
            taken.add(name)
            seats.append(PoolObject(len(seats) + 1, name, item, copy, thing))
    return ObjectPool(game, tuple(seats))


def _fresh(item: str, copy: int, taken: set[str]) -> str:
    name = f"{item.lower()}_{copy}"
    while name in taken:
        name += "_"
    return name
