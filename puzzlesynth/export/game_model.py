"""A puzzle made ready for other engines: what can exist, which rules can ever apply, and what each of them does.

The meaning of the rules is read off the pack here once; every exporter writes it down in its own language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import product

from puzzlesynth.pack.model import ANYTHING, Cruelty, Item, Pack, Rule, Term, Value
from puzzlesynth.pack.rules.effects import (
    ContentChange,
    Origin,
    OutputEffect,
    destroyed_inputs,
    output_effects,
)
from puzzlesynth.pack.text.phrases import distinction, goal_phrase
from puzzlesynth.pack.text.wording import area_title
from puzzlesynth.puzzle.model import DeadEndConditions, DeadEndFinder, Object, Puzzle, Step
from puzzlesynth.quick_dataclasses import dataclass

from .interface import ExportError, check_pack_matches

TAKE_CARE = "Take care: some actions make this game impossible to win, and you are not always warned."
"""The notice of a merciful or polite game that cannot foresee every dead end."""


@dataclass(frozen=True)
class NewObjectSlot:
    """A new object: for an output itself, or made inside an output's object."""

    output: int
    inside: bool
    type: str


@dataclass(frozen=True)
class PreparedRule:
    """A rule with everything that can be said about it before there are objects."""

    rule: Rule
    outcomes: tuple[OutputEffect, ...]
    destroyed: tuple[int, ...]
    """The inputs that are gone afterwards."""
    slots: tuple[NewObjectSlot, ...]
    """What is made, in the order in which it gets its names."""
    ways: tuple[tuple[str, ...], ...]
    """The item for each slot, once for every way to decide it."""

    def slot(self, output: int, inside: bool) -> int | None:
        """The slot that makes an output, or what is made inside it."""
        wanted = ((k, s) for k, s in enumerate(self.slots) if s.output == output and s.inside is inside)
        return next((k for k, _ in wanted), None)

    def released(self, index: int) -> bool:
        """Whether what is inside an input comes out."""
        return any(o.origin is Origin.RELEASED and o.origin_input == index for o in self.outcomes)


@dataclass(frozen=True, eq=False)
class GameModel:
    """What stays the same while a puzzle is played."""

    pack: Pack
    puzzle: Puzzle
    goals: Mapping[str, Term]
    """The chosen goal of every area that has to be solved."""
    open: tuple[str, ...]
    solved: tuple[str, ...]
    player: str
    paths: Mapping[str, tuple[str, ...]]
    """For each area the areas next to it."""
    items: Mapping[str, Item]
    """What can ever exist, in the order of the pack."""
    prepared_rules: tuple[PreparedRule, ...]
    """The rules that can ever apply."""
    most: Mapping[str, int]
    """How many of each item can be there at once."""
    foresee: DeadEndFinder | None = None
    """Tells what ruins the game."""

    @cached_property
    def dangers(self) -> DeadEndConditions:
        """What makes the game impossible to win, for those that cannot search while they are played."""
        if self.pack.cruelty is Cruelty.CRUEL:
            return DeadEndConditions(foreseen=True)
        return DeadEndConditions() if self.foresee is None else self.foresee(self.pack, self.puzzle)

    def opens(self, area: str) -> tuple[str, ...]:
        """The areas that open when this one is solved."""
        return tuple(name for name in self.pack.areas[area].connects if name in self.pack.areas)

    def wishes(self, place: str) -> dict[str, str]:
        """The goals that are shown in an area, by the area that has the goal: its own and its doors'."""
        areas = self.pack.areas.values()
        near = [area for area in areas if not area.is_place and (place in area.adjoins or area.is_end)]
        titles = {area.name: "" if area.is_end else f"{area_title(area)}: " for area in near} | {place: ""}
        return {
            area.name: titles[area.name] + goal_phrase(self.goals[area.name])
            for area in areas
            if area.name in titles and area.name in self.goals
        }

    def distinction(self, rule: Rule) -> list[str]:
        """The result of a rule, where others with the same name have another result."""
        return distinction(self.pack, rule, self._rules)

    @cached_property
    def rules_by_number(self) -> dict[int, PreparedRule]:
        return {prepared.rule.number: prepared for prepared in self.prepared_rules}

    @cached_property
    def possible_steps(self) -> tuple[Step, ...]:
        """The puzzle's steps whose rules can ever apply."""
        return tuple(step for step in self.puzzle.steps if step.rule in self.rules_by_number)

    @cached_property
    def _rules(self) -> frozenset[int]:
        return frozenset(self.rules_by_number)

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """Everything that rules and goals say about objects."""
        rules = [prepared.rule for prepared in self.prepared_rules]
        return (*(term for rule in rules for term in (*rule.inputs, *rule.outputs)), *self.goals.values())

    def fitting(self, type_: str) -> tuple[Item, ...]:
        """What can ever exist of a type."""
        return tuple(item for item in self.items.values() if is_a(item, type_))


def is_a(item: Item, type_: str) -> bool:
    return type_ in (item.name, ANYTHING) or type_ in item.types


def game_of(pack: Pack, puzzle: Puzzle, foresee: DeadEndFinder | None = None) -> GameModel:
    """Everything an exporter needs to know. `ExportError` if the puzzle is not one of this pack."""
    check_pack_matches(pack, puzzle)
    _check_objects(pack, puzzle)
    goals = {goal.name: _chosen_goal(pack, puzzle, index) for index, goal in enumerate(puzzle.areas)}
    if puzzle.progress is None:
        opened = tuple(name for name, area in pack.areas.items() if area.start)
        solved: tuple[str, ...] = ()
    else:
        opened = tuple(name for name in pack.areas if name in puzzle.progress.open)
        solved = tuple(name for name in pack.areas if name in puzzle.progress.solved)
    here = next((name for name in opened if pack.areas[name].is_place), None)
    if here is None:
        raise ExportError("areas: none is open at the start")
    off = {one.rule for one in puzzle.rules_off}
    everything = tuple(_prepared(pack, puzzle, rule) for rule in pack.rules if rule.number not in off)
    alive, prepared_rules = _possible(pack, everything, {thing.item for thing in puzzle.objects})
    made = {item for prepared in prepared_rules for way in prepared.ways for item in way}
    there = {name: sum(thing.item == name for thing in puzzle.objects) for name in alive}
    return GameModel(
        pack,
        puzzle,
        goals,
        opened,
        solved,
        here,
        _paths(pack),
        {name: item for name, item in pack.items.items() if name in alive},
        prepared_rules,
        {n: max(item.copies if n in made else 0, there[n]) for n, item in pack.items.items() if n in alive},
        foresee,
    )


def _check_objects(pack: Pack, puzzle: Puzzle) -> None:
    known: dict[str, Object] = {}
    for index, thing in enumerate(puzzle.objects):
        if thing.item not in pack.items:
            raise ExportError(f"objects[{index}].item: the pack has no item {thing.item!r}")
        if thing.area is not None and thing.area not in pack.areas:
            raise ExportError(f"objects[{index}].area: the pack has no area {thing.area!r}")
        if thing.id in known:
            raise ExportError(f"objects[{index}].id: {thing.id!r} appears twice")
        known[thing.id] = thing
    held: set[str] = set()
    for index, thing in enumerate(puzzle.objects):
        if thing.inside is None:
            continue
        if thing.inside not in known or thing.inside in held:
            raise ExportError(f"objects[{index}].inside: {thing.inside!r} does not exist or is full")
        held.add(thing.inside)
        holder: str | None = thing.inside
        for _ in puzzle.objects:
            holder = known[holder].inside if holder in known else None
            if holder == thing.id:
                raise ExportError(f"objects[{index}].inside: {thing.id!r} is inside itself")


def _chosen_goal(pack: Pack, puzzle: Puzzle, index: int) -> Term:
    goal = puzzle.areas[index]
    if goal.name not in pack.areas:
        raise ExportError(f"areas[{index}].name: the pack has no area {goal.name!r}")
    for term in pack.areas[goal.name].goals:
        if str(term) == goal.goal:
            return term
    raise ExportError(f"areas[{index}].goal: {goal.goal!r} is not a goal of {goal.name!r} in the pack")


def _prepared(pack: Pack, puzzle: Puzzle, rule: Rule) -> PreparedRule:
    found = output_effects(rule)
    slots = [NewObjectSlot(j, False, o.term.type) for j, o in enumerate(found) if o.origin is Origin.CREATED]
    slots += [
        NewObjectSlot(j, True, o.term.contains or ANYTHING)
        for j, o in enumerate(found)
        if o.filling is ContentChange.CREATED
    ]
    options = [_decided(pack, puzzle, rule, slot) for slot in slots]
    return PreparedRule(rule, found, tuple(destroyed_inputs(rule)), tuple(slots), tuple(product(*options)))


def _decided(pack: Pack, puzzle: Puzzle, rule: Rule, slot: NewObjectSlot) -> tuple[str, ...]:
    """What can be made in a slot: the pack says it alone, or else the puzzle's steps do."""
    if slot.type in pack.items:
        return (slot.type,)
    members = [item.name for item in pack.members.get(slot.type, ())]
    if len(members) == 1:
        return tuple(members)
    made = {thing.id: thing.item for thing in puzzle.creates}
    listed = {name for step in puzzle.steps for name in step.outputs}
    chosen: set[str] = set()
    for step in puzzle.steps:
        if step.rule == rule.number:
            names = made.keys() - listed if slot.inside else set(step.outputs[slot.output : slot.output + 1])
            chosen.update(made[name] for name in names if name in made)
    return tuple(name for name in members if name in chosen)


def _possible(
    pack: Pack, everything: tuple[PreparedRule, ...], start: set[str]
) -> tuple[set[str], tuple[PreparedRule, ...]]:
    """What can ever exist and happen, with properties and places ignored."""
    alive = set(start)
    while True:
        types = {t for name in alive for t in (*pack.items[name].types, name, ANYTHING)}
        able = tuple(w for w in everything if w.ways and all(t.type in types for t in w.rule.inputs))
        grown = alive | {name for prepared in able for way in prepared.ways for name in way}
        if grown == alive:
            return alive, able
        alive = grown


def _paths(pack: Pack) -> dict[str, tuple[str, ...]]:
    """Connections work both ways; the start areas are all connected; a door lies between its two sides."""
    near: dict[str, set[str]] = {name: set() for name in pack.areas}
    places = {name for name, area in pack.areas.items() if area.is_place}
    starts = {name for name in places if pack.areas[name].start}
    for area in pack.areas.values():
        here = {area.name} if area.is_place else {side for side in area.adjoins if side in near}
        links = {other for other in (*area.connects, *area.adjoins) if other in places}
        links |= starts if area.name in starts else set()
        for name in here:
            for other in links - {name}:
                near[name].add(other)
                near[other].add(name)
    return {name: tuple(other for other in pack.areas if other in links) for name, links in near.items()}


def without_false(properties: Mapping[str, Value]) -> dict[str, Value]:
    return {name: properties[name] for name in sorted(properties) if properties[name] is not False}


def equal_values(one: Value | None, other: Value) -> bool:
    return type(one) is type(other) and one == other


def values_of(terms: Iterable[Term]) -> dict[str, list[Value]]:
    """For each property the values that some of the terms name."""
    found: dict[str, list[Value]] = {}
    for term in terms:
        for name, value in term.properties:
            known = found.setdefault(name, [])
            if not any(equal_values(value, old) for old in known):
                known.append(value)
    return found


def most_specific_first(game: GameModel, rule: Rule) -> tuple[int, ...]:
    """The positions of the inputs, those that few things match first: a ruby is a stone, but not any stone a ruby."""

    def choice(position: int) -> tuple[int, int]:
        term: Term = rule.inputs[position]
        asked = len(term.properties) + (term.contains is not None)
        return len(game.fitting(term.type)), -asked

    return tuple(sorted(range(len(rule.inputs)), key=choice))


def required_place(game: GameModel, prepared: PreparedRule, step: Step) -> str | None:
    """Where the solution does a step, if that matters because its result cannot be carried."""
    made = [game.items[item] for way in prepared.ways for item in way]
    for outcome in prepared.outcomes:
        if outcome.origin is Origin.RELEASED:
            made += game.fitting(outcome.term.type)
    asked = [item for term in prepared.rule.inputs for item in game.fitting(term.type)]
    anywhere = all(item.carryable for item in asked)
    return step.place if anywhere and not all(item.carryable for item in made) else None
