"""Which things and which moves make no difference to anybody."""

from __future__ import annotations

from collections.abc import Hashable

from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.rules.effects import interchangeable
from puzzlesynth.world import Move, State, Use, Walk


def object_class(state: State, name: str) -> Hashable:
    """The same for two objects that are just alike, in the same place, with the same inside."""
    thing = state.things[name]
    content = state.content(name)
    return (thing.form.index, thing.area, None if content is None else object_class(state, content))


def likeness(pack: Pack, state: State, move: Move) -> Hashable:
    """The same for two moves that lead to the same, but for which of two like things is used, or in which order."""
    if isinstance(move, Walk):
        return move
    if not isinstance(move, Use):
        return (type(move), object_class(state, move.object))
    groups = interchangeable(pack.rule(move.rule))
    used = sorted(zip(groups, (object_class(state, name) for name in move.inputs), strict=True), key=repr)
    return (move.rule, move.items, tuple(used))
