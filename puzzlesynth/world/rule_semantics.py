"""What one rule does, worked out once: who is bound to whom, what is stored, destroyed, released, made.

Everything here depends on the rule's text alone. The objects come in when the plan is carried out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from puzzlesynth.pack.model import NOTHING, Rule, Term, Value


class ContentEffect(Enum):
    """What becomes of the inside of an output's object."""

    UNTOUCHED = "untouched"
    EMPTIED = "emptied"
    STORED = "stored"
    MADE = "made"


@dataclass(frozen=True)
class CreationSlot:
    """A new object: for an output itself, or made inside an output's object."""

    output: int
    inside: bool
    type: str


@dataclass(frozen=True)
class RuleSemantics:
    """The meaning of a rule, term by term. Inputs and outputs are named by their position."""

    rule: Rule
    bound: tuple[int | None, ...]
    """For each output the input that is the same object."""
    released: tuple[int | None, ...]
    """For each output the input whose content it is."""
    made: tuple[int | None, ...]
    """For each output the slot that makes it."""
    filling: tuple[ContentEffect, ...]
    filled_by: tuple[int | None, ...]
    """For each output the input that is stored in it, or the slot that is made inside it."""
    destroyed: tuple[int, ...]
    slots: tuple[CreationSlot, ...]
    principal: int | None
    """The first output that the rule makes, releases or can change; None: the rule makes nothing."""


def semantics_of(rule: Rule) -> RuleSemantics:
    """Works out binding, storing, releasing and making in the order in which they are defined."""
    bound = _bind(rule)
    free = [i for i in range(len(rule.inputs)) if i not in bound]
    released = _release(rule, bound)
    slots: list[CreationSlot] = []
    made: list[int | None] = []
    for j, term in enumerate(rule.outputs):
        if bound[j] is None and released[j] is None:
            made.append(len(slots))
            slots.append(CreationSlot(j, False, term.type))
        else:
            made.append(None)
    filling: list[ContentEffect] = []
    filled_by: list[int | None] = []
    for j, term in enumerate(rule.outputs):
        how, what = _fill(rule, j, term, bound[j], free, released, slots)
        filling.append(how)
        filled_by.append(what)
    return RuleSemantics(
        rule=rule,
        bound=bound,
        released=released,
        made=tuple(made),
        filling=tuple(filling),
        filled_by=tuple(filled_by),
        destroyed=tuple(free),
        slots=tuple(slots),
        principal=_principal(rule, bound, released, filling),
    )


def _bind(rule: Rule) -> tuple[int | None, ...]:
    """Labels first, so that no unlabelled output takes an input that a label asks for."""
    bound: list[int | None] = [None] * len(rule.outputs)
    taken: set[int] = set()

    def take(j: int, fits: list[int]) -> None:
        for i in fits:
            if i not in taken:
                bound[j] = i
                taken.add(i)
                return

    for j, output in enumerate(rule.outputs):
        if output.label is not None:
            take(j, [i for i, term in enumerate(rule.inputs) if term.label == output.label])
    for j, output in enumerate(rule.outputs):
        if bound[j] is None:
            take(j, [i for i, term in enumerate(rule.inputs) if term.type == output.type])
    return tuple(bound)


def _release(rule: Rule, bound: tuple[int | None, ...]) -> tuple[int | None, ...]:
    released: list[int | None] = []
    for j, output in enumerate(rule.outputs):
        source = None
        if bound[j] is None:
            for i, term in enumerate(rule.inputs):
                if term.contains == output.type and i not in released:
                    source = i
                    break
        released.append(source)
    return tuple(released)


def _fill(
    rule: Rule,
    j: int,
    output: Term,
    same: int | None,
    free: list[int],
    released: tuple[int | None, ...],
    slots: list[CreationSlot],
) -> tuple[ContentEffect, int | None]:
    """What an output's `contains` does; an input that is stored is taken out of `free`."""
    if output.contains is None:
        return ContentEffect.UNTOUCHED, None
    if output.contains == NOTHING:
        return ContentEffect.EMPTIED, None
    stored = next((i for i in free if rule.inputs[i].type == output.contains), None)
    if stored is not None:
        free.remove(stored)
        return ContentEffect.STORED, stored
    kept = same is not None and rule.inputs[same].contains == output.contains and same not in released
    if kept:
        return ContentEffect.UNTOUCHED, None
    slots.append(CreationSlot(j, True, output.contains))
    return ContentEffect.MADE, len(slots) - 1


def _principal(
    rule: Rule, bound: tuple[int | None, ...], released: tuple[int | None, ...], filling: list[ContentEffect]
) -> int | None:
    for j, output in enumerate(rule.outputs):
        i = bound[j]
        if i is None or i in released or can_change(rule.inputs[i], output, filling[j]):
            return j
    return None


def can_change(before: Term, after: Term, filling: ContentEffect) -> bool:
    """Whether an object that fits `before` can be another one after being made to fit `after`."""
    if filling in (ContentEffect.STORED, ContentEffect.MADE):
        return True
    if filling is ContentEffect.EMPTIED and before.contains != NOTHING:
        return True
    fixed = dict(before.properties)
    return any(
        name != "carryable" and not (name in fixed and same_value(fixed[name], value))
        for name, value in after.properties
    )


def same_value(one: Value, other: Value) -> bool:
    """Equal and of the same kind: `1` is not `True`."""
    return type(one) is type(other) and one == other


def holds(properties: Mapping[str, Value], name: str, wanted: Value) -> bool:
    """A boolean that is not given is false; any other property that is not given matches nothing."""
    value = properties.get(name)
    return wanted is False if value is None else same_value(value, wanted)
