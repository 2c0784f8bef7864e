"""What a living world can still hope for: whether the areas that have no puzzle yet can ever get one.

A generous test without search: if nothing were ever used up, every area were open and the synthesizer placed one of
everything that it may place, could one of the area's goals be met? If not even then, what the area needs is gone
for good, and the game with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from puzzlesynth.pack.model import Item, Pack
from puzzlesynth.puzzle.model import Object, Progress, Puzzle
from puzzlesynth.world import State, TooLarge
from puzzlesynth.world.mechanics import NestedObject, node_matches
from puzzlesynth.world.search.planner import RelaxedPlanHeuristic
from puzzlesynth.world.task.ground_task import GroundTask, compiled
from puzzlesynth.world.task.reachable_task import REACH, LocatedObject, spot_of

_LATEST: list[tuple[Pack, Feasibility]] = []
KEPT = 4
"""For so many packs the generous world is kept at hand."""


def feasibility_of(pack: Pack, furniture: Iterable[Object]) -> Feasibility:
    """The generous world of a pack. It is the same for all its games, and making it takes a while."""
    for known, future in _LATEST:
        if known is pack:
            return future
    future = Feasibility(pack, furniture)
    _LATEST.insert(0, (pack, future))
    del _LATEST[KEPT:]
    return future


class Feasibility:
    """The generous world of a pack: whatever stands in its areas at the start, and everything that may be placed."""

    def __init__(self, pack: Pack, furniture: Iterable[Object]) -> None:
        self._pack = pack
        self._goals = {area.name: area.goals for area in pack.to_solve}
        self._ready: GroundTask | None = None
        roomy = replace(pack, items={name: _roomy(item) for name, item in pack.items.items()})
        places = tuple(area.name for area in pack.areas.values() if area.is_place)
        there = [*furniture, *_placeable(pack, places)]
        puzzle = Puzzle(pack.name, pack.sha256, (), tuple(there), (), (), (), progress=Progress(places, ()))
        try:
            ready = compiled(roomy, puzzle)
        except TooLarge:
            return
        if ready.instance.mechanics.open_rules:
            # What such a rule makes is decided by a puzzle that does not exist yet, so nothing can be concluded.
            return
        self._ready, self._easier = ready, RelaxedPlanHeuristic(ready)
        spots = ready.grounding.spots
        self._numbers = {fact: number for number, fact in enumerate(ready.fields)}
        self._always = {self._numbers[fact] for fact in ready.fields if fact[0] != "spot"}
        self._always |= {
            self._numbers["spot", fact]
            for thing in _placeable(pack, places)
            if thing.inside is None
            and (fact := self._fact(spot_of(ready.first, ready.first.things[thing.id]))) is not None
        }
        self._meeting = {
            area: [
                self._numbers["spot", fact]
                for fact, spot in enumerate(spots)
                if any(node_matches(spot.node, goal) for goal in goals)
            ]
            for area, goals in self._goals.items()
        }

    def _fact(self, spot: LocatedObject) -> int | None:
        assert self._ready is not None
        return self._ready.grounding.find(spot)

    def lost(self, state: State, chosen: Iterable[str]) -> list[str]:
        """The areas, other than those with a chosen goal, that can never be solved any more."""
        if self._ready is None:
            return []
        known = set(self._always)
        for thing in state.things.values():
            if thing.inside is None:
                spot = spot_of(state, thing)
                if thing.carryable:
                    spot = spot._replace(area=REACH)
                fact = self._fact(_roomed(self._ready, spot))
                if fact is None:
                    # Somebody placed what may not be placed: nothing can be concluded.
                    return []
                known.add(self._numbers["spot", fact])
        reached = self._easier.closure(known)
        settled = state.solved | set(chosen)
        return [
            area
            for area, facts in self._meeting.items()
            if area not in settled and not any(reached[fact] for fact in facts)
        ]


def _roomed(ready: GroundTask, spot: LocatedObject) -> LocatedObject:
    """The same spot in the generous world, which has its own items."""
    mechanics = ready.instance.mechanics

    def translated(node: NestedObject) -> NestedObject:
        form = mechanics.form(mechanics.items[node.form.item.name], node.form.properties)
        return NestedObject(node.tag, form, None if node.content is None else translated(node.content))

    return spot._replace(node=translated(spot.node))


def _roomy(item: Item) -> Item:
    return replace(item, copies=item.copies + 2)


def _placeable(pack: Pack, places: tuple[str, ...]) -> list[Object]:
    """One of everything that may be placed, somewhere it may be."""
    found: list[Object] = []

    def add(item: Item, area: str | None, inside: str | None) -> None:
        name = f"new {len(found)}"
        found.append(Object(name, item.name, area, inside, True, dict(item.properties)))
        if item.contains is not None and len(found) < 10_000:
            add(pack.items[item.contains], None, name)

    for item in pack.items.values():
        if item.spawnable:
            areas = (
                [area for area in item.areas if area in places] if item.areas is not None else list(places)
            )
            for area in areas if not item.carryable else areas[:1]:
                add(item, area, None)
    return found
