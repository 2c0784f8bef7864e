"""Reading single values out of YAML: each function returns what was meant, or notes what is wrong."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from enum import Enum
from typing import Any, TypeVar

from puzzlesynth.pack.bounds import MAX_NUMBER
from puzzlesynth.pack.diagnostics.problems import Problem, error
from puzzlesynth.pack.keys import Key, Shape
from puzzlesynth.pack.model import ANYTHING, NOTHING, Place, Value
from puzzlesynth.pack.rules.notation import BOOLEANS
from puzzlesynth.pack.yaml.nodes import (
    YamlMapping,
    YamlNode,
    YamlScalar,
    YamlSequence,
    children,
    unique_pairs,
)
from puzzlesynth.suggestions import did_you_mean

_NAME = re.compile(r"[^\W\d]\w*")
_NUMBER = re.compile(r"[+-]?\d+")
_QUOTED = re.compile(r"`([^`]+)`")
_FRACTION = re.compile(r"[+-]?(\d+\.\d*|\.\d+|\d+)([eE][+-]?\d+)?")
_TREACHEROUS = {"yes": "true", "on": "true", "y": "true", "no": "false", "off": "false", "n": "false"}
RESERVED = (ANYTHING, NOTHING, *BOOLEANS)
"""Names that mean something already."""

Fields = dict[str, tuple[YamlScalar, YamlNode]]
_T = TypeVar("_T")
_Choice = TypeVar("_Choice", bound=Enum)


class ProblemLog:
    """What was found wrong so far."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self._unread: set[str] = set()

    def error(self, code: str, message: str, place: Place, hint: str | None = None) -> None:
        self.problems.append(error(code, message, place, hint))
        meant = hint if hint and hint.startswith("did you mean") else ""
        self.leave_unread(*_QUOTED.findall(f"{message} {meant}"))

    def leave_unread(self, *names: str) -> None:
        """Notes what is named in the files, but did not make it into the pack."""
        self._unread.update(map(_bare, names))

    def leave_out(self, nodes: Iterable[YamlNode]) -> None:
        """The same for all words of parts of a file."""
        for node in nodes:
            if isinstance(node, YamlScalar):
                self.leave_unread(node.text)
            else:
                self.leave_out(children(node))

    def follows(self, problem: Problem) -> bool:
        """Whether a problem may be there only because of another: what it misses could not be read."""
        return any(_bare(name) in self._unread for name in problem.about)


def _bare(name: str) -> str:
    """`Fake Nose`, `Fake-Nose` and `FakeNose` are one name to a reader."""
    return re.sub(r"[\W_]+", "", name).lower()


def fields(node: YamlNode, what: str, known: Collection[str], notes: ProblemLog) -> Fields:
    """The keys of a mapping that may only have known ones (and `x-…`, which is for the designer alone)."""
    found: Fields = {}
    for key, value in pairs(node, what, notes, "the key"):
        if key.text in known:
            found[key.text] = (key, value)
        elif not key.text.startswith("x-"):
            hint = did_you_mean(key.text, known) or f"it has {quoted_list(known)}"
            notes.error("unknown-key", f"{what} has no key `{key.text}`", key.place, hint)
    return found


def read_keys(
    found: Fields, keys: Mapping[str, Key], notes: ProblemLog, places: dict[str, Place]
) -> dict[str, Any]:
    """What keys of plain shapes say; their default where one is missing or cannot be read. Notes where values are."""
    said: dict[str, Any] = {}
    places.update({word: node.place for word, (_, node) in found.items()})
    for word, key in keys.items():
        if word not in found and key.default is None:
            said[word] = () if key.shape is Shape.NAMES else None
            continue
        value = read_key(word, key, found[word][1], notes, places) if word in found else None
        if value is None and key.default is not None:
            value = key.choices(key.default) if key.choices else key.default
        said[word] = () if value is None and key.shape is Shape.NAMES else value
    return said


def read_key(word: str, key: Key, node: YamlNode, notes: ProblemLog, places: dict[str, Place]) -> Any:
    """What one key of a plain shape says; None: nothing, or nothing that can be read, or its shape is not plain."""
    what = f"`{word}`"
    match key.shape:
        case Shape.TEXT:
            return text(node, what, notes)
        case Shape.FLAG:
            return boolean(node, what, notes)
        case Shape.NUMBER if not (key.default is None and is_null(node)):
            return integer(node, what, notes, key.least, key.most)
        case Shape.CHOICE:
            assert key.choices is not None
            return one_of(node, what, key.choices, notes)
        case Shape.NAME:
            return name(node, key.of, notes)
        case Shape.NAMES:
            before = len(notes.problems)
            listed = names(node, key.of, notes)
            if len(notes.problems) > before:
                notes.leave_unread(word)
            places.update({f"{word}.{number}": place for number, (_, place) in enumerate(listed)})
            return tuple(found for found, _ in listed)
    return None


def pairs(node: YamlNode, what: str, notes: ProblemLog, defined: str) -> list[tuple[YamlScalar, YamlNode]]:
    """The keys and values of something that should be a mapping; null is an empty one."""
    if isinstance(node, YamlMapping):
        before = len(notes.problems)
        found = unique_pairs(node, notes.problems, defined)
        if len(notes.problems) > before:
            kept = {id(value) for _, value in found}
            notes.leave_unread(*(key.text for key, value in node.pairs if id(value) not in kept))
            notes.leave_out(value for _, value in node.pairs if id(value) not in kept)
        return found
    if not (isinstance(node, YamlScalar) and node.is_null):
        notes.error(
            "wrong-kind", f"{what} is written as `key: value` pairs; this is {kind_of(node)}", node.place
        )
    return []


def name(node: YamlNode, what: str, notes: ProblemLog) -> str | None:
    """The name of an item, a type, a property or an area."""
    if not isinstance(node, YamlScalar) or node.is_null:
        notes.error("wrong-kind", f"expected the name of {what}, found {kind_of(node)}", node.place)
        return None
    if _NAME.fullmatch(node.text):
        return node.text
    hint = "a name is made of letters, digits and `_`, and begins with a letter"
    suggestion = re.sub(r"\W+", "_", node.text).strip("_")
    if suggestion != node.text and _NAME.fullmatch(suggestion):
        hint += f": `{suggestion}`"
    notes.error("bad-name", f"`{shortened(node.text)}` cannot be the name of {what}", node.place, hint)
    return None


def new_name(node: YamlNode, what: str, notes: ProblemLog) -> str | None:
    """A name that is being given: it must not mean something already."""
    found = name(node, what, notes)
    if found in RESERVED:
        notes.error(
            "bad-name", f"`{found}` cannot be the name of {what}: the word has a meaning already", node.place
        )
        return None
    return found


def names(node: YamlNode, what: str, notes: ProblemLog) -> list[tuple[str, Place]]:
    """A list of names; a single one needs no list."""
    found = [(name(entry, what, notes), entry.place) for entry in entries(node, notes, f"names of {what}")]
    return [(word, place) for word, place in found if word is not None]


def entries(node: YamlNode, notes: ProblemLog, what: str) -> list[YamlNode]:
    """The entries of a list; null is an empty list, a single value a list of one."""
    if isinstance(node, YamlSequence):
        return node.entries
    if isinstance(node, YamlScalar):
        return [] if node.is_null else [node]
    notes.error("wrong-kind", f"expected a list of {what}, found {kind_of(node)}", node.place)
    return []


def text(node: YamlNode, what: str, notes: ProblemLog) -> str | None:
    """A text for people: any single value, as it is written."""
    if isinstance(node, YamlScalar):
        return None if node.is_null else node.text
    notes.error("wrong-kind", f"{what} is a text; this is {kind_of(node)}", node.place, "put it in quotes")
    return None


def boolean(node: YamlNode, what: str, notes: ProblemLog) -> bool | None:
    if isinstance(node, YamlScalar) and node.is_plain and node.text in BOOLEANS:
        return BOOLEANS[node.text]
    if is_null(node):
        _no_value(node, what, "true", notes)
        return None
    hint = None
    if isinstance(node, YamlScalar) and node.text.lower() in _TREACHEROUS:
        hint = f"write `{_TREACHEROUS[node.text.lower()]}`"
    notes.error("wrong-kind", f"{what} is `true` or `false`; this is {kind_of(node)}", node.place, hint)
    return None


def is_null(node: YamlNode) -> bool:
    return isinstance(node, YamlScalar) and node.is_null


def _no_value(node: YamlNode, what: str, example: str, notes: ProblemLog) -> None:
    """A key with nothing behind it; `what` is the key in backquotes, perhaps with words around it."""
    key = what.split("`")[1]
    notes.error("wrong-kind", f"{what} has no value", node.place, f"write `{key}: {example}`")


def integer(
    node: YamlNode, what: str, notes: ProblemLog, least: int = -MAX_NUMBER, most: int = MAX_NUMBER
) -> int | None:
    if is_null(node):
        _no_value(node, what, str(max(least, 1)), notes)
        return None
    if not (isinstance(node, YamlScalar) and node.is_plain and _NUMBER.fullmatch(node.text)):
        notes.error("wrong-kind", f"{what} is a whole number; this is {kind_of(node)}", node.place)
        return None
    if len(node.text) > 11 or not least <= int(node.text) <= most:
        message = f"{what} is a number from {least} to {most}"
        notes.error("number-too-large" if len(node.text) > 9 else "out-of-range", message, node.place)
        return None
    return int(node.text)


def value(node: YamlNode, what: str, notes: ProblemLog) -> Value | None:
    """A property's value: a boolean, a whole number or a text."""
    if is_null(node):
        key = what.split("`")[1]
        hint = f'write `{key}: true`, `{key}: 1` or `{key}: "a text"`'
        notes.error("wrong-kind", f"{what} has no value", node.place, hint)
        return None
    if not isinstance(node, YamlScalar):
        message = f"{what} is true, false, a whole number or a text; this is {kind_of(node)}"
        notes.error("wrong-kind", message, node.place)
        return None
    if not node.is_plain:
        return node.text
    if node.text in BOOLEANS:
        return BOOLEANS[node.text]
    if _NUMBER.fullmatch(node.text):
        return integer(node, what, notes)
    word = node.text.lower()
    if word in _TREACHEROUS:
        message = f"`{node.text}` is a boolean to some programs and a word to others"
        hint = f'write `{_TREACHEROUS[word]}`, or `"{node.text}"` for the word'
        notes.error("ambiguous-word", message, node.place, hint)
        return None
    if _FRACTION.fullmatch(node.text):
        notes.error("wrong-kind", f"{what} is a whole number; `{node.text}` is not", node.place)
        return None
    return node.text


def one_of(node: YamlNode, what: str, choices: type[_Choice], notes: ProblemLog) -> _Choice | None:
    """A word out of a few."""
    words = [choice.value for choice in choices]
    if is_null(node):
        _no_value(node, what, words[0], notes)
        return None
    if isinstance(node, YamlScalar) and node.text in words:
        return choices(node.text)
    hint = did_you_mean(node.text, words) if isinstance(node, YamlScalar) else None
    notes.error("wrong-kind", f"{what} is {' or '.join(f'`{word}`' for word in words)}", node.place, hint)
    return None


def given(found: _T | None, default: _T) -> _T:
    return default if found is None else found


def kind_of(node: YamlNode) -> str:
    """What something is, to a person."""
    if isinstance(node, YamlSequence):
        return "a list"
    if isinstance(node, YamlMapping):
        return "a mapping"
    assert isinstance(node, YamlScalar)
    if node.is_null:
        return "nothing"
    return f"`{shortened(node.text)}`"


def shortened(words: str, most: int = 40) -> str:
    line = " ".join(words.split())
    return line if len(line) <= most else line[: most - 1] + "…"


def quoted_list(words: Collection[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)
