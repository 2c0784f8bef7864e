"""Keeps shortcuts out of the answer sets: a propagator that tests every candidate before clingo accepts it.

When a candidate has a shortcut, what is in the world and enough for it becomes a clause, so that no later candidate
has the same one. The search goes on from there with everything it has learnt; nothing is drawn again and again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import clingo

from .analysis import Possible
from .answer import Answer, AnswerReader
from .area_map import AreaMap
from .landmarks import LandmarkTest, Shortcut


class Guard(clingo.Propagator):
    """Looks at total assignments only. The last one that it let pass is `answer`."""

    def __init__(self, possible: Possible, strict_areas: Collection[str]) -> None:
        self._test, self._strict_areas = LandmarkTest(possible), frozenset(strict_areas)
        self._map = AreaMap(possible)
        self._first = possible.start.open[0]
        self._carryable = {item.name for item in possible.pack.items.values() if item.carryable}
        self._pending: list[list[int]] = []
        self.enabled = True
        """Whether the landmark test decides about shortcuts, or somebody who plays the puzzle."""
        self.asleep = False
        """Lets everything pass and reads nothing."""
        self.test_literal = 0
        """The program's literal under which everything stands that the landmark test has taught."""
        self._unless_tested = 0
        self.refused = 0
        self.answer = Answer()
        self.reader: AnswerReader

    def forbid(self, literals: list[int]) -> None:
        """From the next time that the program is asked, never again all of these together."""
        self._pending.append([-literal for literal in literals])

    # --- clingo's side --------------------------------------------------------------------------------

    def init(self, init: clingo.PropagateInit) -> None:
        init.check_mode = clingo.PropagatorCheckMode.Total
        if not hasattr(self, "reader"):
            self.reader = AnswerReader(init.symbolic_atoms, init.solver_literal)
            self._unless_tested = -init.solver_literal(self.test_literal)
        for clause in self._pending:
            if not init.add_clause(clause):
                return
        self._pending.clear()

    def check(self, control: clingo.PropagateControl) -> None:
        if self.asleep:
            return
        self.answer = self.reader.read(control.assignment.is_true)
        if not self.enabled:
            return
        shortcut = self._test.shortcut(self.answer, self._strict_areas)
        if shortcut is not None:
            self.refused += 1
            clauses = list(self._clauses(shortcut))
            if not any(all(map(control.assignment.is_false, clause)) for clause in clauses):
                raise AssertionError(f"what was learnt does not rule out {shortcut}")
            for clause in clauses:
                # What the test is too strict about must not stay in the way when it no longer decides.
                if not control.add_clause([self._unless_tested, *clause]):
                    return

    # --- from a shortcut to clauses -------------------------------------------------------------------

    def _clauses(self, shortcut: Shortcut) -> Iterator[list[int]]:
        """Not all of this evidence together with that step in that area's tree."""
        atoms = {self._stands_for(fact, shortcut) for fact in shortcut.evidence}
        body = [-self.reader.literals[atom] for atom in sorted(atoms, key=str)]
        if shortcut.kind is None:
            yield body
            return
        # The areas before may be taken as solved only where they do without such a step.
        for area in sorted(shortcut.granted):
            body += [belongs for _, belongs in self.reader.steps_of(*shortcut.kind, area)]
        if shortcut.step is not None:
            yield [*body, *self._replaced(shortcut)]
            return
        for step, belongs in self.reader.steps_of(*shortcut.kind, shortcut.area):
            yield [*body, -step, -belongs]

    def _stands_for(self, fact: tuple[Any, ...], shortcut: Shortcut) -> tuple[Any, ...]:
        """It makes no difference in which of the areas that are open by then a thing lies that can be carried there."""
        area = shortcut.area if shortcut.granted else self._first
        if fact[0] == "lies" and fact[1] in self._carryable and fact[3] in self._map.open_with[area]:
            return "handy", fact[1], fact[2], area
        return fact

    def _replaced(self, shortcut: Shortcut) -> Iterator[int]:
        """Not this step, taken from by exactly these takers."""
        assert shortcut.step is not None
        assert shortcut.kind is not None
        literals, answer = self.reader.literals, self.answer
        made = answer.makes.get(shortcut.step, [])
        yield -literals["step", shortcut.step, shortcut.kind[0]]
        yield -literals["belongs", shortcut.step, shortcut.area]
        for n, node in made:
            yield -literals["makes", shortcut.step, n, node]
        for step, n, node in shortcut.takers:
            yield -literals["step", step, answer.rules[step]]
            yield -literals["takes", step, n, node]
            if step in answer.happens:
                yield -literals["happens", step, answer.happens[step]]
        for taker, literal in self.reader.takers_of([shortcut.step, *(node for _, node in made)]):
            if taker not in shortcut.takers:
                yield literal
        # Where another step does the same, this one being of no use is no shortcut.
        yield from self.reader.other_steps(shortcut.step, *shortcut.kind)
