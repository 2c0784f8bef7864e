"""The propagator that keeps shortcuts out of answer sets: it tests every candidate before clingo accepts it.

If a candidate has a shortcut, the part of the world that suffices for it becomes a nogood, so that no later candidate
has the same one. The search goes on from there and keeps everything it has learnt.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING

import clingo

from puzzlesynth.synth.answers.answer_set import Answer, AnswerReader, truth
from puzzlesynth.synth.relevance import PackAnalysis

from .landmark_test import LandmarkTest, landmark_test_of
from .nogoods import RelaxedShortcut
from .relaxed_task import Fact

if TYPE_CHECKING:
    from puzzlesynth.synth.answers.area_trees import TreeReader

MANY = 200
"""From this number of candidates on, remembering their trees pays."""


class ShortcutPropagator(clingo.Propagator):
    """Checks total assignments only. The last one that it accepted is `answer`."""

    def __init__(self, possible: PackAnalysis, strict_areas: Collection[str]) -> None:
        self._possible, self._strict_areas = possible, frozenset(strict_areas)
        self._herrings = bool(possible.herrings)
        self._pending: list[array[int]] = []
        """A long stream forbids every puzzle that it yields, so they are stored compactly."""
        self.enabled = True
        """Whether the landmark test decides about shortcuts, or playing the puzzle."""
        self.asleep = False
        """Accepts everything and reads nothing."""
        self.lenient = False
        """Accepts shortcuts, except those into areas that are not open yet."""
        self.test_literal = 0
        """The program's literal that guards every nogood of the landmark test."""
        self._unless_tested = 0
        self.refused = 0
        self._last_refused: int | None = None
        self.has_ended = False
        """Whether a search was ended because too many candidates were refused."""
        self.answer = Answer()
        self.reader: AnswerReader
        self._trees: TreeReader | None = None
        self._read_before = 0

    @cached_property
    def _test(self) -> LandmarkTest:
        return landmark_test_of(self._possible)

    def get_ready(self) -> None:
        """Does ahead of time what would otherwise interrupt the search."""
        self._test  # noqa: B018

    def forbid(self, literals: list[int]) -> None:
        """From the next solve on, never all of these together."""
        self._pending.append(array("i", [-literal for literal in literals]))

    @contextmanager
    def at_most(self, refused: int) -> Iterator[None]:
        """Within this block, a search ends after this many refused candidates: puzzles are probably elsewhere."""
        self._last_refused = self.refused + refused
        try:
            yield
        finally:
            self._last_refused = None
            self.has_ended = False

    def strict_areas(self, assignment: clingo.Assignment) -> Collection[str]:
        """The areas that may not have a shortcut."""
        return () if self.lenient else self._strict_areas

    def conditions(self, shortcut: RelaxedShortcut) -> list[int]:
        """What else has to be false for a shortcut to matter."""
        return []

    # --- clingo's side --------------------------------------------------------------------------------

    def init(self, init: clingo.PropagateInit) -> None:
        init.check_mode = clingo.PropagatorCheckMode.Total
        if not self.asleep and not hasattr(self, "reader"):
            self.reader = AnswerReader(init.symbolic_atoms, init.solver_literal)
            self._unless_tested = -init.solver_literal(self.test_literal)
        for clause in self._pending:
            if not init.add_clause(list(clause)):
                return
        self._pending.clear()

    def check(self, control: clingo.PropagateControl) -> None:
        # A nogood added just before may already have undone part of the assignment.
        if self.asleep or not control.assignment.is_total:
            return
        self.answer = self._read(control.assignment)
        if self._herrings and not self._let_herrings_pass(control):
            return
        if not self.enabled:
            return
        is_true, literals = control.assignment.is_true, self.reader.literals

        def holds(atom: Fact) -> bool:
            return atom in literals and is_true(literals[atom])

        strict = self.strict_areas(control.assignment)
        shortcuts = self._test.shortcuts(self.answer, strict, holds, self.reader.steps_of_kind)
        if not shortcuts:
            return
        self.refused += 1
        if self._last_refused is not None and self.refused > self._last_refused:
            # Every search assumes that candidates are tested, so this ends the current one and no other.
            self.has_ended = True
            control.add_clause([self._unless_tested], tag=True)
            return
        clauses = []
        for shortcut in shortcuts:
            learnt = list(self._clauses(shortcut))
            if not any(all(map(control.assignment.is_false, clause)) for clause in learnt):
                raise AssertionError(f"what was learnt does not rule out {shortcut}")
            clauses += [[*self.conditions(shortcut), *clause] for clause in learnt]
        for clause in clauses:
            # Nogoods of a test that is too strict must not remain when it no longer decides.
            if not control.add_clause([self._unless_tested, *clause]):
                return

    def _read(self, assignment: clingo.Assignment) -> Answer:
        if self._trees is not None:
            return self._trees.read(assignment)
        self._read_before += 1
        if self._read_before == MANY:
            from puzzlesynth.synth.answers.area_trees import TreeReader

            self._trees = TreeReader(self.reader)
        return self.reader.read(truth(assignment))

    def _let_herrings_pass(self, control: clingo.PropagateControl) -> bool:
        """No red herring may be part of a solution."""
        useful = self._test.useful_herring(self.answer)
        if useful is None:
            return True
        thing, evidence = useful
        atoms = {*evidence, ("bait", *thing)}
        control.add_clause([-self.reader.literals[atom] for atom in sorted(atoms, key=str)])
        return False

    # --- from a shortcut to clauses -------------------------------------------------------------------

    def _clauses(self, shortcut: RelaxedShortcut) -> Iterator[list[int]]:
        """Not all of this evidence together with that step in that area's tree."""
        body = [-self.reader.literals[atom] for atom in sorted(shortcut.evidence, key=str)]
        # The assumptions hold as long as all of these atoms are false.
        literals = self.reader.literals
        body += [literals[atom] for atom in sorted(shortcut.absent, key=str) if atom in literals]
        if shortcut.kind is None:
            yield body
            return
        if shortcut.step is not None:
            yield [*body, *self._replaced(shortcut)]
            return
        for step, belongs in self.reader.steps_of(*shortcut.kind, shortcut.area):
            yield [*body, -step, -belongs]

    def _replaced(self, shortcut: RelaxedShortcut) -> Iterator[int]:
        """Not this step resting on these others, nor, where it matters, taken from by exactly these takers."""
        assert shortcut.step is not None
        assert shortcut.kind is not None
        literals, answer = self.reader.literals, self.answer
        made = answer.makes.get(shortcut.step, [])
        yield -literals["step", shortcut.step, shortcut.kind[0]]
        yield -literals["belongs", shortcut.step, shortcut.area]
        for n, node in made:
            yield -literals["makes", shortcut.step, n, node]
        for atom in sorted(shortcut.links, key=str):
            yield -literals[atom]
        for step, n, node in shortcut.takers or ():
            yield -literals["step", step, answer.rules[step]]
            yield -literals["takes", step, n, node]
            if step in answer.happens:
                yield -literals["happens", step, answer.happens[step]]
        if shortcut.takers is not None:
            for taker, literal in self.reader.takers_of([shortcut.step, *(node for _, node in made)]):
                if taker not in shortcut.takers:
                    yield literal
        for _, literal in self.reader.takers_of(shortcut.untaken):
            yield literal
        if shortcut.step not in answer.solved_by.values():
            # A step that solves an area has that purpose, whether or not another step takes what it makes.
            yield from self.reader.solving(shortcut.step)
        # If another step does the same, it is no shortcut that this one is useless.
        yield from self.reader.other_steps(shortcut.step, *shortcut.kind)
