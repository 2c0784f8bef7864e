"""The synthesizer's own program for a pack that has been loosened, in which other numbers can be tried for bounds.

What is left of the pack is fixed, not assumed as in the program for `why`; so puzzles are found as fast as ever.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from puzzlesynth.deadline import Deadline
from puzzlesynth.pack.model import Pack, Policy
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.synth.answers.answer_set import Answer
from puzzlesynth.synth.answers.decoder import Decoder
from puzzlesynth.synth.constraints import SWITCH
from puzzlesynth.synth.initial_state import InitialState
from puzzlesynth.synth.options import Targets
from puzzlesynth.synth.program import predicates as p
from puzzlesynth.synth.relevance import PackAnalysis

from .budgeted_program import (
    BudgetedProgram,
    SolveBudget,
    switch,
)
from .oracle import PLAYED, FaultFinder
from .requirements import (
    AssumptionResult,
    Leeway,
    Requirement,
    by_id,
    weakened_pack,
    weakened_start,
    weakened_targets,
)

NO_PUZZLE = AssumptionResult(core=frozenset())
"""It is proven that there is none."""


class WeakenedProgram(BudgetedProgram):
    def __init__(
        self,
        pack: Pack,
        constraints: Sequence[str],
        targets: Targets,
        start: InitialState | None,
        given_up: Collection[Requirement],
        deepest: int,
        leeway: Leeway = Leeway.SOME,
    ) -> None:
        """`deepest`: longer chains need not be distinguished."""
        # In an order of its own: what is written here is what the solver reads.
        self._given_up = by_id(given_up)
        self.pack = weakened_pack(pack, {requirement.id for requirement in given_up}, leeway)
        self._deepest = deepest
        begin = weakened_start(start, self.pack)
        loose = PackAnalysis(self.pack, begin, None, weakened_targets(targets, given_up), asked_for=pack)
        super().__init__(replace(loose, widened=loose.supplies.any_recurs), constraints)

    def _facts(self) -> Iterator[p.Fact]:
        fewer = {requirement.area for requirement in self._given_up if requirement.kind == "herrings"}
        for fact in super()._facts():
            if fact.kind != p.Herrings or fact.symbol.arguments[0].string not in fewer:
                yield fact
        self._control.add("base", [], "\n".join(self._rules()))

    def _rules(self) -> Iterator[str]:
        yield f"deepest({self._deepest})."
        given_up = {requirement.id for requirement in self._given_up}
        for number in range(len(self.constraints.named)):
            if ("constraint", number) not in given_up:
                yield f"{switch(('constraint', number))}."
        for requirement in self._given_up:
            if requirement.id[:2] == ("target", "width"):
                yield f'bounded("{requirement.area}","width").'
            if requirement.kind == "herrings":
                for number in range((requirement.bound or 0) + 1):
                    id = (*requirement.id, number)
                    yield from (f"{{ {switch(id)} }}.", *self.enforced(requirement.id, number, switch(id)))

    def find(
        self, numbers: Mapping[Requirement, int], effort: SolveBudget, deadline: Deadline, seed: int
    ) -> AssumptionResult:
        """A puzzle in which the bounds that are given up have these numbers."""
        self.search_randomly(seed)
        asked = {
            self.literal_for((*r.id, number), self.enforced(r.id, number, switch((*r.id, number))))
            for r, number in numbers.items()
        }
        others = [
            -atom.literal
            for atom in self._control.symbolic_atoms.by_signature(SWITCH, 1)
            if not atom.is_fact and atom.literal not in asked
        ]
        with self.solved([*asked, *others], effort, deadline) as handle:
            if self.guard.has_given_up:
                return AssumptionResult()
            if handle.model() is not None:
                return AssumptionResult(met=frozenset(), answer=self.guard.answer)
            return NO_PUZZLE if handle.get().unsatisfiable else AssumptionResult()


EACH = SolveBudget(3_000, 40)
"""What each search may take before the next one goes another way."""

SHORT, LONG = 2, 6
"""How many searches there are before something counts as not decided."""


class WeakenedPackSearch:
    def __init__(self, program: WeakenedProgram, dead_end: FaultFinder, deadline: Deadline) -> None:
        self._program, self._dead_end, self._deadline = program, dead_end, deadline
        self._decoder = Decoder(program.possible)
        areas = program.possible.start.areas
        self._safe = [area.name for area in areas if area.guarantees.dead_ends is Policy.FORBID]
        self._refused = False
        """Whether something was turned down for what playing could not settle, perhaps."""

    def find(
        self, numbers: Mapping[Requirement, int], seeds: int, each: SolveBudget = EACH
    ) -> AssumptionResult:
        """A puzzle in which the bounds that are given up have these numbers."""
        tried = AssumptionResult()
        for seed in range(seeds):
            tried = self._played(numbers, seed, each)
            if not tried.undecided:
                break
        return tried

    def _played(self, numbers: Mapping[Requirement, int], seed: int, each: SolveBudget) -> AssumptionResult:
        guard = self._program.guard
        for _ in range(PLAYED):
            tried = self._program.find(numbers, each, self._deadline, seed)
            if tried.answer is None:
                return AssumptionResult() if self._refused else tried
            if not self._safe or self._is_safe(self.puzzle(tried.answer)):
                return tried
            self._refused = True
            guard.forbid(guard.reader.tree_literals(tried.answer, places=True))
        return AssumptionResult()

    def _is_safe(self, puzzle: Puzzle) -> bool:
        return self._dead_end(self._program.pack, puzzle, self._safe) is None

    def puzzle(self, answer: Answer) -> Puzzle:
        return self._decoder.decode(answer)
