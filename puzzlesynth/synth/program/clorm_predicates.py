"""Facts and answer atoms as clorm predicates, made from the schema in `predicates`.

    from clorm import unify
    from puzzlesynth.synth.clorm_predicates import answer_predicates

    facts = unify(answer_predicates().values(), model.symbols(shown=True))

Making puzzles does without them: a class for each kind costs more time at the start than writing all facts of a large
pack, and unifying a stream of answers costs ten times more than looking symbols up (`answer`).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from types import new_class
from typing import Any

from clorm import ConstantField, ConstantStr, IntegerField, Predicate, StringField, combine_fields

from .predicates import ANSWER, FACTS, PredicateSchema


def _only_constants(value: Any) -> ConstantStr:
    if not isinstance(value, ConstantStr):
        raise TypeError(f"{value!r} is no constant")
    return value


class _TruthField(ConstantField):
    """A constant, and only what is meant as one: clorm would take any text for a constant as well."""

    pytocl = _only_constants
    cltopy = ConstantStr


NodeTerm = tuple[str, int, int]
"""(item, copy, stage)"""

TEXTS = [
    "area",
    "earlier",
    "other",
    "to",
    "item",
    "inner",
    "content",
    "block",
    "type",
    "property",
    "name",
    "kind",
    "action",
    "text",
]
NUMBERS = ["goal", "rule", "input", "output", "copy", "inner_copy", "former", "last", "number", "depth"]

TERMS: dict[str, Any] = {
    **dict.fromkeys(TEXTS, str),
    **dict.fromkeys(NUMBERS, int),
    **dict.fromkeys(("step", "node"), NodeTerm),
}
"""What kind of term each argument is; a property's value is one of several."""


@cache
def fact_predicates() -> dict[str, type[Predicate]]:
    """A clorm predicate for each kind of fact, by name."""
    return _predicates(FACTS)


@cache
def answer_predicates() -> dict[str, type[Predicate]]:
    """A clorm predicate for each kind of atom in an answer set, by name."""
    return _predicates(ANSWER)


def _predicates(kinds: Iterable[PredicateSchema]) -> dict[str, type[Predicate]]:
    return {kind.name: _predicate(kind) for kind in kinds}


def _predicate(kind: PredicateSchema) -> type[Predicate]:
    title = "".join(word.capitalize() for word in kind.name.split("_"))
    body: dict[str, Any] = {
        "__module__": __name__,
        "__annotations__": {argument: TERMS.get(argument, Any) for argument in kind.arguments},
    }
    if "value" in kind.arguments:
        body["value"] = combine_fields([IntegerField, _TruthField, StringField])
    return new_class(title, (Predicate,), {"name": kind.name}, lambda namespace: namespace.update(body))
