"""The pack as it was most likely meant: every name that does not exist is the one that comes closest.

What is found in the pack as it is written may follow from a misspelt name; what is still found here does not.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from puzzlesynth.pack.keys import SPECIAL
from puzzlesynth.pack.model import ANYTHING, NOTHING, Area, Item, Pack, Rule, Term
from puzzlesynth.suggestions import NameIndex

from .properties import PropertyNames
from .rules import swapped_sides


class _NotToBeTold(Exception):
    """A name that comes close to none."""


def corrected(pack: Pack) -> Pack | None:
    """None: a name comes close to none, so nobody can tell what was meant."""
    try:
        return _Corrections(pack).pack()
    except _NotToBeTold:
        return None


class _Corrections:
    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._types = NameIndex(sorted({*pack.types, ANYTHING}))
        self._items = NameIndex(pack.items)
        self._areas = NameIndex(pack.areas)
        self._properties = PropertyNames(pack)
        self._swapped = swapped_sides(pack)

    def pack(self) -> Pack:
        pack = self._pack
        return replace(
            pack,
            rules=tuple(map(self._rule, pack.rules)),
            areas={name: self._area(area) for name, area in pack.areas.items()},
            items={name: self._item(item) for name, item in pack.items.items()},
        )

    def _rule(self, rule: Rule) -> Rule:
        if rule.number in self._swapped:
            action, *inputs = rule.outputs
            outputs = (Term(rule.action, place=rule.action_place), *rule.inputs)
            rule = replace(rule, action=action.type, outputs=outputs, inputs=tuple(inputs))
        outputs = tuple(self._term(term, is_output=True) for term in rule.outputs)
        return replace(rule, outputs=outputs, inputs=tuple(map(self._term, rule.inputs)))

    def _area(self, area: Area) -> Area:
        return replace(
            area,
            goals=tuple(map(self._term, area.goals)),
            connects=_all(area.connects, self._areas),
            contains=tuple(map(self._content, area.contains)),
        )

    def _item(self, item: Item) -> Item:
        areas = None if item.areas is None else _all(item.areas, self._areas)
        return replace(item, areas=areas, contains=self._content(item.contains) if item.contains else None)

    def _content(self, name: str) -> str:
        """Only an item can be inside something: of a type, the first that there is."""
        if name not in self._pack.items and name in self._pack.members:
            return self._pack.members[name][0].name
        return _meant(name, self._items)

    def _term(self, term: Term, is_output: bool = False) -> Term:
        contains = term.contains
        if contains not in (None, NOTHING):
            contains = _meant(str(contains), self._types)
        kept = [
            ((_told(self._properties.meant(name)), value), term.place_of(number))
            for number, (name, value) in enumerate(term.properties)
            if name not in SPECIAL or (name == "carryable" and not is_output)
        ]
        return replace(
            term,
            type=_meant(term.type, self._types),
            contains=contains,
            properties=tuple(pair for pair, _ in kept),
            property_places=tuple(place for _, place in kept),
        )


def _all(names: Iterable[str], known: NameIndex) -> tuple[str, ...]:
    return tuple(_meant(name, known) for name in names)


def _meant(name: str, known: NameIndex) -> str:
    return name if known.has(name) else _told(known.closest(name))


def _told(name: str | None) -> str:
    if name is None:
        raise _NotToBeTold
    return name
