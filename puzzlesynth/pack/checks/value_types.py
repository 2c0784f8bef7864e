"""Property values of the wrong kind: `locked: "yes"` where everything else says true or false."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from puzzlesynth.pack.diagnostics.problems import Problem, error, warning
from puzzlesynth.pack.model import Pack, Place, Value

from .names import all_terms

_KINDS: dict[type, str] = {bool: "true or false", int: "a number", str: "a text"}
_LIKE_TRUE, _LIKE_FALSE = ("yes", "on", "y", "t", "1"), ("no", "off", "n", "f", "0")


@dataclass(frozen=True)
class _Use:
    value: Value
    place: Place
    in_term: bool


def check_value_types(pack: Pack) -> Iterator[Problem]:
    """Most uses of a property agree; the others are mistakes, and never match where terms ask for it."""
    for name, uses in _uses(pack).items():
        kinds = Counter(type(use.value) for use in uses)
        if len(kinds) == 1:
            continue
        usual = max(kinds, key=lambda kind: kinds[kind])
        first = next(use for use in uses if type(use.value) is usual)
        asked = any(use.in_term for use in uses)
        for use in uses:
            if type(use.value) is not usual:
                message = f"`{name}` is {_KINDS[usual]} elsewhere (see {first.place}); `{use.value}` is not"
                problem = error if asked else warning
                yield problem("wrong-kind", message, use.place, _hint(use.value, usual))


def _uses(pack: Pack) -> dict[str, list[_Use]]:
    found: dict[str, list[_Use]] = {}
    for item in pack.items.values():
        for name, value in item.properties.items():
            found.setdefault(name, []).append(_Use(value, item.where(name), False))
    for term in all_terms(pack):
        for number, (name, value) in enumerate(term.properties):
            found.setdefault(name, []).append(_Use(value, term.place_of(number), True))
            if name == "carryable":
                found[name].append(_Use(True, term.place, False))  # what items say of it is a boolean
                found[name].append(_Use(True, term.place, False))
    return found


def _hint(value: Value, usual: type) -> str | None:
    word = str(value).lower()
    if usual is bool:
        if word in _LIKE_TRUE:
            return "write `True`"
        return "write `False`" if word in _LIKE_FALSE else "write `True` or `False`"
    if usual is int:
        return "write a whole number without quotes"
    return f'write "{value}", in quotes'
