"""The map of a generated puzzle, so that a designer can keep its shape and fill it again.

A puzzle that fills a map with an output gives such a map again. Every other puzzle gives a map with `solves`: its steps
and what they take, area by area, in the pack's own world.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from typing import Any, TypeVar

from puzzlesynth.bad_input import BadInput
from puzzlesynth.pack.model import Pack, Rule
from puzzlesynth.pack.puzzle_map import ROLES, Block, MapArea, PuzzleMap
from puzzlesynth.pack.rules import block_roles
from puzzlesynth.pack.rules.effects import operator_effects
from puzzlesynth.puzzle.model import Puzzle, Step

OUTPUT = "output"


class NoMapError(BadInput):
    """There is no such map; the message says why."""


def map_of(pack: Pack, puzzle: Puzzle, name: str = "shape", area: str | None = None) -> PuzzleMap:
    """The map of the puzzle, or of one of its areas. `pack`: the one that the puzzle is played with."""
    fills_a_world = puzzle.map is not None and bool(puzzle.map.areas)
    return (_OutputReader if fills_a_world else _SolvesReader)(pack, puzzle).read(name, area)


class _Reader:
    """What both forms of maps have: blocks for steps and for what lies around."""

    def __init__(self, pack: Pack, puzzle: Puzzle) -> None:
        self.pack, self.puzzle = pack, puzzle
        self.steps = {step.id: step for step in puzzle.steps}
        self.objects = {thing.id: thing for thing in puzzle.objects}
        self.blocks: dict[str, Block] = {}
        self._names: dict[str, str] = {}

    def goals(self, area: str | None) -> list[str]:
        """The areas and doors that the map is about."""
        names = [goal.name for goal in self.puzzle.areas]
        if area is not None and area not in names:
            raise NoMapError(f"the puzzle has no area `{area}`; it has {', '.join(names)}")
        return names if area is None else [area]

    def solving(self, area: str) -> Step:
        return self.steps[next(goal.solved_by for goal in self.puzzle.areas if goal.name == area)]

    def is_door(self, name: str) -> bool:
        area = self.pack.areas.get(name)
        return area is not None and not area.is_place and bool(area.connects)

    def named(self, text: str) -> str:
        """A block's name for the id of a step or an object, different for different ones."""
        if text not in self._names:
            name = re.sub(r"\W", "_", text)
            name = f"b_{name}" if name[0].isdigit() else name
            while name in self._names.values() or name in ROLES:
                name += "_"
            self._names[text] = name
        return self._names[text]

    def spawned(self, id: str) -> str:
        """The block of something that is in the world at the start."""
        thing = self.objects[id]
        if thing.area is None:
            where = "inside something" if thing.inside is not None else "with the player"
            raise NoMapError(f"`{id}` is {where} at the start: no block can express that")
        name = self.named(id)
        self.blocks.setdefault(name, Block(name, "spawn", area=thing.area))
        return name

    def door(self, door: str, step: Step, key: str, name: str) -> Block:
        """The block of a step that unlocks a door."""
        area = self.pack.areas[door]
        to = next(to for to in area.connects if self.pack.areas[to].is_place)
        return Block(name, "unlock", {"key": key}, area=area.adjoins[0], to=to)


class _SolvesReader(_Reader):
    """The shape of a puzzle in its pack's own world: a block is the same thing for every block that takes it."""

    def read(self, name: str, area: str | None) -> PuzzleMap:
        solves = {goal: run_deep_call(self._step(self.solving(goal))) for goal in self.goals(area)}
        return PuzzleMap(name, {}, self.blocks, solves=solves)

    def _step(self, step: Step) -> DeepCall[str]:
        name = self.named(step.id)
        if name in self.blocks:
            return name
        rule = self.pack.rule(step.rule)
        door = rule.outputs[0].type
        if rule.kind == "unlock" and self.is_door(door):
            key = yield self._source(step, block_roles.role_assignments(rule)[0]["key"])
            self.blocks[name] = self.door(door, step, key, name)
            return name
        kind = block_roles.block_kind(rule, self.pack)
        way = block_roles.block_role_assignments(rule, self.pack, kind, len(rule.inputs))[0]
        sources: dict[str, str] = {}
        for role, n in way.items():
            sources[role] = yield self._source(step, n)
        roles = ROLES[kind] or tuple(way)
        self.blocks[name] = Block(name, kind, {role: sources[role] for role in roles})
        return name

    def _source(self, step: Step, position: int) -> DeepCall[str]:
        thing, maker = step.inputs[position], step.sources[position]
        if maker is None:
            return self.spawned(thing)
        made = self.steps[maker]
        block: str = yield self._step(made)
        principal = operator_effects(self.pack.rule(made.rule)).principal
        if principal is not None and made.outputs[principal] == thing:
            return block
        name = self.named(f"{thing}_of_{maker}")
        self.blocks.setdefault(name, Block(name, "left", {"of": block}))
        return name


class _OutputReader(_Reader):
    """The map of a filling again: its doors, and the tree that leads to its output."""

    def read(self, name: str, area: str | None) -> PuzzleMap:
        doors = {goal.name for goal in self.puzzle.areas if self.is_door(goal.name)}
        goals = [goal for goal in self.goals(area) if goal not in doors]
        if not goals:
            raise NoMapError("a door alone is not a map")
        for door in sorted(doors):
            step = self.solving(door)
            key = run_deep_call(
                self._source(step, block_roles.role_assignments(self.pack.rule(step.rule))[0]["key"])
            )
            self.blocks[door] = self.door(door, step, key, door)
        last = self.solving(goals[-1])
        rule = self.pack.rule(last.rule)
        source = run_deep_call(self._source(last, 0) if rule.kind == "take" else self._step(last))
        item = next((o for o in (rule.outputs[0].type,) if o in self.pack.items), None)
        blocks = {**self.blocks, OUTPUT: Block(OUTPUT, "output", {"input": source}, item=item)}
        return PuzzleMap(name, self._areas(doors), blocks, OUTPUT)

    def _areas(self, doors: set[str]) -> dict[str, MapArea]:
        found: dict[str, MapArea] = {}
        places = {name: area for name, area in self.pack.areas.items() if area.is_place}
        for name, area in places.items():
            near = tuple(dict.fromkeys(other for other in area.adjoins if other in places))
            locked = tuple(door for door in sorted(doors) if self.blocks[door].to == name)
            found[name] = MapArea(name, area.start, near, locked)
        return found

    def _step(self, step: Step) -> DeepCall[str]:
        name = self.named(step.id)
        if name not in self.blocks:
            rule = self.pack.rule(step.rule)
            way = block_roles.role_assignments(rule)[0]
            inputs: dict[str, str] = {}
            for role in ROLES[rule.kind or ""]:
                inputs[role] = yield self._source(step, way[role])
            self.blocks[name] = Block(name, rule.kind or "", inputs, needs=_needs(rule, way))
        return name

    def _source(self, step: Step, position: int) -> DeepCall[str]:
        maker = step.sources[position]
        if maker is None:
            return self.spawned(step.inputs[position])
        block: str = yield self._step(self.steps[maker])
        return block


def _needs(
    rule: Rule, way: block_roles.RoleAssignment
) -> dict[str, tuple[tuple[str, bool | int | str | None], ...]]:
    """What the rule requires of its inputs; a request leaves that open."""
    if rule.kind == "request":
        return {}
    return {
        role: tuple(rule.inputs[n].properties)
        for role, n in way.items()
        if rule.inputs[n].properties and role != "key"
    }


Result = TypeVar("Result")

DeepCall = Generator[Any, Any, Result]
"""A call whose result is not there yet."""


def run_deep_call(call: DeepCall[Result]) -> Result:
    """The result of a call and of everything that it calls."""
    running: list[DeepCall[Any]] = [call]
    value: Any = None
    while running:
        try:
            running.append(running[-1].send(value))
            value = None
        except StopIteration as end:
            running.pop()
            value = end.value
    result: Result = value
    return result
