"""A moment of the game: the objects and where they are, the open and the solved areas, the player.

States are never changed; `rearranged` makes the next one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

from puzzlesynth.pack.model import Value

from .events import Event, Lost, Opened, Solved, Won
from .instance import PuzzleInstance, WorldError
from .mechanics import Form, NestedObject, content_matches


class Status(Enum):
    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Thing:
    """An object. With neither area nor inside, the player carries it."""

    id: str
    form: Form
    area: str | None
    inside: str | None = None

    @property
    def item(self) -> str:
        return self.form.item.name

    @property
    def properties(self) -> Mapping[str, Value]:
        return self.form.properties

    @property
    def carryable(self) -> bool:
        return self.form.item.carryable

    @property
    def carried(self) -> bool:
        return self.area is None and self.inside is None


@dataclass(frozen=True)
class State:
    """Everything that changes while a game is played."""

    things: Mapping[str, Thing]
    open: frozenset[str]
    solved: frozenset[str]
    player: str
    status: Status = Status.PLAYING

    @cached_property
    def _contents(self) -> dict[str, str]:
        """What is inside of what."""
        return {thing.inside: thing.id for thing in self.things.values() if thing.inside is not None}

    def content(self, name: str) -> str | None:
        """What is inside an object."""
        return self._contents.get(name)

    def node(self, name: str) -> NestedObject:
        """An object with everything inside it."""
        content = self.content(name)
        return NestedObject(name, self.things[name].form, None if content is None else self.node(content))

    def visible(self) -> Iterator[Thing]:
        """What is carried or lies in an open area, not inside anything."""
        return (
            t for t in self.things.values() if t.inside is None and (t.area is None or t.area in self.open)
        )

    def alive(self, item: str) -> int:
        return sum(1 for thing in self.things.values() if thing.item == item)


def start_state(instance: PuzzleInstance, player: str | None = None) -> tuple[State, tuple[Event, ...]]:
    """The world before the first move, with the areas that are solved at once, if any."""
    pack, puzzle = instance.pack, instance.puzzle
    things: dict[str, Thing] = {}
    for index, placed in enumerate(puzzle.objects):
        where = f"objects[{index}]"
        item = pack.items.get(placed.item)
        if item is None:
            raise WorldError(f"{where}.item: the pack has no item {placed.item!r}")
        if placed.id in things:
            raise WorldError(f"{where}.id: {placed.id!r} is there twice")
        if placed.area is not None and placed.area not in pack.areas:
            raise WorldError(f"{where}.area: the pack has no area {placed.area!r}")
        if placed.area is None and placed.inside is None and not item.carryable:
            raise WorldError(f"{where}.area: {placed.id!r} cannot be carried, so it has to be in an area")
        area = placed.area if placed.inside is None else None
        form = instance.mechanics.form(item, placed.properties)
        things[placed.id] = Thing(placed.id, form, area, placed.inside)
    _check_holders(things)
    here = player or next(name for name in pack.areas if name in instance.open and pack.areas[name].is_place)
    return settled(instance, State(things, instance.open, instance.solved, here))


def _check_holders(things: Mapping[str, Thing]) -> None:
    holders: set[str] = set()
    for thing in things.values():
        holder = thing.inside
        if holder is None:
            continue
        if holder not in things:
            raise WorldError(f"objects: {thing.id!r} is inside {holder!r}, which does not exist")
        if holder in holders:
            raise WorldError(f"objects: {holder!r} holds more than one object")
        holders.add(holder)
        seen = {thing.id}
        while holder is not None:
            if holder in seen:
                raise WorldError(f"objects: {thing.id!r} is inside itself")
            seen.add(holder)
            holder = things[holder].inside


def rearranged(state: State, changed: Iterable[Thing], gone: Iterable[str]) -> State:
    """The state with some objects added, replaced or taken away."""
    things = dict(state.things)
    for name in gone:
        del things[name]
    for thing in changed:
        things[thing.id] = thing
    return replace(state, things=things)


def settled(
    instance: PuzzleInstance, state: State, changed: Iterable[Thing] | None = None
) -> tuple[State, tuple[Event, ...]]:
    """Solves what is solved and opens what that opens, until nothing changes.

    `changed`: the only objects that are not as they were in the state before, where that one was settled.
    """
    events: list[Event] = []
    looked_at = state.things.values() if changed is None else changed
    while True:
        new = [a for a in instance.goals if a not in state.solved and _met(instance, state, a, looked_at)]
        looked_at = state.things.values()
        if not new:
            break
        opened = [
            name
            for area in new
            for name in instance.pack.areas[area].connects
            if name in instance.pack.areas and name not in state.open
        ]
        events += [Solved(area, area in state.open) for area in new]
        events += [Opened(name) for name in dict.fromkeys(opened)]
        state = replace(state, solved=state.solved | set(new), open=state.open | set(opened))
    if state.status is Status.PLAYING and state.solved >= instance.goals.keys():
        state = replace(state, status=Status.WON)
        events.append(Won())
    return state, tuple(events)


def _met(instance: PuzzleInstance, state: State, area: str, things: Iterable[Thing]) -> bool:
    goal, opened, meets = instance.goals[area], state.open, instance.mechanics.meets
    for thing in things:
        seen = thing.inside is None and (thing.area is None or thing.area in opened)
        if not seen or not meets(thing.form, goal):
            continue
        if goal.contains is None or content_matches(state.node(thing.id), goal):
            return True
    return False


def defeated(state: State) -> tuple[State, tuple[Event, ...]]:
    return replace(state, status=Status.LOST), (Lost(),)
