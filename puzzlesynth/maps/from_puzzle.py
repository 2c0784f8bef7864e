"""The map of a generated puzzle, so that a designer can keep its shape and fill it again."""

from __future__ import annotations

from puzzlesynth.pack.map_model import ROLES, STEPS, Block, MapArea, PuzzleMap
from puzzlesynth.pack.model import Pack, Rule
from puzzlesynth.pack.roles import ways_of
from puzzlesynth.puzzle.model import Puzzle, Step

OUTPUT = "output"


class NoMap(ValueError):
    """The puzzle has something in it that no block stands for; the message says what."""


def map_of(pack: Pack, puzzle: Puzzle, name: str = "shape", area: str | None = None) -> PuzzleMap:
    """The map of the puzzle, or of one of its areas. `pack`: the one that the puzzle is played with."""
    return _Reader(pack, puzzle).read(name, area)


class _Reader:
    def __init__(self, pack: Pack, puzzle: Puzzle) -> None:
        self.pack, self.puzzle = pack, puzzle
        self.steps = {step.id: step for step in puzzle.steps}
        self.objects = {thing.id: thing for thing in puzzle.objects}
        self.blocks: dict[str, Block] = {}

    def read(self, name: str, area: str | None) -> PuzzleMap:
        doors = {g.name for g in self.puzzle.areas if self._is_door(g.name)}
        goals = [g for g in self.puzzle.areas if g.name not in doors]
        if area is not None:
            goals = [goal for goal in goals if goal.name == area]
        if not goals:
            raise NoMap(
                f"the puzzle has no area `{area}`" if area else "the puzzle has nothing to solve but doors"
            )
        for door in doors:
            goal = next(g for g in self.puzzle.areas if g.name == door)
            self._door(door, self.steps[goal.solved_by])
        last = self.steps[goals[-1].solved_by]
        rule = self.pack.rule(last.rule)
        source = self._source(last, 0) if rule.kind == "take" else self._step(last)
        item = next((o for o in (rule.outputs[0].type,) if o in self.pack.items), None)
        blocks = {**self.blocks, OUTPUT: Block(OUTPUT, "output", {"input": source}, item=item)}
        return PuzzleMap(name, self._areas(doors), blocks, OUTPUT)

    def _is_door(self, name: str) -> bool:
        area = self.pack.areas.get(name)
        return area is not None and not area.is_place and bool(area.connects)

    def _areas(self, doors: set[str]) -> dict[str, MapArea]:
        found: dict[str, MapArea] = {}
        places = {name: area for name, area in self.pack.areas.items() if area.is_place}
        for name, area in places.items():
            near = [other for other in area.adjoins if other in places]
            if not any(not other.is_place for other in self.pack.areas.values()):
                near += [other for other in area.connects if other in places]
            locked = tuple(door for door in sorted(doors) if self.blocks[door].to == name)
            found[name] = MapArea(name, area.start, tuple(dict.fromkeys(near)), locked)
        if not any(area.start for area in found.values()):
            raise NoMap("no area is open at the start")
        return found

    def _door(self, door: str, step: Step) -> None:
        area = self.pack.areas[door]
        rule = self.pack.rule(step.rule)
        position = ways_of(rule)[0]["key"]
        to = next(name for name in area.connects if self.pack.areas[name].is_place)
        self.blocks[door] = Block(
            door, "unlock", {"key": self._source(step, position)}, area=area.adjoins[0], to=to
        )

    def _step(self, step: Step) -> str:
        if step.id in self.blocks:
            return step.id
        rule = self.pack.rule(step.rule)
        ways = ways_of(rule)
        kind = rule.kind
        if kind not in STEPS or not ways:
            raise NoMap(
                f"step {step.id} applies rule {rule.number}, `{rule}`: no block stands for such a rule"
            )
        inputs: dict[str, str | None] = {role: self._source(step, ways[0][role]) for role in ROLES[kind]}
        self.blocks[step.id] = Block(step.id, kind, inputs, needs=_needs(rule, ways[0]))
        return step.id

    def _source(self, step: Step, position: int) -> str:
        maker = step.sources[position]
        if maker is not None:
            return self._step(self.steps[maker])
        thing = self.objects[step.inputs[position]]
        if thing.area is None:
            raise NoMap(f"`{thing.id}` is inside something at the start: no block stands for that")
        name = thing.id.replace("-", "_").replace("'", "_")
        self.blocks.setdefault(name, Block(name, "spawn", {}, area=thing.area))
        return name


def _needs(rule: Rule, way: dict[str, int]) -> dict[str, tuple[tuple[str, bool | int | str | None], ...]]:
    """What the rule asks of its inputs; a request leaves open what it is picky about."""
    if rule.kind == "request":
        return {}
    return {
        role: tuple(rule.inputs[n].properties)
        for role, n in way.items()
        if rule.inputs[n].properties and role != "key"
    }
