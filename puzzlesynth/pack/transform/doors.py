"""Locked doors and open connections, said with what a pack has anyway.

A locked door is an item in its area, a rule that its own key unlocks it, and something to solve: that it
is unlocked. Solving that opens the area behind it. Areas that are simply connected open together. So everything
that knows areas, items and rules knows doors, and every guarantee covers them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from puzzlesynth.pack.diagnostics.problems import Problem, error, unknown
from puzzlesynth.pack.model import Area, Door, Item, Pack, Rule, Term
from puzzlesynth.suggestions import NameIndex

LOCKED = "locked"


def with_doors(pack: Pack) -> Pack:
    """The pack with areas, items and rules for its doors. Only for a pack without door problems."""
    areas, items, rules = dict(pack.areas), dict(pack.items), list(pack.rules)
    for side, door in ((area.name, door) for area in pack.areas.values() for door in area.doors):
        key = door.key or key_item(pack)
        assert key is not None
        add_door(replace(door, key=key), key_copy(items[key], door.name), pack, items, rules)
        add_gate(door, side, areas)
    return replace(pack, areas=opened_together(areas), items=items, rules=tuple(rules))


def add_door(door: Door, own: Item, pack: Pack, items: dict[str, Item], rules: list[Rule]) -> None:
    """The items and rules of a door with this key of its own."""
    items[own.name], items[door.name] = own, door_item(door)
    for rule in (*key_rules(pack, door.key or "", own.name), unlock_rule(door.name, own.name)):
        rules.append(replace(rule, number=len(rules) + 1))


def add_gate(door: Door, side: str, areas: dict[str, Area]) -> None:
    """The door in its area, and what is to be solved: that it is unlocked."""
    areas[side] = replace(areas[side], contains=(*areas[side].contains, door.name))
    areas[door.name] = gate(door.name, door_goal(door.name), areas[side], (door.to,))


def gate(name: str, goal: Term, side: Area, connects: tuple[str, ...] = ()) -> Area:
    """Something to solve that is no place: it can be solved as soon as the area on its side is open."""
    return Area(
        name=name,
        goals=(goal,),
        start=side.start,
        connects=connects,
        guarantees=side.guarantees,
        adjoins=(side.name,),
        is_place=False,
        place=side.place,
    )


def adjoining(areas: Mapping[str, Area]) -> dict[str, set[str]]:
    """For each area those that it is simply connected with, whichever of the two says so."""
    near: dict[str, set[str]] = {name: set() for name in areas}
    for name, area in areas.items():
        for other in area.adjoins:
            if other in near:
                near[name].add(other)
                near[other].add(name)
    return near


def opened_together(areas: dict[str, Area]) -> dict[str, Area]:
    """Whatever opens an area opens all those with it; whatever starts open starts with all of them."""
    near = adjoining(areas)
    groups = {name: connected_areas([name], near) for name in areas}
    found = {}
    for name, area in areas.items():
        opens = dict.fromkeys(area.connects)
        for to in area.connects:
            opens.update(dict.fromkeys(other for other in areas if other in groups.get(to, ())))
        found[name] = replace(
            area, connects=tuple(opens), start=any(areas[other].start for other in groups[name])
        )
    return found


def connected_areas(start: Iterable[str], near: dict[str, set[str]]) -> set[str]:
    found = set(start)
    queue = list(found)
    for name in queue:
        for other in near[name] - found:
            found.add(other)
            queue.append(other)
    return found


def key_item(pack: Pack) -> str | None:
    """The pack's key item: the one that says so, or the one that is called so."""
    marked = [item.name for item in pack.items.values() if item.relations.key]
    named = [name for name in pack.items if name.lower() == "key"]
    return next(iter(marked or named), None)


def door_goal(name: str) -> Term:
    return Term(name, ((LOCKED, False),))


def door_item(door: Door) -> Item:
    """It cannot be carried and is locked."""
    text = f"A locked door. Behind it: {door.to}."
    types = frozenset((door.name, "Item"))
    return Item(
        door.name, types=types, properties={LOCKED: True}, spawnable=False, description=text, place=door.place
    )


def key_copy(key: Item, door: str) -> Item:
    """A key of this door's own: everything that the pack's key is, and no other door takes it."""
    name = f"{door}_{key.name}"
    spawnable = key.spawnable or bool(key.relations.abstract)
    return replace(
        key,
        name=name,
        isa=(*key.isa, key.name),
        types=key.types | {name},
        copies=1,
        spawnable=spawnable,
        contains=None,
    )


def key_rules(pack: Pack, key: str, own: str) -> Iterator[Rule]:
    """Whatever makes the pack's key can make this door's."""
    from puzzlesynth.pack.rules.effects import Origin, output_effects

    for rule in pack.rules:
        made = {id(o.term) for o in output_effects(rule) if o.origin is Origin.CREATED and o.term.type == key}
        if made and not rule.fail:
            outputs = tuple(replace(t, type=own) if id(t) in made else t for t in rule.outputs)
            yield replace(rule, outputs=outputs, name=None)


def unlock_rule(door: str, key: str) -> Rule:
    """The key is used up: it fits nowhere else."""
    locked, unlocked = Term(door, ((LOCKED, True),)), door_goal(door)
    text = f"The {{{key}}} turns, and the {{{door}}} is open."
    return Rule(0, "Unlock", (unlocked,), (locked, Term(key)), text=text, kind="unlock")


def door_problems(pack: Pack) -> Iterator[Problem]:
    """What keeps doors from being built."""
    seen: set[str] = set()
    areas, items = NameIndex(pack.areas), NameIndex(pack.items)
    for area in pack.areas.values():
        for number, name in enumerate(area.adjoins):
            if name not in pack.areas:
                yield unknown("area", name, area.where(f"open.{number}"), areas)
        for door in area.doors:
            if door.to not in pack.areas:
                yield unknown("area", door.to, door.place, areas)
            key = door.key or key_item(pack)
            if key is None:
                hint = "write `key: true` on an item, or name the key on the door"
                message = "the pack has no key item for this door"
                yield error("no-key", message, door.place, hint, ("key", "items"))
            elif key not in pack.items:
                yield unknown("item", key, door.place, items)
            if door.name in seen or door.name in pack.areas or door.name in pack.items:
                message = f"something else is already named `{door.name}`, like this door"
                yield error("defined-twice", message, door.place, "give it a `name` of its own")
            seen.add(door.name)
