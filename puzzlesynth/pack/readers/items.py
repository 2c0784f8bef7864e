"""Items as the YAML has them: special keys, relations (`madeby: [[Hydrogen, Oxygen]]`, …) and free properties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from puzzlesynth.pack.bounds import MAX_COPIES, MAX_OBJECTS, MAX_TYPES
from puzzlesynth.pack.keys import FLAGS, NUMBERS, RELATIONS, SPECIAL, Shape
from puzzlesynth.pack.model import ANYTHING, NONE, NOTHING, Area, Item, Place, Relations, Value
from puzzlesynth.pack.yaml.nodes import YamlMapping, YamlNode, YamlScalar, YamlSequence
from puzzlesynth.quick_dataclasses import dataclass, field, replace

from . import fields as read
from .fields import ProblemLog


@dataclass
class ItemDraft:
    """An item while it is read; types and copies depend on the rest of the pack."""

    name: str
    place: Place
    said: dict[str, Any] = field(default_factory=dict)
    """What its special keys say."""
    properties: dict[str, Value] = field(default_factory=dict)
    relations: Relations = NONE
    places: dict[str, Place] = field(default_factory=dict)

    @property
    def isa(self) -> tuple[str, ...]:
        return self.said.get("isa") or ()


def read_item(key: YamlScalar, node: YamlNode, notes: ProblemLog) -> ItemDraft | None:
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
            draft.said[word.text] = _special(word.text, value, draft.places, notes)
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


def _special(word: str, node: YamlNode, places: dict[str, Place], notes: ProblemLog) -> Any:
    if word == "contains":
        return _content(node, notes)
    if word == "area" and read.is_null(node):
        return None
    if SPECIAL[word].shape is not Shape.NAMES:
        return read.read_key(word, SPECIAL[word], node, notes, places)
    found = dict(reversed(read.names(node, SPECIAL[word].of, notes)))  # a name that appears twice counts once
    names = tuple(reversed(found))
    places.update({f"{word}.{number}": found[name] for number, name in enumerate(names)})
    return names


def _content(node: YamlNode, notes: ProblemLog) -> str | None:
    if not isinstance(node, YamlScalar):
        hint = "an object holds at most one other; inside that one there can be another"
        notes.error("wrong-kind", "`contains` is the name of one item", node.place, hint)
        return None
    return None if node.is_null or node.text == NOTHING else read.name(node, "an item", notes)


# --- relations --------------------------------------------------------------------------------------------


@dataclass
class RelationsDraft:
    """Relations while their item is read."""

    said: dict[str, Any] = field(default_factory=dict)
    values: dict[str, tuple[Value, ...]] = field(default_factory=dict)
    lists: dict[str, Place] = field(default_factory=dict)
    """Properties that are written as lists of values."""

    def finished(self, item: str, notes: ProblemLog) -> Relations:
        """A list of values needs a property that can change, or an item to inherit that from."""
        for name, place in self.lists.items():
            if name not in self.said.get("mutables", ()) and not self.said.get("types"):
                hint = f"a list says which values it can change between: add `mutables: [{name}]`"
                message = f"the property `{name}` of `{item}` is true, false, a whole number or a text; this is a list"
                notes.error("wrong-kind", message, place, hint)
        return Relations(**self.said, values=self.values)


def read_relation(
    draft: RelationsDraft, word: str, node: YamlNode, places: dict[str, Place], notes: ProblemLog
) -> bool:
    """Takes a key of an item if it is a relation. False: it is (also) a property like any other."""
    if word in FLAGS:
        if isinstance(node, YamlScalar) and node.is_plain and node.text in ("true", "True", "false", "False"):
            draft.said[word] = node.text in ("true", "True")
        return False
    if word in NUMBERS:
        if isinstance(node, YamlScalar) and node.is_plain and node.text.isdecimal():
            draft.said[word] = read.integer(node, f"`{word}`", notes, least=0)
        return False
    if word in RELATIONS:
        if RELATIONS[word].shape is Shape.NAMES:
            draft.said[word] = read.read_key(word, RELATIONS[word], node, notes, places)
        else:
            draft.said[word] = _pairs(word, node, places, notes)
    elif isinstance(node, YamlSequence):
        draft.lists[word] = node.place
        found = [read.value(entry, f"a value of `{word}`", notes) for entry in node.entries]
        draft.values[word] = tuple(value for value in found if value is not None)
    else:
        return False
    return True


def _pairs(
    word: str, node: YamlNode, places: dict[str, Place], notes: ProblemLog
) -> tuple[tuple[Any, Any], ...]:
    """`[[A, B], [C, D]]`; for one pair `[A, B]` will do, and `changes` may be written `{temperature: [hot, cold]}`."""
    if word == "changes" and isinstance(node, YamlMapping):
        return _changes(node, places, notes)
    entries = read.entries(node, notes, "pairs")
    if len(entries) == 2 and all(isinstance(entry, YamlScalar) for entry in entries):
        entries = [node]
    found: list[tuple[Any, Any]] = []
    for entry in entries:
        parts = entry.entries if isinstance(entry, YamlSequence) else []
        if len(parts) != 2:
            example = "[[Hydrogen, Oxygen]]" if word == "madeby" else "[[temperature, hot]]"
            notes.error(
                "wrong-kind", f"`{word}` is a list of pairs", entry.place, f"as in `{word}: {example}`"
            )
            continue
        first = read.name(parts[0], "an item" if word == "madeby" else "a property", notes)
        second: Value | None
        if word == "madeby":
            second = read.name(parts[1], "an item", notes)
        else:
            second = read.value(parts[1], f"what `{first}` is changed to", notes)
        if first is not None and second is not None:
            places[f"{word}.{len(found)}"] = entry.place
            found.append((first, second))
    return tuple(found)


def _changes(node: YamlMapping, places: dict[str, Place], notes: ProblemLog) -> tuple[tuple[Any, Any], ...]:
    found: list[tuple[str, Value]] = []
    for key, values in read.pairs(node, "`changes`", notes, "the property"):
        name = read.name(key, "a property", notes)
        for entry in read.entries(values, notes, "values"):
            value = read.value(entry, f"what `{key.text}` is changed to", notes)
            if name is not None and value is not None:
                places[f"changes.{len(found)}"] = entry.place
                found.append((name, value))
    return tuple(found)


# --- the world at the start ---------------------------------------------------------------------------------


def finish_items(drafts: Iterable[ItemDraft], areas: Iterable[Area], notes: ProblemLog) -> dict[str, Item]:
    """Items with all their types, and with as many copies as the world has of them at the start."""
    by_name = {draft.name: draft for draft in drafts}
    items = {name: _finished(draft, _types(draft, by_name, notes)) for name, draft in by_name.items()}
    areas = tuple(areas)
    standing = count_at_start(items, areas)
    _check_numbers(standing, areas, items, notes)
    for draft in by_name.values():
        there = standing.get(draft.name, 0)
        copies = draft.said.get("copies")
        if copies is None:
            if there > 1:
                items[draft.name] = replace(items[draft.name], copies=there)
        elif copies < there:
            message = f"`{draft.name}` has copies: {copies}, but the areas contain {there} of it at the start"
            hint = f"write `copies: {there}`, or remove some from the areas"
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
    said = draft.said
    return Item(
        name=draft.name,
        isa=draft.isa,
        types=types,
        properties=draft.properties,
        carryable=bool(said.get("carryable")),
        spawnable=not said.get("notSpawnable"),
        areas=said.get("area"),
        contains=said.get("contains"),
        copies=said.get("copies") or 1,
        description=said.get("description"),
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
