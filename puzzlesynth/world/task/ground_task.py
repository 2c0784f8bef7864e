"""A puzzle as arithmetic: a state is one integer, an action an addition, a condition an addition and a mask.

Every fact has a field of bits that counts it, with a spare bit on top. Adding `2^w - k` to a field of width
`w` sets the spare bit exactly when the fact is there at least `k` times, so one addition and one comparison
test all the conditions of an action at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from puzzlesynth.deadline import check_time
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.world.events import Event
from puzzlesynth.world.instance import PuzzleInstance, puzzle_instance
from puzzlesynth.world.state import State, start_state

from .axioms import Axioms
from .grounder import SharedAction
from .reachable_task import MOST_ACTIONS, REACH, GroundAction, ReachableTask, spots_of

Fact = tuple[str, str | int]
"""("spot", number), ("open", area), ("solved", area) or ("room", item)."""


class Condition(NamedTuple):
    """What must be there, and how often."""

    needs: dict[Fact, int]
    bias: int
    guard: int
    each: list[tuple[int, int]]
    """The bias and the guard of each need by itself."""


@dataclass(eq=False)
class GroundTask(Axioms):
    """All that a search needs. Made by `compiled`."""

    instance: PuzzleInstance
    grounding: ReachableTask
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
    goal_facts: dict[str, list[int]] = field(default_factory=dict)
    """For each area the things that meet its goal."""
    solves: list[tuple[str, ...]] = field(default_factory=list)
    """For each action the areas whose goal its outputs meet."""
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


def compiled(pack: Pack, puzzle: Puzzle, most_actions: int = MOST_ACTIONS) -> GroundTask:
    """Makes a puzzle ready to be searched. `TooLarge` where there are too many actions."""
    instance = puzzle_instance(pack, puzzle)
    first, opening = start_state(instance)
    grounding = ReachableTask(instance, most_actions)
    grounding.build(first)
    made = GroundTask(pack.areas, instance, grounding, first, opening)
    _lay_out(made)
    fields = made.fields
    for action in grounding.actions:
        check_time()
        change = net_effect_of(fields, action)
        made.conditions.append(condition_of(fields, action))
        made.changes.append(change)
        delta = 0
        for fact, count in change.items():
            delta += count << fields[fact][0]
        made.deltas.append(delta)
    made.defeat_conditions = [condition_of(fields, action) for action in grounding.defeats]
    _lay_out_goals(made)
    made.start = _start(made)
    return made


def _lay_out(made: GroundTask) -> None:
    """Gives every fact its field."""
    grounding, fields = made.grounding, made.fields
    shift = 0
    for name in made.instance.pack.areas:
        fields["open", name] = (shift, 1)
        made.open_bit[name] = 1 << shift
        shift += 2
    for name in made.instance.goals:
        fields["solved", name] = (shift, 1)
        made.solved_bit[name] = 1 << shift
        made.won |= 1 << shift
        shift += 2
    makeable = {
        item.name for actions in (grounding.actions, grounding.defeats) for a in actions for item in a.items
    }
    for name in sorted(makeable):
        width = max(1, grounding.limit(name).bit_length())
        fields["room", name] = (shift, width)
        shift += width + 1
    for fact, spot in enumerate(grounding.spots):
        width = max(1, grounding.limit(spot.node.form.item.name).bit_length())
        fields["spot", fact] = (shift, width)
        shift += width + 1


def condition_of(fields: Mapping[Fact, tuple[int, int]], action: GroundAction | SharedAction) -> Condition:
    needs: dict[Fact, int] = {}
    for fact in action.inputs:
        needs["spot", fact] = needs.get(("spot", fact), 0) + 1
    if action.area != REACH:
        needs["open", action.area] = 1
    created = {item.name for item in action.items}
    for name, count in action.made:
        if count > 0 and name in created:
            needs["room", name] = count
    bias = guard = 0
    each = []
    for need, count in needs.items():
        shift, width = fields[need]
        full = 1 << width
        missing, spare = (full - count if count < full else 0) << shift, full << shift
        bias += missing
        guard |= spare
        each.append((missing, spare))
    return Condition(needs, bias, guard, each)


def net_effect_of(
    fields: Mapping[Fact, tuple[int, int]], action: GroundAction | SharedAction
) -> dict[Fact, int]:
    change: dict[Fact, int] = {}
    for fact in action.inputs:
        change["spot", fact] = change.get(("spot", fact), 0) - 1
    for fact in action.outputs:
        change["spot", fact] = change.get(("spot", fact), 0) + 1
    for name, count in action.made:
        if ("room", name) in fields:
            change["room", name] = -count
    return {fact: count for fact, count in change.items() if count}


def _lay_out_goals(made: GroundTask) -> None:
    grounding, fields = made.grounding, made.fields
    meeting: dict[int, list[str]] = {}
    for area in made.instance.goals:
        facts = made.goal_facts[area] = grounding.goal_facts(area)
        ways = []
        for fact in facts:
            shift, width = fields["spot", fact]
            place = grounding.spots[fact].area
            ways.append((((1 << width) - 1) << shift, made.open_bit[place] if place != REACH else 0))
            meeting.setdefault(fact, []).append(area)
        made.goals[area] = ways
    for action in grounding.actions:
        areas: tuple[str, ...] = ()
        for fact in action.outputs:
            if fact in meeting:
                areas = (*areas, *meeting[fact])
        made.solves.append(areas)
    for before, after in grounding.revealed:
        shift, width = fields["spot", before]
        reach = fields["spot", after][0]
        area = grounding.spots[before].area
        made.reveals.setdefault(area, []).append((((1 << width) - 1) << shift, shift, reach))


def _start(made: GroundTask) -> int:
    """The state at the start as an integer."""
    grounding, fields, first = made.grounding, made.fields, made.first
    total = 0
    for fact, count in grounding.start.items():
        total += count << fields["spot", fact][0]
    for (kind, name), (shift, _) in fields.items():
        if kind == "room" and isinstance(name, str):
            total += (grounding.limit(name) - grounding.start_alive[name]) << shift
    for name in first.open:
        total |= made.open_bit[name]
    for name in first.solved:
        total |= made.solved_bit.get(name, 0)
    return total
