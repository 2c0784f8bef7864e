"""Readable names: `StoneJug` is a stone jug, and of two trees one is the first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from puzzlesynth.pack.model import Area, Value
from puzzlesynth.world import State, Thing

_BOUNDARY = re.compile(
    r"(?<=[^\W\d_])(?=\d)|(?<=[a-zß-öø-ÿ0-9])(?=[A-ZÀ-ÖØ-Þ])|(?<=[A-ZÀ-Þ])(?=[A-ZÀ-Þ][a-zß-ÿ])|_+"
)

_ORDINALS = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
)


@lru_cache(maxsize=4096)
def words(name: str) -> str:
    """`StoneJug` -> `stone jug`, `fake_moustache` -> `fake moustache`, `TVSet` -> `TV set`."""
    parts = [part for part in _BOUNDARY.split(name) if part]
    return " ".join(part if len(part) > 1 and part.isupper() else part.lower() for part in parts) or name


def ordinal(number: int) -> str:
    """From 1: first, second, … and later plain numbers."""
    return _ORDINALS[number - 1] if number <= len(_ORDINALS) else f"number {number}"


def capital(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def listed(parts: Iterable[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    found = list(parts)
    if len(found) < 2:
        return "".join(found)
    return f"{', '.join(found[:-1])} {last} {found[-1]}"


def area_name(area: Area) -> str:
    """What players call an area: its title, or its name as words."""
    return area.title or capital(words(area.name))


def the_area(area: Area) -> str:
    """The name in the middle of a sentence: `The Quay` is the Quay."""
    name = area_name(area)
    return f"the {name[4:]}" if name.startswith("The ") else name


def looks_plural(name: str) -> bool:
    """A guess, good enough to choose between `is` and `are`."""
    last = name.rsplit(" ", 1)[-1].lower()
    return len(last) > 3 and last.endswith("s") and not last.endswith(("ss", "us", "is", "as"))


def is_or_are(name: str) -> str:
    return "are" if looks_plural(name) else "is"


def a_or_some(name: str) -> str:
    """The name with an article."""
    if looks_plural(name):
        return f"some {name}"
    return f"an {name}" if name[:1].lower() in "aeiou" else f"a {name}"


class Names:
    """The names of all objects of a state, each different from the others."""

    def __init__(self, state: State, others: Mapping[str, str] | None = None) -> None:
        """`others`: items of objects that do not exist yet."""
        self._names = {name: words(item) for name, item in (others or {}).items()}
        alike: dict[str, list[Thing]] = {}
        for thing in state.things.values():
            alike.setdefault(words(thing.item), []).append(thing)
        for name, things in alike.items():
            for number, thing in enumerate(things, 1):
                self._names[thing.id] = name if len(things) == 1 else f"{ordinal(number)} {name}"

    def __getitem__(self, id_: str) -> str:
        return self._names.get(id_) or words(id_)

    def the(self, id_: str) -> str:
        return f"the {self[id_]}"


def qualities(properties: Mapping[str, Value]) -> list[str]:
    """What can be seen of an object's properties: `awake`, `hour 4`. What is false is not mentioned."""
    seen = []
    for name, value in properties.items():
        if value is True:
            seen.append(words(name))
        elif value is not False:
            seen.append(f"{words(name)} {value}")
    return seen
