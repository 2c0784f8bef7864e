"""A request for puzzles with everything that can be asked for: targets, difficulty, and which rules players can use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from puzzlesynth.pack.model import Guarantees, Pack, Policy
from puzzlesynth.puzzle.identity import identity
from puzzlesynth.puzzle.model import DisabledRule, Puzzle
from puzzlesynth.quick_dataclasses import dataclass, replace
from puzzlesynth.synth.options import DEFAULT, NO_TARGETS, SynthesisOptions
from puzzlesynth.world import find_dead_end, find_sequence_break, find_shortcut, replay
from puzzlesynth.world.verification.safe_rules import only_the_tree, safe_rules

from .generate import make_puzzles
from .selection import NO_BOUNDS, Bounds, select_by_grade

RULES = ("all", "tree", "safe")
"""Which rules players can use: every one, only those of the solution, or a largest set that is safe."""

SAFE_SECONDS = 20.0
"""How long the safe rule set of one puzzle may take."""


@dataclass(frozen=True)
class Request:
    pack: Pack
    seed: int = 0
    rules: str = "all"
    options: SynthesisOptions = DEFAULT

    def puzzles(self) -> Iterator[Puzzle]:
        """Different puzzles as they were asked for. Raises `OutOfTime`."""
        from puzzlesynth.deadline import Deadline

        deadline = Deadline(self.options.time_limit)
        if self.rules == "all":
            yield from self._graded(self.pack, deadline)
            return
        found = False
        for puzzle in self._graded(self.pack, deadline):
            with deadline.applied():
                limited = self._limited(puzzle, none_needed=True)
            if limited is not None:
                found = True
                yield limited
        if not found:
            # Puzzles that only fewer rules make safe: their shortcuts need rules that can be off.
            for puzzle in self._graded(_unguarded(self.pack), deadline):
                with deadline.applied():
                    limited = self._limited(puzzle, none_needed=False)
                if limited is not None:
                    yield limited

    def _graded(self, pack: Pack, deadline: Any) -> Iterator[Puzzle]:
        targets = self.options.targets or NO_TARGETS

        def make(bounds: Bounds, seconds: float | None) -> Iterator[Puzzle]:
            left = deadline.left()
            limit = seconds if left is None else left if seconds is None else min(left, seconds)
            others: dict[str, Any] = {"constraints": [*self.options.constraints, *bounds.constraints]}
            if bounds.targets:
                others["targets"] = replace(targets, bounds=(*targets.bounds, *bounds.targets))
            return make_puzzles(pack, seed=self.seed, options=self.options, time_limit=limit, **others)

        return select_by_grade(pack, targets, make, deadline) if targets.has_grades else make(NO_BOUNDS, None)

    # --- rules ----------------------------------------------------------------------------------------

    def _limited(self, puzzle: Puzzle, none_needed: bool) -> Puzzle | None:
        """The puzzle with rules off, if it keeps what is promised about it then."""
        if self.rules == "tree":
            return self._with(puzzle, "tree", only_the_tree(self.pack, puzzle), none_needed)
        found = safe_rules(self.pack, puzzle, seconds=SAFE_SECONDS)
        if found is None:
            return None
        return self._with(puzzle, "safe" if found.proven else "safe, best so far", found.off, none_needed)

    def _with(
        self, puzzle: Puzzle, rules: str, off: tuple[DisabledRule, ...], no_shortcut: bool
    ) -> Puzzle | None:
        limited = replace(puzzle, rules=rules, rules_off=off)
        dead_end = find_dead_end(self.pack, limited)
        forbidden = any(a.guarantees.dead_ends is Policy.FORBID for a in self.pack.areas.values())
        if forbidden and dead_end is not None:
            return None
        if not no_shortcut and not self._is_sound(limited):
            return None
        said = {**puzzle.guarantees, "dead_ends": "none" if dead_end is None else "found"}
        if not no_shortcut:
            said["shortcuts"] = "none"
        name, tree = identity(limited)
        return replace(limited, guarantees=said, id=name, tree=tree)

    def _is_sound(self, puzzle: Puzzle) -> bool:
        return (
            replay(self.pack, puzzle).ok
            and find_shortcut(self.pack, puzzle) is None
            and find_sequence_break(self.pack, puzzle) is None
        )


def _unguarded(pack: Pack) -> Pack:
    """The pack with shortcuts and dead ends allowed."""
    free = Guarantees(Policy.ALLOW, Policy.ALLOW)
    return replace(pack, areas={name: replace(area, guarantees=free) for name, area in pack.areas.items()})
