"""Whether a puzzle that is there already meets the designers' constraints of its pack.

The puzzle is given as the atoms that an answer set of it has, as far as words are defined by them; then every constraint
is switched on by itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import clingo
from clingo import Function, Number, String, Symbol

from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.rules.effects import operator_effects
from puzzlesynth.puzzle.model import Puzzle, StatedConstraint, Step, red_herrings
from puzzlesynth.synth.initial_state import InitialState, fresh_start, running_start
from puzzlesynth.synth.program.facts import facts_of, vocabulary_facts
from puzzlesynth.synth.program.predicates import term
from puzzlesynth.synth.relevance import PackAnalysis

from .designer_constraints import (
    SWITCH,
    WISH,
    ConstraintError,
    ConstraintSet,
    DesignerConstraint,
    weight_problems,
)
from .rewriter import add_statements, constraint_set


def constraints_met(
    pack: Pack, puzzle: Puzzle, constraints: ConstraintSet | None = None
) -> tuple[tuple[DesignerConstraint, bool], ...]:
    """The constraints of the pack, and whether a puzzle meets them. Preferences are no constraints.

    `constraints`: others than the pack's; they must be switchable.
    """
    found = constraints or constraint_set(pack, switchable=True)
    if not found.named:
        return ()
    control = _program(pack, puzzle, found)
    return tuple(
        (named, bool(control.solve(assumptions=[(_switch(number), True)]).satisfiable))
        for number, named in enumerate(found.named)
    )


def preference_costs(pack: Pack, puzzle: Puzzle) -> tuple[StatedConstraint, ...]:
    """The preferences of the pack, each with how much of it a puzzle does not meet."""
    found = constraint_set(pack, switchable=True)
    costs = [0] * len(found.preferences)
    if not costs:
        return ()
    control = _program(pack, puzzle, found)
    if problems := weight_problems(control, found.preferences):
        raise ConstraintError(problems)
    wishes = [(atom.literal, atom.symbol) for atom in control.symbolic_atoms.by_signature(WISH, 4)]
    off = [(_switch(number), False) for number in range(len(found.named))]
    with control.solve(assumptions=off, yield_=True) as handle:
        answer = handle.model()
        for literal, wish in wishes:
            if answer is not None and answer.is_true(literal):
                number, weight = wish.arguments[:2]
                costs[number.number] += weight.number
    return tuple(
        StatedConstraint(one.name, one.kind, one.sentence, one.weight, cost)
        for one, cost in zip(found.preferences, costs, strict=True)
    )


def _program(pack: Pack, puzzle: Puzzle, found: ConstraintSet) -> clingo.Control:
    possible = PackAnalysis(pack, _start(pack, puzzle))
    control = clingo.Control(["--warn=none"], logger=lambda code, message: None)
    with control.backend() as backend:
        facts = [*facts_of(possible), *vocabulary_facts(possible, found.words)]
        for symbol in {*(fact.symbol for fact in facts), *_atoms(pack, puzzle)}:
            backend.add_rule([backend.add_atom(symbol)])
        for number in range(len(found.named)):
            backend.add_rule([backend.add_atom(_switch(number))], choice=True)
    add_statements(control, found)
    control.ground([("base", [])])
    return control


def _switch(number: int) -> Symbol:
    return Function(SWITCH, [Function("", [String("constraint"), Number(number)])])


def _start(pack: Pack, puzzle: Puzzle) -> InitialState:
    """What the puzzle was made for: a new game, or one under way."""
    if puzzle.progress is None:
        return fresh_start(pack)
    there = [thing for thing in puzzle.objects if not thing.placed]
    return running_start(pack, there, puzzle.progress, *(goal.name for goal in puzzle.areas))


# --- a puzzle as atoms ------------------------------------------------------------------------------------


class _Copies:
    """The copy of its item that each object is."""

    def __init__(self, puzzle: Puzzle) -> None:
        counts: dict[str, int] = defaultdict(int)
        self._known: dict[str, tuple[Symbol, Symbol]] = {}
        things = [*((o.id, o.item) for o in puzzle.objects), *((c.id, c.item) for c in puzzle.creates)]
        for name, item in things:
            counts[item] += 1
            self._known[name] = (String(item), Number(counts[item]))
        self._stages = {step.id: number for number, step in enumerate(puzzle.steps, 1)}

    def of(self, name: str) -> tuple[Symbol, Symbol]:
        return self._known[name]

    def node(self, name: str, maker: str | None) -> Symbol:
        """The object as a step left it, or as it was at the start."""
        stage = 0 if maker is None else self._stages[maker]
        return Function("", [*self.of(name), Number(stage)])


def _atoms(pack: Pack, puzzle: Puzzle) -> Iterator[Symbol]:
    copies = _Copies(puzzle)
    for step in puzzle.steps:
        yield from _step_atoms(pack, step, copies)
    for thing in puzzle.objects:
        if thing.placed:
            yield Function("placed", list(copies.of(thing.id)))
        if thing.area is not None:
            yield Function("lies", [*copies.of(thing.id), String(thing.area)])
    for name in red_herrings(puzzle):
        yield Function("bait", list(copies.of(name)))
    for goal in puzzle.areas:
        chosen = pack.areas[goal.name].goal_texts.index(goal.goal)
        yield Function("chosen", [String(goal.name), Number(chosen)])
        yield Function("solved_by", [String(goal.name), String(goal.solved_by)])
        if goal.opened_by is not None:
            yield Function("opened_by", [String(goal.name), String(goal.opened_by)])


def _step_atoms(pack: Pack, step: Step, copies: _Copies) -> Iterator[Symbol]:
    own = String(step.id)
    effects = operator_effects(pack.rule(step.rule))
    yield Function("step", [own, term(step.rule)])
    yield Function("belongs", [own, String(step.area)])
    if step.place is not None:
        yield Function("happens", [own, String(step.place)])
    for number, (name, source) in enumerate(zip(step.inputs, step.sources, strict=True)):
        node = copies.node(name, source)
        yield Function("takes", [own, Number(number), node])
        if source is None:
            yield Function("leaf", [node])
        else:
            yield Function("supplies", [String(source), own])
    for number, name in enumerate(step.outputs):
        # What is merely kept is neither made nor changed.
        if number not in effects.kept or number in effects.changed:
            yield Function("makes", [own, Number(number), copies.node(name, step.id)])
