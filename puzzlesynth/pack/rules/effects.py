"""The effects of a rule: what happens to its inputs and where its outputs come from, as the rule alone says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import TypeVar

from puzzlesynth.pack.model import NOTHING, Rule, Term, same_value
from puzzlesynth.quick_dataclasses import dataclass


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
        return _sets_properties(self.term, rule.inputs[self.origin_input])


def _sets_properties(after: Term, before: Term) -> bool:
    """Whether a term says something about properties that another one does not."""
    known = dict(before.properties)
    return any(name not in known or not same_value(known[name], value) for name, value in after.properties)


Effects = TypeVar("Effects")


def _kept_with_rule(read: Callable[[Rule], Effects]) -> Callable[[Rule], Effects]:
    """The rule itself keeps what was read off it: many ask for it, and a rule never changes."""
    key = f"_{read.__name__}"

    def known(rule: Rule) -> Effects:
        if key not in rule.__dict__:
            rule.__dict__[key] = read(rule)
        found: Effects = rule.__dict__[key]
        return found

    return known


@_kept_with_rule
def output_effects(rule: Rule) -> tuple[OutputEffect, ...]:
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


@_kept_with_rule
def destroyed_inputs(rule: Rule) -> tuple[int, ...]:
    """The inputs that are gone afterwards."""
    kept: set[int | None] = set()
    for outcome in output_effects(rule):
        kept.add(outcome.stored_input)
        if outcome.origin is Origin.BOUND:
            kept.add(outcome.origin_input)
    return tuple([index for index in range(len(rule.inputs)) if index not in kept])


@_kept_with_rule
def made_types(rule: Rule) -> frozenset[str]:
    """The types of what a rule brings into the world: created, released or new inside something."""
    if rule.fail:
        return frozenset()
    found: set[str] = set()
    for outcome in output_effects(rule):
        if outcome.origin is not Origin.BOUND:
            found.add(outcome.term.type)
        if outcome.filling is ContentChange.CREATED:
            found.add(outcome.term.contains or "")
    return frozenset(found)


def interchangeable(rule: Rule) -> tuple[int, ...]:
    """For each input the first one that it can change places with, mostly itself: both are asked for in the same
    words, and nothing is left of either."""
    emptied = {outcome.origin_input for outcome in output_effects(rule) if outcome.origin is Origin.RELEASED}
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
        for index, before in enumerate(rule.inputs) if term.label else ():
            if before.label == term.label and index not in bound.values():
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


# --- the whole rule as an operator ------------------------------------------------------------------------


@dataclass(frozen=True)
class OperatorEffects:
    """Inputs and outputs by their position in the rule, from 0."""

    kept: Mapping[int, int]
    """Output → the input that is the same object."""
    released: Mapping[int, int]
    """Output → the input that it was inside of."""
    created: tuple[int, ...]
    stored: Mapping[int, int]
    """Input → the output that it goes inside of."""
    filled: Mapping[int, str]
    """Output → the type of the new thing inside it."""
    emptied: frozenset[int]
    changed: tuple[int, ...]
    """Kept outputs that are not the same afterwards."""
    destroyed: tuple[int, ...]
    principal: int | None
    """The first output that is new, released or changed: what a step with this rule is there for."""

    def touches_content(self, output: int) -> bool:
        """Whether what is inside this output's object is another thing afterwards."""
        return (
            output in self.filled
            or output in self.emptied
            or output in self.stored.values()
            or self.makes_room(output)
        )

    def makes_room(self, output: int) -> bool:
        """Whether the rule takes out what was inside this output's object."""
        return output in self.kept and self.kept[output] in self.released.values()

    def uses_up(self, source: int) -> bool:
        """Whether this input no longer exists as it was afterwards."""
        if source in self.destroyed or source in self.stored:
            return True
        return any(self.kept[output] == source for output in self.changed)


@_kept_with_rule
def operator_effects(rule: Rule) -> OperatorEffects:
    """What a rule does, by the positions of its inputs and outputs."""
    found = tuple(enumerate(output_effects(rule)))
    origins = {n: one.origin_input for n, one in found if one.origin_input is not None}
    kept = {n: source for n, source in origins.items() if found[n][1].origin is Origin.BOUND}
    partial = OperatorEffects(
        kept=kept,
        released={n: source for n, source in origins.items() if n not in kept},
        created=tuple(n for n, one in found if one.origin is Origin.CREATED),
        stored={one.stored_input: n for n, one in found if one.stored_input is not None},
        filled={n: one.term.contains or "" for n, one in found if one.filling is ContentChange.CREATED},
        emptied=frozenset(n for n, one in found if one.filling is ContentChange.EMPTIED),
        changed=(),
        destroyed=destroyed_inputs(rule),
        principal=None,
    )
    changed = tuple([n for n in kept if _changes(rule, partial, n)])
    principal = min((*partial.created, *partial.released, *changed), default=None)
    return OperatorEffects(**{**vars(partial), "changed": changed, "principal": principal})


def _changes(rule: Rule, effects: OperatorEffects, output: int) -> bool:
    before = rule.inputs[effects.kept[output]]
    return _sets_properties(rule.outputs[output], before) or effects.touches_content(output)


def may_be_idle(rule: Rule, effects: OperatorEffects, output: int) -> bool:
    """Whether everything that the rule does to a kept output's object may have been done before."""
    if output not in effects.changed:
        return False
    before = rule.inputs[effects.kept[output]]
    if effects.touches_content(output) and (output not in effects.emptied or before.contains is not None):
        return False
    known = dict(before.properties)
    after = rule.outputs[output].properties
    return all(name not in known or same_value(known[name], value) for name, value in after)
