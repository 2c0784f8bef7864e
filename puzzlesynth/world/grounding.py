"""The exact abstraction, made ready for searching: which facts there can be and which actions change them.

The player's position and the inventory are left out: what can be carried and lies in an open area is
*in reach*, what cannot be carried is in its area. A fact is an object's form and content at one of these
places (copies that are alike are the same fact, counted), that an area is open or solved, or that there is
room for another copy of an item. Only what can follow from the start, with deletions ignored, is built.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from puzzlesynth.pack.model import Item
from puzzlesynth.world.setting import Setting
from puzzlesynth.world.state import State, Thing
from puzzlesynth.world.universe import (
    REACH,
    Known,
    Spot,
    TooLarge,
    Universe,
    anonymous,
    give_up_sharing,
    shared_universe,
)

__all__ = ["MOST_ACTIONS", "REACH", "Action", "Grounding", "Spot", "TooLarge", "spot_of", "spots_of"]

MOST_ACTIONS = 200_000


@dataclass(slots=True)
class Action:
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
class Grounding:
    """All facts and actions that can matter in a puzzle."""

    setting: Setting
    most_actions: int = MOST_ACTIONS
    spots: list[Spot] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    defeats: list[Action] = field(default_factory=list)
    """Actions of `fail` rules; they end the game."""
    start: Counter[int] = field(default_factory=Counter)
    """How many there are of each spot at the start."""
    start_alive: Counter[str] = field(default_factory=Counter)
    """How many there are of each item at the start."""
    revealed: list[tuple[int, int]] = field(default_factory=list)
    """What comes into reach when its area opens: the facts before and after."""

    def build(self, state: State) -> None:
        """Everything that can follow from a state."""
        self.start_alive.update(thing.item for thing in state.things.values())
        spots = spots_of(state)
        universe = self._shared_universe()
        if universe is not None:
            try:
                self._follow(universe, spots)
                return
            except TooLarge:
                give_up_sharing(self.setting.pack, universe)
        pack, mechanics, choices = self.setting.pack, self.setting.mechanics, self.setting.choices
        self._follow(Universe(pack, mechanics, choices, self.start_alive, self.most_actions), spots)

    def _shared_universe(self) -> Universe | None:
        """None: this puzzle needs one of its own."""
        pack = self.setting.pack
        if any(count > pack.items[name].copies for name, count in self.start_alive.items()):
            return None
        return shared_universe(pack, self.setting.mechanics, self.setting.choices)

    def _follow(self, universe: Universe, start: list[Spot]) -> None:
        """Numbers what can follow from the start; the universe knows more, from other puzzles."""
        self._universe = universe
        begin = [universe.number(spot) for spot in start]
        local = self._local = {fact: n for n, fact in enumerate(dict.fromkeys(begin))}
        self.start.update(local[fact] for fact in begin)
        todo = list(local)
        missing: dict[int, int] = {}
        found: list[Known] = []
        known, takers, in_reach = universe.actions, universe.takers, universe.in_reach
        for fact in todo:
            reached = in_reach[fact]
            if reached >= 0:
                if reached not in local:
                    local[reached] = len(local)
                    todo.append(reached)
                self.revealed.append((local[fact], local[reached]))
                continue
            for number in takers[fact]:
                action = known[number]
                left = missing.get(number, action.different) - 1
                missing[number] = left
                if left == 0:
                    found.append(action)
                    for output in action.outputs:
                        if output not in local:
                            local[output] = len(local)
                            todo.append(output)
        self.spots = [universe.spots[fact] for fact in todo]
        for action in found:
            self._add(action, local)

    def _add(self, known: Known, local: dict[int, int]) -> None:
        into = self.defeats if known.fails else self.actions
        into.append(
            Action(
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
        """How many of an item can be there at once."""
        return max(self.setting.pack.items[item].copies, self.start_alive[item])

    def find(self, spot: Spot) -> int | None:
        known = self._universe.find(spot)
        return None if known is None else self._local.get(known)

    def goal_facts(self, area: str) -> list[int]:
        """The facts that meet the goal of an area where they are visible."""
        meeting = self._universe.meeting(self.setting.goals[area])
        local = self._local
        return sorted(local[fact] for fact in meeting if fact in local)


def spot_of(state: State, thing: Thing) -> Spot:
    """An object that is not inside another one, without its name, carried or not."""
    reach = thing.area is None or (thing.carryable and thing.area in state.open)
    return Spot(anonymous(state.node(thing.id)), REACH if reach else thing.area or REACH)


def spots_of(state: State) -> list[Spot]:
    return [spot_of(state, thing) for thing in state.things.values() if thing.inside is None]
