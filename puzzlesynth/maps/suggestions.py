"""Maps that a pack can fill, each proven by filling it.

Shapes are drawn at random and handed to the synthesizer, which fills them or proves that they cannot be filled. Where
none of many draws can be filled, the synthesizer chooses the shape as well: every block of its map can be anything,
something that lies there or any kind of step fed by such blocks again, and what it chooses is the map.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from puzzlesynth.deadline import Deadline
from puzzlesynth.pack.model import Pack, Policy
from puzzlesynth.pack.puzzle_map import ROLES, Block, MapArea, PuzzleMap
from puzzlesynth.pack.rules.block_roles import role_assignments
from puzzlesynth.puzzle.game_pack import pack_for
from puzzlesynth.synth.options import SynthesisOptions

from .map_extraction import NoMapError, map_of

MOST_DEPTH = 3
DRAWS = 60
"""Shapes drawn in a row that cannot be filled, at most."""
CHOSEN_BLOCKS = 6
"""With more blocks than this the synthesizer would have too many shapes to choose from."""


def suggest(
    pack: Pack,
    blocks: int,
    *,
    count: int = 1,
    seed: int = 0,
    asks: str | None = None,
    time_limit: float | None = None,
) -> Iterator[PuzzleMap]:
    """Different maps with this number of blocks (steps and things), each of which the pack can fill."""
    seen: set[str] = set()
    random = Random(seed)
    shapes = ShapeSampler(pack, blocks, asks, random)
    clock = Deadline(time_limit)
    fruitless = 0
    while fruitless < DRAWS:
        fruitless += 1
        drawn = shapes.draw()
        if drawn is None or (shape := _shape_of(drawn)) in seen:
            continue
        found = _filled(pack, drawn, random, clock)
        if found is not None:
            fruitless = 0
            seen.add(shape)
            yield replace(found, name=f"suggestion_{len(seen)}")
            if len(seen) >= count:
                return
    if blocks <= CHOSEN_BLOCKS:
        yield from _chosen(pack, blocks, asks, seed, clock, seen, count)


def _filled(pack: Pack, drawn: PuzzleMap, random: Random, clock: Deadline) -> PuzzleMap | None:
    """The map with something to ask for, if it can be filled then."""
    from puzzlesynth.pack.transform.map_world import map_world
    from puzzlesynth.synth.maps.block_tree import BlockTree

    from .filler import MapFiller

    shape = BlockTree(map_world(pack, drawn))
    wishes = sorted(shape.can_be[shape.root.name])
    if not wishes or any(not shape.can_be[door.name] for door in shape.doors.values()):
        return None
    found = asking_for(drawn, random.choice(wishes))
    maker = MapFiller(pack, found, SynthesisOptions(time_limit=clock.left()))
    program = maker.synthesizer.program
    program.search_randomly(random.randrange(2**31))
    for answer in program.answers(limit=1, deadline=maker.deadline):
        # A door that nothing lies behind is no part of the filling.
        if not all(door.name in answer.fills for door in shape.doors.values()):
            return None
        forbidden = pack.guarantees.dead_ends is Policy.FORBID
        return None if forbidden and next(maker.puzzles(), None) is None else found
    return None


def _chosen(
    pack: Pack, blocks: int, asks: str | None, seed: int, clock: Deadline, seen: set[str], count: int
) -> Iterator[PuzzleMap]:
    """Maps whose shape the synthesizer has chosen."""
    from puzzlesynth.pack.transform.map_world import map_world

    from .filler import MapFiller

    start, options = anything(blocks, asks), SynthesisOptions(time_limit=clock.left())
    for puzzle in MapFiller(pack, start, options, size=blocks).puzzles(seed):
        game = pack_for(pack, puzzle, map_world(pack, start))
        try:
            found = map_of(game, puzzle, f"suggestion_{len(seen) + 1}")
        except NoMapError:
            continue
        shape = _shape_of(found)
        if shape not in seen:
            seen.add(shape)
            yield found
        if len(seen) >= count:
            return


def _shape_of(found: PuzzleMap) -> str:
    doors = [block.name for block in found.blocks.values() if block.kind == "unlock"]
    return _shape(found, found.blocks[found.output or ""].inputs["input"] or "") + str(
        [_shape(found, name) for name in doors]
    )


def _shape(found: PuzzleMap, name: str) -> str:
    block = found.blocks[name]
    return f"{block.kind}({', '.join(_shape(found, below or '') for below in block.inputs.values())})"


def anything(blocks: int, asks: str | None = None) -> PuzzleMap:
    """A map whose blocks can all be anything, deep enough for this number of blocks."""
    depth = min(MOST_DEPTH, max(1, (blocks + 1).bit_length() - 1), max(1, (blocks - 1) // 2))
    made: dict[str, Block] = {
        "here": Block("here", "spawn", area="here"),
        "there": Block("there", "spawn", area="there"),
        "lying": Block("lying", "or", {"option1": "here", "option2": "there"}),
    }
    below = "lying"
    top = below
    for level in range(1, depth + 1):
        top = _level(made, level, below, is_last=level == depth)
        below = top
    made["output"] = Block("output", "output", {"input": top}, item=asks)
    areas = {"here": MapArea("here", True, ("there",)), "there": MapArea("there", False, ("here",))}
    return PuzzleMap("anything", areas, made, "output")


def _level(made: dict[str, Block], level: int, below: str, is_last: bool) -> str:
    """A block that is any kind of step over the level below; lower down it can also be something that lies there."""
    options = []
    for kind in ("combine", "request", "change"):
        if is_last and kind == "change":
            continue  # what is only changed in the end was there from the start
        name = f"{kind}_{level}"
        made[name] = Block(name, kind, dict.fromkeys(ROLES[kind], below))
        options.append(name)
    if not is_last:
        made[f"in_{level}"] = Block(f"in_{level}", "insert", {"box": "lying", "boxee": "lying"})
        made[f"boxed_{level}"] = Block(f"boxed_{level}", "unbox", {"box": f"in_{level}"})
        options += [f"boxed_{level}", "lying"]
    while len(options) > 1:
        name = f"choice_{level}_{len(options)}"
        made[name] = Block(name, "or", {"option1": options[0], "option2": options[1]})
        options = [*options[2:], name]
    return options[0]


HERE, THERE, INSIDE = "here", "there", "inside"
DOOR = "door"
DOOR_BLOCKS = 7
"""A map with fewer blocks than this gets no door."""


def kinds_of(pack: Pack) -> frozenset[str]:
    """The kinds of steps that the pack has rules for."""
    return frozenset(rule.kind for rule in pack.rules if rule.kind is not None and role_assignments(rule))


class ShapeSampler:
    """Draws shapes that a pack might be able to fill."""

    def __init__(self, pack: Pack, blocks: int, asks: str | None, random: Random) -> None:
        self._pack, self._blocks, self._asks, self._random = pack, blocks, asks, random
        self._kinds = kinds_of(pack)
        self._has_key = any(item.relations.key for item in pack.items.values())

    def draw(self) -> PuzzleMap | None:
        """A shape with the wanted number of blocks; None: the pack has no rules for one."""
        self._made: dict[str, Block] = {}
        self._places = [HERE, THERE]
        budget = self._blocks
        if self._has_key and budget >= DOOR_BLOCKS and self._random.random() < 0.4:
            budget -= self._door()
        tops = [kind for kind in ("combine", "request") if kind in self._kinds]
        if budget < 3 or not tops:
            return None
        top = self._step(self._random.choice(tops), budget)
        if top is None:
            return None
        self._made["output"] = Block("output", "output", {"input": top}, item=self._asks)
        areas = {HERE: MapArea(HERE, True, (THERE,)), THERE: MapArea(THERE, False, (HERE,))}
        if DOOR in self._made:
            areas[INSIDE] = MapArea(INSIDE, False, (), (DOOR,))
        return PuzzleMap("drawn", areas, self._made, "output")

    def _door(self) -> int:
        """A locked area, and how many blocks it takes."""
        key = self._spawn()
        self._made[DOOR] = Block(DOOR, "unlock", {"key": key}, area=HERE, to=INSIDE)
        self._places = [HERE, THERE, INSIDE, INSIDE]
        return 2

    def _spawn(self) -> str:
        name = f"thing_{len(self._made) + 1}"
        self._made[name] = Block(name, "spawn", area=self._random.choice(self._places))
        return name

    def _step(self, kind: str, budget: int) -> str | None:
        left = budget - (2 if kind == "insert" else 1)
        splits = [n for n in range(1, left) if _possible(n) and _possible(left - n)]
        if not splits:
            return None
        share = self._random.choice(splits)
        first, second = ROLES[kind]
        inputs: dict[str, str | None] = {first: self._grow(share), second: self._grow(left - share)}
        name = f"{kind}_{len(self._made) + 1}"
        self._made[name] = Block(name, kind, inputs)
        if kind != "insert":
            return name
        out = f"unbox_{len(self._made) + 1}"
        self._made[out] = Block(out, "unbox", {"box": name})
        return out

    def _grow(self, budget: int) -> str:
        kinds = [kind for kind in ("combine", "request", "change", "insert") if kind in self._kinds]
        self._random.shuffle(kinds)
        for kind in kinds if budget > 1 else ():
            before = dict(self._made)
            if (name := self._step(kind, budget)) is not None:
                return name
            self._made = before
        return self._spawn()


def _possible(budget: int) -> bool:
    """No block takes just one other, but for boxes, which take two."""
    return budget != 2


def asking_for(found: PuzzleMap, item: str) -> PuzzleMap:
    output = replace(found.blocks[found.output or ""], item=item)
    return replace(found, blocks={**found.blocks, output.name: output})
