"""An item's relations as the YAML has them: `madeby: [[Hydrogen, Oxygen]]`, `givenby: [Wizard]`, …"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from puzzlesynth.pack.relations import FLAGS, NAMES, NUMBERS, PAIRS, PROPERTIES, Relations
from puzzlesynth.pack.values import Value
from puzzlesynth.pack.yaml.location import Place
from puzzlesynth.pack.yaml.nodes import Mapping, Scalar, Sequence, YamlNode

from . import fields as read
from .fields import ProblemLog


@dataclass
class RelationsDraft:
    """Relations while their item is read."""

    said: dict[str, Any] = field(default_factory=dict)
    values: dict[str, tuple[Value, ...]] = field(default_factory=dict)
    lists: dict[str, Place] = field(default_factory=dict)
    """Properties that are written as lists of values."""

    def finished(self, item: str, notes: ProblemLog) -> Relations:
        """A list of values needs a property that can change, or somebody to inherit that from."""
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
        if isinstance(node, Scalar) and node.is_plain and node.text in ("true", "True", "false", "False"):
            draft.said[word] = node.text in ("true", "True")
        return False
    if word in NUMBERS:
        if isinstance(node, Scalar) and node.is_plain and node.text.isdecimal():
            draft.said[word] = read.integer(node, f"`{word}`", notes, least=0)
        return False
    if word in NAMES:
        draft.said[word] = _names(word, node, "an item", places, notes)
    elif word in PROPERTIES:
        draft.said[word] = _names(word, node, "a property", places, notes)
    elif word in PAIRS:
        draft.said[word] = _pairs(word, node, places, notes)
    elif isinstance(node, Sequence):
        draft.lists[word] = node.place
        found = [read.value(entry, f"a value of `{word}`", notes) for entry in node.entries]
        draft.values[word] = tuple(value for value in found if value is not None)
    else:
        return False
    return True


def _names(
    word: str, node: YamlNode, what: str, places: dict[str, Place], notes: ProblemLog
) -> tuple[str, ...]:
    found = read.names(node, what, notes)
    places.update({f"{word}.{number}": place for number, (_, place) in enumerate(found)})
    return tuple(name for name, _ in found)


def _pairs(
    word: str, node: YamlNode, places: dict[str, Place], notes: ProblemLog
) -> tuple[tuple[Any, Any], ...]:
    """`[[A, B], [C, D]]`; for one pair `[A, B]` will do, and `changes` may be written `{temperature: [hot, cold]}`."""
    if word == "changes" and isinstance(node, Mapping):
        return _changes(node, places, notes)
    entries = read.entries(node, notes, "pairs")
    if len(entries) == 2 and all(isinstance(entry, Scalar) for entry in entries):
        entries = [node]
    found: list[tuple[Any, Any]] = []
    for entry in entries:
        parts = entry.entries if isinstance(entry, Sequence) else []
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


def _changes(node: Mapping, places: dict[str, Place], notes: ProblemLog) -> tuple[tuple[Any, Any], ...]:
    found: list[tuple[str, Value]] = []
    for key, values in read.pairs(node, "`changes`", notes, "the property"):
        name = read.name(key, "a property", notes)
        for entry in read.entries(values, notes, "values"):
            value = read.value(entry, f"what `{key.text}` is changed to", notes)
            if name is not None and value is not None:
                places[f"changes.{len(found)}"] = entry.place
                found.append((name, value))
    return tuple(found)
