"""Random packs of items that say what they have to do with each other, each with a random map to fill."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.fuzz.pack_draft import NAMES, Data
from tests.fuzz.random_packs import Drawn, sound

PEOPLE = ("Ann", "Bob", "Cid")


def draw_map(seed: int) -> Drawn:
    """The pack of a seed, with a map `shape`. What `check` has an error for is drawn again."""
    random = Random(f"map {seed}")
    while True:
        data = _MapDraft(random).pack()
        pack = sound(data)
        if pack is not None:
            return Drawn(seed, data, frozenset({"map"}), pack)


class _MapDraft:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.things = list(NAMES[: random.randint(5, 9)])
        self.people = list(PEOPLE[: random.randint(1, 3)])
        self.areas = ["Hall", "Yard"][: random.randint(1, 2)]
        self.blocks: dict[str, Data] = {}
        self.locked: dict[str, str] = {}

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def pack(self) -> Data:
        items = {name: self._thing(name) for name in self.things}
        items |= {name: {"requests": self._some(self.things, 3), "size": 3} for name in self.people}
        items["Key"] = {"carryable": True, "key": True, "givenby": self._some(self.people, 2)}
        items["Oven"] = {"changes": [["heat", "hot"]], "size": 4}
        output = {"input": self._block(3)}
        if self.chance(0.4):
            output["asks"] = self.random.choice(self.things)
        areas: Data = {name: {} for name in self.areas}
        areas[self.areas[0]]["start"] = True
        if len(self.areas) > 1:
            areas[self.areas[0]]["doors"] = [self.areas[1]]
        areas |= {name: {"locked": block} for name, block in self.locked.items()}
        shape = {"areas": areas, "blocks": self.blocks, "output": output}
        data: Data = {
            "pack": "fuzz",
            "extensions": ["container_sizes"],
            "items": items,
            "maps": {"shape": shape},
        }
        data |= {"rules": [], "areas": {}}
        if self.chance(0.3):
            data["guarantees"] = {"shortcuts": self.random.choice(("forbid", "allow", "report"))}
        return data

    def _some(self, names: list[str], most: int) -> list[str]:
        return self.random.sample(names, min(len(names), self.random.randint(1, most)))

    def _thing(self, name: str) -> Data:
        others = [other for other in self.things if other != name]
        thing: Data = {"size": self.random.randint(0, 2)}
        if self.chance(0.8):
            thing["carryable"] = True
        if self.chance(0.4):
            thing["madeby"] = [self.random.sample(others, 2) for _ in range(self.random.choice((1, 1, 2)))]
        if self.chance(0.5):
            thing["givenby"] = self._some(self.people, 2)
        if self.chance(0.3):
            thing |= {"mutables": ["heat"], "heat": ["hot", "cold"]}
        if self.chance(0.5):
            thing["destroyoncombine"] = True
        if self.chance(0.2):
            thing |= {"container": True}
        if self.chance(0.2):
            thing["copies"] = 2
        return thing

    def _block(self, depth: int) -> str:
        """A block with everything under it; its name."""
        kinds = (
            ["spawn"]
            if depth == 0
            else ["combine", "combine", "request", "request", "change", "box", "unlock", "spawn"]
        )
        kind = self.random.choice(kinds)
        name = f"b{len(self.blocks)}"
        self.blocks[name] = {}
        below = (
            [self._block(depth - 1) for _ in range(0 if kind == "spawn" else 2)] if kind != "unlock" else []
        )
        given: dict[str, Any] = {}
        if kind == "combine":
            given = {"combine": below}
        elif kind == "request":
            given = {"request": {"requester": below[0], "requested": below[1]}}
        elif kind == "change":
            given = {"change": {"changer": below[0], "changee": below[1]}}
        elif kind == "box":
            given = {"insert": {"box": below[0], "boxee": below[1]}}
        elif kind == "unlock" and len(self.locked) < 2:
            given = self._behind_a_door(name, depth)
        else:
            given = {"spawn": self.random.choice(self.areas)}
        self.blocks[name] = given
        return name

    def _behind_a_door(self, name: str, depth: int) -> Data:
        """A thing in a room of its own, behind a door whose key has to be come by."""
        room, door = f"Room{len(self.locked) + 1}", f"door{len(self.locked) + 1}"
        self.locked[room] = door
        key = self._block(depth - 1)
        self.blocks[door] = {"unlock": {"from": self.areas[0], "to": room, "key": key}}
        return {"spawn": room}
