"""Whether a loosened pack has a puzzle, played where dead ends are forbidden."""

from __future__ import annotations

from collections.abc import Mapping

from puzzlesynth.pack.model import Policy
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.synth.answers.answer_set import Answer
from puzzlesynth.synth.answers.decoder import Decoder
from puzzlesynth.synth.deadline import Deadline

from .budgeted_program import SolveBudget
from .oracle import PLAYED, FaultFinder
from .requirements import Requirement
from .weakened_program import SearchAttempt, WeakenedProgram

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

    def find(self, numbers: Mapping[Requirement, int], seeds: int, each: SolveBudget = EACH) -> SearchAttempt:
        """A puzzle in which the bounds that are given up have these numbers."""
        tried = SearchAttempt()
        for seed in range(seeds):
            tried = self._played(numbers, seed, each)
            if tried.answer is not None or tried.decided:
                break
        return tried

    def _played(self, numbers: Mapping[Requirement, int], seed: int, each: SolveBudget) -> SearchAttempt:
        guard = self._program.guard
        for _ in range(PLAYED):
            tried = self._program.find(numbers, each, self._deadline, seed)
            if tried.answer is None:
                return SearchAttempt(decided=tried.decided and not self._refused)
            if not self._safe or self._is_safe(self.puzzle(tried.answer)):
                return tried
            self._refused = True
            reader = guard.reader
            guard.forbid([*reader.tree_literals(tried.answer), *reader.place_literals(tried.answer)])
        return SearchAttempt(decided=False)

    def _is_safe(self, puzzle: Puzzle) -> bool:
        return self._dead_end(self._program.pack, puzzle, self._safe) is None

    def puzzle(self, answer: Answer) -> Puzzle:
        return self._decoder.decode(answer)
