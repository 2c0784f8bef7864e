"""From relations to rules: what items say about each other becomes what players can do."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlesynth.pack.bounds import MAX_RELATIONS
from puzzlesynth.pack.diagnostics.problems import Problem, error, unknown
from puzzlesynth.pack.model import NOTHING, Item, Pack, Place, Rule, Term
from puzzlesynth.pack.relations import NONE, Value, same_value
from puzzlesynth.quick_dataclasses import dataclass, replace
from puzzlesynth.suggestions import NameIndex

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
    """Whoever gives the item gives it for anything that they ask for."""
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
