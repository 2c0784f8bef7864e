"""Readable names: `StoneJug` is a stone jug. Every tool that shows a pack to players uses these names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from puzzlesynth.pack.model import Area, Pack

_BOUNDARY = re.compile(
    r"(?<=[^\W\d_])(?=\d)|(?<=[a-zß-öø-ÿ0-9])(?=[A-ZÀ-ÖØ-Þ])|(?<=[A-ZÀ-Þ])(?=[A-ZÀ-Þ][a-zß-ÿ])|[_\s]+"
)
_BLANKS = re.compile(r"\s+")


@lru_cache(maxsize=4096)
def words(name: str) -> str:
    """`StoneJug` -> `stone jug`, `fake_moustache` -> `fake moustache`, `TVSet` -> `TV set`, `Room101` -> `room 101`."""
    parts = [part for part in _BOUNDARY.split(name) if part]
    return " ".join(part if len(part) > 1 and part.isupper() else part.lower() for part in parts) or name


def capital(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def one_line(text: str) -> str:
    """The text with every run of white space as one blank."""
    return _BLANKS.sub(" ", text).strip()


def listed(parts: Iterable[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    found = list(parts)
    if len(found) < 2:
        return "".join(found)
    return f"{', '.join(found[:-1])} {last} {found[-1]}"


def counted(number: int, thing: str) -> str:
    """`1 rule`, `2 rules`, `1,000 tries`."""
    if number != 1:
        thing = f"{thing[:-1]}ies" if thing.endswith(("py", "ry", "ty")) else f"{thing}s"
    return f"{number:,} {thing}"


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


def pack_title(pack: Pack) -> str:
    """The title that the designer gave, or the pack's name as words."""
    return one_line(pack.title) if pack.title else capital(words(pack.name))


def area_title(area: Area) -> str:
    """What players call an area: its title, or its name as words."""
    return one_line(area.title) if area.title else capital(words(area.name))


def the_area(area: Area) -> str:
    """The title in the middle of a sentence: `The Quay` is the Quay."""
    title = area_title(area)
    return f"the {title[4:]}" if title.startswith("The ") else title


_HARMFUL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""All control characters but the tab and the end of a line, halves of pairs, and what Unicode says is no character."""


def first_control_character(text: str) -> str | None:
    """The first such character of a text, as `U+001B`."""
    found = _HARMFUL.search(text)
    return None if found is None else f"U+{ord(found.group()):04X}"


def without_control_characters(text: str) -> str:
    """The text with a replacement character for each of them: places in it stay where they are."""
    return _HARMFUL.sub("\ufffd", text)
