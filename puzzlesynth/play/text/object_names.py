"""What objects are called among others: of two trees one is the first, and glasses are some glasses."""

from __future__ import annotations

from collections.abc import Mapping

from puzzlesynth.pack.model import Value
from puzzlesynth.pack.text.wording import words
from puzzlesynth.world import State, Thing

ORDINALS = (
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


def ordinal(number: int) -> str:
    """From 1: first, second, … and later plain numbers."""
    return ORDINALS[number - 1] if number <= len(ORDINALS) else f"number {number}"


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


class ObjectNames:
    """The names of all objects of a state, each different from the others.

    What is inside something does not count for the names of what is not: a coin that is alone is no first coin,
    whatever is in the safe."""

    def __init__(self, state: State, others: Mapping[str, str] | None = None) -> None:
        """`others`: items of objects that do not exist yet."""
        self._names = {name: words(item) for name, item in (others or {}).items()}
        alike: dict[str, list[Thing]] = {}
        for thing in state.things.values():
            alike.setdefault(words(thing.item), []).append(thing)
        for name, things in alike.items():
            things.sort(key=lambda thing: thing.inside is not None)
            outside = sum(thing.inside is None for thing in things)
            for number, thing in enumerate(things, 1):
                alone = max(outside, number) == 1
                self._names[thing.id] = name if alone else f"{ordinal(number)} {name}"

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
