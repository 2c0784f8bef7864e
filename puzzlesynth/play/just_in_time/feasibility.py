"""What a living world can still hope for: whether the areas that have no puzzle yet can ever get one.

A generous test without search: if nothing were ever used up, every area were open and the synthesizer placed one of
everything that it may place, could one of the area's goals be met? If not even then, what the area needs is gone
for good, and the game with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from puzzlesynth.pack.model import Item, Pack
from puzzlesynth.puzzle.model import GameProgress, Object, Puzzle
from puzzlesynth.world import State, TooLarge
from puzzlesynth.world.ground_task import GroundTask, ground_task
from puzzlesynth.world.grounder import REACH, LocatedObject, located_object
from puzzlesynth.world.rule_semantics import NestedObject, node_matches
from puzzlesynth.world.search.delete_relaxation import DeleteRelaxation


class Feasibility:
    """The generous world of a pack: the contents of its areas at the start, and everything that may be placed."""

    def __init__(self, pack: Pack, furniture: Iterable[Object]) -> None:
        self._goals = {area.name: area.goals for area in pack.to_solve}
        self._relaxation: DeleteRelaxation | None = None
        roomy = replace(pack, items={name: _roomy(item) for name, item in pack.items.items()})
        places = tuple(area.name for area in pack.areas.values() if area.is_place)
        there = [*furniture, *_placeable(pack, places)]
        puzzle = Puzzle(
            pack.name, pack.sha256, (), tuple(there), (), (), (), progress=GameProgress(places, ())
        )
        try:
            task = ground_task(roomy, puzzle)
        except TooLarge:
            return
        if task.instance.mechanics.open_rules:
            # What such a rule makes is decided by a puzzle that does not exist yet, so nothing can be concluded.
            return
        self._relaxation = DeleteRelaxation(task)
        numbers = self._numbers = self._relaxation.numbers
        self._always = {number for fact, number in numbers.items() if fact[0] != "object"}
        for thing in _placeable(pack, places):
            if thing.inside is None:
                fact = task.grounder.find(located_object(task.first, task.first.things[thing.id]))
                self._always |= set() if fact is None else {numbers["object", fact]}
        self._meeting = {
            area: [
                numbers["object", fact]
                for fact in task.reached.facts
                if any(node_matches(task.objects[fact].node, goal) for goal in goals)
            ]
            for area, goals in self._goals.items()
        }

    def lost(self, state: State, chosen: Iterable[str]) -> list[str]:
        """The areas, other than those with a chosen goal, that can never be solved any more."""
        if self._relaxation is None:
            return []
        task, known = self._relaxation.task, set(self._always)
        for thing in state.things.values():
            if thing.inside is None:
                located = located_object(state, thing)
                if thing.carryable:
                    located = located._replace(area=REACH)
                fact = task.grounder.find(_roomed(task, located))
                number = None if fact is None else self._numbers.get(("object", fact))
                if number is None:
                    # Something is there that may not be placed: nothing can be concluded.
                    return []
                known.add(number)
        reached = self._relaxation.closure(known)
        settled = state.solved | set(chosen)
        return [
            area
            for area, facts in self._meeting.items()
            if area not in settled and not any(reached[fact] for fact in facts)
        ]


def _roomed(task: GroundTask, located: LocatedObject) -> LocatedObject:
    """The same object in the generous world, which has its own items."""
    mechanics = task.instance.mechanics

    def translated(node: NestedObject) -> NestedObject:
        form = mechanics.form(mechanics.items[node.form.item.name], node.form.properties)
        return NestedObject(node.tag, form, None if node.content is None else translated(node.content))

    return located._replace(node=translated(located.node))


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
