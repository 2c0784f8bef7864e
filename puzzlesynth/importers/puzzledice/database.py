"""A Puzzledice item database as items of a pack, and the names that packs can write: `powdered key` is `powdered_key`."""

from __future__ import annotations

import re
from typing import Any

from puzzlesynth.pack.checks.names import cycles
from puzzlesynth.pack.keys import FLAGS, NUMBERS, RELATIONS
from puzzlesynth.pack.model import Place
from puzzlesynth.pack.readers.fields import RESERVED
from puzzlesynth.quick_dataclasses import dataclass, field

from .xml_tree import Element, only, refuse, required


class NameTable:
    """Names given so far; two that would become the same get a number."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.found: dict[str, str] = {}

    def give(self, written: str, place: Place) -> str:
        if written in self.found:
            refuse(f"the {self.what} `{written}` appears twice", place, code="defined-twice")
        plain = re.sub(r"\W+", "_", written).strip("_")
        if not plain:
            refuse(f"`{written}` cannot be the name of {self.what}", place, code="bad-name")
        if plain[0].isdigit() or plain in RESERVED:
            plain = f"{self.what[0]}_{plain}"
        name, number = plain, 1
        while name in self.found.values():
            number += 1
            name = f"{plain}_{number}"
        self.found[written] = name
        return name

    def of(self, written: str, place: Place) -> str:
        """The name of something that must exist."""
        if written not in self.found:
            from puzzlesynth.suggestions import did_you_mean

            hint = did_you_mean(written, self.found)
            refuse(f"there is no {self.what} `{written}`", place, hint, f"unknown-{self.what}")
        return self.found[written]


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
    places = {name: element.place for name, element in elements}
    for circle in cycles(items, lambda name: (n for n in items[name].keys.get("types", ()) if n in items)):
        refuse(f"types go in a circle: {' → '.join(circle)}", places[circle[0]], code="circle")
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
