"""Random shapes of maps: trees with a given number of blocks, of the kinds of steps that a pack has rules for."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.puzzle_map import ROLES, Block, MapArea, PuzzleMap
from puzzlesynth.pack.rules.block_roles import role_assignments

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
        """A shape with so many blocks; None: there is nothing to make such a shape of."""
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
