"""What a game reports: everything that the world reports, and what only a game knows."""

from __future__ import annotations

from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.world import Move
from puzzlesynth.world.events import Event


@dataclass(frozen=True)
class Prepared:
    """An area that opened has its puzzle now."""

    area: str
    goal: str


@dataclass(frozen=True)
class Appeared:
    """Something that was placed for a new puzzle. With neither area nor inside, it is carried."""

    id: str
    item: str
    area: str | None
    inside: str | None


@dataclass(frozen=True)
class Unprepared:
    """For these areas no puzzle could be made from the world as it is."""

    areas: tuple[str, ...]
    reason: str


@dataclass(frozen=True)
class MoveRefused:
    """A merciful game does not do this: it could not be won afterwards."""

    move: Move
    defeat: bool
    """Whether it would have ended the game at once."""


@dataclass(frozen=True)
class Doomed:
    """The game cannot be won any more; a polite game says so."""

    areas: tuple[str, ...]
    """Areas that are certainly out of reach; there may be more."""


GameEvent = Event | Prepared | Appeared | Unprepared | MoveRefused | Doomed
