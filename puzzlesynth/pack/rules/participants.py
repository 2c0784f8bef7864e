"""The participants of a rule: what happens to each input, and whether it is a person or something to carry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import TypeVar

from puzzlesynth.pack.model import Item, Pack, Rule
from puzzlesynth.quick_dataclasses import dataclass

from .effects import ContentChange, Origin, destroyed_inputs, output_effects

_PERSONS = frozenset(
    {"npc", "person", "people", "character", "human", "animal", "creature", "being", "monster", "villager"}
)

Candidate = TypeVar("Candidate")


class Fate(Enum):
    """What happens to an input."""

    USED_UP = "used up"
    STORED = "goes inside another one"
    CHANGED = "changes"
    KEPT = "stays as it is"


@dataclass(frozen=True)
class Participant:
    """An input of a rule, as a sentence about the rule sees it."""

    index: int
    type: str
    fate: Fate
    person: bool
    carryable: bool
    filled: bool
    """Something goes inside it."""
    emptied: bool
    """Something comes out of it."""

    @property
    def leaves(self) -> bool:
        """Whether it is gone or inside something afterwards."""
        return self.fate in (Fate.USED_UP, Fate.STORED)

    @property
    def tool(self) -> bool:
        """Whether one can do something with it."""
        return self.carryable and not self.person

    @property
    def site(self) -> bool:
        """Whether it is a place to do something at: it stays where and as it is."""
        return not (self.carryable or self.person) and self.fate is Fate.KEPT


def participants(pack: Pack, rule: Rule) -> tuple[Participant, ...]:
    gone = set(destroyed_inputs(rule))
    stored = {outcome.stored_input for outcome in output_effects(rule)}
    after = {o.origin_input: o for o in output_effects(rule) if o.origin is Origin.BOUND}
    released = {o.origin_input for o in output_effects(rule) if o.origin is Origin.RELEASED}
    found = []
    for index, term in enumerate(rule.inputs):
        fate = Fate.USED_UP if index in gone else Fate.STORED if index in stored else Fate.KEPT
        filling = after[index].filling if index in after else ContentChange.UNTOUCHED
        if index in after and after[index].changes(rule):
            fate = Fate.CHANGED
        items = pack.members.get(term.type, ())
        filled = filling in (ContentChange.STORED, ContentChange.CREATED)
        emptied = filling is ContentChange.EMPTIED or index in released
        person = _is_person(term.type, items)
        found.append(Participant(index, term.type, fate, person, _all_carryable(items), filled, emptied))
    return tuple(found)


def _is_person(type_: str, items: Sequence[Item]) -> bool:
    names = {type_, *(name for item in items for name in item.types if len(items) == 1)}
    return not _PERSONS.isdisjoint(name.lower() for name in names) or (
        bool(items) and all(item.properties.get("npc") is True or _isa_person(item) for item in items)
    )


def _isa_person(item: Item) -> bool:
    return not _PERSONS.isdisjoint(name.lower() for name in item.types)


def _all_carryable(items: Sequence[Item]) -> bool:
    return bool(items) and all(item.carryable for item in items)


def distinct_choices(pools: Sequence[Sequence[Candidate]]) -> Iterator[tuple[Candidate, ...]]:
    """One participant from each pool, none of them twice."""

    def extend(chosen: tuple[Candidate, ...]) -> Iterator[tuple[Candidate, ...]]:
        if len(chosen) == len(pools):
            yield chosen
            return
        for candidate in pools[len(chosen)]:
            if candidate not in chosen:
                yield from extend((*chosen, candidate))

    return extend(())
