"""A small world that runs rules forwards, for the referee: section 2 of SEMANTICS.md, without the player's walking.

Things that can be carried and lie in an open area are `AT_HAND`; the page says that this abstraction is exact. A thing
without a tag is like any other of its kind, so states that differ only in which copy is which are the same state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

from puzzlesynth.pack.model import NOTHING, Item, Pack, Term, Value
from tests.fuzz.rule_effects import Anatomy, Result, anatomy

AT_HAND = ""
"""Where a thing is that the player can bring anywhere."""

Property = tuple[str, str, Value]
"""Name, kind of the value, value: `1` and `true` are not the same."""


class Thing(NamedTuple):
    item: str
    properties: tuple[Property, ...]
    inside: tuple[Thing, ...] = ()
    """Nothing, or one thing."""
    tag: str = ""


class Spot(NamedTuple):
    where: str
    thing: Thing


class State(NamedTuple):
    spots: tuple[Spot, ...]
    open: frozenset[str]
    solved: frozenset[str]


class Move(NamedTuple):
    """A rule done to the things at these indexes of a state's spots."""

    rule: int
    """From 0."""
    inputs: tuple[int, ...]
    area: str
    """The area where it is done; only told where something that cannot be carried appears."""
    made: tuple[str, ...]
    """The items of what is new, one for each slot of the rule."""


class Done(NamedTuple):
    state: State
    results: tuple[Thing, ...]
    """The things of the rule's outputs, in order, as they are right after it."""
    hidden: tuple[Thing, ...]
    """New things that appeared inside results."""


Choices = Mapping[int, tuple[tuple[str, ...], ...]]
"""For each rule, from 0, the ways to choose items for what it creates."""


def properties_of(given: Mapping[str, Value]) -> tuple[Property, ...]:
    """A boolean that is false might as well not be there."""
    return tuple(sorted((n, type(v).__name__, v) for n, v in given.items() if v is not False))


@dataclass(frozen=True, eq=False)
class World:
    """What stays the same while a game is played."""

    pack: Pack
    goals: Mapping[str, Term]
    choices: Choices

    @cached_property
    def rules(self) -> tuple[Anatomy, ...]:
        return tuple(anatomy(rule) for rule in self.pack.rules)

    @cached_property
    def places(self) -> frozenset[str]:
        return frozenset(area.name for area in self.pack.areas.values() if area.is_place)

    # --- terms ----------------------------------------------------------------------------------------

    def is_a(self, item: str, type_: str) -> bool:
        return type_ in self.pack.items[item].types

    def matches(self, thing: Thing, term: Term) -> bool:
        if not self.is_a(thing.item, term.type):
            return False
        if term.contains == NOTHING:
            if thing.inside:
                return False
        elif term.contains is not None and not any(self.is_a(t.item, term.contains) for t in thing.inside):
            return False
        return all(self._has(thing, name, value) for name, value in term.properties)

    def _has(self, thing: Thing, name: str, value: Value) -> bool:
        if name == "carryable":
            return self.pack.items[thing.item].carryable is value
        if value is False:
            return not any(known == name and it is not False for known, _, it in thing.properties)
        return (name, type(value).__name__, value) in thing.properties

    # --- opening and solving --------------------------------------------------------------------------

    def settled(self, spots: Sequence[Spot], opened: frozenset[str], solved: frozenset[str]) -> State:
        """Whatever is met now is solved now, and what that opens is open now."""
        while True:
            spots = [self._brought(spot, opened) for spot in spots]
            met = {
                area
                for area, goal in self.goals.items()
                if area not in solved
                and any(
                    (s.where == AT_HAND or s.where in opened) and self.matches(s.thing, goal) for s in spots
                )
            }
            if not met:
                return State(tuple(sorted(spots)), opened, solved)
            solved |= met
            opened |= {to for area in met for to in self.pack.areas[area].connects}

    def _brought(self, spot: Spot, opened: frozenset[str]) -> Spot:
        if spot.where in opened and self.pack.items[spot.thing.item].carryable:
            return Spot(AT_HAND, spot.thing)
        return spot

    def won(self, state: State) -> bool:
        return state.solved >= self.goals.keys()

    # --- doing things ---------------------------------------------------------------------------------

    def moves(self, state: State) -> Iterator[Move]:
        """Everything that a player can do, but for what ends the game in defeat: after that nothing is solved."""
        near = [n for n, spot in enumerate(state.spots) if spot.where == AT_HAND or spot.where in state.open]
        for number, plan in enumerate(self.rules):
            if plan.rule.fail:
                continue
            pools = [
                [n for n in near if self.matches(state.spots[n].thing, term)] for term in plan.rule.inputs
            ]
            tried = set()
            for inputs in product(*pools):
                if len(set(inputs)) < len(inputs):
                    continue
                kinds = tuple(state.spots[n] for n in inputs)
                if kinds in tried:
                    continue
                tried.add(kinds)
                fixed = {spot.where for spot in kinds} - {AT_HAND}
                if len(fixed) > 1:
                    continue
                for made in self.choices.get(number, ()):
                    for area in self._areas(state, plan, kinds, made, fixed):
                        yield Move(number, inputs, area, made)

    def _areas(
        self, state: State, plan: Anatomy, inputs: Sequence[Spot], made: Sequence[str], fixed: set[str]
    ) -> list[str]:
        if fixed:
            return [next(iter(fixed))]
        appearing = [it for it, inner in zip(made, self._are_inner(plan), strict=True) if not inner]
        for result in plan.results:
            if result.released is not None:
                appearing += [inner.item for inner in inputs[result.released].thing.inside]
        here = sorted(state.open & self.places)
        return here if any(not self.pack.items[item].carryable for item in appearing) else here[:1]

    def _are_inner(self, plan: Anatomy) -> list[bool]:
        """For each slot whether it is for something that appears inside another thing."""
        found = []
        for result in plan.results:
            if result.bound is None and result.released is None:
                found.append(False)
            if result.filled is not None:
                found.append(True)
        return found

    def done(self, state: State, move: Move, tags: Sequence[str] = ()) -> Done | None:
        """None: it is not applicable. `tags` name the new things, one for each slot."""
        plan = self.rules[move.rule]
        taken = [state.spots[n].thing for n in move.inputs]
        left = list(taken)
        slots = iter([(item, tags[n] if tags else "") for n, item in enumerate(move.made)])
        freed: dict[int, Thing] = {}
        for number, result in enumerate(plan.results):
            if result.released is not None:
                (freed[number],) = left[result.released].inside
                left[result.released] = left[result.released]._replace(inside=())
        results: list[Thing] = []
        hidden: list[Thing] = []
        for number, result in enumerate(plan.results):
            thing = self._origin(result, number, left, freed, slots)
            thing = self._changed(thing, result.term)
            if result.emptied:
                thing = thing._replace(inside=())
            content: Thing | None = None
            if result.stored is not None:
                content = left[result.stored]
            elif result.filled is not None:
                content = self._new(*next(slots))
                hidden.append(content)
            if content is not None:
                if thing.inside:
                    return None
                thing = thing._replace(inside=(content,))
            results.append(thing)
        spots = [spot for n, spot in enumerate(state.spots) if n not in move.inputs]
        for result, thing in zip(plan.results, results, strict=True):
            where = state.spots[move.inputs[result.bound]].where if result.bound is not None else None
            if where is None:
                where = AT_HAND if self.pack.items[thing.item].carryable else move.area
            spots.append(Spot(where, thing))
        if self._too_many(spots, move.made):
            return None
        return Done(self.settled(spots, state.open, state.solved), tuple(results), tuple(hidden))

    def _origin(
        self,
        result: Result,
        number: int,
        left: Sequence[Thing],
        freed: Mapping[int, Thing],
        slots: Iterator[tuple[str, str]],
    ) -> Thing:
        if result.bound is not None:
            return left[result.bound]
        if number in freed:
            return freed[number]
        return self._new(*next(slots))

    def _new(self, item: str, tag: str) -> Thing:
        """A new thing is empty: `contains` of an item is about the start of the game."""
        return Thing(item, properties_of(self.pack.items[item].properties), (), tag)

    def _changed(self, thing: Thing, term: Term) -> Thing:
        if not term.properties:
            return thing
        now: dict[str, Value] = {name: value for name, _, value in thing.properties}
        return thing._replace(properties=properties_of({**now, **dict(term.properties)}))

    def _too_many(self, spots: Sequence[Spot], made: Sequence[str]) -> bool:
        """Counted afterwards: what the rule destroys makes room for what it creates."""
        if not made:
            return False
        alive = Counter(thing.item for spot in spots for thing in nested(spot.thing))
        return any(alive[item] > self.pack.items[item].copies for item in made)

    # --- all of it ------------------------------------------------------------------------------------

    def kind_of(self, move: Move, done: Done) -> tuple[int, str] | None:
        """The same rule making the same thing: what *no shortcut* means by a step."""
        main = self.rules[move.rule].main
        return None if main is None else (move.rule + 1, done.results[main].item)


def nested(thing: Thing) -> Iterator[Thing]:
    yield thing
    for inner in thing.inside:
        yield from nested(inner)


def untagged(thing: Thing) -> Thing:
    return Thing(thing.item, thing.properties, tuple(map(untagged, thing.inside)))


def anonymous(state: State) -> State:
    spots = tuple(sorted(Spot(spot.where, untagged(spot.thing)) for spot in state.spots))
    return State(spots, state.open, state.solved)


def all_choices(pack: Pack) -> Choices:
    """Every item that could be meant wherever a rule creates something."""
    found: dict[int, tuple[tuple[str, ...], ...]] = {}
    for number, rule in enumerate(pack.rules):
        pools = [meant(pack, type_) for type_ in anatomy(rule).slots]
        found[number] = tuple(product(*pools))
    return found


def meant(pack: Pack, type_: str) -> tuple[str, ...]:
    """The items that a type in an output can mean: the item of that name, or else any member."""
    if type_ in pack.items:
        return (type_,)
    return tuple(item.name for item in pack.items.values() if type_ in item.types)


def new_thing(pack: Pack, item: Item, tag: str = "") -> Thing:
    """A thing of the start of a game, with what is inside it."""
    inner = () if item.contains is None else (new_thing(pack, pack.items[item.contains], tag and f"{tag}>"),)
    return Thing(item.name, properties_of(item.properties), inner, tag)
