"""The exact abstraction, made ready for searching: which facts there can be and which actions change them.

The player's position and the inventory are left out: what can be carried and lies in an open area is
*in reach*, what cannot be carried is in its area. A fact is an object's form and content at one of these
places (copies that are alike are the same fact, counted), that an area is open or solved, or that there is
room for another copy of an item. Only what can follow from the start, with deletions ignored, is built.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from puzzlesynth.pack.model import Item
from puzzlesynth.world.instance import PuzzleInstance
from puzzlesynth.world.state import State, Thing

from .grounder import (
    REACH,
    Grounder,
    LocatedObject,
    SharedAction,
    TooLarge,
    anonymous,
    forget,
    shared_grounder,
    stop_sharing,
)

__all__ = [
    "MOST_ACTIONS",
    "REACH",
    "GroundAction",
    "LocatedObject",
    "ReachableTask",
    "TooLarge",
    "spot_of",
    "spots_of",
]

MOST_ACTIONS = 200_000


@dataclass(slots=True)
class GroundAction:
    """A rule applied to objects in particular states at a particular place."""

    index: int
    rule: int
    inputs: tuple[int, ...]
    """The fact of each input term."""
    outputs: tuple[int, ...]
    """The facts that are there afterwards in place of the inputs."""
    area: str
    """Where it happens, if that matters, else empty."""
    items: tuple[Item, ...]
    step_class: tuple[int, str] | None
    made: tuple[tuple[str, int], ...]
    """How many more (or fewer) of each item there are afterwards."""


@dataclass(eq=False)
class ReachableTask:
    """All facts and actions that can matter in a puzzle."""

    instance: PuzzleInstance
    most_actions: int = MOST_ACTIONS
    spots: list[LocatedObject] = field(default_factory=list)
    actions: list[GroundAction] = field(default_factory=list)
    defeats: list[GroundAction] = field(default_factory=list)
    """Actions of `fail` rules; they end the game."""
    start: Counter[int] = field(default_factory=Counter)
    """How many there are of each spot at the start."""
    start_alive: Counter[str] = field(default_factory=Counter)
    """How many there are of each item at the start."""
    revealed: list[tuple[int, int]] = field(default_factory=list)
    """What comes into reach when its area opens: the facts before and after."""
    universe: Grounder = field(init=False)

    def build(self, state: State) -> None:
        """Everything that can follow from a state."""
        self.start_alive.update(thing.item for thing in state.things.values())
        reached = reachable_from(self.instance, self.start_alive, spots_of(state), self.most_actions)
        universe = self.universe = reached.universe
        local = self._local = {fact: n for n, fact in enumerate(reached.facts)}
        self.start.update(local[fact] for fact in reached.start)
        self.revealed = [(local[before], local[after]) for before, after in reached.revealed]
        self.spots = [universe.spots[fact] for fact in reached.facts]
        for number in reached.actions:
            self._add(universe.actions[number], local)

    def _add(self, known: SharedAction, local: dict[int, int]) -> None:
        into = self.defeats if known.fails else self.actions
        into.append(
            GroundAction(
                len(into),
                known.rule,
                tuple([local[fact] for fact in known.inputs]),
                tuple([local[fact] for fact in known.outputs]),
                known.area,
                known.items,
                known.step_class,
                known.made,
            )
        )

    def limit(self, item: str) -> int:
        return self.universe.limit(item)

    def find(self, spot: LocatedObject) -> int | None:
        known = self.universe.find(spot)
        return None if known is None else self._local.get(known)

    def goal_facts(self, area: str) -> list[int]:
        """The facts that meet the goal of an area where they are visible."""
        meeting = self.universe.meeting(self.instance.goals[area])
        local = self._local
        return sorted(local[fact] for fact in meeting if fact in local)


class ReachableFacts(NamedTuple):
    """What can follow from a start, with deletions ignored, by the numbers that a universe has for it."""

    universe: Grounder
    start: list[int]
    """The fact of each object that is not inside another one."""
    facts: list[int]
    actions: list[int]
    revealed: list[tuple[int, int]]
    """What comes into reach when its area opens: the facts before and after."""


def reachable_from(
    instance: PuzzleInstance, alive: Mapping[str, int], start: list[LocatedObject], most_actions: int
) -> ReachableFacts:
    """What can follow from the start, in a universe that the puzzle shares with others where that is possible.

    `alive`: how many there are of each item at the start, also inside others."""
    universe = _shared_universe(instance, alive)
    if universe is not None:
        try:
            return _reached(universe, start)
        except TooLarge:
            stop_sharing(instance.pack, universe)
        except BaseException:
            forget(instance.pack, universe)
            raise
    return _reached(Grounder(instance.pack, instance.mechanics, instance.choices, alive, most_actions), start)


def _shared_universe(instance: PuzzleInstance, alive: Mapping[str, int]) -> Grounder | None:
    """None: this puzzle needs one of its own."""
    items = instance.pack.items
    if any(count > items[name].copies for name, count in alive.items()):
        return None
    return shared_grounder(instance.pack, instance.mechanics, instance.choices)


def _reached(universe: Grounder, spots: list[LocatedObject]) -> ReachableFacts:
    start = [universe.number(spot) for spot in spots]
    facts = dict.fromkeys(start)
    todo = list(facts)
    missing: dict[int, int] = {}
    actions: list[int] = []
    revealed: list[tuple[int, int]] = []
    known, takers, in_reach = universe.actions, universe.takers, universe.in_reach
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
    return ReachableFacts(universe, start, todo, actions, revealed)


def spot_of(state: State, thing: Thing) -> LocatedObject:
    """An object that is not inside another one, without its name, carried or not."""
    reach = thing.area is None or (thing.carryable and thing.area in state.open)
    return LocatedObject(anonymous(state.node(thing.id)), REACH if reach else thing.area or REACH)


def spots_of(state: State) -> list[LocatedObject]:
    return [spot_of(state, thing) for thing in state.things.values() if thing.inside is None]
