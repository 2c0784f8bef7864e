"""The numbers of everything in an ink story: objects, areas, items, properties, and the tests that are needed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from puzzlesynth.export.game_model import GameModel, is_a
from puzzlesynth.export.object_pool import ObjectPool, PoolObject, object_pool_of
from puzzlesynth.pack.model import Term
from puzzlesynth.pack.rules.effects import ContentChange, Origin
from puzzlesynth.pack.text.wording import words


class InkStory:
    """The numbers of everything, and the functions that are needed."""

    def __init__(self, game: GameModel) -> None:
        self.game = game
        self.pool: ObjectPool = object_pool_of(game)
        self.areas = {name: number for number, name in enumerate(game.pack.areas, 1)}
        self.items = {name: number for number, name in enumerate(game.items, 1)}
        self.tests: dict[Term, int] = {}

    def name(self, seat: PoolObject) -> str:
        """Numbered where several have this name, be it copies of an item or items whose names read the same."""
        label = words(seat.item)
        alike = [other.number for other in self.pool.seats if words(other.item) == label]
        return f"{label} {alike.index(seat.number) + 1}" if len(alike) > 1 else label

    def test(self, term: Term) -> str:
        """The function that tells whether an object of the right type matches a term."""
        key = Term(term.type, term.properties, term.contains)
        return f"is_{self.tests.setdefault(key, len(self.tests) + 1)}"

    @cached_property
    def secret(self) -> frozenset[int]:
        """The seats of what can be inside something that the player has not seen: from the beginning, or because it is
        made together with what it is in."""
        found = {s.number for s in self.pool.seats if s.thing is not None and s.thing.inside is not None}
        for prepared in self.game.prepared_rules:
            for slot, made in enumerate(prepared.slots):
                outcome = prepared.outcomes[made.output]
                if (
                    made.inside
                    and outcome.filling is ContentChange.CREATED
                    and outcome.origin is Origin.CREATED
                ):
                    items = {way[slot] for way in prepared.ways}
                    found |= {seat.number for seat in self.pool.seats if seat.item in items}
        return frozenset(found)

    @cached_property
    def kept(self) -> dict[tuple[int, int], int]:
        """The properties that an object has a variable for, by seat and number, with their value at the start."""
        found: dict[tuple[int, int], int] = {}
        for number, name in enumerate(self.pool.properties):
            types = {term.type for term in self.game.terms if any(name == own for own, _ in term.properties)}
            for seat in self.pool.seats:
                item = self.game.items[seat.item]
                if any(is_a(item, type_) for type_ in types):
                    properties = seat.thing.properties if seat.thing else item.properties
                    found[seat.number, number] = self.pool.codes(properties)[number]
        return found


def offered(condition: str, words: str, then: str) -> str:
    """A choice that appears whenever it is possible."""
    return f"{{ {condition}:\n+ [{words}]\n  {then}\n}}"


def switch(what: str, cases: list[tuple[int, str]]) -> Iterator[str]:
    if cases:
        yield f"{{ {what}:"
        yield from (f"- {value}: {then}" for value, then in cases)
        yield "}"


def case_function(head: str, cases: list[tuple[int, str]], otherwise: str) -> Iterator[str]:
    """A function that does something else for each value of its first argument."""
    yield f"\n=== function {head} ==="
    yield from switch(
        head.partition("(")[2].rstrip(")").partition(",")[0], [(n, f"\n  ~ {do}") for n, do in cases]
    )
    yield f"~ return {otherwise}".rstrip()
