"""A Puzzledice item database as items of a pack."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from puzzlesynth.pack.keys import FLAGS, NUMBERS, RELATIONS
from puzzlesynth.pack.yaml.location import Place

from .names import NameTable
from .xml_tree import Element, only, refuse, required

PROPERTIES = (
    "TextProperty", "IntegerProperty", "BooleanProperty", "ItemListProperty", "StringListProperty",
    "StringPairListProperty", "CustomProperty",
)  # fmt: skip
BOOLEANS = {"true": True, "false": False, "True": True, "False": False}


@dataclass
class DatabaseItem:
    """An item, ready to be written: keys of a pack's YAML with plain values."""

    name: str
    written: str
    """As the database calls it."""
    keys: dict[str, Any] = field(default_factory=dict)


@dataclass
class Database:
    items: dict[str, DatabaseItem]
    names: NameTable


def read_database(root: Element) -> Database:
    if root.name != "Database":
        refuse(
            f"a database begins with `<Database>`, not `<{root.name}>`", root.place, code="unknown-element"
        )
    names = NameTable("item")
    elements: list[tuple[str, Element]] = []
    for part in only(root, ("Properties", "Items")):
        if part.name == "Properties":
            only(part, PROPERTIES)
            continue
        for element in only(part, ("Item",)):
            elements.append((names.give(required(element, "name"), element.place), element))
    items = {name: _item(name, element, names) for name, element in elements}
    _no_circles(items, {name: element.place for name, element in elements})
    return Database(items, names)


def _item(name: str, element: Element, names: NameTable) -> DatabaseItem:
    item = DatabaseItem(name, required(element, "name"))
    lists: dict[str, list[str]] = {}
    for part in only(element, PROPERTIES):
        word = required(part, "name").strip()
        if part.name == "StringListProperty" and word not in ("mutables",):
            lists[word] = [required(e, "string") for e in only(part, ("String",))]
        elif (found := _property(word, part, names)) is not None:
            word = _KEYS.get(word, word)
            is_spare = isinstance(found, list) and word not in RELATIONS
            is_spare = is_spare or (part.name == "TextProperty" and word != "description")
            item.keys[f"x-{word}" if is_spare else word] = (
                found  # texts and lists without a meaning here are kept as notes
            )
    for word in item.keys.get("mutables", ()):
        if lists.get(word):
            item.keys[_plain(word, element.place)] = lists[word]
    return item


_KEYS = {"parents": "types", "parent": "types"}


def _plain(word: str, place: Place) -> str:
    if not word.isidentifier():
        refuse(f"`{word}` cannot be the name of a property", place, code="bad-name")
    return word


def _property(word: str, part: Element, names: NameTable) -> Any:
    """The value of a property; None: it says nothing."""
    _plain(word, part.place)
    if part.name == "TextProperty":
        return part.get("text") or None
    if part.name == "BooleanProperty":
        value = required(part, "value")
        if value not in BOOLEANS:
            refuse(f"`{word}` is true or false, not `{value}`", part.place)
        return BOOLEANS[value] or None
    if part.name == "IntegerProperty":
        return _integer(word, required(part, "value"), part)
    if part.name == "ItemListProperty":
        entries = only(part, ("ItemReference",))
        return [names.of(required(e, "name"), e.place) for e in entries] or None
    if part.name == "StringListProperty":
        return [required(e, "string") for e in only(part, ("String",))] or None
    if part.name == "StringPairListProperty":
        return _pairs(word, part, names) or None
    return None


def _integer(word: str, text: str, part: Element) -> int | None:
    if not text.lstrip("-").isdecimal() or len(text) > 9:
        refuse(f"`{word}` is a whole number, not `{text[:20]}`", part.place)
    value = int(text)
    return value if value or word not in (*NUMBERS, *FLAGS) else None


def _pairs(word: str, part: Element, names: NameTable) -> list[list[str]]:
    found = []
    for entry in only(part, ("StringPair",)):
        first, second = required(entry, "string1"), required(entry, "string2")
        if word == "madeby":
            first, second = names.of(first, entry.place), names.of(second, entry.place)
        found.append([first, second])
    return found


def _no_circles(items: dict[str, DatabaseItem], places: dict[str, Place]) -> None:
    """Inheritance must end somewhere."""
    done: set[str] = set()
    for start in items:
        path: list[str] = []
        stack = [(start, False)]
        while stack:
            name, left = stack.pop()
            if left:
                done.add(path.pop())
            elif name in path:
                circle = " → ".join([*path[path.index(name) :], name])
                refuse(f"types go round in a circle: {circle}", places[name], code="circle")
            elif name not in done:
                path.append(name)
                stack.append((name, True))
                stack.extend(
                    (parent, False) for parent in items[name].keys.get("types", ()) if parent in items
                )
