"""Properties that nothing has, that nothing asks for, or whose values are of the wrong kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from puzzlesynth.pack.diagnostics.problems import Problem, error, warning
from puzzlesynth.pack.keys import SPECIAL
from puzzlesynth.pack.model import Pack, Place, Term, Value
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.suggestions import NameIndex

from .names import all_terms

_ASKABLE = ("carryable", "contains")


def check_properties(pack: Pack) -> Iterator[Problem]:
    """Properties that are asked for but nothing has; or are set, but only a similar one is asked for."""
    names = PropertyNames(pack)
    for term, number, name, is_output in _uses(pack):
        place = term.place_of(number)
        if name in SPECIAL and name not in _ASKABLE:
            message = f"`{name}` is not allowed in a term: it is fixed for every item"
            yield error("special-property", message, place)
        elif name == "carryable" and is_output:
            yield error("special-property", "no rule can change whether something is carryable", place)
        elif name in names.unread and is_output:
            meant = names.unread[name]
            message = f"`{name}` is set here, but no item has it and nothing asks for it"
            problem = error if meant in names.lacking else warning
            yield problem("unread-property", message, place, f"did you mean `{meant}`?")
        elif not names.exists(name) and name != "carryable":
            message = f"`{name}`: no item has this property and no rule sets it"
            hint, about = names.known.did_you_mean(name), (name, "items", "rules")
            yield error("unknown-property", message, place, hint, about)


class PropertyNames:
    """Which properties there are, and which are most likely others, misspelt."""

    def __init__(self, pack: Pack) -> None:
        had = {name for item in pack.items.values() for name in item.properties}
        uses = list(_uses(pack))
        given = {name for _, _, name, is_output in uses if is_output}
        asked = {name for _, _, name, is_output in uses if not is_output}
        self.known = NameIndex(sorted(had | given))
        self.unread: dict[str, str] = {}
        """What is set, though no item has it and nothing asks for it: what is asked for instead."""
        self.lacking: set[str] = set()
        """What is asked for, and would be there if it were not misspelt where it is set."""
        often = Counter(name for _, _, name, _ in uses)
        read = NameIndex(sorted(asked))
        for name in sorted(given - asked - had):
            meant = read.closest(name)
            if meant is None:
                continue
            if self.known.has(meant):
                self.unread[name] = meant
            elif often[meant] > often[name]:
                self.unread[name] = meant
                self.lacking.add(meant)

    def exists(self, name: str) -> bool:
        return self.known.has(name) or name in self.lacking

    def meant(self, name: str) -> str | None:
        """The property that a name stands for; None: it comes close to none."""
        if name in self.unread:
            return self.unread[name]
        return name if self.exists(name) or name == "carryable" else self.known.closest(name)


def _uses(pack: Pack) -> Iterator[tuple[Term, int, str, bool]]:
    """Every property in a term: its number there, its name, and whether a rule sets it."""
    for rule in pack.rules:
        for terms, is_output in ((rule.outputs, True), (rule.inputs, False)):
            for term in terms:
                yield from (
                    (term, number, name, is_output) for number, (name, _) in enumerate(term.properties)
                )
    for area in pack.areas.values():
        for goal in area.goals:
            yield from ((goal, number, name, False) for number, (name, _) in enumerate(goal.properties))


# --- values of the wrong kind -----------------------------------------------------------------------------


_KINDS: dict[type, str] = {bool: "true or false", int: "a number", str: "a text"}
_LIKE_TRUE, _LIKE_FALSE = ("yes", "on", "y", "t", "1"), ("no", "off", "n", "f", "0")


@dataclass(frozen=True)
class _Use:
    value: Value
    place: Place
    in_term: bool


def check_value_types(pack: Pack) -> Iterator[Problem]:
    """Most uses of a property agree; the others are mistakes, and never match where terms ask for it."""
    for name, uses in _values(pack).items():
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


def _values(pack: Pack) -> dict[str, list[_Use]]:
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
