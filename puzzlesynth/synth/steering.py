"""Keep and never: the choices of a designer who likes part of a puzzle and regenerates the rest.

A kept step has a counterpart in every puzzle: a step of the same area's tree that applies the same rule, takes the same
items as the same inputs and makes the same items. Where a step and a step that it takes from are both kept, so is the
link between them; a whole area that is kept therefore keeps its shape. Which copy of an item plays which part is left
open, since nothing but the number tells copies apart.

The choices become literals that every question to the program assumes. Nothing is ground again, so a choice can be
changed between two questions.

Novelty is a choice too: of each puzzle that a new one has to differ from, no more than a share of the steps may come
back, wherever and for whatever. A step comes back if the same rule is applied to the same items.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzlesynth.bad_input import BadInput
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.diversity import step_kinds
from puzzlesynth.puzzle.model import Object, Puzzle, Step
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.suggestions import hint_for

if TYPE_CHECKING:
    import clingo

Node = tuple[str, int, int]
Said = Callable[[str, int], Iterator[tuple[int, tuple[Any, ...]]]]


HALF = 50
"""Percent of a known puzzle's steps that may come back, unless it is said otherwise."""


class KnownPuzzle(NamedTuple):
    """A puzzle that a new one has to differ from."""

    name: str
    """What the user calls it."""
    steps: tuple[tuple[int, tuple[str, ...]], ...]
    """Its steps, each once, as a rule and the items that it is applied to."""

    def may_return(self, percent: int) -> int:
        """How many of its steps may come back: never all of them."""
        return min(len(self.steps) * percent // 100, len(self.steps) - 1)


def known_puzzle(puzzle: Puzzle, name: str = "") -> KnownPuzzle:
    return KnownPuzzle(name or puzzle.id[:8], tuple(sorted(step_kinds(puzzle))))


@dataclass(frozen=True)
class Steering:
    """What a puzzle has to keep of another one, and what it must never use."""

    puzzle: Puzzle | None = None
    """Where the kept steps, objects and goals are from."""
    steps: frozenset[str] = frozenset()
    """Steps to keep, by their ids."""
    objects: frozenset[str] = frozenset()
    """Objects to keep where they are, by their ids."""
    goals: frozenset[str] = frozenset()
    """Areas that keep their goals."""
    never_rules: frozenset[int] = frozenset()
    never_items: frozenset[str] = frozenset()
    unlike: frozenset[KnownPuzzle] = frozenset()
    returning: int = HALF
    """Percent of the steps of each of these that may come back."""

    def __bool__(self) -> bool:
        return any(getattr(self, name) for name in CHOICES)

    def choices(self) -> Iterator[Steering]:
        """Each choice by itself."""
        for name in CHOICES:
            for one in sorted(getattr(self, name)):
                yield Steering(self.puzzle, returning=self.returning, **{name: frozenset({one})})

    def __or__(self, other: Steering) -> Steering:
        """The choices of both. Raises `SteeringError` where they keep parts of different puzzles."""
        if None not in (self.puzzle, other.puzzle) and self.puzzle != other.puzzle:
            raise SteeringError("parts of two puzzles cannot be kept together")
        both = {name: getattr(self, name) | getattr(other, name) for name in CHOICES}
        returning = min((one.returning for one in (self, other) if one.unlike), default=self.returning)
        return Steering(self.puzzle or other.puzzle, returning=returning, **both)

    def told(self, pack: Pack) -> str:
        """The choices in a user's words."""
        rules = [pack.rule(number) for number in sorted(self.never_rules)]
        kept = [
            *sorted(self.steps),
            *sorted(self.objects),
            *(f"the goal of {area}" for area in sorted(self.goals)),
        ]
        never = [*(rule.name or rule.action for rule in rules), *sorted(self.never_items)]
        unlike = [one.name for one in sorted(self.unlike)]
        return ", ".join(
            [
                *(f"keep {one}" for one in kept),
                *(f"never {one}" for one in never),
                *(f"differ from {one}" for one in unlike),
            ]
        )


CHOICES = ("steps", "objects", "goals", "never_rules", "never_items", "unlike")


class SteeringError(BadInput):
    """What is to be kept or never used does not exist."""


def read_steering(pack: Pack, puzzle: Puzzle | None, keep: Sequence[str], never: Sequence[str]) -> Steering:
    """The choices that a user has named. Raises `SteeringError` for a name that nothing has.

    To keep: steps, objects and areas of the puzzle. Never to use: items, and rules by their name, action or number.
    """
    found = Steering(puzzle)
    for name in keep:
        if puzzle is None:
            raise SteeringError(f"keep {name}: say which puzzle it belongs to")
        found |= _kept(puzzle, name)
    for name in never:
        found |= _never(pack, name)
    return found


def _kept(puzzle: Puzzle, name: str) -> Steering:
    steps, objects, areas = (
        [each.id for each in puzzle.steps],
        [each.id for each in puzzle.objects if each.placed],
        [each.name for each in puzzle.areas],
    )
    if name in steps:
        return Steering(puzzle, frozenset({name}))
    if name in areas:
        return keeping_area(puzzle, name)
    if name in objects:
        return Steering(puzzle, objects=frozenset({name}))
    if any(thing.id == name for thing in puzzle.objects):
        raise SteeringError(f"keep {name}: it is there in every puzzle of the pack")
    raise SteeringError(
        f"keep {name}: the puzzle has no such step, object or area; {hint_for(name, [*areas, *objects, *steps])}"
    )


def _never(pack: Pack, name: str) -> Steering:
    if name in pack.items:
        return Steering(never_items=frozenset({name}))
    rules = [rule for rule in pack.rules if name in (rule.name, rule.action, str(rule.number))]
    if rules:
        return Steering(never_rules=frozenset(rule.number for rule in rules))
    known = [*pack.items, *dict.fromkeys(rule.name or rule.action for rule in pack.rules)]
    raise SteeringError(f"never {name}: the pack has no such item or rule; {hint_for(name, known)}")


def keeping_area(puzzle: Puzzle, *names: str) -> Steering:
    """Keeps whole areas: their goals, and the trees under them."""
    steps = frozenset(step.id for step in puzzle.steps if step.area in names)
    return Steering(puzzle, steps, goals=frozenset(names))


def keeping_all_but(puzzle: Puzzle, step: str) -> Steering:
    """Keeps everything but a step and what is only there for it: other ways to get the same thing at the same place.

    Raises `SteeringError` for a step that the puzzle does not have."""
    if step not in puzzle.solution:
        raise SteeringError(f"{step}: the puzzle has no such step; {hint_for(step, puzzle.solution)}")
    takers: dict[str, set[str]] = defaultdict(set)
    for taker in puzzle.steps:
        for source in filter(None, taker.sources):
            takers[source].add(taker.id)
    solving = {area.solved_by for area in puzzle.areas}
    given_up = {step}
    for earlier in reversed(puzzle.solution):
        # What solves an area is there for that, even if only this step takes what it makes.
        if earlier not in solving and takers[earlier] and takers[earlier] <= given_up:
            given_up.add(earlier)
    steps = frozenset(each.id for each in puzzle.steps) - given_up
    return Steering(puzzle, steps, goals=frozenset(area.name for area in puzzle.areas))


def steering_literals(steering: Steering, pack: Pack, backend: clingo.Backend, said: Said) -> list[int]:
    """The literals that hold in exactly the puzzles that these choices leave."""
    builder = _LiteralBuilder(backend, said)
    literals = list(builder.never(steering.never_rules, steering.never_items))
    for known in sorted(steering.unlike):
        literals += builder.differs_from(known, known.may_return(steering.returning))
    if steering.puzzle is not None:
        kept = _KeptParts(steering, steering.puzzle, builder)
        literals += [*kept.steps(), *kept.objects(), *kept.goals(pack)]
    return literals


class _LiteralBuilder:
    """The atoms of a ground program by what they are about, and new atoms defined from them."""

    def __init__(self, backend: clingo.Backend, said: Said) -> None:
        self._backend, self._said = backend, said

    def any_of(self, literals: Iterable[int]) -> int:
        """Holds when one of them does; with none of them, never."""
        found = list(literals)
        if len(found) == 1:
            return found[0]
        atom: int = self._backend.add_atom()
        for literal in found:
            self._backend.add_rule([atom], [literal])
        return atom

    def all_of(self, literals: Sequence[int]) -> int:
        if len(literals) == 1:
            return literals[0]
        atom: int = self._backend.add_atom()
        self._backend.add_rule([atom], literals)
        return atom

    def at_least(self, number: int, literals: Iterable[int]) -> int:
        atom: int = self._backend.add_atom()
        self._backend.add_weight_rule([atom], number, [(literal, 1) for literal in literals])
        return atom

    def never(self, rules: frozenset[int], items: frozenset[str]) -> Iterator[int]:
        for literal, (_, rule) in self._said("step", 2):
            if rule in rules:
                yield -literal
        for name in ("takes", "makes"):
            for literal, (_, _, node) in self._said(name, 3):
                if node[0] in items:
                    yield -literal
        for literal, (item, _) in self._said("placed", 2):
            if item in items:
                yield -literal

    def differs_from(self, known: KnownPuzzle, most: int) -> Iterator[int]:
        """That no more than some of a known puzzle's steps are there again."""
        again = [ways for rule, items in known.steps if (ways := list(self._applications(rule, items)))]
        if len(again) > most >= 0:
            yield -self.at_least(most + 1, map(self.any_of, again))

    def _applications(self, rule: int, items: tuple[str, ...]) -> Iterator[int]:
        """For each step that may apply a rule to these items, the literal that says so."""
        for literal, node in self.steps.get(rule, ()):
            inputs = [self.takes.get((node, number, item)) for number, item in enumerate(items)]
            if all(inputs):
                taken = [self.any_of([way for way, _ in ways]) for ways in inputs if ways]
                yield self.all_of([literal, *taken])

    @cached_property
    def steps(self) -> dict[int, list[tuple[int, Node]]]:
        """The steps that may apply each rule."""
        found = defaultdict(list)
        for literal, (node, rule) in self._said("step", 2):
            found[rule].append((literal, node))
        return found

    @cached_property
    def belongs(self) -> dict[tuple[Node, str], int]:
        return {(node, area): literal for literal, (node, area) in self._said("belongs", 2)}

    @cached_property
    def takes(self) -> dict[tuple[Node, int, str], list[tuple[int, Node]]]:
        """What a step may take as an input, by item."""
        return self._by_item("takes")

    @cached_property
    def makes(self) -> dict[tuple[Node, int, str], list[tuple[int, Node]]]:
        """What a step may make as an output, by item."""
        return self._by_item("makes")

    def _by_item(self, name: str) -> dict[tuple[Node, int, str], list[tuple[int, Node]]]:
        found = defaultdict(list)
        for literal, (step, number, node) in self._said(name, 3):
            found[step, number, node[0]].append((literal, node))
        return found

    @cached_property
    def has_idle_steps(self) -> bool:
        """Whether a step may leave something as it is, so that what is taken was made by an earlier one."""
        return any(True for _ in self._said("unchanged", 1))

    def lying(self, item: str, area: str) -> Iterator[int]:
        return (
            literal for literal, values in self._said("lies", 3) if (values[0], values[2]) == (item, area)
        )

    def packed(self, holder: str, item: str) -> Iterator[int]:
        return (literal for literal, values in self._said("packed", 4) if values[::2] == (holder, item))

    def chosen(self, area: str, goal: int) -> Iterator[int]:
        return (literal for literal, values in self._said("chosen", 2) if values == (area, goal))


class _KeptParts:
    """The literals of what is kept of one puzzle."""

    def __init__(self, steering: Steering, puzzle: Puzzle, builder: _LiteralBuilder) -> None:
        self._steering, self._puzzle, self._builder = steering, puzzle, builder
        self._items = puzzle.items
        self._counterparts: dict[str, dict[Node, int]] = {}

    # --- steps ------------------------------------------------------------------------------------------

    def steps(self) -> Iterator[int]:
        alike: dict[tuple[Any, ...], list[Step]] = defaultdict(list)
        for name in self._puzzle.solution:  # what a step takes from comes before it
            if name in self._steering.steps:
                step = self._puzzle.step(name)
                alike[self._signature(step)].append(step)
                self._counterparts[name] = dict(self._find_counterparts(step))
                yield self._builder.any_of(self._counterparts[name].values())
        for steps in alike.values():
            if len(steps) > 1:
                yield self._as_many(steps)

    def _as_many(self, steps: list[Step]) -> int:
        """One step is not the counterpart of two."""
        nodes = {node for step in steps for node in self._counterparts[step.id]}
        each = [
            self._builder.any_of(
                [found[node] for step in steps if node in (found := self._counterparts[step.id])]
            )
            for node in sorted(nodes)
        ]
        return self._builder.at_least(len(steps), each)

    def _signature(self, step: Step) -> tuple[Any, ...]:
        inputs, outputs = ([self._items[name] for name in names] for names in (step.inputs, step.outputs))
        return step.rule, step.area, tuple(inputs), tuple(outputs)

    def _find_counterparts(self, step: Step) -> Iterator[tuple[Node, int]]:
        builder = self._builder
        for literal, node in builder.steps[step.rule]:
            belongs = builder.belongs.get((node, step.area))
            if belongs is None:
                continue
            inputs = [self._taken(node, step, number) for number in range(len(step.inputs))]
            new = [  # what is kept or changed is known from the inputs
                self._made(node, number, name)
                for number, name in enumerate(step.outputs)
                if name not in step.inputs
            ]
            parts = [literal, belongs, *inputs, *new]
            if None not in parts:
                yield node, builder.all_of([part for part in parts if part is not None])

    def _taken(self, node: Node, step: Step, number: int) -> int | None:
        """That the step takes the right item; None: it cannot."""
        ways = self._builder.takes.get((node, number, self._items[step.inputs[number]]))
        if not ways:
            return None
        source = step.sources[number]
        if source not in self._counterparts or self._builder.has_idle_steps:
            return self._builder.any_of([literal for literal, _ in ways])
        linked = [
            self._builder.all_of([literal, maker, made])
            for literal, taken in ways
            for maker, made in self._makers(source, taken)
        ]
        return self._builder.any_of(linked) if linked else None

    def _makers(self, source: str, taken: Node) -> Iterator[tuple[int, int]]:
        """The counterparts of a step that may make a node, each with the literal of its making it."""
        outputs = range(len(self._puzzle.step(source).outputs))
        for node, literal in self._counterparts[source].items():
            for number in outputs:
                for made, result in self._builder.makes.get((node, number, taken[0]), ()):
                    if result == taken:
                        yield literal, made

    def _made(self, node: Node, number: int, name: str) -> int | None:
        """That the step makes the right item; None: it cannot."""
        ways = self._builder.makes.get((node, number, self._items[name]))
        return self._builder.any_of([literal for literal, _ in ways]) if ways else None

    # --- objects and goals --------------------------------------------------------------------------------

    def objects(self) -> Iterator[int]:
        kept = [
            thing for thing in self._puzzle.objects if thing.id in self._steering.objects and thing.placed
        ]
        for (item, area, holder), number in Counter(map(self._where, kept)).items():
            found = self._builder.packed(holder, item) if holder else self._builder.lying(item, area)
            yield self._builder.at_least(number, found)

    def _where(self, thing: Object) -> tuple[str, str, str | None]:
        return thing.item, thing.area or "", self._items[thing.inside] if thing.inside else None

    def goals(self, pack: Pack) -> Iterator[int]:
        for area in self._puzzle.areas:
            if area.name in self._steering.goals:
                goal = pack.areas[area.name].goal_texts.index(area.goal)
                yield self._builder.any_of(self._builder.chosen(area.name, goal))
