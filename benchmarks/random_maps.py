"""Random puzzle maps over a database, for benchmarks.

Three kinds. A *free* map is a random tree of blocks; most of the large ones cannot be filled. A *planted* map is the
shape of a puzzle that was thought out backwards from what it asks for, so the things for it are there. A *contested* map
is a planted one with nearly as many item requests as the database has people who ask for something: each of them is
there once, so whoever takes the wrong one for an early block leaves none for a later one. In all of them keys are made
like everything else, and in free ones a block may feed several others.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

from puzzlesynth.pack.model import Item, Pack, Value
from puzzlesynth.pack.puzzle_map import ROLES, Block, MapArea, PuzzleMap
from puzzlesynth.pack.transform.extensions import can_change

OPEN = ("home", "field")
LOCKED = ("cave", "tower")
Way = Callable[[str, int], str]
"""Makes a block that gives an item, from about this many blocks."""


KINDS = ("free", "planted", "contested")
TRIES = 3_000


def random_map(blocks: int, random: Random, pack: Pack, name: str, kind: str) -> PuzzleMap | None:
    """A map of about this many blocks; None: the database has not enough in it for such a map."""
    people = sum(1 for item in pack.items.values() if item.relations.requests)
    makers: dict[str, Callable[[Pack, Random], _Maker]] = {
        "free": _Free,
        "planted": _Planted,
        "contested": _Contested,
    }
    for _ in range(TRIES):
        found = makers[kind](pack, random).make(blocks, name)
        if found is None:
            continue
        requests = sum(block.kind == "request" for block in found.blocks.values())
        if kind != "contested" or requests >= min(people, 1 + blocks // 5):
            return found
    return None


class _OutOfThings(Exception):
    """The database has nothing that would do here."""


@dataclass
class _Maker(ABC):
    pack: Pack
    random: Random
    made: dict[str, Block] = field(default_factory=dict)
    doors: list[str] = field(default_factory=list)
    """Locked areas, in the order in which they are entered."""
    used: Counter[str] = field(default_factory=Counter)
    """How many there are of each item so far."""

    @property
    def items(self) -> Mapping[str, Item]:
        return self.pack.items

    def make(self, blocks: int, name: str) -> PuzzleMap | None:
        doors = self.random.choice((0, 1, 1, 2)) if blocks >= 10 else 0
        try:
            for number in range(doors):
                area = LOCKED[number]
                share = max(1, blocks // 8)
                side = self.random.choice((*OPEN, *self.doors))
                key = self.key(area, share)
                self.made[f"door_{area}"] = Block(f"door_{area}", "unlock", {"key": key}, area=side, to=area)
                self.doors.append(area)
            top, asked = self.top(blocks - len(self.made) - 1)
        except _OutOfThings:
            return None
        self.made["output"] = Block("output", "output", {"input": top}, item=asked)
        if not blocks - 3 <= len(self.made) <= blocks + 3:
            return None
        areas = {"home": MapArea("home", True, ("field",)), "field": MapArea("field", False, ("home",))}
        for area in self.doors:
            areas[area] = MapArea(area, False, (), (f"door_{area}",))
        return PuzzleMap(name, areas, self.made, "output")

    def new(self, kind: str, inputs: dict[str, str | None] | None = None, **said: Value | None) -> str:
        label = f"{kind}_{len(self.made) + 1}"
        self.made[label] = Block(label, kind, inputs or {}, **said)  # type: ignore[arg-type]
        return label

    def spawn(self) -> str:
        return self.new("spawn", area=self.random.choice((*OPEN, *self.doors)))

    @abstractmethod
    def key(self, area: str, budget: int) -> str:
        """The block that gives the key of an area's door."""

    @abstractmethod
    def top(self, budget: int) -> tuple[str, str]:
        """The block that the output takes, and the item that is asked for."""


class _Free(_Maker):
    """Any tree of blocks."""

    def key(self, area: str, budget: int) -> str:
        return self.grow(budget)

    def top(self, budget: int) -> tuple[str, str]:
        kind = self.random.choice(("combine", "request"))
        asked = [
            item.name
            for item in self.pack.items.values()
            if (item.relations.madeby if kind == "combine" else item.relations.givenby)
        ]
        return self.grow(max(3, budget), kind), self.random.choice(asked)

    def grow(self, budget: int, kind: str | None = None) -> str:
        if budget < 3:
            if budget == 2 and self.random.random() < 0.3:
                return self.new("filter", {"input": self.spawn()}, property="carryable", value=True)
            return self.spawn()
        kind = kind or self.random.choice(("combine", "request", "request", "change", "insert", "or"))
        if kind == "insert" and budget < 4:
            kind = "request"
        left = budget - (2 if kind == "insert" else 1)
        first, second = ROLES[kind]
        share = self.random.randint(1, left - 1)
        one = self.grow(share)
        # Now and then both inputs come from the same block: it then stands for two.
        other = (
            one if self.made[one].kind == "spawn" and self.random.random() < 0.3 else self.grow(left - share)
        )
        inner = self.new(kind, {first: one, second: other})
        return self.new("unbox", {"box": inner}) if kind == "insert" else inner


class _Planted(_Maker):
    """The shape of a puzzle that there is: every block is thought of together with what fills it."""

    def take(self, item: str) -> None:
        self.used[item] += 1
        if self.used[item] > self.items[item].copies or self.items[item].relations.abstract:
            raise _OutOfThings

    def key(self, area: str, budget: int) -> str:
        key = next(item.name for item in self.items.values() if item.relations.key)
        self.used[key] = 0  # each door has a copy of its own
        return self.grow(key, budget)

    def top(self, budget: int) -> tuple[str, str]:
        made = [item.name for item in self.items.values() if item.relations.madeby or item.relations.givenby]
        asked = self.random.choice(made)
        return self.grow(asked, max(3, budget), top=True), asked

    def grow(self, item: str, budget: int, top: bool = False) -> str:
        """A block that gives the item, with what feeds it."""
        ways = self.ways(top)
        if not self.items[item].carryable and not top:
            ways.append(self._box)
        self.random.shuffle(ways)
        before = Counter(self.used), dict(self.made)
        if budget >= 3:
            for way in ways:
                try:
                    return way(item, budget)
                except _OutOfThings:
                    self.used, self.made = Counter(before[0]), dict(before[1])
        if top or not self.items[item].spawnable:
            raise _OutOfThings
        self.take(item)
        if self.random.random() < 0.1:
            carryable = self.items[item].carryable
            return self.new("filter", {"input": self.spawn()}, property="carryable", value=carryable)
        return self.spawn()

    def ways(self, top: bool) -> list[Way]:
        """How a block could give something, likely ones more than once."""
        ways: list[Way] = [self._combine, self._request]
        return ways if top else [*ways, self._request, self._or]

    def _share(self, budget: int) -> tuple[int, int]:
        if budget < 2:
            raise _OutOfThings
        first = self.random.randint(1, budget - 1)
        return first, budget - first

    def _portable(self, *names: str) -> bool:
        return any(self.items[name].carryable for name in names)

    def _combine(self, item: str, budget: int) -> str:
        pairs = [pair for pair in self.items[item].relations.madeby if self._portable(*pair)]
        if not pairs:
            raise _OutOfThings
        self.take(item)
        one, other = self.random.sample(self.random.choice(pairs), 2)
        first, second = self._share(budget - 1)
        return self.new(
            "combine", {"ingredient1": self.grow(one, first), "ingredient2": self.grow(other, second)}
        )

    def _request(self, item: str, budget: int) -> str:
        deals = [
            (who, what)
            for who in self.items[item].relations.givenby
            for what in self.items[who].relations.requests
            if what != item and self._portable(who, what)
        ]
        if not deals:
            raise _OutOfThings
        self.take(item)
        who, what = self.random.choice(deals)
        first, second = self._share(budget - 1)
        requester = self.grow(who, min(first, second))
        more = max(first, second)
        picky = more >= 3 and self.random.random() < 0.5 and self._changers(self.items[what])
        requested = self._change(what, more) if picky else self.grow(what, more)
        return self.new("request", {"requester": requester, "requested": requested})

    def _changers(self, item: Item) -> list[tuple[str, str]]:
        return [
            (other.name, pair[0])
            for other in self.items.values()
            for pair in other.relations.changes
            if can_change(item, other.name, *pair) and self._portable(item.name, other.name)
        ]

    def _change(self, item: str, budget: int) -> str:
        changer, name = self.random.choice(self._changers(self.items[item]))
        first, second = self._share(budget - 1)
        inputs: dict[str, str | None] = {
            "changer": self.grow(changer, first),
            "changee": self.grow(item, second),
        }
        return self.new("change", inputs, property=name if self.random.random() < 0.3 else None)

    def _box(self, item: str, budget: int) -> str:
        boxes = [box.name for box in self.items.values() if item in box.relations.filledby and box.carryable]
        if not boxes or budget < 4:
            raise _OutOfThings
        first, second = self._share(budget - 2)
        box = self.grow(self.random.choice(boxes), min(first, second))
        inner = self.new("insert", {"box": box, "boxee": self.grow(item, max(first, second))})
        return self.new("unbox", {"box": inner})

    def _or(self, item: str, budget: int) -> str:
        """One way that is there, and another one that may be or not."""
        if budget < 5 or self.random.random() < 0.5:
            raise _OutOfThings
        first, second = self._share(budget - 1)
        real = self.grow(item, first)
        used = Counter(self.used)
        decoy = _Free(self.pack, self.random, self.made, self.doors).grow(min(4, second))
        self.used = used
        options = self.random.sample((real, decoy), 2)
        return self.new("or", {"option1": options[0], "option2": options[1]})


class _Contested(_Planted):
    """Everybody who asks for anything is asked."""

    def ways(self, top: bool) -> list[Way]:
        likely: list[Way] = [self._request] * 6
        return [*likely, self._combine] if top else [*likely, self._combine, self._or]
