"""Relaxed reachability: the facts and actions that can follow from the start of a puzzle when deletions are ignored.

The player's position and the inventory are left out: what can be carried and lies in an open area is *in reach*, what
cannot be carried is in its area. A fact is an object's form and content at one of these places (copies that are alike
are the same fact, counted), that an area is open or solved, or that there is room for another copy of an item.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from puzzlesynth.world.instance import PuzzleInstance
from puzzlesynth.world.mechanics import NestedObject
from puzzlesynth.world.state import State, Thing

from .grounder import (
    REACH,
    Grounder,
    LocatedObject,
    TooLarge,
    forget,
    shared_grounder,
    stop_sharing,
)

MOST_ACTIONS = 200_000


class ReachableFacts(NamedTuple):
    """What can follow from a start, with deletions ignored, by the numbers that a grounder has for it."""

    grounder: Grounder
    start: list[int]
    """The fact of each object that is not inside another one."""
    facts: list[int]
    actions: list[int]
    revealed: list[tuple[int, int]]
    """What comes into reach when its area opens: the facts before and after."""


def reachable_from(
    instance: PuzzleInstance, alive: Mapping[str, int], start: list[LocatedObject], most_actions: int
) -> ReachableFacts:
    """What can follow from the start, in a grounder that the puzzle shares with others where that is possible.

    `alive`: how many there are of each item at the start, also inside others."""
    grounder = _shared_grounder(instance, alive)
    if grounder is not None:
        try:
            return _reached(grounder, start)
        except TooLarge:
            stop_sharing(instance.pack, grounder)
        except BaseException:
            forget(instance.pack, grounder)
            raise
    return _reached(Grounder(instance.pack, instance.mechanics, instance.choices, alive, most_actions), start)


def _shared_grounder(instance: PuzzleInstance, alive: Mapping[str, int]) -> Grounder | None:
    """None: this puzzle needs one of its own."""
    items = instance.pack.items
    if any(count > items[name].copies for name, count in alive.items()):
        return None
    return shared_grounder(instance.pack, instance.mechanics, instance.choices)


def _reached(grounder: Grounder, objects: list[LocatedObject]) -> ReachableFacts:
    start = [grounder.number(spot) for spot in objects]
    facts = dict.fromkeys(start)
    todo = list(facts)
    missing: dict[int, int] = {}
    actions: list[int] = []
    revealed: list[tuple[int, int]] = []
    known, takers, in_reach = grounder.actions, grounder.takers, grounder.in_reach
    for fact in todo:
        reached = in_reach[fact]
        if reached >= 0:
            if reached not in facts:
                facts[reached] = None
                todo.append(reached)
            revealed.append((fact, reached))
            continue
        for number in takers[fact]:
            left = missing.get(number, known[number].different) - 1
            missing[number] = left
            if left == 0:
                actions.append(number)
                for output in known[number].outputs:
                    if output not in facts:
                        facts[output] = None
                        todo.append(output)
    return ReachableFacts(grounder, start, todo, actions, revealed)


def located_object(state: State, thing: Thing) -> LocatedObject:
    """An object that is not inside another one, without its name, carried or not."""
    reach = thing.area is None or (thing.form.item.carryable and thing.area in state.open)
    return LocatedObject(_anonymous_node(state, thing), REACH if reach else thing.area or REACH)


def _anonymous_node(state: State, thing: Thing) -> NestedObject:
    content = state.content(thing.id)
    inside = None if content is None else _anonymous_node(state, state.things[content])
    return NestedObject(None, thing.form, inside)


def located_objects(state: State) -> list[LocatedObject]:
    return [located_object(state, thing) for thing in state.things.values() if thing.inside is None]
