"""What a rule does, read off its two sides: which output is which input, what is new, stored, released, destroyed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from puzzlesynth.pack.model import NOTHING, Rule, Value


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
        """Whether nobody can have this input as it was afterwards."""
        if source in self.destroyed or source in self.stored:
            return True
        return any(self.kept[output] == source for output in self.changed)


def is_same_value(one: Value | None, other: Value | None) -> bool:
    """Equal and of the same kind: True is not 1."""
    return type(one) is type(other) and one == other


def may_be_idle(rule: Rule, effects: OperatorEffects, output: int) -> bool:
    """Whether everything that the rule does to a kept output's object may have been done before."""
    if output not in effects.changed:
        return False
    before = rule.inputs[effects.kept[output]]
    if effects.touches_content(output) and (output not in effects.emptied or before.contains is not None):
        return False
    known = dict(before.properties)
    after = rule.outputs[output].properties
    return all(name not in known or is_same_value(known[name], value) for name, value in after)


_KNOWN: dict[int, tuple[Rule, OperatorEffects]] = {}
"""By the identity of the rule, which is kept along so that no other one gets it."""
MANY = 10_000


def effects_of(rule: Rule) -> OperatorEffects:
    """What a rule does. A game that is being played asks for the same rules whenever an area opens."""
    known = _KNOWN.get(id(rule))
    if known is None:
        if len(_KNOWN) >= MANY:
            _KNOWN.clear()
        known = _KNOWN[id(rule)] = (rule, _read_off(rule))
    return known[1]


def _read_off(rule: Rule) -> OperatorEffects:
    kept = _bind(rule)
    released = _release(rule, kept)
    stored, filled = _put_inside(rule, kept, released)
    emptied = frozenset(n for n, term in enumerate(rule.outputs) if term.contains == NOTHING)
    created = tuple(n for n in range(len(rule.outputs)) if n not in kept and n not in released)
    bound = set(kept.values())
    partial = OperatorEffects(kept, released, created, stored, filled, emptied, (), (), None)
    changed = tuple(n for n in kept if _changes(rule, partial, n))
    results = sorted({*created, *released, *changed})
    return OperatorEffects(
        kept=kept,
        released=released,
        created=created,
        stored=stored,
        filled=filled,
        emptied=emptied,
        changed=changed,
        destroyed=tuple(n for n in range(len(rule.inputs)) if n not in bound and n not in stored),
        principal=results[0] if results else None,
    )


def _bind(rule: Rule) -> dict[int, int]:
    """Labels tie outputs to inputs; what is left goes by type name, left to right."""
    kept: dict[int, int] = {}
    for output, term in enumerate(rule.outputs):
        for source, candidate in enumerate(rule.inputs):
            if term.label and candidate.label == term.label and source not in kept.values():
                kept[output] = source
                break
    for output, term in enumerate(rule.outputs):
        if output in kept:
            continue
        for source, candidate in enumerate(rule.inputs):
            if candidate.type == term.type and source not in kept.values():
                kept[output] = source
                break
    return dict(sorted(kept.items()))


def _release(rule: Rule, kept: Mapping[int, int]) -> dict[int, int]:
    released: dict[int, int] = {}
    for output, term in enumerate(rule.outputs):
        if output in kept:
            continue
        for source, candidate in enumerate(rule.inputs):
            if candidate.contains == term.type and source not in released.values():
                released[output] = source
                break
    return released


def _put_inside(
    rule: Rule, kept: Mapping[int, int], released: Mapping[int, int]
) -> tuple[dict[int, int], dict[int, str]]:
    """What goes inside the outputs that say `contains`: a spare input, what was there already, or something new."""
    stored: dict[int, int] = {}
    filled: dict[int, str] = {}
    for output, term in enumerate(rule.outputs):
        if term.contains is None or term.contains == NOTHING:
            continue
        spare = [
            source
            for source, candidate in enumerate(rule.inputs)
            if candidate.type == term.contains and source not in kept.values() and source not in stored
        ]
        source = kept.get(output)
        if spare:
            stored[spare[0]] = output
        elif source is None or rule.inputs[source].contains != term.contains or source in released.values():
            filled[output] = term.contains
    return stored, filled


def _changes(rule: Rule, effects: OperatorEffects, output: int) -> bool:
    before = rule.inputs[effects.kept[output]]
    if any(pair not in before.properties for pair in rule.outputs[output].properties):
        return True
    if output in effects.emptied and before.contains == NOTHING:
        return False
    return effects.touches_content(output)
