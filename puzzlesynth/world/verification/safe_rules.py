"""The safe rule set: the largest set of rules that contains the tree's and leaves no dead end and no shortcut.

Which rules to switch off is found by refutation. The largest set that no conflict rules out yet is played. Each
shortcut and each dead end that turns up is a conflict: rules that must not be on together. The search continues with it.

A shortcut needs the rules of its own way and stays one whatever else is on. A dead end needs the rules of the way into
it, and no rule that leads out again: with fewer rules on it is still a dead end, with others it may not be. So a conflict
holds for all sets, and the first set in which nothing is found is a largest one.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from puzzlesynth.deadline import check_time
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import DisabledRule, Puzzle
from puzzlesynth.quick_dataclasses import dataclass, field
from puzzlesynth.state_limits import STATE_LIMIT
from puzzlesynth.world.ground_task import GroundTask, ground_task
from puzzlesynth.world.grounder import TooLarge
from puzzlesynth.world.search.delete_relaxation import DeleteRelaxation
from puzzlesynth.world.search.state_space import search
from puzzlesynth.world.trace import trace_path, trace_text

from .shortcuts import Undecided, ways_around_steps

Rules = frozenset[int]
"""Numbers of rules."""

MOST_CONFLICTS = 12
"""How many dead ends of one exploration are learnt from."""


@dataclass(frozen=True)
class RuleConflict:
    """These rules must not all be on, unless one of those others is."""

    together: Rules
    unless: Rules = frozenset()
    why: str = field(default="", compare=False)

    def rules_out(self, off: Rules) -> bool:
        return not self.together & off and self.unless <= off


@dataclass(frozen=True)
class SafeRules:
    off: tuple[DisabledRule, ...]
    proven: bool
    """Whether no larger set is safe; else it is the best that was found in time."""


class _Undecided(Exception):
    """A world that is too large to be explored, or no time left."""


def safe_rules(
    pack: Pack, puzzle: Puzzle, limit: int = STATE_LIMIT, seconds: float | None = None
) -> SafeRules | Undecided | None:
    """The rules to switch off. None: there is no safe set."""
    try:
        search_for = _Search(pack, puzzle, limit, None if seconds is None else time.monotonic() + seconds)
    except TooLarge as problem:
        return Undecided(str(problem))
    try:
        off = search_for.fewest_off()
        return None if off is None else SafeRules(search_for.explained(off), True)
    except _Undecided:
        return search_for.tree_alone() or Undecided("whether some set of rules is safe")


def tree_rules(puzzle: Puzzle) -> Rules:
    return frozenset(step.rule for step in puzzle.steps)


def only_the_tree(pack: Pack, puzzle: Puzzle) -> tuple[DisabledRule, ...]:
    """Everything off that the solution does not use."""
    used = tree_rules(puzzle)
    return tuple(
        DisabledRule(rule.number, "no step of the puzzle uses it")
        for rule in pack.rules
        if rule.number not in used
    )


class _Search:
    def __init__(self, pack: Pack, puzzle: Puzzle, limit: int, end: float | None) -> None:
        self._pack, self._puzzle, self._limit, self._end = pack, puzzle, limit, end
        self._task: GroundTask = ground_task(pack, puzzle)
        self._tree = tree_rules(puzzle)
        self._actions: dict[int, list[int]] = {}
        for index, action in enumerate(self._task.actions):
            self._actions.setdefault(action.rule + 1, []).append(index)
        self._spare: Rules = frozenset(self._actions) - self._tree
        self._conflicts: list[RuleConflict] = []
        self._never_won: set[int] | None = None
        self._relaxation = DeleteRelaxation(self._task)

    # --- which set next -------------------------------------------------------------------------------

    def fewest_off(self) -> Rules | None:
        """A smallest set of rules without which the world is safe; None: there is none."""
        size = 0
        while size <= len(self._spare):
            off = self._fitting(frozenset(), size)
            if off is None:
                size += 1
                continue
            conflicts = self._play(off)
            if not conflicts:
                return off
            self._conflicts += conflicts
        return None

    def _fitting(self, off: Rules, more: int) -> Rules | None:
        """A set with these rules off, and at most this many more, that no conflict rules out."""
        self._check_time()
        conflict = next((one for one in self._conflicts if one.rules_out(off)), None)
        if conflict is None:
            return off
        if more > 0:
            for rule in sorted(conflict.together & self._spare):
                found = self._fitting(off | {rule}, more - 1)
                if found is not None:
                    return found
        return None

    # --- playing --------------------------------------------------------------------------------------

    def _play(self, off: Rules) -> list[RuleConflict]:
        """What is wrong with a set of rules; empty: it is safe."""
        without = [action for rule in sorted(off) for action in self._actions[rule]]
        conflicts = list(self._shortcuts(without))
        return conflicts or list(self._dead_ends(off, without))

    def _shortcuts(self, without: list[int]) -> Iterator[RuleConflict]:
        for one in ways_around_steps(self._relaxation, self._limit, without):
            if isinstance(one, Undecided):
                raise _Undecided
            why = f"{one.area} could be solved without {one.step}: {self._told(one.path)}"
            yield RuleConflict(self._rules(one.path), why=why)

    def _dead_ends(self, off: Rules, without: list[int]) -> Iterator[RuleConflict]:
        self._check_time()
        found = search(self._task, self._limit, without=without)
        if not found.complete:
            raise _Undecided
        dead = set(found.dead_ends())
        hopeless = self._hopeless()
        told: set[RuleConflict] = set()
        for index in sorted(dead):
            if found.parents[index] in dead:
                continue
            for_good = found.states[index] in hopeless
            path = found.path(index)
            why = f"the game could become unwinnable: {self._told(path)}"
            conflict = RuleConflict(self._rules(path), frozenset() if for_good else off, why)
            if conflict not in told:
                told.add(conflict)
                yield conflict
            if len(told) >= MOST_CONFLICTS:
                return

    def _hopeless(self) -> set[int]:
        """The states in which not even all rules together help."""
        if self._never_won is None:
            found = search(self._task, self._limit)
            self._never_won = {found.states[index] for index in found.dead_ends()}
        return self._never_won

    def _rules(self, path: list[int]) -> Rules:
        used = {self._task.actions[action].rule + 1 for action in path}
        return frozenset(used - self._tree)

    def _told(self, path: list[int]) -> str:
        return trace_text(trace_path(self._task, path))

    def _check_time(self) -> None:
        check_time()
        if self._end is not None and time.monotonic() > self._end:
            raise _Undecided

    # --- telling --------------------------------------------------------------------------------------

    def explained(self, off: Rules) -> tuple[DisabledRule, ...]:
        """For each rule that is off, what would happen if it alone were on as well."""
        found = []
        for rule in sorted(off):
            with_it = off - {rule}
            conflict = next((one for one in self._conflicts if one.rules_out(with_it)), None)
            found.append(DisabledRule(rule, conflict.why if conflict else ""))
        return tuple(found)

    def tree_alone(self) -> SafeRules | None:
        """Where there was no time for more: the tree's own rules, if they are safe."""
        self._end = None
        try:
            if self._play(self._spare):
                return None
        except _Undecided:
            return None
        return SafeRules(only_the_tree(self._pack, self._puzzle), False)
