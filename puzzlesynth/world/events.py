"""The effects of a move, as typed events in the order in which a player sees them."""

from __future__ import annotations

from collections.abc import Mapping

from puzzlesynth.pack.model import Value
from puzzlesynth.quick_dataclasses import dataclass


@dataclass(frozen=True)
class ObjectCreated:
    id: str
    item: str


@dataclass(frozen=True)
class ObjectDestroyed:
    id: str
    item: str


@dataclass(frozen=True)
class ObjectChanged:
    """The object's properties are others than before; all of them as they are now."""

    id: str
    properties: Mapping[str, Value]


@dataclass(frozen=True)
class ObjectMoved:
    """To an area, or, where that is None, to the inventory."""

    id: str
    area: str | None


@dataclass(frozen=True)
class ObjectStored:
    id: str
    inside: str


@dataclass(frozen=True)
class ObjectReleased:
    id: str
    inside: str
    """What it was inside of."""


@dataclass(frozen=True)
class Walked:
    area: str


@dataclass(frozen=True)
class Solved:
    area: str
    in_turn: bool = True
    """Whether the area was open when its goal was met."""


@dataclass(frozen=True)
class Opened:
    area: str


@dataclass(frozen=True)
class Won:
    pass


@dataclass(frozen=True)
class Lost:
    pass


Event = (
    ObjectCreated
    | ObjectDestroyed
    | ObjectChanged
    | ObjectMoved
    | ObjectStored
    | ObjectReleased
    | Walked
    | Solved
    | Opened
    | Won
    | Lost
)
