"""The judge: plays a candidate of the synthesizer, and decides whether it keeps the guarantees of its pack and areas."""

from __future__ import annotations

from puzzlesynth.internal_error import InternalError
from puzzlesynth.pack.model import Pack, Policy
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.state_limits import REPORTED_STATES, STATE_LIMIT
from puzzlesynth.synth.acceptance import Acceptance, Counterexample
from puzzlesynth.world import (
    Outcome,
    Shortcut,
    TooLarge,
    Undecided,
    consistency_fault,
    find_shortcut,
    has_dead_end,
    replay,
    solution_surely_wins,
    verify,
)
from puzzlesynth.world.ground_task import GroundTask, ground_task
from puzzlesynth.world.verification.quick_consistency import is_surely_consistent
from puzzlesynth.world.verification.replay import wrong_sources


class PuzzleJudge:
    """Plays candidates as far as the guarantees of their pack and areas ask for it."""

    def __init__(self, pack: Pack, states: int = STATE_LIMIT) -> None:
        self._pack, self._states = pack, states
        areas = pack.areas.values()
        self._shortcuts = {area.guarantees.shortcuts for area in areas}
        self._dead_ends = {area.guarantees.dead_ends for area in areas}
        self._latest: GroundTask | None = None
        """Kept for measuring the puzzle that was judged last (`ground_task`)."""

    @property
    def can_refuse(self) -> bool:
        """Whether it may reject what the encoding accepts."""
        return Policy.FORBID in self._dead_ends

    def __call__(self, puzzle: Puzzle, look_for_shortcuts: bool) -> Acceptance:
        task = self._played(puzzle)
        guarantees = {"solvable": "verified"}
        if look_for_shortcuts:
            refused = self._exact(puzzle, guarantees)
            if refused is not None:
                return refused
        else:
            guarantees["shortcuts"] = self._reported_shortcuts(puzzle)
        fine = self._dead_ends_are_fine(puzzle, task, guarantees)
        return Acceptance(fine is True, guarantees, undecided=fine is None)

    def _played(self, puzzle: Puzzle) -> GroundTask | None:
        """Plays the solution. None: the world is too large to explore.

        A puzzle whose solution does not work is an internal error: it never gets out.
        """
        fault = None if is_surely_consistent(self._pack, puzzle) else consistency_fault(self._pack, puzzle)
        if fault is not None:
            raise InternalError(f"a puzzle of {self._pack.name} contradicts itself: {fault}")
        try:
            task = self._latest = ground_task(self._pack, puzzle)
        except TooLarge:
            task = None
        if task is None or not solution_surely_wins(task):
            played = replay(self._pack, puzzle)
            if not played.ok:
                raise InternalError(
                    f"the solution of a puzzle of {self._pack.name} does not work: {played.problem}"
                )
            for message, _ in wrong_sources(puzzle, played):
                raise InternalError(f"a puzzle of {self._pack.name} contradicts itself: {message}")
        return task

    def _exact(self, puzzle: Puzzle, guarantees: dict[str, str]) -> Acceptance | None:
        """Looks for shortcuts by playing; a shortcut is a fault only if the designer forbids it."""
        report = verify(self._pack, puzzle, self._states)
        faults = [report.of(name) for name in ("no_shortcut", "no_sequence_break", "not_solved_already")]
        if all(verdict.outcome in (Outcome.PROVEN, Outcome.FOUND) for verdict in faults):
            guarantees["shortcuts"] = faults[0].message or "none"
            return None
        guarantees["shortcuts"] = "found"
        strict = {a.name for a in self._pack.areas.values() if a.guarantees.shortcuts is Policy.FORBID}
        found = find_shortcut(self._pack, puzzle, self._states, strict)
        if not isinstance(found, Shortcut):
            return Acceptance(False, guarantees, undecided=not report.faults)
        used, made = frozenset(found.start_objects), frozenset(found.items)
        return Acceptance(False, guarantees, Counterexample(found.area, found.step, used, made))

    def _reported_shortcuts(self, puzzle: Puzzle) -> str:
        if self._shortcuts == {Policy.FORBID}:
            return "none"
        if Policy.REPORT not in self._shortcuts:
            return "not checked"
        found = find_shortcut(self._pack, puzzle, self._states)
        if found is None:
            return "none"
        if isinstance(found, Undecided):
            return f"not decided within {self._states} states"
        return f"{found.area} can be solved without {found.step}"

    def _dead_ends_are_fine(
        self, puzzle: Puzzle, task: GroundTask | None, guarantees: dict[str, str]
    ) -> bool | None:
        """None: not decided."""
        if self._dead_ends == {Policy.ALLOW}:
            guarantees["dead_ends"] = "not checked"
            return True
        states = self._states if self.can_refuse else min(self._states, REPORTED_STATES)
        found = None if task is None else has_dead_end(task, states)
        if found is None:
            guarantees["dead_ends"] = f"not decided within {states} states"
        else:
            guarantees["dead_ends"] = "found" if found else "none"
        if found is False or Policy.FORBID not in self._dead_ends:
            return True
        if self._dead_ends == {Policy.FORBID}:
            return None if found is None else False
        outcome = verify(self._pack, puzzle, self._states).of("no_dead_end").outcome
        return None if outcome is Outcome.UNDECIDED else outcome is not Outcome.VIOLATED
