"""A puzzle for planners: PDDL with `:strips` and `:typing` alone, so that every planner can read it.

An action of the domain is a rule applied to objects, or an area being solved. Where the player is and what is carried is
left out, as walking and carrying can always be undone: what can be carried is `available` once its area is open, what
cannot is `at` its area. Every object that may ever exist is named; those that are not there yet, or no more, are
`unborn`. So a plan has one action for each thing that the player does and one for each area.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from puzzlesynth.export.game_model import GameModel, game_of, is_a, values_of
from puzzlesynth.export.interface import Options, TextExporter
from puzzlesynth.pack.model import NOTHING, Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import dataclass, field

from .actions import PddlAction, PddlObject, PddlVocabulary, actions_of

RuleProduct = tuple[int, str]
"""A rule and the item that it makes."""


class PddlExporter(TextExporter, name="pddl", suffix=".pddl"):
    """a planning domain and problem in PDDL, one after the other"""

    def written(self, pack: Pack, puzzle: Puzzle, options: Options) -> str:
        domain, problem = domain_and_problem(pack, puzzle)
        return f"{domain}\n{problem}"


class PddlDomainExporter(PddlExporter, name="pddl-domain"):
    """the planning domain in PDDL"""

    def written(self, pack: Pack, puzzle: Puzzle, options: Options) -> str:
        return domain_and_problem(pack, puzzle)[0]


class PddlProblemExporter(PddlExporter, name="pddl-problem"):
    """the planning problem in PDDL"""

    def written(self, pack: Pack, puzzle: Puzzle, options: Options) -> str:
        return domain_and_problem(pack, puzzle)[1]


def domain_and_problem(pack: Pack, puzzle: Puzzle, leave_out: RuleProduct | None = None) -> tuple[str, str]:
    """The two texts. `leave_out`: without the rule wherever it makes this item."""
    world = _World(game_of(pack, puzzle))
    actions = list(actions_of(world.game, world.vocabulary, leave_out))
    return _domain(world, actions), _problem(world)


@dataclass
class _World:
    """Names for everything, and the facts at the start."""

    game: GameModel
    vocabulary: PddlVocabulary = field(init=False)
    facts: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        game = self.game
        terms = game.terms
        names = _Names()
        things: list[PddlObject] = []
        for thing in game.puzzle.objects:
            things.append(PddlObject(names.new(thing.id), game.items[thing.item], thing))
        for item in game.items.values():
            there = sum(thing.item == item.name for thing in game.puzzle.objects)
            spare = range(there, game.most[item.name])
            things += [PddlObject(names.new(f"{item.name}-new-{n + 1}"), item) for n in spare]
        areas = {area: names.new(f"area-{area}") for area in game.pack.areas}
        kinds = {t.type for t in terms} | {t.contains for t in terms if t.contains and t.contains != NOTHING}
        self.vocabulary = PddlVocabulary(game, things, areas, names, sorted(kinds), values_of(terms))
        self.facts = [*self._static(), *self._start()]

    def _static(self) -> Iterable[str]:
        words = self.vocabulary
        items = list(dict.fromkeys(thing.item.name for thing in words.things))
        for thing in words.things:
            yield f"({'portable' if thing.item.carryable else 'rooted'} {thing.name})"
            yield from (f"({words.kind(k)} {thing.name})" for k in words.kinds if is_a(thing.item, k))
            yield f"({words.item(thing.item.name)} {thing.name})"
            if thing.item.name in words.holders:
                yield f"(holder {thing.name})"
            if thing.item.name in words.stowable:
                yield f"(stowable {thing.name})"
            for other in items:
                if other != thing.item.name:
                    yield f"({words.other(other)} {thing.name})"
        for one in words.things:
            yield from (f"(different {one.name} {two.name})" for two in words.things if one is not two)

    def _start(self) -> Iterable[str]:
        game, words = self.game, self.vocabulary
        by_id = {thing.start.id: thing for thing in words.things if thing.start}
        full = {thing.start.inside for thing in words.things if thing.start}
        for area, name in words.areas.items():
            yield f"({'open' if area in game.open else 'closed'} {name})"
        for thing in words.things:
            if thing.start is None:
                yield f"(unborn {thing.name})"
                continue
            start = thing.start
            if start.inside is not None:
                yield f"(inside {thing.name} {by_id[start.inside].name})"
            elif not thing.item.carryable:
                yield f"(at {thing.name} {words.areas[start.area or game.player]})"
            elif start.area is None or start.area in game.open:
                yield f"(available {thing.name})"
            if start.id not in full:
                yield f"(empty {thing.name})"
            yield from (
                f"({p} {thing.name})"
                for p in words.holding({**thing.item.properties, **start.properties}, thing.item)
            )


def _domain(world: _World, actions: list[PddlAction]) -> str:
    words = world.vocabulary
    unary = ["portable", "rooted", "holder", "stowable", "available", "unborn", "empty"]
    unary += [words.kind(kind) for kind in words.kinds]
    unary += [f(name) for name in world.game.items for f in (words.item, words.other)]
    unary += [words.value(name, value) for name, values in words.values.items() for value in values]
    lines = [
        f"(define (domain {_plain(world.game.pack.name)})",
        "  (:requirements :strips :typing)",
        "  (:types thing place)",
        "  (:constants",
        *(f"    {name} - place" for name in words.areas.values()),
        *(f"    {thing.name} - thing" for thing in words.things if thing.start),
        "  )",
        "  (:predicates",
        *(f"    ({name} ?o - thing)" for name in dict.fromkeys(unary)),
        "    (different ?o - thing ?p - thing)",
        "    (inside ?o - thing ?holder - thing)",
        "    (at ?o - thing ?a - place)",
        "    (open ?a - place)",
        "    (closed ?a - place)",
        "    (solved ?a - place)",
        "  )",
        *(action.written() for action in actions),
        ")",
    ]
    return "\n".join(lines) + "\n"


def _problem(world: _World) -> str:
    words, game = world.vocabulary, world.game
    goals = " ".join(f"(solved {words.areas[area]})" for area in game.goals)
    spare = [f"    {thing.name} - thing" for thing in words.things if thing.start is None]
    lines = [
        f"(define (problem {_plain(game.pack.name)}-{_plain(game.puzzle.id or 'puzzle')})",
        f"  (:domain {_plain(game.pack.name)})",
        "  (:objects",
        *spare,
        "  )",
        "  (:init",
        *(f"    {fact}" for fact in dict.fromkeys(world.facts)),
        "  )",
        f"  (:goal (and {goals}))",
        ")",
    ]
    return "\n".join(lines) + "\n"


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9-]+", "-", name.lower()).strip("-") or "x"


class _Names:
    """Names that PDDL can read, each once."""

    def __init__(self) -> None:
        self._used: set[str] = set()

    def new(self, wanted: str) -> str:
        base = _plain(wanted)
        base = base if base[0].isalpha() else f"x-{base}"
        name, number = base, 1
        while name in self._used:
            number += 1
            name = f"{base}--{number}"
        self._used.add(name)
        return name
