"""What comes out: a puzzle, as frozen data in the shape of its JSON."""

from __future__ import annotations

from collections.abc import Mapping

from puzzlesynth.pack.model import Pack, Value
from puzzlesynth.quick_dataclasses import dataclass, field

FORMAT = "puzzlesynth.puzzle/1"


@dataclass(frozen=True)
class Object:
    """Something in the world at the start. With neither area nor inside, the player carries it."""

    id: str
    item: str
    area: str | None
    inside: str | None = None
    placed: bool = False
    properties: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class Created:
    """An object that a step makes."""

    id: str
    item: str


@dataclass(frozen=True)
class Step:
    """One rule applied to particular objects."""

    id: str
    area: str
    """The area whose goal it serves."""
    rule: int
    action: str
    inputs: tuple[str, ...]
    """The object for each input term, in order."""
    sources: tuple[str | None, ...]
    """For each input the step that makes it as it is needed; None for a leaf. JSON calls it `from`."""
    outputs: tuple[str, ...]
    """The object for each output term, in order."""
    after: tuple[str, ...] = ()
    """The steps that must come before."""
    place: str | None = None
    """The area where the solution does it."""


@dataclass(frozen=True)
class Goal:
    """An area of the puzzle: the goal that was chosen for it, what opens it, what solves it."""

    name: str
    goal: str
    start: bool
    opened_by: str | None
    solved_by: str


@dataclass(frozen=True)
class Progress:
    """How far a running game had come when the puzzle was made for it."""

    open: tuple[str, ...]
    solved: tuple[str, ...]


@dataclass(frozen=True)
class StatedConstraint:
    """A designer's constraint that the puzzle was made under."""

    name: str
    kind: str
    """`forbid`, `require` or `prefer`."""
    sentence: str
    weight: int | None = None
    """Of a preference."""
    cost: int | None = None
    """Of a preference: how much of it is not met, without its weight."""


@dataclass(frozen=True)
class DisabledRule:
    """A rule of the pack that players cannot use in this puzzle."""

    rule: int
    why: str


@dataclass(frozen=True)
class Filling:
    """How a puzzle fills a map of its pack."""

    name: str
    """The map."""
    blocks: Mapping[str, str]
    """For each block its step, or for something that lies somewhere the object; `a#2` is the second copy of `a`."""
    areas: tuple[str, ...]
    """The areas and doors of the map that the game has."""
    relations: tuple[int, ...]
    """The rules that follow from relations of items and that the game has."""


@dataclass(frozen=True)
class Puzzle:
    pack: str
    pack_sha256: str
    areas: tuple[Goal, ...]
    objects: tuple[Object, ...]
    steps: tuple[Step, ...]
    creates: tuple[Created, ...]
    solution: tuple[str, ...]
    metrics: Mapping[str, int] = field(default_factory=dict)
    guarantees: Mapping[str, str] = field(default_factory=dict)
    seed: int | None = None
    id: str = ""
    tree: str = ""
    progress: Progress | None = None
    """Set when the puzzle continues a running game; its areas are then only those still to be solved."""
    constraints: tuple[StatedConstraint, ...] = ()
    optimum: str | None = None
    """Where there are preferences: `best`, or `best so far`."""
    difficulty: Mapping[str, Value] = field(default_factory=dict)
    """Where it was measured: `grade`, `score`, and the parts of the score."""
    rules: str | None = None
    """Which rules players can use, where it is not simply all of them."""
    rules_off: tuple[DisabledRule, ...] = ()
    map: Filling | None = None

    def step(self, name: str) -> Step:
        return next(step for step in self.steps if step.id == name)


def pack_mismatch(pack: Pack, name: str, sha256: str, what: str = "puzzle") -> str | None:
    """What is wrong about the pack that a puzzle or a save names, and what to do; None: nothing.

    Texts of the pack may have changed since."""
    if name != pack.name:
        return f"this {what} was made from another pack: `{name}`, not `{pack.name}`"
    if not pack.is_named_by(sha256):
        return (
            f"this {what} was made from a version of `{name}` with different rules, items or areas; "
            f"run `puzzlesynth migrate PACK {what.upper()}` to bring it up to date"
        )
    return None
