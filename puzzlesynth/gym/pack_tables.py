"""Numbers for what a pack's games consist of, the same for every puzzle of the pack: objects, areas, actions.

An object is numbered by its item and by how many of the same item came into the world before it. An action is a walk to
an area, taking or dropping an object, or a rule with the objects that it is done with.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlesynth.bad_input import BadInput
from puzzlesynth.internal_error import InternalError
from puzzlesynth.pack.model import Pack, Term, Value
from puzzlesynth.world import Drop, Move, State, Take, Thing, Use, Walk
from puzzlesynth.world.rule_semantics import Form, Mechanics, mechanics_of

Ids = dict[str, int]
"""The numbers of a state's objects."""

ActionKey = tuple[Any, ...]

MOST_ACTIONS = 20_000
"""Numbered actions of a pack."""

UNSEEN, CARRIED, INSIDE, FIRST_AREA = 0, 1, 2, 3
"""Places: not there as far as the player knows, with the player, inside another object, and then the areas."""

AREA_COLUMNS = ("open", "solved", "here", "goal")
OBJECT_COLUMNS = ("place", "holder")
"""Before the properties. The holder is the number of an object, from 1."""


class PackTables:
    """The objects, properties and areas of a pack by number."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.areas = {name: number for number, name in enumerate(pack.areas)}
        self.items: dict[str, range] = {}
        """The numbers of the objects of each item."""
        end = 0
        for item in pack.items.values():
            self.items[item.name] = range(end, end := end + item.copies)
        self.objects = end
        self.values = _property_values(pack)
        """For each property its values by number, from 1; 0 is false, and what is not given."""
        self._rows: dict[Form, NDArray[np.int16]] = {}
        self._columns = {name: 2 + number for number, name in enumerate(self.values)}

    @property
    def object_shape(self) -> tuple[int, int]:
        return self.objects, 2 + len(self.values)

    @property
    def object_columns(self) -> tuple[str, ...]:
        return (*OBJECT_COLUMNS, *self.values)

    @property
    def area_columns(self) -> tuple[str, ...]:
        return AREA_COLUMNS

    @property
    def object_limits(self) -> NDArray[np.int16]:
        """The largest number of each column."""
        tops = [FIRST_AREA + len(self.areas) - 1, self.objects, *(len(v) for v in self.values.values())]
        return np.array(tops, dtype=np.int16)

    @property
    def area_limits(self) -> NDArray[np.int16]:
        return np.array(
            [1, 1, 1, max((len(a.goals) for a in self.pack.areas.values()), default=0)], dtype=np.int16
        )

    def numbered(self, state: State) -> Ids:
        """The number of each object of a state."""
        counts: dict[str, int] = {}
        found: Ids = {}
        for thing in state.things.values():
            item = thing.form.item.name
            counts[item] = copy = counts.get(item, -1) + 1
            if copy >= len(self.items[item]):
                raise InternalError(f"a game has more of {item} than the pack allows")
            found[thing.id] = self.items[item].start + copy
        return found

    def object_rows(self, state: State, hidden: frozenset[str], ids: Ids) -> NDArray[np.int16]:
        """A row for each object: where it is, what holds it, its properties. What the player cannot see is all zeros."""
        rows: NDArray[np.int16] = np.zeros(self.object_shape, dtype=np.int16)
        seen = [thing for thing in state.things.values() if _is_seen(state, hidden, thing)]
        if seen:
            # All at once: an assignment to one row costs as much as to all of them.
            numbers = [ids[thing.id] for thing in seen]
            rows[numbers] = np.concatenate([self._properties(thing) for thing in seen]).reshape(len(seen), -1)
            rows[numbers, :2] = [self._place(thing, ids) for thing in seen]
        return rows

    def _place(self, thing: Thing, ids: Ids) -> tuple[int, int]:
        """Place and holder."""
        if thing.inside is not None:
            return INSIDE, ids[thing.inside] + 1
        return (CARRIED if thing.area is None else FIRST_AREA + self.areas[thing.area]), 0

    def _properties(self, thing: Thing) -> NDArray[np.int16]:
        """The row of an object that is nowhere yet."""
        form = thing.form
        known = self._rows.get(form)
        if known is None:
            known = self._rows[form] = np.zeros(2 + len(self.values), dtype=np.int16)
            for name, value in form.properties.items():
                known[self._columns[name]] = self.values[name].get((type(value), value), 0)
        return known

    def area_rows(self, state: State, goals: Mapping[str, str]) -> NDArray[np.int16]:
        """A row for each area: open, solved, whether the player is there, and which of its goals is wanted, from 1."""
        rows: NDArray[np.int16] = np.zeros((len(self.areas), len(AREA_COLUMNS)), dtype=np.int16)
        for name in state.open:
            row, area = rows[self.areas[name]], self.pack.areas[name]
            row[0], row[1], row[2] = 1, name in state.solved, name == state.player
            if name in goals:
                row[3] = area.goal_texts.index(goals[name]) + 1
        return rows


def _is_seen(state: State, hidden: frozenset[str], thing: Thing) -> bool:
    while thing.inside is not None:
        if thing.id in hidden:
            return False
        thing = state.things[thing.inside]
    return thing.area is None or thing.area in state.open


def _property_values(pack: Pack) -> dict[str, dict[tuple[type, Value], int]]:
    found: dict[str, dict[tuple[type, Value], int]] = {}
    terms: list[Term] = [term for rule in pack.rules for term in (*rule.inputs, *rule.outputs)]
    given: list[tuple[str, Value]] = [
        pair for item in pack.items.values() for pair in item.properties.items()
    ]
    given += [pair for term in terms for pair in term.properties]
    for name, value in given:
        known = found.setdefault(name, {})
        if value is not False:
            known.setdefault((type(value), value), len(known) + 1)
    return found


class ActionTable:
    """Every action of a pack's games by number."""

    def __init__(self, tables: PackTables) -> None:
        """Raises `BadInput` where there are too many to number."""
        self.tables = tables
        pack, mechanics = tables.pack, mechanics_of(tables.pack)
        count = (
            len(pack.areas)
            + 2 * tables.objects
            + sum(_ways(tables, mechanics, r) for r in range(len(pack.rules)))
        )
        if count > MOST_ACTIONS:
            raise BadInput(
                f"{pack.name} has {count} different actions, too many to number: use actions='listed' or 'text'"
            )
        self.keys: tuple[ActionKey, ...] = tuple(self._keys(mechanics))
        self._numbers = {key: number for number, key in enumerate(self.keys)}

    def __len__(self) -> int:
        return len(self.keys)

    def _keys(self, mechanics: Mechanics) -> Iterator[ActionKey]:
        tables = self.tables
        for name, area in tables.pack.areas.items():
            if area.is_place:
                yield (Walk, name)
        for item in tables.pack.items.values():
            if item.carryable:
                yield from ((kind, number) for kind in (Take, Drop) for number in tables.items[item.name])
        for rule in range(len(tables.pack.rules)):
            for inputs in product(*_candidates(tables, mechanics, rule)):
                if len(set(inputs)) == len(inputs):
                    yield from ((Use, rule + 1, inputs, items) for items in _made(mechanics, rule))

    def number(self, move: Move, ids: Ids) -> int:
        """The number of a move; `ids` are those of the state's objects."""
        if isinstance(move, Walk):
            return self._numbers[Walk, move.area]
        if isinstance(move, Use):
            return self._numbers[Use, move.rule, tuple(ids[name] for name in move.inputs), move.items]
        return self._numbers[type(move), ids[move.object]]


def _candidates(tables: PackTables, mechanics: Mechanics, rule: int) -> list[list[int]]:
    """For each input of a rule the objects that can be it, as far as types say."""
    terms = mechanics.semantics[rule].rule.inputs
    members = tables.pack.members
    return [
        [number for item in members.get(term.type, ()) for number in tables.items[item.name]]
        for term in terms
    ]


def _made(mechanics: Mechanics, rule: int) -> list[tuple[str, ...]]:
    """What a rule can make, for each of its slots."""
    if rule in mechanics.settled_choices:
        return [tuple(item.name for item in items) for items in mechanics.settled_choices[rule]]
    options = []
    for slot in mechanics.semantics[rule].slots:
        known = mechanics.only_item(slot.type)
        options.append([known] if known is not None else list(mechanics.members.get(slot.type, ())))
    return [tuple(item.name for item in items) for items in product(*options)]


def _ways(tables: PackTables, mechanics: Mechanics, rule: int) -> int:
    """At most how many actions a rule has; counted before any of them is made."""
    if rule in mechanics.settled_choices:
        made = len(mechanics.settled_choices[rule])
    else:
        slots = mechanics.semantics[rule].slots
        made = prod(max(1, len(mechanics.members.get(slot.type, ()))) for slot in slots)
    return made * prod(len(numbers) for numbers in _candidates(tables, mechanics, rule))
