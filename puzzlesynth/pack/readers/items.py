"""Items as the YAML has them: types, special and free properties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from puzzlesynth.pack.bounds import MAX_COPIES, MAX_OBJECTS
from puzzlesynth.pack.model import ANYTHING, NOTHING, Area, Item, Place, Value
from puzzlesynth.pack.relations import NONE, Relations
from puzzlesynth.pack.yaml.nodes import Scalar, YamlNode

from . import fields as read
from .fields import ProblemLog
from .relations import RelationsDraft, read_relation

SPECIAL = ("isa", "carryable", "notSpawnable", "area", "contains", "copies", "description")
"""Properties that mean something to the synthesizer; every other name is free."""

MAX_TYPES = 100
MAX_ITEMS = 20_000
"""More than any game has; a pack with more is a mistake."""


@dataclass
class ItemDraft:
    """An item while it is read; types and copies depend on the rest of the pack."""

    name: str
    place: Place
    isa: tuple[str, ...] = ()
    properties: dict[str, Value] = field(default_factory=dict)
    carryable: bool = False
    spawnable: bool = True
    areas: tuple[str, ...] | None = None
    contains: str | None = None
    copies: int | None = None
    description: str | None = None
    relations: Relations = NONE
    places: dict[str, Place] = field(default_factory=dict)


def read_item(key: Scalar, node: YamlNode, notes: ProblemLog) -> ItemDraft | None:
    """One item; null is an item with nothing special about it."""
    name = read.new_name(key, "an item", notes)
    draft = ItemDraft(name or "", key.place)
    relations = RelationsDraft()
    for word, value in read.pairs(node, f"the item `{key.text}`", notes, "the property"):
        if word.text.startswith("x-"):
            continue
        draft.places[word.text] = value.place
        before = len(notes.problems)
        if word.text in SPECIAL:
            _special(draft, word.text, value, notes)
        elif read_relation(relations, word.text, value, draft.places, notes):
            continue
        elif read.name(word, "a property", notes) is not None:
            found = read.value(value, f"the property `{word.text}`", notes)
            if found is not None:
                draft.properties[word.text] = found
        if len(notes.problems) > before:
            notes.leave_out([word, value])
    if relations.said or relations.lists:
        draft.relations = relations.finished(key.text, notes)
    return draft if name else None


def _special(draft: ItemDraft, word: str, node: YamlNode, notes: ProblemLog) -> None:
    what = f"`{word}`"
    if word == "isa":
        draft.isa = _names(draft, word, node, "a type", notes)
    elif word == "area":
        draft.areas = _names(draft, word, node, "an area", notes) if not _is_null(node) else None
    elif word == "carryable":
        draft.carryable = read.given(read.boolean(node, what, notes), False)
    elif word == "notSpawnable":
        draft.spawnable = not read.given(read.boolean(node, what, notes), False)
    elif word == "copies":
        draft.copies = read.integer(node, what, notes, least=1, most=MAX_COPIES)
    elif word == "description":
        draft.description = read.text(node, what, notes)
    elif not isinstance(node, Scalar):
        hint = "an object holds at most one other; inside that one there can be another"
        notes.error("wrong-kind", "`contains` is the name of one item", node.place, hint)
    elif not node.is_null and node.text != NOTHING:
        draft.contains = read.name(node, "an item", notes)


def _names(draft: ItemDraft, word: str, node: YamlNode, what: str, notes: ProblemLog) -> tuple[str, ...]:
    found = dict(reversed(read.names(node, what, notes)))  # a name that stands there twice counts once
    names = tuple(reversed(found))
    draft.places.update({f"{word}.{number}": found[name] for number, name in enumerate(names)})
    return names


def _is_null(node: YamlNode) -> bool:
    return isinstance(node, Scalar) and node.is_null


def finish_items(drafts: Iterable[ItemDraft], areas: Iterable[Area], notes: ProblemLog) -> dict[str, Item]:
    """Items with all their types, and with as many copies as the world has of them at the start."""
    by_name = {draft.name: draft for draft in drafts}
    items = {name: _finished(draft, _types(draft, by_name, notes)) for name, draft in by_name.items()}
    areas = tuple(areas)
    standing = count_at_start(items, areas)
    _check_numbers(standing, areas, items, notes)
    for draft in by_name.values():
        there = standing.get(draft.name, 0)
        if draft.copies is None:
            items[draft.name] = replace(items[draft.name], copies=max(1, there))
        elif draft.copies < there:
            message = (
                f"`{draft.name}` has copies: {draft.copies}, but the areas contain {there} of it at the start"
            )
            hint = f"write `copies: {there}`, or take some out of the areas"
            notes.error("too-many-copies", message, draft.places["copies"], hint)
    return items


def _check_numbers(
    standing: Mapping[str, int], areas: Iterable[Area], items: Mapping[str, Item], notes: ProblemLog
) -> None:
    """Worlds that are too large to be searched are refused where they are made: in what areas contain."""
    too_many = next((name for name, there in standing.items() if there > MAX_COPIES and name in items), None)
    if too_many is not None:
        message = f"the areas contain {standing[too_many]:,} of `{too_many}` at the start"
        hint = f"there can be at most {MAX_COPIES:,} of one item"
        place = next(
            (area.where("contains") for area in areas if too_many in area.contains), items[too_many].place
        )
        notes.error("too-large", message, place, hint)
    elif (total := sum(standing.values())) > MAX_OBJECTS:
        largest = max(areas, key=lambda area: len(area.contains))
        message = f"the areas contain {total:,} objects at the start, with what is inside others"
        hint = f"there can be at most {MAX_OBJECTS:,}"
        notes.error("too-large", message, largest.where("contains"), hint)


def _finished(draft: ItemDraft, types: frozenset[str]) -> Item:
    return Item(
        name=draft.name,
        isa=draft.isa,
        types=types,
        properties=draft.properties,
        carryable=draft.carryable,
        spawnable=draft.spawnable,
        areas=draft.areas,
        contains=draft.contains,
        copies=draft.copies or 1,
        description=draft.description,
        place=draft.place,
        relations=draft.relations,
        places=draft.places,
    )


def _types(draft: ItemDraft, by_name: Mapping[str, ItemDraft], notes: ProblemLog) -> frozenset[str]:
    """Its own name, `Item`, and everything that its types are; a circle is `check`'s to complain about."""
    found = {draft.name, ANYTHING}
    waiting = list(draft.isa)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(by_name[name].isa if name in by_name else ())
        if len(found) > MAX_TYPES:
            message = f"`{draft.name}` belongs to more than {MAX_TYPES} types, the most that an item may have"
            notes.error("too-large", message, draft.place)
            break
    return frozenset(found)


def count_at_start(items: Mapping[str, Item], areas: Iterable[Area]) -> dict[str, int]:
    """How many of each item are in the world at the start, with what is inside others."""
    count = dict(Counter(name for area in areas for name in area.contains))
    holders = Counter(item.contains for item in items.values() if item.contains)
    # From the outermost holders inwards: each item is counted before what is inside it.
    waiting = [name for name in items if not holders[name]]
    while waiting:
        name = waiting.pop()
        inside = items[name].contains if name in items else None
        if inside is None:
            continue
        if count.get(name):
            count[inside] = count.get(inside, 0) + count[name]
        holders[inside] -= 1
        if not holders[inside]:
            waiting.append(inside)
    return count
