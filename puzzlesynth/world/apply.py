"""A rule applied to named objects in a state: the part that the playable world and the analysis share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puzzlesynth.pack.model import Item

from .events import Event, ObjectChanged, ObjectCreated, ObjectDestroyed, ObjectReleased, ObjectStored
from .rule_semantics import NestedObject, RuleEffect, within
from .state import PuzzleInstance, State, Thing, defeated, rearranged, settled


class Applied(NamedTuple):
    """The result of a move."""

    state: State
    events: tuple[Event, ...]
    outputs: tuple[str, ...] = ()
    """For a rule: the object of each output term."""


def apply_rule(
    instance: PuzzleInstance,
    state: State,
    rule: int,
    inputs: Sequence[str],
    area: str,
    items: Sequence[Item],
    wished: Sequence[str | None] = (),
) -> Applied | str:
    """Applies the rule at a position of the pack to objects that are together in an area.

    The caller knows whether they can be brought together; `wished` are names for what is made.
    Text: why it is not applicable.
    """
    effect = effect_on(instance, state, rule, inputs, items)
    if isinstance(effect, str):
        return effect
    meaning = instance.mechanics.semantics[rule]
    names = _fresh_names(instance, state, items, wished)
    carried = any(state.things[inputs[i]].carried for i in meaning.destroyed)
    new, changed, events = _rearrange(state, effect, names, area, carried)
    outputs = tuple(_name(node, names) for node in effect.outputs)
    after, more = defeated(new) if meaning.rule.fail else settled(instance, new, changed)
    return Applied(after, (*events, *more), outputs)


def effect_on(
    instance: PuzzleInstance, state: State, rule: int, inputs: Sequence[str], items: Sequence[Item]
) -> RuleEffect | str:
    """What applying a rule would do to objects that are together. Text: why it is not applicable."""
    mechanics = instance.mechanics
    if len(set(inputs)) < len(inputs):
        return "an object is used twice"
    nodes = [state.node(name) for name in inputs]
    for role, node in enumerate(nodes):
        if not mechanics.fits(node, rule, role):
            return f"{node.tag} is not {mechanics.semantics[rule].rule.inputs[role]} now"
    effect = mechanics.carry_out(rule, nodes, items)
    if effect is None:
        return "something would have to go into what is full"
    surplus = too_many(state, effect, items) if items else None
    if surplus is not None:
        return f"there would be more {surplus} than can exist at once"
    return effect


def too_many(state: State, effect: RuleEffect, items: Sequence[Item]) -> str | None:
    """The item that would have more objects than can exist at once."""
    names = [item.name for item in items]
    lost = [node.form.item.name for top in effect.destroyed for node in within(top)]
    for item in items:
        if state.alive(item.name) + names.count(item.name) - lost.count(item.name) > item.copies:
            return item.name
    return None


def _fresh_names(
    instance: PuzzleInstance, state: State, items: Sequence[Item], wished: Sequence[str | None]
) -> list[str]:
    """A name for each new object: the wished one or the item's own if it is free, otherwise with a number."""
    taken = set(state.things) | {placed.id for placed in instance.puzzle.objects}
    names = []
    for index, item in enumerate(items):
        wish = wished[index] if index < len(wished) else None
        name = plain = wish or item.name.lower()
        number = 1
        while name in taken:
            number += 1
            name = f"{plain}_{number}"
        taken.add(name)
        names.append(name)
    return names


def _name(node: NestedObject, names: Sequence[str]) -> str:
    """Old objects are tagged with their name, new ones with the slot that made them."""
    return node.tag if isinstance(node.tag, str) else names[node.tag or 0]


def _rearrange(
    state: State, effect: RuleEffect, names: Sequence[str], area: str, carried: bool
) -> tuple[State, list[Thing], list[Event]]:
    changed: list[Thing] = []
    events: list[Event] = []
    gone = [node for top in effect.destroyed for node in within(top)]
    events += [ObjectDestroyed(_name(node, names), node.form.item.name) for node in gone]
    for top in effect.outputs:
        for node, holder in _with_holders(top):
            name = _name(node, names)
            inside = None if holder is None else _name(holder, names)
            old = state.things.get(name) if isinstance(node.tag, str) else None
            where: str | None = None
            if inside is None:
                where = area
                if old is None and carried and node.form.item.carryable:
                    where = None
                elif old is not None and old.inside is None:
                    where = old.area
            new = Thing(name, node.form, where, inside)
            changed.append(new)
            events += _told(old, new)
    return rearranged(state, changed, [_name(node, names) for node in gone]), changed, events


def _with_holders(top: NestedObject) -> Iterator[tuple[NestedObject, NestedObject | None]]:
    holder: NestedObject | None = None
    for node in within(top):
        yield node, holder
        holder = node


def _told(old: Thing | None, new: Thing) -> Iterator[Event]:
    if old is None:
        yield ObjectCreated(new.id, new.item)
    elif old.form is not new.form:
        yield ObjectChanged(new.id, new.properties)
    if old is not None and old.inside is not None and new.inside != old.inside:
        yield ObjectReleased(new.id, old.inside)
    if new.inside is not None and (old is None or old.inside != new.inside):
        yield ObjectStored(new.id, new.inside)
