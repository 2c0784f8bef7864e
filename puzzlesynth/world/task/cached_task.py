"""A puzzle on the layout of its universe: quick to set up, since all that its pack's puzzles share is there already."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Object, Puzzle
from puzzlesynth.world.instance import PuzzleInstance, puzzle_instance
from puzzlesynth.world.mechanics import NestedObject

from .axioms import Axioms
from .bit_layout import BitLayout, Mask, bit_layout_of
from .ground_task import GroundTask
from .grounder import LocatedObject
from .reachable_task import MOST_ACTIONS, REACH, ReachableFacts, reachable_from, spot_of


@dataclass(eq=False)
class CachedTask(Axioms):
    """Facts and actions go by the numbers of the universe. Made by `cached_task`."""

    instance: PuzzleInstance
    layout: BitLayout
    reached: ReachableFacts
    facts: dict[str, int]
    """What each object that is not inside another one is at the start."""
    inside: dict[str, str]
    """For each object that holds another one, which."""
    start: int = 0
    """The state at the start, before anything is solved."""
    actions: list[int] = field(default_factory=list)
    """What can ever be done, but for what ends the game."""
    goal_facts: dict[str, list[int]] = field(default_factory=dict)
    """For each area the things that meet its goal."""
    solving: Mask = 0
    """The actions after which some area may be solved."""


def cached_task(pack: Pack, puzzle: Puzzle) -> CachedTask:
    """Sets up a puzzle whose objects are in order. `TooLarge` where there are too many actions."""
    instance = puzzle_instance(pack, puzzle)
    things = {thing.id: thing for thing in puzzle.objects}
    inside = {thing.inside: thing.id for thing in puzzle.objects if thing.inside is not None}

    def node(thing: Object) -> NestedObject:
        form = instance.mechanics.form(pack.items[thing.item], thing.properties)
        return NestedObject(None, form, node(things[inside[thing.id]]) if thing.id in inside else None)

    def spot(thing: Object) -> LocatedObject:
        reach = thing.area is None or (thing.area in instance.open and pack.items[thing.item].carryable)
        return LocatedObject(node(thing), REACH if reach or thing.area is None else thing.area)

    spots = {thing.id: spot(thing) for thing in puzzle.objects if thing.inside is None}
    alive = Counter([thing.item for thing in puzzle.objects])
    return _stage(instance, instance.open, instance.solved, spots, inside, alive)


def cached_task_from(puzzle: GroundTask) -> CachedTask:
    """The same for a puzzle that is compiled already."""
    first = puzzle.first
    inside = {thing.inside: thing.id for thing in first.things.values() if thing.inside is not None}
    spots = {t.id: spot_of(first, t) for t in first.things.values() if t.inside is None}
    return _stage(puzzle.instance, first.open, first.solved, spots, inside, puzzle.grounding.start_alive)


def _stage(
    instance: PuzzleInstance,
    opened: Collection[str],
    solved: Collection[str],
    spots: dict[str, LocatedObject],
    inside: dict[str, str],
    alive: Mapping[str, int],
) -> CachedTask:
    reached = reachable_from(instance, alive, list(spots.values()), MOST_ACTIONS)
    layout = bit_layout_of(instance.pack, reached.universe)
    facts = dict(zip(spots, reached.start, strict=True))
    stage = CachedTask(instance.pack.areas, instance, layout, reached, facts, inside)
    stage.open_bit, stage.solved_bit = layout.open_bit, layout.solved_bit
    known = reached.universe.actions
    stage.actions = [number for number in reached.actions if not known[number].fails]
    stage.start = _start(layout, reached, alive)
    for name in opened:
        stage.start |= layout.open_bit[name]
    for name in solved:
        stage.start |= layout.solved_bit[name]
    _set_goals(stage)
    return stage


def _start(layout: BitLayout, reached: ReachableFacts, alive: Mapping[str, int]) -> int:
    state, room_for, spots = layout.empty, layout.room_for, layout.spots
    for item, count in alive.items():
        if item in room_for:
            state -= count * room_for[item]
    for fact in reached.start:
        state += spots[fact]
    return state


def _set_goals(stage: CachedTask) -> None:
    layout, reached, universe = stage.layout, stage.reached, stage.reached.universe
    fields, there = layout.fields, set(reached.facts)
    for area, goal in stage.instance.goals.items():
        stage.won |= layout.solved_bit[area]
        stage.solving |= layout.solving(universe, goal)
        facts = stage.goal_facts[area] = sorted(there & universe.meeting(goal))
        ways = stage.goals[area] = []
        for fact in facts:
            shift, width = fields["spot", fact]
            place = universe.spots[fact].area
            ways.append((((1 << width) - 1) << shift, layout.open_bit[place] if place != REACH else 0))
    for before, after in reached.revealed:
        shift, width = fields["spot", before]
        area = universe.spots[before].area
        mask = ((1 << width) - 1) << shift
        stage.reveals.setdefault(area, []).append((mask, shift, fields["spot", after][0]))
