"""The exact abstraction, made ready for searching: which facts there can be and which actions change them.

The player's position and the inventory are left out: what can be carried and lies in an open area is
*in reach*, what cannot be carried is in its area. A fact is an object's form and content at one of these
places (copies that are alike are the same fact, counted), that an area is open or solved, or that there is
room for another copy of an item. Only what can follow from the start, with deletions ignored, is built.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from puzzlesynth.pack.model import Item
from puzzlesynth.world.mechanics import Effect, Node, node_matches, within
from puzzlesynth.world.setting import Setting
from puzzlesynth.world.state import State, Thing

REACH = ""
"""The place of what is carried, or could be picked up in an open area."""

MOST_ACTIONS = 200_000


class TooLarge(Exception):
    """More facts and actions than can be searched; the answer stays undecided."""


class Spot(NamedTuple):
    """An object without a name: its form and content, and where it is."""

    node: Node
    area: str


@dataclass(frozen=True)
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

    def __post_init__(self) -> None:
        self._known: dict[Spot, int] = {}
        self._seen: set[tuple[object, ...]] = set()
        self._candidates: dict[tuple[int, int], list[int]] = {}
        self._waiting: list[int] = []
        self._areas = tuple(name for name, area in self.setting.pack.areas.items() if area.is_place)

    def build(self, state: State) -> None:
        """Everything that can follow from a state."""
        self.start_alive.update(thing.item for thing in state.things.values())
        for spot in spots_of(state):
            self.start[self._spot(spot)] += 1
        while self._waiting:
            fact = self._waiting.pop()
            spot = self.spots[fact]
            if spot.area != REACH and spot.node.form.item.carryable:
                self._spot(Spot(spot.node, REACH))
            else:
                self._admit(fact, spot)

    def limit(self, item: str) -> int:
        """How many of an item can be there at once."""
        return max(self.setting.pack.items[item].copies, self.start_alive[item])

    def find(self, spot: Spot) -> int | None:
        return self._known.get(spot)

    def _spot(self, spot: Spot) -> int:
        fact = self._known.get(spot)
        if fact is None:
            fact = self._known[spot] = len(self.spots)
            self.spots.append(spot)
            self._waiting.append(fact)
        return fact

    def _admit(self, fact: int, spot: Spot) -> None:
        """Every action with the new fact among its inputs, once."""
        mechanics = self.setting.mechanics
        for rule, role in mechanics.roles(spot.node.form.item):
            if not self.setting.choices[rule] or not mechanics.fits(spot.node, rule, role):
                continue
            self._candidates.setdefault((rule, role), []).append(fact)
            roles = len(mechanics.plans[rule].rule.inputs)
            pools = [[fact] if k == role else self._candidates.get((rule, k), []) for k in range(roles)]
            if all(pools):
                for inputs, area in self._together(pools):
                    self._ground(rule, inputs, area)

    def _together(self, pools: Sequence[Sequence[int]]) -> Iterator[tuple[tuple[int, ...], str]]:
        """One fact for each input, such that those that cannot be carried are in the same area."""

        def extend(chosen: tuple[int, ...], area: str) -> Iterator[tuple[tuple[int, ...], str]]:
            if len(chosen) == len(pools):
                yield chosen, area
                return
            for fact in list(pools[len(chosen)]):
                spot = self.spots[fact]
                if spot.area != REACH and area != REACH and spot.area != area:
                    continue
                used = chosen.count(fact)
                if used and used >= self.limit(spot.node.form.item.name):
                    continue
                yield from extend((*chosen, fact), spot.area or area)

        return extend((), REACH)

    def _ground(self, rule: int, inputs: tuple[int, ...], area: str) -> None:
        mechanics = self.setting.mechanics
        nodes = [self.spots[fact].node for fact in inputs]
        for items in self.setting.choices[rule]:
            effect = mechanics.carry_out(rule, nodes, items)
            if effect is None or not self._possible(effect):
                continue
            plan = mechanics.plans[rule]
            if plan.rule.fail:
                self._add(rule, inputs, effect, area, items, fails=True)
                continue
            loose = area == REACH and any(not node.form.item.carryable for node in effect.outputs)
            for place in self._areas if loose else (area,):
                self._add(rule, inputs, effect, place, items)

    def _possible(self, effect: Effect) -> bool:
        """Nothing can be nested so deep that it holds more of an item than can exist."""
        for top in effect.outputs:
            if top.content is not None:
                counted = Counter(node.form.item.name for node in within(top))
                if any(count > self.limit(name) for name, count in counted.items()):
                    return False
        return True

    def _add(
        self,
        rule: int,
        inputs: tuple[int, ...],
        effect: Effect,
        area: str,
        items: tuple[Item, ...],
        fails: bool = False,
    ) -> None:
        plan = self.setting.mechanics.plans[rule]
        tops = [_anonymous(node) for node in effect.outputs]
        places = [REACH if node.form.item.carryable else area for node in tops]
        outputs: tuple[int, ...] = ()
        if not fails:
            outputs = tuple(self._spot(Spot(node, place)) for node, place in zip(tops, places, strict=True))
        if not fails and sorted(inputs) == sorted(outputs):
            return
        names = tuple(item.name for item in items)
        key = (rule, area, tuple(sorted(inputs)), tuple(sorted(outputs)), names)
        step_class = None
        if plan.principal is not None:
            step_class = (rule + 1, tops[plan.principal].form.item.name)
        if (key, step_class) in self._seen:
            return
        self._seen.add((key, step_class))
        made = Counter(item.name for item in items)
        for top in effect.destroyed:
            for node in within(top):
                made[node.form.item.name] -= 1
        into = self.defeats if fails else self.actions
        if len(into) >= self.most_actions:
            raise TooLarge(f"more than {self.most_actions} possible actions")
        into.append(
            Action(len(into), rule, inputs, outputs, area, items, step_class, tuple(sorted(made.items())))
        )

    def goal_facts(self, area: str) -> list[int]:
        """The facts that meet the goal of an area where they are visible."""
        goal = self.setting.goals[area]
        return [
            fact
            for fact, spot in enumerate(self.spots)
            if node_matches(spot.node, goal) and not (spot.area != REACH and spot.node.form.item.carryable)
        ]


def spot_of(state: State, thing: Thing) -> Spot:
    """An object that is not inside another one, without its name, carried or not."""
    reach = thing.area is None or (thing.carryable and thing.area in state.open)
    return Spot(_anonymous(state.node(thing.id)), REACH if reach else thing.area or REACH)


def spots_of(state: State) -> list[Spot]:
    return [spot_of(state, thing) for thing in state.things.values() if thing.inside is None]


def _anonymous(node: Node) -> Node:
    content = None if node.content is None else _anonymous(node.content)
    return Node(None, node.form, content)
