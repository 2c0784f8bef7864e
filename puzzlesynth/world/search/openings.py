"""What happens by itself when areas are solved: others open, what lies there comes into reach, and may solve more."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from puzzlesynth.pack.model import Area
from puzzlesynth.world.ground_task import Fact, GroundTask


class Consequences(NamedTuple):
    """What may come about at once when areas are solved."""

    areas: list[str]
    """The areas that are solved, these among them."""
    facts: set[Fact]
    """Areas that open, and what comes into reach in them."""


class Openings:
    """What comes about when areas open."""

    def __init__(self, task: GroundTask) -> None:
        self._areas: Mapping[str, Area] = task.axioms.areas
        self._open_bit: Collection[str] = task.open_bit
        objects = task.objects
        self._revealed: dict[str, list[Fact]] = {}
        """For each area the things that come into reach when it opens."""
        from_area: dict[int, str] = {}
        for before, after in task.reached.revealed:
            from_area[after] = objects[before].area
            self._revealed.setdefault(objects[before].area, []).append(("object", after))
        self._met_in: dict[str, list[str]] = {}
        """For each area those whose goal something meets that may lie there at the start."""
        # Nothing happens in an area before it opens, so only what lies there at the start is there then.
        lying = set(task.reached.start)
        for goal, facts in task.goal_facts.items():
            for fact in facts:
                place = (objects[fact].area if fact in lying else "") or from_area.get(fact)
                if place:
                    self._met_in.setdefault(place, []).append(goal)

    def following(self, solved: Iterable[str]) -> Consequences:
        """When these areas are solved others open, and what is there may solve yet others."""
        found: set[Fact] = set()
        todo = list(dict.fromkeys(solved))
        for area in todo:
            for name in self._areas[area].connects:
                if name in self._open_bit and ("open", name) not in found:
                    found.add(("open", name))
                    found.update(self._revealed.get(name, ()))
                    todo += [other for other in self._met_in.get(name, ()) if other not in todo]
        return Consequences(todo, found)


class Settlement:
    """The states after actions, with what these solve and open. That depends on few facts, so it is remembered."""

    def __init__(self, task: GroundTask) -> None:
        self._task, self._openings = task, Openings(task)
        self._known: dict[tuple[str, ...], tuple[int, dict[int, int]]] = {}
        """By the areas that an action may solve: the bits that it depends on, and by these what is added to a state."""

    def settled(self, state: int, action: int) -> int:
        """A state to which the action's own change has been added."""
        areas = self._task.solves[action]
        known = self._known.get(areas)
        if known is None:
            known = self._known[areas] = self._bits(areas), {}
        bits, changes = known
        change = changes.get(state & bits)
        if change is None:
            change = changes[state & bits] = self._task.settle(state, areas)[0] - state
        return state + change

    def _bits(self, solved: Iterable[str]) -> int:
        task = self._task
        areas, facts = self._openings.following(solved)
        found = 0
        for area in areas:
            found |= task.solved_bit[area]
            for mask, gate in task.axioms.goals[area]:
                found |= mask | gate
        for fact in facts:
            kind, name = fact
            if kind == "open":
                found |= task.open_bit[str(name)]
                for mask, _, _ in task.axioms.reveals.get(str(name), ()):
                    found |= mask
        return found
