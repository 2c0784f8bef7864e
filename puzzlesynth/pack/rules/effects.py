"""What becomes of a rule's inputs and where its outputs come from, read off the rule alone."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from puzzlesynth.pack.model import NOTHING, Rule, Term


class Origin(Enum):
    """Where an output comes from."""

    BOUND = "bound"  # the same object as an input
    RELEASED = "released"  # what was inside an input
    CREATED = "created"


class ContentChange(Enum):
    """What happens to the inside of an output."""

    UNTOUCHED = "untouched"
    EMPTIED = "emptied"
    STORED = "stored"  # an input goes inside
    CREATED = "created"  # something new is inside


@dataclass(frozen=True)
class OutputEffect:
    """One output of a rule. `origin_input` and `stored_input` are indexes into the rule's inputs."""

    term: Term
    origin: Origin
    origin_input: int | None = None
    filling: ContentChange = ContentChange.UNTOUCHED
    stored_input: int | None = None

    def changes(self, rule: Rule) -> bool:
        """Whether something is new: an object, a property that the input does not already fix, a content."""
        if self.origin is not Origin.BOUND or self.filling is not ContentChange.UNTOUCHED:
            return True
        assert self.origin_input is not None
        before = dict(rule.inputs[self.origin_input].properties)
        return any(
            name not in before or type(before[name]) is not type(value) or before[name] != value
            for name, value in self.term.properties
        )


KEPT = "_outcomes"
"""Where a rule keeps its outcomes: many ask for them, and a rule never changes."""


def outcomes(rule: Rule) -> tuple[OutputEffect, ...]:
    known: tuple[OutputEffect, ...] | None = rule.__dict__.get(KEPT)
    if known is None:
        known = rule.__dict__[KEPT] = _outcomes(rule)
    return known


def _outcomes(rule: Rule) -> tuple[OutputEffect, ...]:
    """Binding first, then releasing, then what goes inside."""
    bound = _bindings(rule)
    free_inputs = [index for index in range(len(rule.inputs)) if index not in bound.values()]
    released = _releases(rule, bound)
    found: list[OutputEffect] = []
    for number, term in enumerate(rule.outputs):
        origin, source = Origin.CREATED, None
        if number in bound:
            origin, source = Origin.BOUND, bound[number]
        elif number in released:
            origin, source = Origin.RELEASED, released[number]
        source_kept = bound.get(number)
        let_go = source_kept in released.values()
        filling, stored = _filling(rule, term, source_kept, free_inputs, let_go)
        if stored is not None:
            free_inputs.remove(stored)
        found.append(OutputEffect(term, origin, source, filling, stored))
    return tuple(found)


def destroyed_inputs(rule: Rule) -> list[int]:
    """The inputs that are gone afterwards."""
    kept = {outcome.stored_input for outcome in outcomes(rule)}
    kept |= {outcome.origin_input for outcome in outcomes(rule) if outcome.origin is Origin.BOUND}
    return [index for index in range(len(rule.inputs)) if index not in kept]


def interchangeable(rule: Rule) -> tuple[int, ...]:
    """For each input the first one that it can change places with, mostly itself: both are asked for in the same
    words, and nothing is left of either."""
    emptied = {outcome.origin_input for outcome in outcomes(rule) if outcome.origin is Origin.RELEASED}
    first: dict[int, int] = {}
    for index in destroyed_inputs(rule):
        term = rule.inputs[index]
        if index not in emptied:
            first[index] = next(i for i in (*first, index) if _asks_the_same(rule.inputs[i], term))
    return tuple(first.get(index, index) for index in range(len(rule.inputs)))


def _asks_the_same(one: Term, other: Term) -> bool:
    return (one.type, one.properties, one.contains) == (other.type, other.properties, other.contains)


def _bindings(rule: Rule) -> dict[int, int]:
    """From output to input: the same label, or else the first unbound input with the same type name."""
    bound: dict[int, int] = {}
    for number, term in enumerate(rule.outputs):
        for index, before in enumerate(rule.inputs):
            if term.label and before.label == term.label and index not in bound.values():
                bound[number] = index
                break
    for number, term in enumerate(rule.outputs):
        if number in bound:
            continue
        taken = set(bound.values())
        for index, before in enumerate(rule.inputs):
            if index not in taken and before.type == term.type:
                bound[number] = index
                break
    return bound


def _releases(rule: Rule, bound: dict[int, int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for number, term in enumerate(rule.outputs):
        if number in bound:
            continue
        for index, before in enumerate(rule.inputs):
            if before.contains == term.type and index not in found.values():
                found[number] = index
                break
    return found


def _filling(
    rule: Rule, term: Term, source: int | None, free: list[int], let_go: bool
) -> tuple[ContentChange, int | None]:
    """`let_go`: what was inside comes out in the same application, so it cannot be what stays inside."""
    if term.contains is None:
        return ContentChange.UNTOUCHED, None
    if term.contains == NOTHING:
        was_empty = source is not None and rule.inputs[source].contains == NOTHING
        return (ContentChange.UNTOUCHED if was_empty else ContentChange.EMPTIED), None
    stored = next((index for index in free if rule.inputs[index].type == term.contains), None)
    if stored is not None:
        return ContentChange.STORED, stored
    if source is not None and rule.inputs[source].contains == term.contains and not let_go:
        return ContentChange.UNTOUCHED, None
    return ContentChange.CREATED, None
