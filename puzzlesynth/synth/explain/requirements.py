"""What a pack asks of its puzzles, one requirement at a time, in the designer's words and with its place.

Each requirement has an id that the program for `why` can switch on and off, and a rank: what a designer would rather
hear about comes first, what is rather taken for granted goes first when a set of requirements is made smaller. A pack can
be *weakened*: some of its requirements given up, or with other bounds, as by a designer who follows some advice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from enum import IntEnum
from typing import TypeVar

from puzzlesynth.pack.model import Area, Item, Limits, Pack, Place, Policy
from puzzlesynth.pack.text.wording import counted
from puzzlesynth.quick_dataclasses import dataclass, field
from puzzlesynth.synth.answers.answer_set import Answer
from puzzlesynth.synth.constraints import ConstraintSet
from puzzlesynth.synth.initial_state import InitialState, fresh_start
from puzzlesynth.synth.options import Target, Targets, in_force
from puzzlesynth.synth.relevance import PackAnalysis

Id = tuple[str | int, ...]


@dataclass(frozen=True)
class Requirement:
    id: Id
    text: str
    place: Place | None = field(compare=False, default=None)
    bound: int | None = None
    """Where it is a number that could be another one."""
    direction: int = 0
    """Which way the bound is loosened: -1 down, 1 up."""
    help: str = ""
    """How to loosen it, with {} for the new number; without a bound, what to do instead."""
    cost: int = 1
    """How much a designer minds if it is given up."""

    def loosest(self, number: int) -> int:
        """The bound itself, or a number that is looser."""
        bound = self.bound or 0
        return max(bound, number) if self.direction > 0 else min(bound, number)

    @property
    def kind(self) -> str:
        return str(self.id[0])

    @property
    def area(self) -> str | None:
        """The area that it is about, where it is about one."""
        if self.kind == "target":
            return str(self.id[2])
        return str(self.id[1]) if self.kind in _OF_AREAS else None

    @property
    def is_about_items(self) -> bool:
        return self.kind in _OF_ITEMS

    @property
    def is_guarantee(self) -> bool:
        return self.kind in GUARANTEES

    @property
    def rank(self) -> int:
        return RANKS.index(self.kind)

    def __str__(self) -> str:
        return f"{self.place}: {self.text}" if self.place else self.text


RequirementSet = frozenset[Requirement]
AnyRequirement = TypeVar("AnyRequirement", bound=Requirement)


@dataclass(frozen=True)
class AssumptionResult:
    """What a solve under assumptions says of some requirements: that they can all hold, why they cannot, or neither."""

    met: RequirementSet | None = None
    """They hold together, and these hold with them."""
    core: RequirementSet | None = None
    """They do not, because of these."""
    answer: Answer | None = field(compare=False, default=None)
    """An answer set in which they hold, where it was read."""

    @property
    def undecided(self) -> bool:
        return self.met is None and self.core is None


def by_id(requirements: Iterable[AnyRequirement]) -> list[AnyRequirement]:
    """In an order that does not depend on the run."""
    return sorted(requirements, key=lambda requirement: str(requirement.id))


GUARANTEES = ("dead_ends", "sequence", "shortcuts")
"""What is about everything that players could do, so that it takes playing to see whether it holds."""

_OF_ITEMS = ("copies", "area", "not_spawnable", "limit")
_OF_AREAS = (*GUARANTEES, "herrings", "max_depth", "min_depth", "goal")

RANKS = (
    "copies", "area", "not_spawnable", "limit", *GUARANTEES, "herrings", "max_depth", "min_depth", "target",
    "constraint", "goal",
)  # fmt: skip
"""Kinds in the order in which they are dropped from a set that is still contradictory without them."""


def requirements_of(possible: PackAnalysis, constraints: ConstraintSet) -> list[Requirement]:
    """Everything that can be in the way of a puzzle."""
    found: list[Requirement] = []
    for area in possible.start.areas:
        found += _of_area(possible, area)
    for area, target in in_force(possible.targets, possible.start.areas):
        found += _of_target(area, target)
    for number, named in enumerate(constraints.named):
        said = named.sentence or "this constraint"
        text = f"{said} ({named.name})"
        way = f"leave out {named.name}" + (f" ({named.sentence.rstrip('.')})" if named.sentence else "")
        found.append(Requirement(("constraint", number), text, named.place, help=way, cost=3))
    for item in possible.pack.items.values():
        found += _of_item(possible.pack, item)
    return [*found, *_of_limits(possible)]


def _of_limits(possible: PackAnalysis) -> Iterator[Requirement]:
    """Bounds that the search needs where the pack gives none."""
    limits = possible.pack.limits
    text = f"an object that can change in circles changes at most {counted(limits.stages, 'time')} (limits.stages)"
    way = "raise limits.stages to {}"
    yield Requirement(("limit", "stages"), text, possible.pack.place, limits.stages, 1, way, 2)
    text = f"a puzzle adds at most {limits.copies} of any item (limits.copies)"
    way = "raise limits.copies to {}"
    yield Requirement(("limit", "copies"), text, possible.pack.place, limits.copies, 1, way, 2)


def _of_area(possible: PackAnalysis, area: Area) -> Iterator[Requirement]:
    name = area.name
    goals = " or ".join(f"`{goal}`" for goal in area.goals)
    text = f"{name} is solved by {goals}"
    yield Requirement(("goal", name), text, area.where("goals"), help=f"give {name} another goal", cost=8)
    depth = area.where("depth")
    if area.min_depth > 1:
        text = f"the longest chain of steps in {name} has at least {area.min_depth} (depth.min)"
        way = f"lower depth.min of {name} to {{}}"
        yield Requirement(("min_depth", name), text, depth, area.min_depth, -1, way)
    if area.max_depth is not None:
        text = f"the longest chain of steps in {name} has at most {area.max_depth} (depth.max)"
        way = f"raise depth.max of {name} to {{}}"
        yield Requirement(("max_depth", name), text, depth, area.max_depth, 1, way)
    if area.guarantees.shortcuts is Policy.FORBID:
        text = f"{name} cannot be solved without every step of its tree (shortcuts: forbid)"
        place = area.places.get("shortcuts", area.place)
        yield Requirement(("shortcuts", name), text, place, help=f"allow shortcuts in {name}", cost=5)
    if area.guarantees.dead_ends is Policy.FORBID:
        text = f"from every state {name} can still be solved (dead_ends: forbid)"
        place = area.places.get("dead_ends", area.place)
        yield Requirement(("dead_ends", name), text, place, help=f"allow dead ends in {name}", cost=5)
    if name not in possible.start.open:
        text = f"{name} cannot be solved before it is open"
        yield Requirement(("sequence", name), text, area.place, help=f"make {name} a start area", cost=6)
    if area.herrings and possible.targets.of(name, "herrings") is None:
        text = f"{name} has {counted(area.herrings, 'red herring')} (herrings)"
        way = f"lower herrings of {name} to {{}}"
        yield Requirement(("herrings", name), text, area.where("herrings"), area.herrings, -1, way)


def _of_target(area: Area, target: Target) -> Iterator[Requirement]:
    name, kind = area.name, target.kind
    least, most = target.range.least, target.range.most
    if kind == "herrings":
        text = f"{name} has {counted(least or 0, 'red herring')} ({target})"
        way = f"--herrings {name}:{{}}"
        yield Requirement(("herrings", name), text, None, least, -1, way)
        return
    where = {"steps": "", "depth": " in its longest chain", "width": " to begin with"}[kind]
    if least is not None:
        text = f"{name} has at least {steps_text(least)}{where} ({target})"
        yield Requirement(("target", kind, name, "least"), text, None, least, -1, f"--{kind} {name}:{{}}..")
    if most is not None:
        text = f"{name} has at most {steps_text(most)}{where} ({target})"
        yield Requirement(("target", kind, name, "most"), text, None, most, 1, f"--{kind} {name}:..{{}}")


def steps_text(number: int) -> str:
    return "one step" if number == 1 else f"{number} steps"


def _of_item(pack: Pack, item: Item) -> Iterator[Requirement]:
    name = item.name
    if not item.spawnable:
        text = f"{name} is not placed, only made (notSpawnable)"
        yield Requirement(
            ("not_spawnable", name), text, item.where("notSpawnable"), help=f"let {name} be placed", cost=4
        )
    if item.areas is not None and set(item.areas) != set(pack.areas):
        text = f"{name} is placed only in {', '.join(item.areas) or 'no area'} (area)"
        way = f"let {name} be placed in other areas"
        yield Requirement(("area", name), text, item.where("area"), help=way, cost=4)
    text = f"there {'is one' if item.copies == 1 else f'are at most {item.copies}'} {name} (copies)"
    yield Requirement(
        ("copies", name), text, item.where("copies"), item.copies, 1, f"raise copies of {name} to {{}}", 2
    )


MORE_STAGES = 2
"""Changes beyond the limit, at least, for objects that can change in circles."""

AMPLE = 12
"""At most this many copies or changes beyond what the pack allows are tried."""


class Leeway(IntEnum):
    """How many copies and changes there may be where it is asked whether they are too few."""

    NONE = 0
    """As many as the pack allows."""
    SOME = 1
    """As many more as one rule could want at once, and as it takes to go through all values of a property."""
    AMPLE = 2
    """As many more as all rules could want together."""


def more_copies(pack: Pack, item: Item, leeway: Leeway = Leeway.SOME) -> int:
    """How many copies more than the pack allows are tried."""
    wanted = [sum(term.type in item.types for term in rule.inputs) for rule in pack.rules]
    at_once = max(1, *wanted)
    return at_once if leeway < Leeway.AMPLE else max(at_once, min(sum(wanted), AMPLE))


def more_stages(pack: Pack, leeway: Leeway = Leeway.SOME) -> int:
    """How many changes beyond the limit are tried."""
    values: dict[str, set[object]] = defaultdict(set)
    for rule in pack.rules:
        for term in rule.outputs:
            for name, value in term.properties:
                values[name].add(value)
    longest = max((len(found) for found in values.values()), default=0)
    found = max(MORE_STAGES, longest - pack.limits.stages)
    return found if leeway < Leeway.AMPLE else max(found, min(len(pack.rules), AMPLE))


def most_more_copies(pack: Pack, leeway: Leeway = Leeway.SOME) -> int:
    """How many copies more than `limits.copies` are tried."""
    return max(1, *(more_copies(pack, item, leeway) for item in pack.items.values()))


def weakened_pack(pack: Pack, ids: Collection[Id], leeway: Leeway = Leeway.SOME) -> Pack:
    """The pack without what the requirements with these ids ask of its areas, items and limits."""
    return replace(
        pack,
        items={name: _item(pack, item, ids, leeway) for name, item in pack.items.items()},
        areas={name: _area(area, ids) for name, area in pack.areas.items()},
        limits=_limits(pack, ids, leeway),
    )


def _item(pack: Pack, item: Item, ids: Collection[Id], leeway: Leeway) -> Item:
    name = item.name
    return replace(
        item,
        spawnable=item.spawnable or ("not_spawnable", name) in ids,
        areas=None if ("area", name) in ids else item.areas,
        copies=item.copies + (more_copies(pack, item, leeway) if ("copies", name) in ids else 0),
    )


def _area(area: Area, ids: Collection[Id]) -> Area:
    name, promised = area.name, area.guarantees
    return replace(
        area,
        start=area.start or ("sequence", name) in ids,
        min_depth=1 if ("min_depth", name) in ids else area.min_depth,
        max_depth=None if ("max_depth", name) in ids else area.max_depth,
        guarantees=replace(
            promised,
            shortcuts=Policy.ALLOW if ("shortcuts", name) in ids else promised.shortcuts,
            dead_ends=Policy.ALLOW if ("dead_ends", name) in ids else promised.dead_ends,
        ),
    )


def _limits(pack: Pack, ids: Collection[Id], leeway: Leeway) -> Limits:
    stages = more_stages(pack, leeway) if ("limit", "stages") in ids else 0
    more = most_more_copies(pack, leeway) if ("limit", "copies") in ids else 0
    return Limits(pack.limits.stages + stages, pack.limits.copies + more)


def weakened_targets(targets: Targets, given_up: Collection[Requirement]) -> Targets:
    """The targets without some of their bounds. Red herrings are counted by the program."""
    found: Mapping[tuple[str, str | None], Target] = {(one.kind, one.area): one for one in targets.bounds}
    bounds = dict(found)
    for requirement in by_id(given_up):
        if requirement.kind == "target":
            _, kind, area, end = (str(part) for part in requirement.id)
            old = bounds.get((kind, area)) or found[kind, None]
            bounds[kind, area] = Target(kind, area, replace(old.range, **{end: None}))
    return replace(targets, bounds=tuple(bounds.values()))


def weakened_start(start: InitialState | None, pack: Pack) -> InitialState:
    """The state of the game, in the weakened pack."""
    if start is None:
        return fresh_start(pack)
    return replace(start, pack=pack, areas=tuple(pack.areas[area.name] for area in start.areas))
