"""Puzzledice's own way to fill a map, written from the description in its author's thesis, to compare with.

Every block is asked for an item, first spawns it (or fails if there are too many already), then shuffles what its inputs
could be and asks them one after the other. It backtracks inside a block only: an input that has succeeded is never
asked for another way to the same thing. The whole is tried ten times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from puzzlesynth.pack.model import Item, Value
from puzzlesynth.pack.transform.extensions import can_change
from puzzlesynth.synth.maps.block_tree import BlockTree, TreeBlock

TRIES = 10
Wish = tuple[str, Value] | None
"""A property and the value that it should have."""


@dataclass
class Original:
    """One run of the generator over a map. `given` is what each block was filled with."""

    shape: BlockTree
    random: Random
    spawned: Counter[str] = field(default_factory=Counter)
    given: dict[str, str] = field(default_factory=dict)
    wishes: dict[str, Wish] = field(default_factory=dict)
    bound: dict[str, str] = field(default_factory=dict)
    """For each area that was reached, the block that was first to reach it."""
    tries: int = 0

    def fill(self, asked: str) -> bool:
        """Up to ten tries."""
        for self.tries in range(1, TRIES + 1):
            self.spawned, self.given, self.wishes, self.bound = Counter(), {}, {}, {}
            top = next(iter(self.shape.root.inputs.values()))
            if self._generate(top, asked, None):
                self.given[self.shape.root.name] = asked
                return True
        return False

    # --- items ----------------------------------------------------------------------------------------

    @property
    def items(self) -> dict[str, Item]:
        return dict(self.shape.world.pack.items)

    def _spawn(self, spot: TreeBlock, name: str) -> bool:
        item = self.shape.world.pack.items[name]
        may_be = item.spawnable if spot.kind == "spawn" else not item.relations.abstract
        if not may_be or self.spawned[name] >= item.copies:
            return False
        self.spawned[name] += 1
        self.given[spot.name] = name
        return True

    def _despawn(self, spot: TreeBlock) -> None:
        """Gives back what a block and its inputs have spawned, and the areas that it was the first to reach."""
        for below in spot.inputs.values():
            self._despawn(below)
        name = self.given.pop(spot.name, None)
        self.wishes.pop(spot.name, None)
        if name is not None and spot.bears:
            self.spawned[name] -= 1
        for area in [area for area, owner in self.bound.items() if owner == spot.name]:
            del self.bound[area]
            for door in self.shape.doors.values():
                if door.block.to == area:
                    self._despawn(door)

    def _portable(self, spot: TreeBlock, name: str) -> bool:
        """It can be carried, or something is there to carry it in."""
        if self.shape.world.pack.items[name].carryable:
            return True
        if spot.kind == "or":
            return all(self._portable(below, name) for below in spot.inputs.values())
        if spot.kind in ("filter", "change"):
            below = spot.inputs["input" if spot.kind == "filter" else "changee"]
            return self._portable(below, name)
        return spot.kind == "unbox"

    # --- blocks ---------------------------------------------------------------------------------------

    def _generate(self, spot: TreeBlock, name: str, wish: Wish) -> bool:
        """Asks a block for an item; on failure nothing of it is left."""
        made = (
            self._spawn_block(spot, name)
            if spot.kind == "spawn"
            else getattr(self, f"_{spot.kind}")(spot, name, wish)
        )
        if not made:
            self._despawn(spot)
        return bool(made)

    def _both(self, spot: TreeBlock, first: tuple[str, str, Wish], second: tuple[str, str, Wish]) -> bool:
        one, other = spot.inputs[first[0]], spot.inputs[second[0]]
        if not (self._portable(one, first[1]) or self._portable(other, second[1])):
            return False
        if self._generate(one, *first[1:]) and self._generate(other, *second[1:]):
            return True
        self._despawn(one)
        self._despawn(other)
        return False

    def _spawn_block(self, spot: TreeBlock, name: str) -> bool:
        return self._area(spot.block.area or "", spot.name) and self._spawn(spot, name)

    def _combine(self, spot: TreeBlock, name: str, wish: Wish) -> bool:
        if not self._spawn(spot, name):
            return False
        pairs = [pair for a, b in self._made(name) for pair in ((a, b), (b, a))]
        self.random.shuffle(pairs)
        return any(self._both(spot, ("ingredient1", a, None), ("ingredient2", b, None)) for a, b in pairs)

    def _made(self, name: str) -> tuple[tuple[str, str], ...]:
        return self.shape.world.pack.items[name].relations.madeby

    def _request(self, spot: TreeBlock, name: str, wish: Wish) -> bool:
        if not self._spawn(spot, name):
            return False
        items = self.items
        deals = [
            (who, what) for who in items[name].relations.givenby for what in items[who].relations.requests
        ]
        self.random.shuffle(deals)
        for who, what in deals:
            wanted = self._some_property(items[what])
            if what != name and self._both(spot, ("requester", who, None), ("requested", what, wanted)):
                self.wishes[spot.name] = wanted
                return True
        return False

    def _some_property(self, item: Item) -> Wish:
        options = [pair for name in item.relations.mutables for pair in self._values(item, name)]
        return self.random.choice(options) if options else None

    def _values(self, item: Item, name: str) -> Iterator[tuple[str, Value]]:
        yield from ((name, value) for value in item.relations.values.get(name, ()))

    def _change(self, spot: TreeBlock, name: str, wish: Wish) -> bool:
        items = self.items
        pairs = [
            (other.name, pair)
            for other in items.values()
            for pair in other.relations.changes
            if can_change(items[name], other.name, *pair) and (wish is None or pair == wish)
        ]
        self.random.shuffle(pairs)
        for changer, pair in pairs:
            if self._both(spot, ("changer", changer, None), ("changee", name, None)):
                self.given[spot.name] = name
                self.wishes[spot.name] = pair
                return True
        return False

    def _unbox(self, spot: TreeBlock, name: str, wish: Wish) -> bool:
        boxes = [item.name for item in self.items.values() if name in item.relations.filledby]
        self.random.shuffle(boxes)
        below = spot.inputs["box"]
        for box in boxes:
            if below.kind == "insert" and self._both(below, ("box", box, None), ("boxee", name, wish)):
                self.given[below.name], self.given[spot.name] = box, name
                return True
        return False

    def _filter(self, spot: TreeBlock, name: str, wish: Wish) -> bool:
        block = spot.block
        value = self.items[name].value(block.property or "")
        fits = value is not None if block.value is None else (value or False) == block.value
        if fits and self._generate(spot.inputs["input"], name, wish):
            self.given[spot.name] = name
            return True
        return False

    def _or(self, spot: TreeBlock, name: str, wish: Wish) -> bool:
        options = list(spot.inputs.values())
        self.random.shuffle(options)
        for option in options:
            if self._generate(option, name, wish):
                self.given[spot.name] = name
                return True
        return False

    def _area(self, area: str, owner: str) -> bool:
        """Reaches an area, through its door if it is locked. Only the first to ask has to pay for it."""
        if area in self.bound or self.shape.world.pack.areas[area].start:
            return True
        self.bound[area] = owner
        for name, door in self.shape.doors.items():
            reached = self._leads_to(door, area)
            if reached and self._area(door.block.area or "", owner) and self._open(name, door):
                return True
        del self.bound[area]
        return False

    def _leads_to(self, door: TreeBlock, area: str) -> bool:
        return area in self.shape.world.pack.areas[self.shape.world.gates[door.block.name]].connects

    def _open(self, name: str, door: TreeBlock) -> bool:
        if self._generate(door.inputs["key"], self.shape.world.keys[name], None):
            self.given[door.name] = self.shape.world.gates[name]
            return True
        return False
