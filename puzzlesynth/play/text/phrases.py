"""The words for objects, moves and changes: names that tell objects apart, and moves that differ only in copies."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping

from puzzlesynth.pack.model import Pack, Rule, Value, per_pack
from puzzlesynth.pack.rules.effects import interchangeable
from puzzlesynth.pack.text.phrases import distinction, use_phrase
from puzzlesynth.pack.text.wording import is_or_are, listed, the_area, words
from puzzlesynth.world import Drop, Move, State, Take, Thing, Use, Walk

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def ordinal(number: int) -> str:
    """From 1: first, second, … and later plain numbers."""
    return ORDINALS[number - 1] if number <= len(ORDINALS) else f"number {number}"


class ObjectNames:
    """The names of all objects of a state, each different from the others.

    Contents do not affect the names of what is outside: a single coin is not the first coin, even if there is another
    one in the safe."""

    def __init__(self, state: State, others: Mapping[str, str] | None = None) -> None:
        """`others`: items of objects that do not exist yet."""
        self._names = {name: words(item) for name, item in (others or {}).items()}
        alike: dict[str, list[Thing]] = {}
        for thing in state.things.values():
            alike.setdefault(words(thing.form.item.name), []).append(thing)
        for name, things in alike.items():
            if len(things) == 1:
                self._names[things[0].id] = name
                continue
            things.sort(key=lambda thing: thing.inside is not None)
            outside = sum(thing.inside is None for thing in things)
            for number, thing in enumerate(things, 1):
                alone = max(outside, number) == 1
                self._names[thing.id] = name if alone else f"{ordinal(number)} {name}"

    def __getitem__(self, id_: str) -> str:
        return self._names.get(id_) or words(id_)

    def the(self, id_: str) -> str:
        return f"the {self[id_]}"


_last_named: list[tuple[State, ObjectNames]] = []


def names_in(state: State) -> ObjectNames:
    """The names of a state's objects. Those of the last state are kept: its room, its menu and its news all need them."""
    known = _last_named[-1] if _last_named else None
    if known is None or known[0] is not state:
        known = (state, ObjectNames(state))
        _last_named[:] = [known]
    return known[1]


def qualities(properties: Mapping[str, Value]) -> list[str]:
    """What can be seen of an object's properties: `awake`, `hour 4`. What is false is not mentioned."""
    seen = []
    for name, value in properties.items():
        if value is True:
            seen.append(words(name))
        elif value is not False:
            seen.append(f"{words(name)} {value}")
    return seen


def action_phrase(pack: Pack, names: ObjectNames, move: Move) -> str:
    """What a move is called in a menu."""
    if isinstance(move, Walk):
        return f"go to {the_area(pack.areas[move.area])}"
    if isinstance(move, Take):
        return f"take the {names[move.object]}"
    if isinstance(move, Drop):
        return f"put down the {names[move.object]}"
    inputs = tuple(names[name] for name in move.inputs)
    known = _use_phrases(pack)
    found = known.get((move.rule, move.items, inputs))
    if found is None:
        rule = pack.rule(move.rule)
        found = use_phrase(pack, rule, inputs, _unsaid(pack, rule, move))
        known[move.rule, move.items, inputs] = found
    return found


@per_pack
def _use_phrases(pack: Pack) -> dict[tuple[int, tuple[str, ...], tuple[str, ...]], str]:
    """What using things is called, by the rule, what it makes, and the names of the things. Menus ask again and again."""
    return {}


def _unsaid(pack: Pack, rule: Rule, move: Use) -> list[str]:
    """What a rule makes, where the rule alone does not say, or where others do something else to the same things."""
    types = {term.type for term in rule.outputs} | {term.contains for term in rule.outputs}
    if any(item not in types for item in move.items):
        return [words(item) for item in move.items]
    return distinction(pack, rule)


def property_phrase(name: str, value: Value) -> str:
    if isinstance(value, bool):
        return words(name) if value else f"no longer {words(name)}"
    return f"{words(name)} {value}"


def state_change(name: str, before: Mapping[str, Value], after: Mapping[str, Value]) -> str | None:
    """`The safe is no longer locked.`"""
    now = [
        property_phrase(key, value)
        for key, value in after.items()
        if key not in before or before[key] != value
    ]
    gone = [f"no longer {words(key)}" for key in before if key not in after]
    if not now and not gone:
        return None
    return f"The {name} {is_or_are(name)} {'now ' if now else ''}{listed(now + gone)}."


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


def distinct_moves(pack: Pack, state: State, moves: Iterable[Move]) -> list[Move]:
    """Of moves that make no difference the first is enough."""
    found: dict[Hashable, Move] = {}
    for move in moves:
        found.setdefault(likeness(pack, state, move), move)
    return list(found.values())


def within_reach(state: State) -> list[Thing]:
    """What the player carries or sees in the current area."""
    here = (None, state.player)
    return [thing for thing in state.things.values() if thing.inside is None and thing.area in here]
