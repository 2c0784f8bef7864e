"""What a rule does to its inputs: section 2 of SEMANTICS.md, for the referee.

No code is shared with the synthesizer or with `verify`. Not everything is independent, though: where the page is silent
(labels bind first, an output's `contains` with nothing to store creates something, new things are empty) this follows
what `pack/rules/effects.py` and `world` do, so a mistake in one of those readings would not be noticed here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from puzzlesynth.pack.model import NOTHING, Rule, Term


@dataclass(frozen=True)
class Result:
    """One output. At most one of `bound` and `released` is set; with neither, a new object appears."""

    term: Term
    bound: int | None
    """The input that is the same object."""
    released: int | None
    """The input that it was inside."""
    stored: int | None
    """The input that goes inside it."""
    emptied: bool
    filled: str | None
    """The type of a new object that appears inside it."""


@dataclass(frozen=True)
class Anatomy:
    rule: Rule
    results: tuple[Result, ...]
    main: int | None
    """The first result that is new or changed: what the rule is for. None: it makes nothing."""
    slots: tuple[str, ...]
    """The types of all new objects: for each result the object itself, then what appears inside it."""


@cache
def anatomy(rule: Rule) -> Anatomy:
    bound = _bound(rule)
    released = _released(rule, bound)
    free = [i for i in range(len(rule.inputs)) if i not in bound.values()]
    results = []
    for number, term in enumerate(rule.outputs):
        stored = emptied = None
        filled = None
        if term.contains == NOTHING:
            emptied = True
        elif term.contains is not None:
            stored = next((i for i in free if rule.inputs[i].type == term.contains), None)
            if stored is not None:
                free.remove(stored)
            elif not _keeps_its_content(rule, term, bound.get(number), set(released.values())):
                filled = term.contains
        results.append(Result(term, bound.get(number), released.get(number), stored, bool(emptied), filled))
    main = next((n for n, result in enumerate(results) if _may_change(rule, result)), None)
    slots: list[str] = []
    for result in results:
        if result.bound is None and result.released is None:
            slots.append(result.term.type)
        if result.filled is not None:
            slots.append(result.filled)
    return Anatomy(rule, tuple(results), main, tuple(slots))


def _bound(rule: Rule) -> dict[int, int]:
    """Labels first, so that a label never loses its object to a term that would take any."""
    found: dict[int, int] = {}
    for by_label in (True, False):
        for number, term in enumerate(rule.outputs):
            if number in found or (by_label and term.label is None):
                continue
            for index, before in enumerate(rule.inputs):
                same = before.label == term.label if by_label else before.type == term.type
                if same and index not in found.values():
                    found[number] = index
                    break
    return found


def _released(rule: Rule, bound: dict[int, int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for number, term in enumerate(rule.outputs):
        if number in bound:
            continue
        for index, before in enumerate(rule.inputs):
            if before.contains == term.type and index not in found.values():
                found[number] = index
                break
    return found


def _keeps_its_content(rule: Rule, term: Term, source: int | None, let_go: set[int]) -> bool:
    """`Box[contains: T]` on both sides: what was inside stays, unless the same rule lets it out."""
    return source is not None and rule.inputs[source].contains == term.contains and source not in let_go


def _may_change(rule: Rule, result: Result) -> bool:
    if result.bound is None or result.stored is not None or result.filled is not None:
        return True
    before = rule.inputs[result.bound]
    if result.emptied and before.contains != NOTHING:
        return True
    known = {name: (type(value), value) for name, value in before.properties}
    return any(known.get(name) != (type(value), value) for name, value in result.term.properties)
