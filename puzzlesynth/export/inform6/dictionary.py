"""Names that Inform's parser cannot mistake: words as its dictionary has them, and which of them are enough.

A story file's dictionary keeps nine characters of a word, and some words belong to the parser. What is left must
still tell every two things apart: a phrase surely means a thing when it is the whole name, or when it holds a
word that no other thing has. Other parts of names will do where nothing else is meant; if not, the story asks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from puzzlesynth.quick_dataclasses import dataclass

from .text import plain_words

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
_ARTICLES = frozenset({"a", "an", "the", "some"})
_SKIPPED = frozenset({"my", "this", "that", "other", "another"})
"""Words that the parser passes over in front of any name."""
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
"""Words that never mean a thing on their own."""


@dataclass(frozen=True)
class ParserName:
    """The name of a thing, and how it is recognised."""

    shown: str
    """What is printed; typing it works."""
    full: tuple[str, ...]
    """The words that make up the whole name, in order."""
    enough: tuple[str, ...]
    """The words that nothing else has, each of which is enough anywhere."""
    fillers: tuple[str, ...]
    """Words that may come in between."""
    late: tuple[str, ...]
    """Words of the whole name that the parser takes for its own at the beginning."""
    plurals: tuple[str, ...]
    """The words for several of them."""


def cut(word: str) -> str:
    """The word as the dictionary keeps it."""
    return word[:LENGTH]


def ordinal(copy: int) -> str:
    return ORDINALS[copy - 1] if copy <= len(ORDINALS) else f"no{copy}"


@dataclass(frozen=True)
class _Name:
    """A name under construction: its words, and which of the parser's own words are part of it behind another one."""

    words: tuple[str, ...]
    late: frozenset[str] = frozenset()

    @property
    def significant(self) -> tuple[str, ...]:
        return tuple(cut(word) for word in self.words if word not in RESERVED or word in self.late)

    @property
    def plain(self) -> tuple[str, ...]:
        return tuple(cut(word) for word in self.words if word not in RESERVED)


def parser_names(labels: Mapping[str, str], fallback: str = "thing") -> dict[str, ParserName]:
    """A name for every key, no two of them alike to the parser."""
    typed = {key: _short(plain_words(label)) for key, label in labels.items()}
    rests = Counter(_Name(tuple(_split(words)[1])).plain for words in typed.values())
    spoken: dict[str, _Name] = {}
    taken: set[tuple[str, ...]] = set()
    for key, words in typed.items():
        alone = rests[_Name(tuple(_split(words)[1])).plain] == 1
        name = _different(_name(words, alone, fallback), taken)
        taken.add(name.significant)
        spoken[key] = name
    used = Counter(word for name in spoken.values() for word in set(name.significant))
    return {
        key: ParserName(
            " ".join(name.words),
            name.significant,
            tuple(w for w in dict.fromkeys(name.plain) if used[w] == 1 and w not in _ALONE),
            tuple(dict.fromkeys(cut(w) for w in name.words if w in RESERVED and w not in name.late)),
            tuple(dict.fromkeys(cut(w) for w in name.words if w in name.late)),
            _plurals(name.words),
        )
        for key, name in spoken.items()
    }


def _name(words: list[str], alone: bool, fallback: str) -> _Name:
    """The words in an order that the parser understands: whose first word it takes for its own is CALLED so."""
    front, rest = _split(words)
    if rest and (not front or (alone and set(front) <= _SKIPPED)):
        only_ways = all(word in DIRECTIONS for word in _Name(tuple(rest)).plain)
        return _Name((*front, *rest, *([fallback] if only_ways else [])))
    front = front or words
    if not front:
        return _Name((fallback,))
    return _Name((*(rest or [fallback]), "called", *front), frozenset(front))


def _different(name: _Name, taken: set[tuple[str, ...]]) -> _Name:
    number = 1
    first = name
    while name.significant in taken:
        number += 1
        name = _Name((*first.words, f"no{number}"), first.late)
    return name


def _split(words: list[str]) -> tuple[list[str], list[str]]:
    """What the parser takes for its own at the beginning of a name, without articles, and the rest of it."""
    begin = next(
        (k for k, word in enumerate(words) if word not in RESERVED and not word.isdigit()), len(words)
    )
    rest = words[begin:]
    while rest and rest[-1] in RESERVED:
        rest = rest[:-1]
    return [word for word in words[:begin] if word not in _ARTICLES], rest


def _short(words: list[str]) -> list[str]:
    """The words that fit, the last one cut if necessary."""
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
    return (cut(several),) if last and cut(several) not in map(cut, words) else ()


def phrase(label: str, number: int) -> tuple[str, ...]:
    """The words of an action as they are typed; the first one is the verb."""
    words = plain_words(label)
    if not words:
        return ("perform", f"r{number}")
    return ("perform", *words) if words[0] in _COMMANDS else tuple(words)


def quoted(word: str) -> str:
    """A dictionary word in Inform's notation; a single letter would be a character."""
    return f"'{word}//'" if len(word) == 1 else f"'{word}'"
