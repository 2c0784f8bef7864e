"""What comes out: a puzzle, as frozen data in the shape of its JSON, and what can be counted in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

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
class GameProgress:
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
    """A puzzle: its areas with their goals, its objects, the steps that solve it, and what is guaranteed about it."""

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
    progress: GameProgress | None = None
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

    @property
    def items(self) -> dict[str, str]:
        """The item of every object, whether it is there at the start or made by a step."""
        return {thing.id: thing.item for thing in self.objects} | {new.id: new.item for new in self.creates}

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


def metrics_of(puzzle: Puzzle) -> dict[str, int]:
    """The numbers that a puzzle's JSON carries."""
    herrings = len(red_herrings(puzzle))
    return {
        "steps": len(puzzle.steps),
        "depth": max(area_depths(puzzle).values(), default=0),
        "objects": len(puzzle.objects),
        **({"herrings": herrings} if herrings else {}),
    }


def red_herrings(puzzle: Puzzle) -> tuple[str, ...]:
    """The objects that were placed though no step takes them, not even inside something that it takes."""
    used = {name for step in puzzle.steps for name in (*step.inputs, *step.outputs)}
    return tuple(
        thing.id for thing in puzzle.objects if thing.placed and thing.id not in used and thing.inside is None
    )


def area_depths(puzzle: Puzzle) -> dict[str, int]:
    """For each area the number of steps on the longest chain under its goal, within the area."""
    steps = {step.id: step for step in puzzle.steps}
    known = _depths_in_order(puzzle, steps)
    return {goal.name: _depth(steps, known, goal.solved_by, goal.name) for goal in puzzle.areas}


def _depths_in_order(puzzle: Puzzle, steps: dict[str, Step]) -> dict[str, int]:
    """The depth of each step within its area, as far as steps come after those that they rest on."""
    known: dict[str, int] = {}
    for step in puzzle.steps if len(steps) == len(puzzle.steps) else ():
        deepest = 0
        for source in step.sources:
            if source is not None and source in steps and steps[source].area == step.area:
                if source not in known:
                    return known
                deepest = max(deepest, known[source])
        known[step.id] = deepest + 1
    return known


def _depth(steps: dict[str, Step], known: dict[str, int], top: str, area: str) -> int:
    """Without recursion, so that a chain of any length is fine; a step in a circle counts once."""
    if top not in steps or steps[top].area != area:
        return 0
    if top in known:
        return known[top]
    todo = [top]
    entered: set[str] = set()
    while todo:
        name = todo[-1]
        below = [s for s in steps[name].sources if s in steps and s is not None and steps[s].area == area]
        if name in entered:
            known[name] = 1 + max((known.get(source, 0) for source in below), default=0)
            todo.pop()
            continue
        entered.add(name)
        todo += [source for source in below if source not in known and source not in entered]
        if name in known:
            todo.pop()
    return known[top]


class RuleUse(NamedTuple):
    """A rule on objects of certain items, whatever state these are in."""

    rule: int
    inputs: tuple[str, ...]
    """The items of what it is done with."""
    made: tuple[str, ...]
    """The items that it makes where the rule leaves that open."""


class StateCondition(NamedTuple):
    """That an area is solved (`least` is 0), or that there are at least `least` of an item; or the contrary."""

    name: str
    least: int
    holds: bool


Case = tuple[StateCondition, ...]
"""Circumstances that come together."""


@dataclass(frozen=True)
class DeadEndConditions:
    """What makes a game unwinnable, found before it is played."""

    cases: Mapping[RuleUse, tuple[Case, ...]] = field(default_factory=dict)
    """For each use of a rule the cases in which it makes the game unwinnable; an empty case always holds."""
    foreseen: bool = False
    """Whether nothing else can make the game impossible to win, but for what ends it at once."""


DeadEndFinder = Callable[[Pack, Puzzle], DeadEndConditions]
"""Finds what makes a game unwinnable."""
