"""A puzzle as arithmetic: a state is one integer, an action an addition, a condition an addition and a mask.

Every fact has a field of bits that counts it, with a spare bit on top. Adding `2^w - k` to a field of width
`w` sets the spare bit exactly when the fact is there at least `k` times, so one addition and one comparison
test all the conditions of an action at once.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.world.events import Event
from puzzlesynth.world.grounding import MOST_ACTIONS, REACH, Action, Grounding, spots_of
from puzzlesynth.world.setting import Setting, setting_of
from puzzlesynth.world.state import State, start_state

Fact = tuple[str, str | int]
"""("spot", number), ("open", area), ("solved", area) or ("room", item)."""


@dataclass(frozen=True)
class Condition:
    """What must be there, and how often."""

    needs: dict[Fact, int]
    bias: int
    guard: int


@dataclass(eq=False)
class Compiled:
    """All that a search needs. Made by `compiled`."""

    setting: Setting
    grounding: Grounding
    first: State
    """The start, with names, after whatever is solved at once."""
    opening: tuple[Event, ...] = ()
    """What happens at once."""
    start: int = 0
    fields: dict[Fact, tuple[int, int]] = field(default_factory=dict)
    """For each fact where its field begins and how wide it is (without the spare bit)."""
    conditions: list[Condition] = field(default_factory=list)
    deltas: list[int] = field(default_factory=list)
    changes: list[dict[Fact, int]] = field(default_factory=list)
    defeat_conditions: list[Condition] = field(default_factory=list)
    goals: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    """For each area the ways to meet its goal: (mask of the thing, bit of its area being open or 0)."""
    solves: list[tuple[str, ...]] = field(default_factory=list)
    """For each action the areas whose goal its outputs meet."""
    solved_bit: dict[str, int] = field(default_factory=dict)
    open_bit: dict[str, int] = field(default_factory=dict)
    reveals: dict[str, list[tuple[int, int, int]]] = field(default_factory=dict)
    """For each area what comes into reach when it opens: (mask, from, to) of each field."""
    won: int = 0
    """The bits that are all set when the game is won."""
    needing: dict[Fact, list[int]] = field(default_factory=dict)
    """Which actions need a fact; filled by the first search."""
    touched: dict[int, tuple[frozenset[int], list[tuple[int, int, int]]]] = field(default_factory=dict)
    """For each action the actions whose conditions it can change; filled as searches come by."""

    def holds(self, state: int, action: int) -> bool:
        condition = self.conditions[action]
        return (state + condition.bias) & condition.guard == condition.guard

    def encode(self, state: State) -> int:
        """A state with names as an integer."""
        total = 0
        alive = Counter(thing.item for thing in state.things.values())
        for spot in spots_of(state):
            fact = self.grounding.find(spot)
            if fact is None:
                raise KeyError(f"{spot} cannot follow from the start")
            total += 1 << self.fields["spot", fact][0]
        for fact_name, (shift, _) in self.fields.items():
            kind, name = fact_name
            if kind == "room" and isinstance(name, str):
                total += (self.grounding.limit(name) - alive[name]) << shift
        for name in state.open:
            total |= self.open_bit[name]
        for name in state.solved:
            total |= self.solved_bit.get(name, 0)
        return total

    def settle(self, state: int) -> tuple[int, list[str], list[str]]:
        """Solves and opens until nothing changes: the state, what was solved, what of it was not open."""
        solved: list[str] = []
        early: list[str] = []
        while True:
            new = [
                area
                for area, ways in self.goals.items()
                if not state & self.solved_bit[area]
                and any(state & mask and (not gate or state & gate) for mask, gate in ways)
            ]
            if not new:
                return state, solved, early
            solved += new
            early += [area for area in new if not state & self.open_bit[area]]
            for area in new:
                state |= self.solved_bit[area]
            for area in new:
                for name in self.setting.pack.areas[area].connects:
                    bit = self.open_bit.get(name, 0)
                    if bit and not state & bit:
                        state = self._opened(state | bit, name)

    def _opened(self, state: int, area: str) -> int:
        for mask, source, target in self.reveals.get(area, ()):
            count = (state & mask) >> source
            if count:
                state += (count << target) - (count << source)
        return state


def compiled(pack: Pack, puzzle: Puzzle, most_actions: int = MOST_ACTIONS) -> Compiled:
    """Makes a puzzle ready to be searched. `TooLarge` where there are too many actions."""
    setting = setting_of(pack, puzzle)
    first, opening = start_state(setting)
    grounding = Grounding(setting, most_actions)
    grounding.build(first)
    made = Compiled(setting, grounding, first, opening)
    _lay_out(made)
    for action in grounding.actions:
        needs = _needs(made, action)
        change = _change(made, action)
        made.conditions.append(_condition(made, needs))
        made.changes.append(change)
        made.deltas.append(sum(count << made.fields[fact][0] for fact, count in change.items()))
    for action in grounding.defeats:
        made.defeat_conditions.append(_condition(made, _needs(made, action)))
    _lay_out_goals(made)
    made.start = made.encode(first)
    return made


def _lay_out(made: Compiled) -> None:
    """Gives every fact its field."""
    grounding = made.grounding
    shift = 0

    def field_for(fact: Fact, most: int) -> int:
        nonlocal shift
        width = max(1, most.bit_length())
        made.fields[fact] = (shift, width)
        shift += width + 1
        return 1 << made.fields[fact][0]

    for name in made.setting.pack.areas:
        made.open_bit[name] = field_for(("open", name), 1)
    for name in made.setting.goals:
        made.solved_bit[name] = field_for(("solved", name), 1)
        made.won |= made.solved_bit[name]
    makeable = {
        name
        for action in (*grounding.actions, *grounding.defeats)
        for name in (item.name for item in action.items)
    }
    for name in sorted(makeable):
        field_for(("room", name), grounding.limit(name))
    for fact, spot in enumerate(grounding.spots):
        field_for(("spot", fact), grounding.limit(spot.node.form.item.name))


def _needs(made: Compiled, action: Action) -> dict[Fact, int]:
    needs: dict[Fact, int] = dict(Counter(("spot", fact) for fact in action.inputs))
    if action.area != REACH:
        needs["open", action.area] = 1
    created = {item.name for item in action.items}
    for name, count in action.made:
        if name in created and count > 0:
            needs["room", name] = count
    return needs


def _change(made: Compiled, action: Action) -> dict[Fact, int]:
    change: Counter[Fact] = Counter()
    for fact in action.inputs:
        change["spot", fact] -= 1
    for fact in action.outputs:
        change["spot", fact] += 1
    for name, count in action.made:
        if ("room", name) in made.fields:
            change["room", name] -= count
    return {fact: count for fact, count in change.items() if count}


def _condition(made: Compiled, needs: dict[Fact, int]) -> Condition:
    bias = guard = 0
    for fact, count in needs.items():
        shift, width = made.fields[fact]
        bias += ((1 << width) - min(count, 1 << width)) << shift
        guard |= 1 << (shift + width)
    return Condition(needs, bias, guard)


def _lay_out_goals(made: Compiled) -> None:
    grounding = made.grounding
    meeting: dict[int, list[str]] = {}
    for area in made.setting.goals:
        ways = []
        for fact in grounding.goal_facts(area):
            shift, width = made.fields["spot", fact]
            place = grounding.spots[fact].area
            ways.append((((1 << width) - 1) << shift, made.open_bit[place] if place != REACH else 0))
            meeting.setdefault(fact, []).append(area)
        made.goals[area] = ways
    for action in grounding.actions:
        made.solves.append(tuple(area for fact in action.outputs for area in meeting.get(fact, ())))
    for fact, spot in enumerate(grounding.spots):
        if spot.area != REACH and spot.node.form.item.carryable:
            target = grounding.find(spot._replace(area=REACH))
            if target is not None:
                shift, width = made.fields["spot", fact]
                mask = ((1 << width) - 1) << shift
                reach = made.fields["spot", target][0]
                made.reveals.setdefault(spot.area, []).append((mask, shift, reach))
