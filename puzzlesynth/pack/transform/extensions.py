"""Transformations of a pack before anything is made from it: functions from pack to pack, run in the order listed.

Three come with the program; a designer's own are named `module:function`. Naming one in a pack means running code,
so that happens only where the caller allows it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import fields as parts_of
from typing import Any

from puzzlesynth.pack.bounds import MAX_COPIES, MAX_RELATIONS
from puzzlesynth.pack.checks.names import cycles
from puzzlesynth.pack.diagnostics.problems import PackError, Problem, error, unknown
from puzzlesynth.pack.model import (
    ANYTHING,
    NONE,
    NOTHING,
    Extension,
    Item,
    Pack,
    Place,
    Relations,
    Rule,
    Term,
    Value,
    same_value,
)
from puzzlesynth.pack.readers import fields as read
from puzzlesynth.pack.readers.fields import ProblemLog
from puzzlesynth.pack.yaml.nodes import YamlNode, YamlScalar
from puzzlesynth.quick_dataclasses import dataclass, replace
from puzzlesynth.suggestions import NameIndex, choice_of

from .doors import door_problems, with_doors

ACTIONS = {
    "combine": "Combine",
    "request": "Give",
    "change": "Use",
    "insert": "Insert",
    "unbox": "Unbox",
    "unlock": "Unlock",
}
"""What a player does, by the kind of the rule."""


@dataclass(frozen=True)
class RelationRule:
    """A rule without its number."""

    kind: str
    outputs: tuple[Term, ...]
    inputs: tuple[Term, ...]
    place: Place

    def numbered(self, number: int) -> Rule:
        return Rule(
            number,
            ACTIONS[self.kind],
            self.outputs,
            self.inputs,
            kind=self.kind,
            from_relation=True,
            place=self.place,
        )


def with_relation_rules(pack: Pack) -> Pack:
    """The pack with the rules that follow from its items' relations, after those that are written."""
    items = {name: item for name, item in pack.items.items() if item.relations is not NONE}
    if not items:
        return pack
    rules = list(pack.rules)
    for found in _all(pack, items):
        rules.append(found.numbered(len(rules) + 1))
        if len(rules) > MAX_RELATIONS:
            break
    return replace(pack, rules=tuple(rules))


def relation_problems(pack: Pack) -> Iterator[Problem]:
    """Names in relations that do not exist, and more relations than can be meant."""
    known = NameIndex(pack.items)
    for item in pack.items.values():
        for word, number, name in _named(item):
            if name not in pack.items and not (word == "types" and name in pack.types):
                yield unknown("item", name, item.where(f"{word}.{number}"), known, f"`{word}` names ")
    if len(pack.rules) > MAX_RELATIONS:
        message = f"the relations of the items make more than {MAX_RELATIONS:,} rules"
        yield error("too-large", message, pack.place)


def _named(item: Item) -> Iterator[tuple[str, int, str]]:
    """The items that an item's relations name: key, position there, name."""
    for word in ("givenby", "requests", "changedby", "fills", "filledby", "types"):
        for number, name in enumerate(getattr(item.relations, word) or ()):
            yield word, number, name
    for number, pair in enumerate(item.relations.madeby):
        yield from (("madeby", number, name) for name in pair)


def _all(pack: Pack, items: dict[str, Item]) -> Iterator[RelationRule]:
    for item in items.values():
        yield from _combines(pack, item)
        yield from _requests(pack, item)
    for item in items.values():
        yield from _changes(pack, items, item)
    filling: dict[str, list[str]] = {}
    for item in items.values():
        for box in item.relations.fills:
            filling.setdefault(box, []).append(item.name)
    for item in pack.items.values():
        yield from _insertions(pack, item, filling.get(item.name, []))


def _combines(pack: Pack, item: Item) -> Iterator[RelationRule]:
    """Ingredients that combining does not destroy stay."""
    seen: set[tuple[str, ...]] = set()
    for number, pair in enumerate(item.relations.madeby):
        key = tuple(sorted(pair))
        if key in seen or any(name not in pack.items for name in pair):
            continue
        seen.add(key)
        inputs = _told_apart(*pair, taken=item.name)
        kept = [term for term in inputs if not pack.items[term.type].relations.destroyoncombine]
        new = Term(item.name, label="new" if item.name in pair else None)
        yield RelationRule("combine", (new, *kept), inputs, item.where(f"madeby.{number}"))


def _requests(pack: Pack, item: Item) -> Iterator[RelationRule]:
    """A character that gives the item gives it for anything that they ask for."""
    for number, name in enumerate(dict.fromkeys(item.relations.givenby)):
        giver = pack.items.get(name)
        for wanted in dict.fromkeys(giver.relations.requests) if giver else ():
            if giver is not None and wanted in pack.items and wanted != item.name:
                given, taker = _told_apart(wanted, name, taken=item.name)
                new = Term(item.name, label="new" if item.name == name else None)
                yield RelationRule("request", (new, taker), (given, taker), item.where(f"givenby.{number}"))


def _changes(pack: Pack, items: dict[str, Item], changer: Item) -> Iterator[RelationRule]:
    for number, (name, value) in enumerate(dict.fromkeys(changer.relations.changes)):
        for item in items.values():
            if can_change(item, changer.name, name, value):
                tool, thing = _told_apart(changer.name, item.name)
                after = replace(thing, properties=((name, value),))
                yield RelationRule("change", (after, tool), (tool, thing), changer.where(f"changes.{number}"))


def can_change(item: Item, changer: str, name: str, value: Value) -> bool:
    said = item.relations
    if name not in said.mutables or (said.changedby is not None and changer not in said.changedby):
        return False
    values = said.values.get(name, ())
    return not values or any(same_value(value, other) for other in values)


def _insertions(pack: Pack, item: Item, filling: list[str]) -> Iterator[RelationRule]:
    """Whatever fits into it can be put in and taken out again, by whichever of the two says so."""
    for inner in dict.fromkeys((*item.relations.filledby, *filling)):
        if inner not in pack.items:
            continue
        place = (
            item.where("filledby") if inner in item.relations.filledby else pack.items[inner].where("fills")
        )
        thing, box = _told_apart(inner, item.name)
        empty, full = replace(box, contains=NOTHING), replace(box, contains=inner)
        yield RelationRule("insert", (full,), (thing, empty), place)
        released = Term(inner, label="out" if thing.label else None)
        yield RelationRule("unbox", (released, empty), (full,), place)


def _told_apart(*names: str, taken: str = "") -> tuple[Term, ...]:
    """Terms for items, labelled where two of them or the result have the same name."""
    twice = {name for name in names if names.count(name) > 1 or name == taken}
    return tuple(Term(name, label=f"in{n}" if name in twice else None) for n, name in enumerate(names, 1))


Transformation = Callable[[Pack], Pack]

WHY_NOT = (
    "this names Python code, and reading a pack from someone else must not run it; "
    "if you trust the pack, allow it with `--allow-extensions`"
)


def with_extensions(pack: Pack, allow_code: bool = False) -> Pack:
    """The pack after all its extensions."""
    for extension in pack.extensions:
        pack = _found(extension, pack, allow_code)(pack)
    return pack


def _found(extension: Extension, pack: Pack, allow_code: bool) -> Transformation:
    if extension.name in BUILT_IN:
        return BUILT_IN[extension.name]
    if ":" not in extension.name:
        message = f"no extension is named `{extension.name}`"
        hint = f"{choice_of(BUILT_IN)}, or name your own as `module:function`"
        raise PackError([error("unknown-extension", message, extension.place, hint)])
    if not allow_code:
        message = f"the extension `{extension.name}` was not run"
        raise PackError([error("extension-not-allowed", message, extension.place, WHY_NOT)])
    return _designers_own(extension, pack.folder)


def _designers_own(extension: Extension, folder: str) -> Transformation:
    from importlib import import_module

    module, _, name = extension.name.partition(":")
    sys.path.insert(0, folder)
    try:
        function = getattr(import_module(module), name)
    except Exception as mistake:
        message = f"the extension `{extension.name}` cannot be loaded: {type(mistake).__name__}: {mistake}"
        raise PackError([error("broken-extension", message, extension.place)]) from mistake
    finally:
        sys.path.remove(folder)

    def run(pack: Pack) -> Pack:
        try:
            result = function(pack)
        except Exception as mistake:
            message = f"the extension `{extension.name}` failed: {type(mistake).__name__}: {mistake}"
            raise PackError([error("broken-extension", message, extension.place)]) from mistake
        if not isinstance(result, Pack):
            message = f"the extension `{extension.name}` returned {type(result).__name__}, not a pack"
            raise PackError([error("broken-extension", message, extension.place)])
        rules = tuple(replace(rule, number=number) for number, rule in enumerate(result.rules, 1))
        return replace(result, rules=rules)

    return run


# --- inheritance ------------------------------------------------------------------------------------------

NOT_INHERITED = ("abstract", "types", "key")


def inherit(pack: Pack) -> Pack:
    """Items have what the items in their `types` have, where they say nothing themselves; the first one counts."""
    items, done = pack.items, dict[str, Item]()
    for circle in cycles(items, lambda name: (t for t in items[name].relations.types if t in items)):
        message = f"types go in a circle: {' → '.join(circle)}"
        raise PackError([error("circle", message, items[circle[0]].where("types"))])

    def heir(item: Item) -> Item:
        if item.name in done:
            return done[item.name]
        result = item
        for name in item.relations.types:
            if name in items:
                result = _from_parent(result, heir(items[name]))
            else:
                result = replace(result, types=result.types | {name})
        done[item.name] = result
        return result

    return replace(pack, items={name: heir(item) for name, item in items.items()})


def _from_parent(item: Item, parent: Item) -> Item:
    said: dict[str, Any] = {}
    for part in parts_of(Relations):
        own, theirs = getattr(item.relations, part.name), getattr(parent.relations, part.name)
        if part.name == "values":
            said["values"] = {**theirs, **own}
        elif part.name not in NOT_INHERITED and own in ((), None) and theirs not in ((), None):
            said[part.name] = theirs
    carryable = item.carryable if "carryable" in item.places else parent.carryable
    relations = replace(item.relations, **said)
    return replace(
        item,
        isa=tuple(dict.fromkeys((*item.isa, parent.name))),
        types=item.types | parent.types | {ANYTHING},
        properties={**_lent(parent), **item.properties},
        carryable=carryable,
        relations=relations,
    )


def _lent(parent: Item) -> dict[str, Any]:
    return {name: value for name, value in parent.properties.items() if name not in NOT_INHERITED}


# --- containers -------------------------------------------------------------------------------------------


def container_sizes(pack: Pack) -> Pack:
    """A container can be filled by everything that is smaller than it."""
    sizes = {n: item.relations.size or 0 for n, item in pack.items.items() if not item.relations.abstract}
    items = dict(pack.items)
    for name, item in pack.items.items():
        if item.relations.container:
            size = item.relations.size or 0
            smaller = [other for other, its in sizes.items() if its < size and other != name]
            filledby = tuple(dict.fromkeys((*item.relations.filledby, *smaller)))
            items[name] = replace(item, relations=replace(item.relations, filledby=filledby))
    return replace(pack, items=items)


# --- changes ----------------------------------------------------------------------------------------------


def normalise_changes(pack: Pack) -> Pack:
    """Each change is there once, and each item that can change knows what changes it."""

    items = dict(pack.items)
    for name, item in pack.items.items():
        if item.relations.changes:
            changes = tuple(dict.fromkeys(item.relations.changes))
            items[name] = replace(item, relations=replace(item.relations, changes=changes))
    changers = [item for item in items.values() if item.relations.changes]
    for name, item in items.items():
        if item.relations.mutables and item.relations.changedby is None:
            changedby = tuple(
                c.name
                for c in changers
                if any(can_change(item, c.name, *pair) for pair in c.relations.changes)
            )
            items[name] = replace(item, relations=replace(item.relations, changedby=changedby))
    return replace(pack, items=items)


BUILT_IN: dict[str, Transformation] = {
    "inherit": inherit,
    "container_sizes": container_sizes,
    "normalise_changes": normalise_changes,
}


# --- what relations mean for the item itself -----------------------------------------------------------------


def with_relation_defaults(pack: Pack) -> Pack:
    """`capacity` is how many copies there can be, `abstract` that it is never placed."""
    items = dict(pack.items)
    for name, item in pack.items.items():
        said = item.relations
        if said is NONE:
            continue
        if said.capacity is not None and "copies" not in item.places:
            item = replace(item, copies=max(item.copies, min(said.capacity, MAX_COPIES), 1))
        if said.abstract:
            item = replace(item, spawnable=False)
        items[name] = item
    return replace(pack, items=items)


# --- all passes -------------------------------------------------------------------------------------------


def read_extensions(node: YamlNode, notes: ProblemLog) -> tuple[Extension, ...]:
    """`[inherit, container_sizes, mypackage.weather:extend]`."""
    found = []
    for entry in read.entries(node, notes, "extensions"):
        if isinstance(entry, YamlScalar) and not entry.is_null:
            found.append(Extension(entry.text, entry.place))
        else:
            notes.error("wrong-kind", f"an extension is a name; this is {read.kind_of(entry)}", entry.place)
    return tuple(found)


def run_passes(pack: Pack, allow_extensions: bool, notes: ProblemLog) -> Pack:
    """The pack as everything after it sees it; what prevents a pass is noted."""
    notes.problems.extend(_without_goals(pack))
    try:
        pack = with_relation_rules(with_relation_defaults(with_extensions(pack, allow_extensions)))
    except PackError as mistake:
        notes.problems.extend(mistake.problems)
        return pack
    if not any(area.doors or area.adjoins for area in pack.areas.values()):
        return pack
    problems = list(door_problems(pack))
    notes.problems.extend(problems)
    return pack if problems else with_doors(pack)


def _without_goals(pack: Pack) -> Iterator[Problem]:
    """Only an area that doors or open ways lead to can do without a goal."""
    joined = {name for area in pack.areas.values() for name in area.adjoins}
    joined |= {door.to for area in pack.areas.values() for door in area.doors}
    for area in pack.areas.values():
        if (
            not area.goals
            and "goals" not in area.places
            and not (area.doors or area.adjoins or area.name in joined)
        ):
            message = f"the area `{area.name}` needs `goals`: what must be there to solve it"
            yield error("missing-key", message, area.place, about=("goals", "doors", "open"))
