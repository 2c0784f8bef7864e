"""The parts of a game that is made while it is played: what a maker knows, and how its puzzle joins the world.

A chapter is a stretch of the game with the same goals. A whole-game puzzle is a single chapter; in a living world
a new one begins whenever areas open and get their puzzles.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property, lru_cache

from puzzlesynth.pack.model import Pack, Value, per_pack
from puzzlesynth.play.winnability import Chance, WinnabilityTest
from puzzlesynth.puzzle.model import Created, GameProgress, Goal, Object, Puzzle, Step
from puzzlesynth.quick_dataclasses import dataclass, replace
from puzzlesynth.world import State, Status, Thing, World
from puzzlesynth.world.rule_semantics import Form

from .feasibility import Feasibility


class NoPuzzle(Exception):
    """From the world as it is, no puzzle can be made; the message says why."""


class Chapter:
    """A world with its goals, and its possible outcomes."""

    def __init__(self, pack: Pack, puzzle: Puzzle) -> None:
        self.pack = pack
        self.puzzle = puzzle
        self.world = World(pack, puzzle)
        self.winnability = WinnabilityTest(pack, puzzle)

    @property
    def goals(self) -> dict[str, str]:
        """The chosen goal of each area, as text."""
        return {goal.name: goal.goal for goal in self.puzzle.areas}

    @cached_property
    def future(self) -> Feasibility:
        """What is left for areas that have no goal yet."""
        return feasibility_of(self.pack)

    def chance(self, state: State) -> Chance:
        """Whether the goals can still be met, and those that are yet to be chosen may be."""
        chance = self.winnability.of(state).chance
        if chance is not Chance.DEAD and not self.whole and self.future.lost(state, self.goals):
            return Chance.DEAD
        return chance

    @property
    def whole(self) -> bool:
        """Whether nothing is left to be made: every area has its goal or is solved."""
        done = self.goals.keys() | set(self.puzzle.progress.solved if self.puzzle.progress else ())
        return self.puzzle.progress is None or all(area.name in done for area in self.pack.to_solve)


@dataclass(frozen=True)
class RunningWorld:
    """The world as it is when areas open: all that a maker may know."""

    pack: Pack
    present: Puzzle
    """The world as a puzzle of its own: what is there now, and the goals that are still to be met."""

    @property
    def objects(self) -> tuple[Object, ...]:
        return self.present.objects

    @property
    def progress(self) -> GameProgress:
        assert self.present.progress is not None, "a running world knows what is open"
        return self.present.progress

    @property
    def goals(self) -> Mapping[str, str]:
        """The goals of the areas that are being solved already."""
        return {goal.name: goal.goal for goal in self.present.areas}

    @cached_property
    def key(self) -> str:
        """The same for the same world. Steps of earlier chapters count too: they say what open rules can make."""
        present = self.present
        things = [
            (thing.id, thing.item, thing.area, thing.inside, sorted(thing.properties.items()))
            for thing in present.objects
        ]
        goals = [(goal.name, goal.goal, goal.opened_by, goal.solved_by) for goal in present.areas]
        told = (
            things,
            goals,
            self.progress.open,
            self.progress.solved,
            _past(present.creates, present.steps),
        )
        return hashlib.sha256(repr(told).encode()).hexdigest()


@lru_cache(maxsize=64)
def _past(creates: tuple[Created, ...], steps: tuple[Step, ...]) -> str:
    """What does not change within a chapter, and takes longest to hash."""
    return hashlib.sha256(repr((creates, steps)).encode()).hexdigest()


Key = tuple[str, tuple[str, ...]]
"""A running world's key, and the areas that are to be made in it."""

Make = Callable[[RunningWorld, tuple[str, ...], int], Puzzle]
"""Makes one puzzle for some areas that are open, from a running world and a seed. `NoPuzzle` if there is none."""


def empty_world(pack: Pack) -> Puzzle:
    """A new game with nothing in it but what the areas contain, and no goals yet."""
    counts: Counter[str] = Counter()
    objects: list[Object] = []

    def add(item: str, area: str | None, inside: str | None) -> None:
        counts[item] += 1
        name = item.lower() if counts[item] == 1 else f"{item.lower()}_{counts[item]}"
        objects.append(Object(name, item, area, inside, False, dict(pack.items[item].properties)))
        content = pack.items[item].contains
        if content is not None:
            add(content, None, name)

    for area in pack.areas.values():
        for item in area.contains:
            add(item, area.name, None)
    start = tuple(area.name for area in pack.areas.values() if area.start)
    return Puzzle(pack.name, pack.sha256, (), tuple(objects), (), (), (), progress=GameProgress(start, ()))


@per_pack
def feasibility_of(pack: Pack) -> Feasibility:
    """The generous world of a pack. It is the same for all its games, and slow to make."""
    return Feasibility(pack, empty_world(pack).objects)


def running_world(pack: Pack, chapter: Chapter, state: State) -> RunningWorld:
    """What a maker knows about a state.

    What can be carried and is within reach counts as carried: where it lies makes no difference to what can be
    done, so it makes none to what is made.
    """
    objects = sorted(objects_of(state, reach=state.open), key=lambda thing: thing.id)
    under_way = tuple(goal for goal in chapter.puzzle.areas if goal.name not in state.solved)
    present = replace(
        chapter.puzzle, areas=under_way, objects=tuple(objects), progress=progress_of(pack, state)
    )
    return RunningWorld(pack, present)


def objects_of(state: State, reach: Collection[str] = ()) -> tuple[Object, ...]:
    """What is there. What can be carried and lies in an area within reach counts as carried."""
    return tuple(
        Object(
            thing.id,
            thing.item,
            None if thing.area in reach and thing.carryable else thing.area,
            thing.inside,
            False,
            _spelt_out(thing.form),
        )
        for thing in state.things.values()
    )


def _spelt_out(form: Form) -> dict[str, Value]:
    """All properties, also those that are false now and were not at the start."""
    return {**dict.fromkeys(form.item.properties, False), **form.properties}


def progress_of(pack: Pack, state: State) -> GameProgress:
    """In the order of the pack, so that the same state always has the same description."""
    return GameProgress(
        tuple(name for name in pack.areas if name in state.open),
        tuple(name for name in pack.areas if name in state.solved),
    )


def without_goal(pack: Pack, chapter: Chapter, state: State) -> tuple[str, ...]:
    """The open areas that still need a puzzle."""
    goals = chapter.goals
    return tuple(
        area.name
        for area in pack.to_solve
        if area.name in state.open and area.name not in state.solved and area.name not in goals
    )


def seed_for(seed: int, areas: Iterable[str]) -> int:
    """The seed of a chapter: from the game's own and what is to be made, so that undoing changes nothing."""
    text = json.dumps([seed, list(areas)])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") >> 1


def next_chapter(pack: Pack, before: Chapter, state: State, made: Puzzle, taken: Collection[str]) -> Chapter:
    """The chapter that begins in a state, with what was made for it.

    What was placed gets another name where its own is `taken`. `WorldError` if the puzzle cannot be run.
    """
    there = objects_of(state)
    known = {thing.id for thing in there}
    fresh = [thing for thing in made.objects if thing.id not in known]
    # What earlier chapters were to make keeps its name, made or not.
    promised = {created.id for created in before.puzzle.creates}
    names = _fresh_names(fresh, made, set(taken) | known | promised)
    placed = tuple(
        replace(thing, id=names[thing.id], inside=names.get(thing.inside or "", thing.inside), placed=True)
        for thing in fresh
    )
    goals = {goal.name: goal for goal in (*before.puzzle.areas, *made.areas) if goal.name not in state.solved}
    number = len(before.puzzle.steps)
    steps = before.puzzle.steps + tuple(_renamed(step, names, number) for step in made.steps)
    creates = before.puzzle.creates + tuple(Created(names[c.id], c.item) for c in made.creates)
    puzzle = Puzzle(
        pack.name,
        pack.sha256,
        tuple(_plain(goal) for goal in goals.values()),
        there + placed,
        steps,
        creates,
        (),
        progress=progress_of(pack, state),
    )
    return Chapter(pack, puzzle)


def _fresh_names(fresh: Iterable[Object], made: Puzzle, taken: set[str]) -> dict[str, str]:
    names: dict[str, str] = {}
    for old in [*(thing.id for thing in fresh), *(made_.id for made_ in made.creates)]:
        name, number = old, 1
        while name in taken:
            number += 1
            name = f"{old}_{number}"
        taken.add(name)
        names[old] = name
    return names


def _renamed(step: Step, names: Mapping[str, str], number: int) -> Step:
    """The step with the names that are used now; steps of all chapters are numbered through."""
    return replace(
        step,
        id=f"{number}.{step.id}",
        inputs=tuple(names.get(name, name) for name in step.inputs),
        outputs=tuple(names.get(name, name) for name in step.outputs),
        sources=tuple(None if source is None else f"{number}.{source}" for source in step.sources),
        after=tuple(f"{number}.{name}" for name in step.after),
    )


def _plain(goal: Goal) -> Goal:
    return Goal(goal.name, goal.goal, goal.start, None, "")


def joined(pack: Pack, state: State, chapter: Chapter) -> State | None:
    """A state with what the chapter placed; None: there would be more of something than can exist."""
    things = dict(state.things)
    first = {thing.id: thing for thing in chapter.world.start().things.values()}
    fresh = [placed.id for placed in chapter.puzzle.objects if placed.placed]
    for name in fresh:
        things[name] = first[name]
    alive = Counter(thing.item for thing in things.values())
    if any(alive[first[name].item] > pack.items[first[name].item].copies for name in fresh):
        return None
    return replace(state, things=things)


def placed_things(chapter: Chapter, state: State) -> list[Thing]:
    return [state.things[o.id] for o in chapter.puzzle.objects if o.placed and o.id in state.things]


def goes_on(pack: Pack, state: State) -> State:
    """In a living world the game is won only when every area of the pack is solved."""
    if state.status is Status.WON and not state.solved >= {area.name for area in pack.to_solve}:
        return replace(state, status=Status.PLAYING)
    return state
