"""Every puzzle of a tiny pack, found by trying everything: all goals, all worlds, all plays.

What a puzzle is comes from sections 3 and 4 of SEMANTICS.md: a goal for every area; steps that each serve a goal; what is
placed is taken by a step; the guarantees hold. Plays are played move by move with named things. Orders of moves that
have nothing to do with each other are one candidate.

Puzzles that only a limit stated in the README rules out are marked with it, so that they do not count as missing:
`stages`, `copies`, *nothing is made again for a later area while the one that an earlier area made is left over*, and
*a step whose purpose is to change something always changes it*.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from puzzlesynth.pack.model import Pack, Policy, Term
from puzzlesynth.puzzle.model import Puzzle
from tests.fuzz.referee import Case
from tests.fuzz.reference_world import (
    Choices,
    Done,
    Move,
    Spot,
    State,
    World,
    all_choices,
    meant,
    nested,
    new_thing,
)
from tests.fuzz.rule_effects import anatomy
from tests.fuzz.state_graph import Graph, TooLarge, everything_below

Key = tuple[object, ...]
"""What tells puzzles apart here: goals, what is there at the start, and each step with everything under it."""


@dataclass(frozen=True)
class Bounds:
    steps: int = 4
    worlds: int = 400
    states: int = 600
    """Of one world."""
    plays: int = 4_000
    """Candidates that are looked at in one world."""


@dataclass
class Found:
    steps: int
    """Puzzles with more steps than this were not looked for."""
    puzzles: dict[Key, str] = field(default_factory=dict)
    """Each puzzle, told in a line."""
    limited: dict[Key, str] = field(default_factory=dict)
    """Those that a stated limit rules out, with its name."""


def brute_force(pack: Pack, bounds: Bounds = Bounds(), first: bool = False) -> Found:
    """Every puzzle with this many steps. With `first`, one is enough. Raises `TooLarge`."""
    found = Found(bounds.steps)
    areas = pack.to_solve
    starts = list(_worlds(pack, bounds.worlds))
    for choice in product(*(area.goals for area in areas)):
        goals = {area.name: goal for area, goal in zip(areas, choice, strict=True)}
        for placed, spots in starts:
            for key, text, limit in _Search(pack, goals, placed, spots, bounds).puzzles():
                if limit is None:
                    found.puzzles[key] = text
                    found.limited.pop(key, None)
                    if first:
                        return found
                elif key not in found.puzzles:
                    found.limited[key] = limit
    return found


def key_of(pack: Pack, puzzle: Puzzle) -> Key:
    items = {thing.id: thing.item for thing in puzzle.objects}
    items |= {made.id: made.item for made in puzzle.creates}
    steps = {step.id: step for step in puzzle.steps}

    @cache
    def label(name: str) -> Label:
        step = steps[name]
        inputs = [(items[n], None if source is None else label(source)) for n, source in sources[name]]
        return _label(pack, step.rule, inputs, [items[n] for n in step.outputs])

    sources = Case(pack, puzzle).true_sources()
    goals = sorted((goal.name, goal.goal) for goal in puzzle.areas)
    start = sorted(thing.item for thing in puzzle.objects)
    return tuple(goals), tuple(start), tuple(sorted(map(label, steps), key=repr))


Label = tuple[object, ...]
"""A step and everything under it, without names."""


def _label(
    pack: Pack, rule: int, inputs: Sequence[tuple[str, Label | None]], outputs: Sequence[str]
) -> Label:
    """Inputs that are asked for in the same words may change places."""
    terms = pack.rule(rule).inputs
    asked = sorted(((str(term), *given) for term, given in zip(terms, inputs, strict=True)), key=repr)
    return rule, tuple(asked), tuple(outputs)


# --- worlds -----------------------------------------------------------------------------------------------


def _worlds(pack: Pack, most: int) -> Iterator[tuple[frozenset[str], list[Spot]]]:
    """Every choice of things to place, with the tags of those that were placed."""
    opened = {name for name, area in pack.areas.items() if area.start}
    fixed = [(item, area.name) for area in pack.areas.values() for item in area.contains]
    options = []
    for item in pack.items.values():
        wanted = any(t.type in item.types for rule in pack.rules if not rule.fail for t in rule.inputs)
        places = [
            a.name for a in pack.areas.values() if a.is_place and (item.areas is None or a.name in item.areas)
        ]
        if item.carryable:
            # In whichever open area it lies, a player can bring it to any other.
            near = [name for name in places if name in opened]
            places = near[:1] + [name for name in places if name not in opened]
        counts = range(item.copies + 1) if item.spawnable and wanted else range(1)
        options.append(
            [
                [(item.name, at) for at in where]
                for n in counts
                for where in combinations_with_replacement(places, n)
            ]
        )
    size = 1
    for option in options:
        size *= len(option)
    if size > most:
        raise TooLarge
    for choice in sorted(product(*options), key=lambda groups: sum(map(len, groups))):
        added = [one for group in choice for one in group]
        spots = []
        for number, (name, area) in enumerate([*fixed, *added]):
            spots.append(Spot(area, new_thing(pack, pack.items[name], f"{name}.{number}")))
        alive = Counter(thing.item for spot in spots for thing in nested(spot.thing))
        if all(count <= pack.items[name].copies for name, count in alive.items()):
            yield frozenset(spot.thing.tag for spot in spots[len(fixed) :]), spots


# --- plays ------------------------------------------------------------------------------------------------


class _Step(NamedTuple):
    rule: int
    inputs: tuple[str, ...]
    sources: tuple[int | None, ...]
    """For each input the step that made it as it is taken."""
    area: str
    made: tuple[str, ...]
    turn: int = 0
    """How often the very same was done before: a tool that is kept can make one thing after another."""


class _Play(NamedTuple):
    steps: frozenset[int]
    state: State
    solved: tuple[tuple[str, int], ...]
    """Each solved area with the step that solved it, in the order in which that happened."""
    makers: tuple[tuple[str, int], ...]


class _Search:
    """All puzzles of one world with one choice of goals."""

    def __init__(
        self, pack: Pack, goals: Mapping[str, Term], placed: frozenset[str], spots: list[Spot], bounds: Bounds
    ) -> None:
        self.pack, self.goals, self.placed, self.spots, self.bounds = pack, goals, placed, spots, bounds
        self.every = all_choices(pack)
        self.world = World(pack, goals, self.every)
        self.numbers: dict[_Step, int] = {}
        self.steps: dict[int, _Step] = {}
        self.outputs: dict[int, tuple[str, ...]] = {}
        self.spent: dict[int, set[str]] = {}
        """For each step what it uses up or changes."""
        self.items: dict[str, str] = {t.tag: t.item for spot in spots for t in nested(spot.thing)}
        self.graphs: dict[object, Graph] = {}
        self.idle: set[int] = set()
        """Steps that do not change what they are there to change."""

    def puzzles(self) -> Iterator[tuple[Key, str, str | None]]:
        if any(self.world.matches(spot.thing, goal) for spot in self.spots for goal in self.goals.values()):
            return
        opened = frozenset(name for name, area in self.pack.areas.items() if area.start)
        self.start = self.world.settled(self.spots, opened, frozenset())
        graph = self._graph(self.every)
        if 0 not in graph.winnable or (not self._open_rules() and graph.solved_early()):
            return
        for play in self._plays(graph):
            told = self._told(play)
            if told is not None:
                yield told

    def _graph(self, choices: Choices) -> Graph:
        key = tuple(sorted(choices.items()))
        if key not in self.graphs:
            self.graphs[key] = Graph(World(self.pack, self.goals, choices), self.start, self.bounds.states)
        return self.graphs[key]

    def _open_rules(self) -> bool:
        return any(len(made) > 1 for made in self.every.values())

    def _plays(self, graph: Graph) -> Iterator[_Play]:
        """Every play that wins, orders of independent moves left out."""
        first = _Play(frozenset(), self.start, (), ())
        seen, layer = {first}, [first]
        for _ in range(self.bounds.steps):
            after: list[_Play] = []
            for play in layer:
                for new in self._moved(play):
                    if new in seen or graph.index(new.state) not in graph.winnable:
                        continue
                    seen.add(new)
                    if len(seen) > self.bounds.plays:
                        raise TooLarge
                    if self.world.won(new.state):
                        yield new
                    else:
                        after.append(new)
            layer = after

    def _moved(self, play: _Play) -> Iterator[_Play]:
        makers = dict(play.makers)
        for move in self.world.moves(play.state):
            names = tuple(play.state.spots[n].thing.tag for n in move.inputs)
            if anatomy(self.pack.rules[move.rule]).main is None:
                continue
            step = _Step(move.rule, names, tuple(makers.get(n) for n in names), move.area, move.made)
            while self.numbers.get(step) in play.steps:
                step = step._replace(turn=step.turn + 1)
            number = self.numbers.setdefault(step, len(self.numbers))
            done = self.world.done(play.state, move, [f"{i}:{number}.{n}" for n, i in enumerate(move.made)])
            if done is None:
                continue
            changed = self._changed(play.state, move, done)
            self._note(number, step, done, changed)
            if not changed:
                continue
            if done.results[self.world.rules[move.rule].main or 0].tag not in changed:
                self.idle.add(number)
            now = {**makers, **dict.fromkeys(changed, number)}
            solved = tuple((a, number) for a in sorted(done.state.solved - play.state.solved))
            yield _Play(play.steps | {number}, done.state, play.solved + solved, tuple(sorted(now.items())))

    def _note(self, number: int, step: _Step, done: Done, changed: set[str]) -> None:
        self.steps[number] = step
        self.spent[number] = set(step.inputs) - ({thing.tag for thing in done.results} - changed)
        self.outputs[number] = tuple(thing.tag for thing in done.results)
        self.items |= {t.tag: t.item for thing in (*done.results, *done.hidden) for t in nested(thing)}

    def _changed(self, before: State, move: Move, done: Done) -> set[str]:
        """What is new or different after a move, as tags of its results."""
        old = {before.spots[n].thing.tag: before.spots[n].thing for n in move.inputs}
        return {thing.tag for thing in done.results if old.get(thing.tag) != thing}

    # --- from a play to a puzzle --------------------------------------------------------------------------

    def _told(self, play: _Play) -> tuple[Key, str, str | None] | None:
        owners: dict[int, str] = {}
        for area, top in play.solved:
            for number in self._below(top):
                owners.setdefault(number, area)
        if set(owners) != play.steps:
            return None
        taken = {n for s in play.steps for n, source in self._inputs(s) if source is None}
        if not self.placed <= taken:
            return None
        for area, top in play.solved:
            given = self.pack.areas[area]
            depth = self._depth(top, area, owners)
            if depth < given.min_depth or depth > (given.max_depth or depth):
                return None
        if not self._promises_hold(play, owners):
            return None
        return self._key(play), self._text(play), self._limit(play, owners)

    def _inputs(self, number: int) -> Iterator[tuple[str, int | None]]:
        yield from zip(self.steps[number].inputs, self.steps[number].sources, strict=True)

    def _below(self, top: int) -> set[int]:
        return everything_below(top, lambda step: self.steps[step].sources)

    def _depth(self, number: int, area: str, owners: Mapping[int, str]) -> int:
        if owners[number] != area:
            return 0
        below = [self._depth(s, area, owners) for s in self.steps[number].sources if s is not None]
        return 1 + max(below, default=0)

    def _promises_hold(self, play: _Play, owners: Mapping[int, str]) -> bool:
        graph = self._graph(self._said(play))
        if graph.solved_early() & self.goals.keys():
            return False
        for area in self.goals:
            promised = self.pack.areas[area].guarantees
            if promised.dead_ends is Policy.FORBID and graph.can_lose(area):
                return False
            if promised.shortcuts is Policy.FORBID:
                for number in play.steps:
                    if owners[number] == area and area in graph.solved_without(self._kind(number)):
                        return False
        return True

    def _said(self, play: _Play) -> Choices:
        """What rules make in this puzzle where they leave it open: what its steps make."""
        if not self._open_rules():
            return self.every
        found = {}
        for number, rule in enumerate(self.pack.rules):
            pools = []
            for slot, type_ in enumerate(anatomy(rule).slots):
                known = meant(self.pack, type_)
                if len(known) > 1:
                    known = tuple(
                        sorted({self.steps[s].made[slot] for s in play.steps if self.steps[s].rule == number})
                    )
                pools.append(known)
            found[number] = tuple(product(*pools))
        return found

    def _kind(self, number: int) -> tuple[int, str]:
        main = anatomy(self.pack.rules[self.steps[number].rule]).main
        assert main is not None
        return self.steps[number].rule + 1, self.items[self.outputs[number][main]]

    def _limit(self, play: _Play, owners: Mapping[int, str]) -> str | None:
        """The stated limit that this puzzle does not keep to."""
        limits = self.pack.limits
        if play.steps & self.idle:
            return "changes nothing"
        changes = Counter(name for number in play.steps for name in set(self.outputs[number]))
        if max(changes.values(), default=0) > limits.stages:
            return "stages"
        made: dict[str, list[tuple[str, str]]] = {}
        spent = {name for number in play.steps for name in self.spent[number]}
        for number in play.steps:
            for name in self.outputs[number]:
                if name.split(".")[0].endswith(f":{number}"):
                    made.setdefault(self.items[name], []).append((name, owners[number]))
        placed = (spot.thing for spot in self.spots if spot.thing.tag in self.placed)
        added = Counter(thing.item for outer in placed for thing in nested(outer))
        added.update(item for number in play.steps for item in self.steps[number].made)
        if max(added.values(), default=0) > limits.copies:
            return "copies"
        for things in made.values():
            left = {area for name, area in things if name not in spent}
            if len(things) > 1 and left and {area for _, area in things} != {things[0][1]}:
                return "made again"
        return None

    def _key(self, play: _Play) -> Key:
        @cache
        def label(number: int) -> Label:
            step = self.steps[number]
            inputs = [
                (self.items[name], None if source is None else label(source))
                for name, source in self._inputs(number)
            ]
            return _label(self.pack, step.rule + 1, inputs, [self.items[n] for n in self.outputs[number]])

        goals = sorted((area, str(goal)) for area, goal in self.goals.items())
        start = sorted(t.item for spot in self.spots for t in nested(spot.thing))
        return tuple(goals), tuple(start), tuple(sorted(map(label, play.steps), key=repr))

    def _text(self, play: _Play) -> str:
        places = ", ".join(f"{s.thing.tag} in {s.where}" for s in self.spots)
        steps = []
        for number in sorted(play.steps):
            step = self.steps[number]
            action, inputs = self.pack.rules[step.rule].action, " ".join(step.inputs)
            steps.append(f"{action} {inputs} -> {' '.join(self.outputs[number])}")
        return f"[{places}] {'; '.join(steps)} | solved {', '.join(area for area, _ in play.solved)}"
