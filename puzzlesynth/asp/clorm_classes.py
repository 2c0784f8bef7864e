"""A clorm class for each predicate of the logic program, made from the schema in `synth/program/predicates`.

Making puzzles does without them: a class per predicate costs more time at the start than writing all facts of a large
pack, and unifying a stream of answer sets costs ten times more than looking symbols up (`synth/answers/answer_set`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import new_class
from typing import Any

from clingo import Symbol, SymbolType
from clorm import ConstantField, IntegerField, Predicate, StringField, combine_fields

from puzzlesynth.synth.program.predicates import ANSWER, FACTS, PredicateSchema

from .errors import AnswerError

INTERNAL = {"fills", "active", "allowed", "serves", "rests_on", "ends", "replaces"}
"""Answer atoms that no puzzle is decoded from: puzzle maps, the propagator and wider searches read them."""


class Node(Predicate, is_tuple=True):
    """An object at one stage of its life. A step is named by the node that it makes."""

    item: str
    copy: int
    stage: int


def _truth_to_constant(value: Any) -> str:
    if not isinstance(value, bool):
        raise TypeError(f"{value!r} is not True or False")
    return "true" if value else "false"


def _constant_to_truth(value: Any) -> bool:
    if value not in ("true", "false"):
        raise ValueError(f"{value} is neither true nor false")
    return bool(value == "true")


class _TruthField(ConstantField):
    """`True` and `False` are the constants `true` and `false`; they are kept apart from 1, 0 and texts."""

    pytocl = _truth_to_constant
    cltopy = _constant_to_truth


TEXTS = (
    "action", "area", "between", "content", "earlier", "inner", "item", "kind", "name", "other", "property",
    "text", "to", "type",
)  # fmt: skip
NUMBERS = (
    "copy", "depth", "fact", "former", "goal", "inner_copy", "input", "last", "number", "operator", "output", "rule",
)  # fmt: skip
TERMS: dict[str, type] = {
    **dict.fromkeys(TEXTS, str),
    **dict.fromkeys(NUMBERS, int),
    **dict.fromkeys(("step", "node"), Node),
}
"""The Python type of each argument. A property's `value` is the exception: True, False, a number or a text."""


@cache
def fact_classes() -> dict[str, type[Predicate]]:
    """The class of each kind of fact, by the predicate's name."""
    return _classes(FACTS)


@cache
def answer_classes() -> dict[str, type[Predicate]]:
    """The class of each kind of atom in an answer set, by the predicate's name."""
    return _classes(kind for kind in ANSWER if kind.name not in INTERNAL)


def class_name(kind: PredicateSchema) -> str:
    """`opened_by/2` is the class `OpenedBy`."""
    return "".join(word.capitalize() for word in kind.name.split("_"))


def _classes(kinds: Iterable[PredicateSchema]) -> dict[str, type[Predicate]]:
    return {kind.name: _class(kind) for kind in kinds}


def _class(kind: PredicateSchema) -> type[Predicate]:
    body: dict[str, Any] = {
        "__module__": "puzzlesynth.asp.predicates",
        "__doc__": f"{kind.name}({', '.join(kind.arguments)})",
        "__annotations__": {argument: TERMS[argument] for argument in kind.arguments if argument != "value"},
    }
    if "value" in kind.arguments:
        # clorm reads annotated fields and plain ones in the order of the class body.
        body["__annotations__"]["value"] = Any
        body["value"] = combine_fields([_TruthField, IntegerField, StringField])
    return new_class(class_name(kind), (Predicate,), {"name": kind.name}, lambda space: space.update(body))


def typed(classes: Mapping[str, type[Predicate]], symbols: Iterable[Symbol]) -> Iterator[Predicate]:
    """Every symbol that one of these classes is for, typed; the others are skipped.

    Raises `AnswerError` for an atom whose arguments are of other types than its class says."""
    for symbol in symbols:
        found = classes.get(symbol.name) if symbol.type is SymbolType.Function and symbol.positive else None
        if found is None or len(symbol.arguments) != len(found.meta):
            continue
        fact = found.meta.unify(symbol)
        if fact is None:
            raise AnswerError(f"`{symbol}` does not fit `{found.__doc__}`")
        yield fact
