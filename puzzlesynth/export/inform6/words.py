"""Names that Inform's parser cannot mistake: words as they stand in its dictionary, and which of them are enough.

A story file's dictionary keeps nine characters of a word, and some words belong to the parser. What is left must
still tell every two things apart: a phrase surely stands for a thing when it is the whole name, or when it holds a
word that no other thing has. Other parts of names will do where nothing else is meant; if not, the story asks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..asciitext import plain_words

LENGTH = 9
ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth",
)  # fmt: skip
_PARSERS = """
    a an the some any my this these that those his her their its our your other another lit lighted unlit either both
    all each every everything none nothing no and then but except with to it them him me myself self yourself you us
    again g undo oops o z one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen twenty of
"""  # fmt: skip
RESERVED = frozenset(_PARSERS.split())
_COMPASS = """
    n north s south e east w west ne northeast nw northwest se southeast sw southwest u up above d down below
    in inside out outside ceiling sky floor ground
"""
DIRECTIONS = frozenset(_COMPASS.split())
_COMMANDS = frozenset({"again", "g", "oops", "o", "then"})
"""What the parser does itself when a line begins with it."""
MOST_LETTERS = 100
"""The library keeps the name that it prints in a buffer of its own."""

_ALONE = DIRECTIONS | frozenset(ORDINALS)
"""Words that never stand for a thing by themselves."""


@dataclass(frozen=True)
class Naming:
    """How a thing is called and recognised."""

    shown: str
    """What is printed; typing it works."""
    full: tuple[str, ...]
    """The words that make up the whole name, in order."""
    enough: tuple[str, ...]
    """The words that nothing else has, each of which is enough anywhere."""
    fillers: tuple[str, ...]
    """Words that may stand in between."""
    plurals: tuple[str, ...]
    """The words for several of them."""


def cut(word: str) -> str:
    """The word as the dictionary keeps it."""
    return word[:LENGTH]


def ordinal(copy: int) -> str:
    return ORDINALS[copy - 1] if copy <= len(ORDINALS) else f"no{copy}"


def namings(labels: Mapping[str, str], fallback: str = "thing") -> dict[str, Naming]:
    """A name for every key, no two of them alike to the parser."""
    spoken: dict[str, list[str]] = {}
    taken: set[tuple[str, ...]] = set()
    for key, label in labels.items():
        words = _without_leading_reserved(_short(plain_words(label)))
        significant = _significant(words)
        if not significant or all(word in DIRECTIONS for word in significant):
            words = [*words, fallback] if significant else [fallback]
        number = 1
        while _significant(words) in taken:
            number += 1
            words = [*(words if number == 2 else words[:-1]), f"no{number}"]
        taken.add(_significant(words))
        spoken[key] = words
    used = Counter(word for words in spoken.values() for word in set(_significant(words)))
    return {
        key: Naming(
            " ".join(words),
            _significant(words),
            tuple(w for w in dict.fromkeys(_significant(words)) if used[w] == 1 and w not in _ALONE),
            tuple(dict.fromkeys(cut(word) for word in words if word in RESERVED)),
            _plurals(words),
        )
        for key, words in spoken.items()
    }


def _short(words: list[str]) -> list[str]:
    """As many words as there is room for, with as many letters."""
    found: list[str] = []
    left = MOST_LETTERS
    for word in words:
        if left > 0:
            found.append(word[:left])
            left -= len(word) + 1
    return found


def _plurals(words: Sequence[str]) -> tuple[str, ...]:
    last = next((word for word in reversed(words) if word not in RESERVED and word.isalpha()), "")
    if last.endswith(("s", "x", "z", "ch", "sh")):
        several = f"{last}es"
    elif last.endswith("y") and last[-2:-1] not in "aeiou":
        several = f"{last[:-1]}ies"
    else:
        several = f"{last}s"
    return (cut(several),) if last and cut(several) not in _significant(words) else ()


def _significant(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(cut(word) for word in words if word not in RESERVED)


def _without_leading_reserved(words: list[str]) -> list[str]:
    while words and (words[0] in RESERVED or words[0].isdigit()):
        words = words[1:]
    while words and words[-1] in RESERVED:
        words = words[:-1]
    return words


def phrase(label: str, number: int) -> tuple[str, ...]:
    """The words of an action as they are typed; the first one is the verb."""
    words = plain_words(label)
    if not words:
        return ("perform", f"r{number}")
    return ("perform", *words) if words[0] in _COMMANDS else tuple(words)


def quoted(word: str) -> str:
    """A dictionary word in Inform's notation; a single letter would be a character."""
    return f"'{word}//'" if len(word) == 1 else f"'{word}'"
