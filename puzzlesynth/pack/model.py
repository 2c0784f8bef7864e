"""What a designer writes, as frozen data: items, rules, areas and the pack that holds them.

Everything that came from a file remembers where (`Place`), so that later complaints can point at it.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cached_property, wraps
from threading import RLock
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from puzzlesynth.quick_dataclasses import dataclass, field, fields_only

from .rules.grammar import spelt

if TYPE_CHECKING:
    from .puzzle_map import PuzzleMap


class Place(NamedTuple):
    """Where something is in a file. Lines and columns count from 1."""

    file: str = "<pack>"
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


NOWHERE = Place()

Value = bool | int | str
"""What a property can be."""


def same_value(one: object, other: object) -> bool:
    """Whether two values are the same; `1` is not `true`."""
    return type(one) is type(other) and one == other


@dataclass(frozen=True)
class Relations:
    """The relations that one item declares. None: it says nothing about that."""

    madeby: tuple[tuple[str, str], ...] = ()
    """Pairs of items that combine into it."""
    givenby: tuple[str, ...] = ()
    """Characters that give it in exchange for what they ask for."""
    requests: tuple[str, ...] = ()
    """What it asks for, if it is a person."""
    mutables: tuple[str, ...] = ()
    """Which of its properties can change."""
    changes: tuple[tuple[str, Value], ...] = ()
    """Properties and values that it gives to others."""
    changedby: tuple[str, ...] | None = None
    """What can change it; None: whatever gives a value that it can have."""
    fills: tuple[str, ...] = ()
    """What it can be put into."""
    filledby: tuple[str, ...] = ()
    """What can be put into it."""
    types: tuple[str, ...] = ()
    """The items whose properties it inherits."""
    values: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    """The values that its properties can have; a property without a list can have any."""
    container: bool | None = None
    """It holds whatever is smaller."""
    size: int | None = None
    capacity: int | None = None
    """How many can be there; 0: one."""
    abstract: bool | None = None
    """It is never placed; it only lends its properties."""
    key: bool | None = None
    """It is the item that locked doors copy their keys from."""
    destroyoncombine: bool | None = None
    """Combining uses it up."""


NONE = Relations()


ANYTHING = "Item"
"""The type that every item has."""

NOTHING = "Nothing"
"""`contains: Nothing`: as an input, an empty object; as an output, an object that is emptied."""


class Policy(Enum):
    """What to do about something a designer may not want."""

    FORBID = "forbid"
    REPORT = "report"
    ALLOW = "allow"


class Cruelty(Enum):
    """What a game does about actions after which it cannot be won."""

    MERCIFUL = "merciful"
    """They are refused."""
    POLITE = "polite"
    """They are done, and the player is warned."""
    CRUEL = "cruel"
    """They are done."""


@dataclass(frozen=True)
class Guarantees:
    """What is promised about shortcuts and dead ends, for a pack or for one area."""

    shortcuts: Policy = Policy.FORBID
    dead_ends: Policy = Policy.REPORT


@dataclass(frozen=True)
class Term:
    """`Type#label[prop: value, …, contains: T]`: what an object must be, or becomes."""

    type: str
    properties: tuple[tuple[str, Value], ...] = ()
    contains: str | None = None
    label: str | None = None
    place: Place = field(default=NOWHERE, compare=False)
    property_places: tuple[Place, ...] = field(default=(), compare=False, repr=False)
    """Where each of the properties is, in their order."""
    contains_place: Place | None = field(default=None, compare=False, repr=False)

    def place_of(self, index: int) -> Place:
        """Where the property with this index is; the term itself where that is not known."""
        return self.property_places[index] if index < len(self.property_places) else self.place

    def __str__(self) -> str:
        if not (self.properties or self.label or self.contains):
            return self.type
        inside = [f"{name}: {spelt(value)}" for name, value in self.properties]
        if self.contains is not None:
            inside.append(f"contains: {self.contains}")
        label = f"#{self.label}" if self.label else ""
        return f"{self.type}{label}" + (f"[{', '.join(inside)}]" if inside else "")


@dataclass(frozen=True)
class Rule:
    """What a player can do: `outputs ::= action inputs`. Numbered from 1 in the order of the pack."""

    number: int
    action: str
    outputs: tuple[Term, ...]
    inputs: tuple[Term, ...]
    name: str | None = None
    text: str | None = None
    weight: int = 1
    kind: str | None = None
    fail: bool = False
    from_relation: bool = False
    """It follows from what an item says about others; a puzzle map decides whether a game has it."""
    place: Place = field(default=NOWHERE, compare=False)
    action_place: Place = field(default=NOWHERE, compare=False, repr=False)

    __getstate__ = fields_only

    def __str__(self) -> str:
        left = " ".join(map(str, self.outputs))
        right = " ".join(map(str, self.inputs))
        return f"{left} ::= {self.action} {right}".strip()


@dataclass(frozen=True)
class Item:
    """A named thing that can be in the world."""

    name: str
    isa: tuple[str, ...] = ()
    """As written. `types` is everything it belongs to."""
    types: frozenset[str] = frozenset()
    properties: Mapping[str, Value] = field(default_factory=dict)
    carryable: bool = False
    spawnable: bool = True
    areas: tuple[str, ...] | None = None
    """Where the synthesizer may place it; None: everywhere."""
    contains: str | None = None
    copies: int = 1
    """How many of it can exist at once; at least as many as the areas contain at the start."""
    description: str | None = None
    relations: Relations = NONE
    """How it relates to other items; `rules` has the resulting rules."""
    place: Place = field(default=NOWHERE, compare=False)
    places: Mapping[str, Place] = field(default_factory=dict, compare=False, repr=False)
    """Where its keys' values are (`copies`, `isa.0`, `locked`, …)."""

    def where(self, key: str) -> Place:
        """Where a key's value is; the item itself where that is not known."""
        return self.places.get(key, self.place)

    def value(self, name: str) -> Value | None:
        """A property at the start; `carryable` can be asked for like any other."""
        return self.carryable if name == "carryable" else self.properties.get(name)


@dataclass(frozen=True)
class Door:
    """A locked door in an area: its own key, used on this side of it, opens the area behind it."""

    name: str
    to: str
    key: str | None = None
    """The item that its key is a copy of; None: the pack's key."""
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Area:
    """A connected part of the game world."""

    name: str
    goals: tuple[Term, ...]
    """None of them: there is nothing to solve in it."""
    start: bool = False
    min_depth: int = 1
    max_depth: int | None = None
    connects: tuple[str, ...] = ()
    contains: tuple[str, ...] = ()
    guarantees: Guarantees = Guarantees()
    title: str | None = None
    description: str | None = None
    herrings: int = 0
    """How many objects are to lie here that look useful and are not."""
    doors: tuple[Door, ...] = ()
    """Locked doors as written; the pack has areas, items and rules for them that say the same."""
    adjoins: tuple[str, ...] = ()
    """Areas that are simply connected with it: they open together."""
    is_place: bool = True
    """Whether a player can be there; a door and the goal of a map are only something to solve."""
    place: Place = field(default=NOWHERE, compare=False)
    places: Mapping[str, Place] = field(default_factory=dict, compare=False, repr=False)
    """Where its keys' values are (`connects.0`, `contains.2`, …)."""

    @property
    def is_end(self) -> bool:
        """Whether it is what a map asks for in the end: neither a place nor a door."""
        return not self.is_place and not self.connects

    __getstate__ = fields_only

    @cached_property
    def goal_texts(self) -> tuple[str, ...]:
        """The goals as a puzzle names them."""
        return tuple(map(str, self.goals))

    def where(self, key: str) -> Place:
        """Where a key's value is; the area itself where that is not known."""
        return self.places.get(key, self.place)


@dataclass(frozen=True)
class Constraint:
    """A logic program that a designer added."""

    name: str
    """As written in the pack."""
    path: str | None
    """Where it was found."""
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Extension:
    """A transformation of the pack before anything is made from it: one of ours, or `module:function`."""

    name: str
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Limits:
    """Bounds that keep the search finite where the pack alone does not."""

    stages: int = 4
    """How often an object whose changes can go round in circles may change in one puzzle."""
    copies: int = 6
    """How many objects of one item a puzzle may add to those that are there already."""


@dataclass(frozen=True)
class PackHashes:
    """What names a pack: a hash of what puzzles depend on, and the older one of all that the pack says."""

    logic: str = ""
    content: str = ""


@dataclass(frozen=True)
class Pack:
    """A whole pack, merged from its files, with every reference resolvable."""

    name: str
    items: Mapping[str, Item]
    rules: tuple[Rule, ...]
    areas: Mapping[str, Area]
    title: str | None = None
    guarantees: Guarantees = Guarantees()
    constraints: tuple[Constraint, ...] = ()
    limits: Limits = Limits()
    hashes: PackHashes = PackHashes()
    folder: str = "."
    description: str | None = None
    maps: Mapping[str, PuzzleMap] = field(default_factory=dict)
    extensions: tuple[Extension, ...] = ()
    cruelty: Cruelty = Cruelty.POLITE
    place: Place = field(default=NOWHERE, compare=False)
    """Where the pack begins: the first line of `pack.yaml`."""

    __getstate__ = fields_only

    @cached_property
    def types(self) -> frozenset[str]:
        """Every type that an item belongs to."""
        return frozenset(t for item in self.items.values() for t in item.types)

    @cached_property
    def members(self) -> Mapping[str, tuple[Item, ...]]:
        """The items of each type, in the order of the pack."""
        found: dict[str, list[Item]] = {ANYTHING: []}
        for item in self.items.values():
            for name in item.types:
                found.setdefault(name, []).append(item)
        return {name: tuple(items) for name, items in found.items()}

    @cached_property
    def to_solve(self) -> tuple[Area, ...]:
        """The areas that have a goal."""
        return tuple(area for area in self.areas.values() if area.goals)

    @cached_property
    def namesakes(self) -> Mapping[int, tuple[Rule, ...]]:
        """For each rule all that are called the same and take things of the same types, itself among them."""
        alike: dict[tuple[object, ...], list[Rule]] = {}
        for rule in self.rules:
            types = tuple(term.type for term in rule.inputs)
            alike.setdefault((rule.name or rule.action, types), []).append(rule)
        return {rule.number: tuple(rules) for rules in alike.values() for rule in rules}

    @property
    def sha256(self) -> str:
        """Of what puzzles depend on; they name their pack by it."""
        return self.hashes.logic

    @property
    def content_sha256(self) -> str:
        """Of everything that the pack says. Older puzzles and saves name their pack by it."""
        return self.hashes.content

    def is_named_by(self, sha256: str) -> bool:
        """Whether what names its pack by this hash was made from this pack, or from one that differs in texts."""
        return sha256 == self.sha256 or (bool(sha256) and sha256 == self.content_sha256)

    def rule(self, number: int) -> Rule:
        return self.rules[number - 1]


Owner = TypeVar("Owner")
Result = TypeVar("Result")


def per_pack(make: Callable[[Owner], Result]) -> Callable[[Owner], Result]:
    """A function of a pack that remembers its result as long as the pack lives.

    Packs are compared by identity: they are large, and two equal ones may be in use at the same time. The result must
    not refer to the pack, or neither would ever be freed. Threads that ask at the same time get the same result.
    """
    known: dict[int, tuple[weakref.ref[Owner], Result]] = {}
    making = RLock()

    def remembered(pack: Owner) -> tuple[weakref.ref[Owner], Result] | None:
        found = known.get(id(pack))
        return found if found is not None and found[0]() is pack else None

    @wraps(make)
    def of(pack: Owner) -> Result:
        found = remembered(pack)
        if found is None:
            with making:
                found = remembered(pack)
                if found is None:
                    found = known[id(pack)] = (weakref.ref(pack), make(pack))
                    weakref.finalize(pack, known.pop, id(pack), None)
        return found[1]

    return of


def kept_by_owner(make: Callable[[Owner], Result]) -> Callable[[Owner], Result]:
    """The same for a result that refers to the pack: the pack itself keeps it, and neither is pickled with the other."""
    name = f"_{make.__module__}.{make.__name__}"

    @wraps(make)
    def of(owner: Owner) -> Result:
        known: dict[str, Result] = vars(owner)
        found = known.get(name)
        if found is None:
            found = known[name] = make(owner)
        return found

    return of


Subject = TypeVar("Subject")

MOST_REMEMBERED = 1 << 12
"""Results that are kept. When there are more, all are dropped: with that many different objects a cache gains nothing."""


class IdentityMap(Generic[Subject, Result]):
    """Results for objects that never change and come again and again, found by identity; a caller that finds none
    puts them in.

    To look at what is in an object, or to hash it, would take longer than what is saved. What has a result is kept along
    with it, so no other object can have the same address meanwhile.
    """

    def __init__(self, most: int = MOST_REMEMBERED) -> None:
        self._most = most
        self._known: dict[int, tuple[Result, Subject]] = {}

    def get(self, subject: Subject) -> Result | None:
        known = self._known.get(id(subject))
        return None if known is None else known[0]

    def put(self, subject: Subject, result: Result) -> Result:
        if len(self._known) >= self._most:
            self._known.clear()
        self._known[id(subject)] = (result, subject)
        return result


class IdentityCache(IdentityMap[Subject, Result]):
    """A function that remembers its results."""

    def __init__(self, make: Callable[[Subject], Result], most: int = MOST_REMEMBERED) -> None:
        super().__init__(most)
        self._make = make

    def __call__(self, subject: Subject) -> Result:
        known = self._known.get(id(subject))
        return known[0] if known is not None else self.put(subject, self._make(subject))
