"""Puzzle maps: the shape of a puzzle as blocks that feed each other, to be filled with a pack's items and rules.

A block stands for a step (combine, request, change, insert, unbox, unlock, or just step), for something that lies in an
area (spawn), for what else a step leaves (left), or decides between others (filter, or). A map with an output has a world
of its own; there a block that feeds several others stands for a copy each time, and an area is always one and the same. A
map with `solves` is the shape of whole puzzles in the pack's own world; there every block is one and the same thing.
"""

from __future__ import annotations

from collections.abc import Mapping

from puzzlesynth.pack.model import NOWHERE, Place
from puzzlesynth.quick_dataclasses import dataclass, field

from .model import Value

ROLES: Mapping[str, tuple[str, ...]] = {
    "spawn": (),
    "combine": ("ingredient1", "ingredient2"),
    "request": ("requester", "requested"),
    "change": ("changer", "changee"),
    "insert": ("box", "boxee"),
    "unbox": ("box",),
    "unlock": ("key",),
    "step": (),
    "left": ("of",),
    "filter": ("input",),
    "or": ("option1", "option2"),
    "output": ("input",),
}
"""The kinds of blocks, each with the blocks that it takes; a `step` takes any number, as input1, input2 and so on."""

ONLY_SOLVING = ("step", "left")
"""Kinds of blocks that are only in maps with `solves`."""

ONLY_OUTPUT = ("filter", "or")
"""Kinds of blocks that are only in maps with an output."""


def general_roles(number: int) -> tuple[str, ...]:
    """The inputs of a `step` block."""
    return tuple(f"input{n}" for n in range(1, number + 1))


Property = tuple[str, Value | None]
"""A property and its value; None: any value."""


class _Written:
    """A part of a map that knows where it is written, and its keys."""

    place: Place
    places: Mapping[str, Place]

    def where(self, key: str) -> Place:
        return self.places.get(key, self.place)


@dataclass(frozen=True)
class Block(_Written):
    """One block of a map. An input that is None is not there yet: such a map can be described, not filled."""

    name: str
    kind: str
    inputs: Mapping[str, str | None] = field(default_factory=dict)
    area: str | None = None
    """Where a spawn block's thing lies; the side from which a door is unlocked."""
    to: str | None = None
    """The area behind a door."""
    property: str | None = None
    """What a change block changes, what a filter looks at; None: left open."""
    value: Value | None = None
    item: str | None = None
    """The item that comes out; None: left open."""
    needs: Mapping[str, tuple[Property, ...]] = field(default_factory=dict)
    """For each input the properties that it must have."""
    place: Place = field(default=NOWHERE, compare=False)
    places: Mapping[str, Place] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True)
class MapArea(_Written):
    """A part of the map's world."""

    name: str
    start: bool = False
    doors: tuple[str, ...] = ()
    """Areas that it is simply connected with."""
    locked: tuple[str, ...] = ()
    """Unlock blocks that lead into it."""
    place: Place = field(default=NOWHERE, compare=False)
    places: Mapping[str, Place] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True)
class PuzzleMap(_Written):
    """A map as it is written, its composed blocks taken apart."""

    name: str
    areas: Mapping[str, MapArea]
    """Empty: the areas of the pack."""
    blocks: Mapping[str, Block]
    output: str | None = None
    """The output block; None: there is none yet, or the map says what solves the pack's areas."""
    solves: Mapping[str, str] = field(default_factory=dict)
    """For areas of the pack, and its doors, the block that solves them."""
    place: Place = field(default=NOWHERE, compare=False)
    places: Mapping[str, Place] = field(default_factory=dict, compare=False, repr=False)
