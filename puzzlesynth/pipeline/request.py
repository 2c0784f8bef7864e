"""A request for puzzles with all options: targets, difficulty, and which rules players can use."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial
from typing import Any

from puzzlesynth.deadline import Deadline
from puzzlesynth.pack.model import Guarantees, Pack, Policy
from puzzlesynth.puzzle.identity import named
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import dataclass, replace
from puzzlesynth.synth.exhaustion import Exhaustion
from puzzlesynth.synth.options import DEFAULT, NO_TARGETS, SynthesisOptions
from puzzlesynth.world.verification.safe_rules import SafeRules, only_the_tree, safe_rules

from .acceptance import PuzzleJudge
from .generate import make_puzzles
from .selection import NO_BOUNDS, Bounds, Make, select_by_grade

RULES = ("all", "tree", "safe")
"""Which rules players can use: every one, only those of the solution, or a largest set that is safe."""

SAFE = ("safe", "safe, best so far")
"""What a puzzle says where players have a largest set of safe rules, and where no larger one is known."""

SAFE_SECONDS = 20.0
"""How long the safe rule set of one puzzle may take."""

ALL_IN_ORDER = "not even with all rules on can an area be solved before it is open (--rules)"
"""A limit of puzzles with rules off: only puzzles are tried that would be fine with all rules, except for what the
disabled rules can spoil."""


@dataclass(frozen=True)
class Request:
    pack: Pack
    seed: int = 0
    rules: str = "all"
    options: SynthesisOptions = DEFAULT

    def puzzles(self) -> Iterator[Puzzle]:
        """Different puzzles as they were asked for. Raises `OutOfTime`."""
        deadline = Deadline(self.options.time_limit)
        if self.rules == "all":
            yield from self._graded(partial(self._made, self.pack, deadline), deadline)
            return
        seen: set[str] = set()
        yield from self._graded(partial(self._limited_ones, self.pack, deadline, seen, False), deadline)
        # Puzzles that only fewer rules make safe: their shortcuts need rules that can be off.
        free = _unguarded(self.pack)
        yield from self._graded(partial(self._limited_ones, free, deadline, seen, True), deadline)
        if not all(area.start for area in self.pack.areas.values()):
            self._exhaustion.note(ALL_IN_ORDER)

    def _graded(self, make: Make, deadline: Deadline) -> Iterator[Puzzle]:
        targets = self.options.targets or NO_TARGETS
        if not targets.has_grades:
            return make(NO_BOUNDS, None)
        return select_by_grade(self.pack, targets, make, deadline)

    def _made(
        self, pack: Pack, deadline: Deadline, bounds: Bounds, seconds: float | None
    ) -> Iterator[Puzzle]:
        left = deadline.left()
        limit = seconds if left is None else left if seconds is None else min(left, seconds)
        others: dict[str, Any] = {"constraints": [*self.options.constraints, *bounds.constraints]}
        if bounds.targets:
            targets = self.options.targets or NO_TARGETS
            others["targets"] = replace(targets, bounds=(*targets.bounds, *bounds.targets))
        return make_puzzles(pack, seed=self.seed, options=self.options, time_limit=limit, **others)

    # --- rules ----------------------------------------------------------------------------------------

    def _limited_ones(
        self,
        pack: Pack,
        deadline: Deadline,
        seen: set[str],
        look_for_shortcuts: bool,
        bounds: Bounds,
        seconds: float | None,
    ) -> Iterator[Puzzle]:
        """The puzzles that have not been seen yet, with rules off."""
        for puzzle in self._made(pack, deadline, bounds, seconds):
            if puzzle.tree not in seen:
                with deadline.applied():
                    limited = self._limited(puzzle, look_for_shortcuts)
                seen.add(puzzle.tree)
                if limited is not None:
                    yield limited

    @cached_property
    def _exhaustion(self) -> Exhaustion:
        """Where to note what was not decided."""
        return Exhaustion() if self.options.exhaustion is None else self.options.exhaustion

    @cached_property
    def _judge(self) -> PuzzleJudge:
        return PuzzleJudge(self.pack)

    def _limited(self, puzzle: Puzzle, look_for_shortcuts: bool) -> Puzzle | None:
        """The puzzle with rules off, if its guarantees hold then."""
        rules, off = "tree", only_the_tree(self.pack, puzzle)
        if self.rules == "safe":
            found = safe_rules(self.pack, puzzle, seconds=SAFE_SECONDS)
            if not isinstance(found, SafeRules):
                self._exhaustion.undecided += found is not None
                return None
            rules, off = SAFE[0] if found.proven else SAFE[1], found.off
        limited = named(replace(puzzle, rules=rules, rules_off=off))
        verdict = self._judge(limited, look_for_shortcuts)
        if not verdict.accepted:
            self._exhaustion.undecided += verdict.undecided
            return None
        return replace(limited, guarantees={**puzzle.guarantees, **verdict.guarantees})


def _unguarded(pack: Pack) -> Pack:
    """The pack with shortcuts and dead ends allowed."""
    free = Guarantees(Policy.ALLOW, Policy.ALLOW)
    return replace(pack, areas={name: replace(area, guarantees=free) for name, area in pack.areas.items()})
