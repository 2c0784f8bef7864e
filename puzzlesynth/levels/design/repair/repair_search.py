"""The smallest changes that make an unsolvable level solvable.

All levels that are one change away are tried, then all that are two changes away, and so on. The first number of changes
that helps is the smallest, and proven to be if every level with fewer changes was decided. Two and more changes are many;
where it can be told that a smallest repair does without some of them (`DominanceTest` in games of pushing,
`RelevantEdits` in others), those are left out. A level of which it is not known whether it can be solved is treated in
the same way: a level close to it that can be solved is of use all the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from puzzlesynth.deadline import Deadline, OutOfTime, check_time
from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.chance import ChanceMeaning, LevelSolver, PlanPromise
from puzzlesynth.levels.design.locks import LevelLocks
from puzzlesynth.levels.design.object_roles import roles
from puzzlesynth.levels.engine.win_conditions import all_conditions_met
from puzzlesynth.levels.generate.best_so_far import BestSoFar
from puzzlesynth.levels.generate.generation import require_searchable
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search import SearchLimits

from .level_edits import DominanceTest, EditGenerator, LevelEdit
from .relevant_edits import RelevantEdits

BATCH = 256
"""Levels that are judged together, once it is known that this does not take long."""
FIRST_BATCH = 16
LEAST_STATES = 20_000
GIVEN_STATES = 500_000
GIVEN_TIME = 0.25
"""The share of a time limit for finding out whether the level as it is can be solved."""
ENOUGH = 200
"""When this many repairs with the same number of changes are known, the best of them are taken."""

Changed = tuple[Level, tuple[LevelEdit, ...]]
"""A level, and what was changed to make it."""
Given = Literal["unsolvable", "solved", "undecided", "won"]


@dataclass(frozen=True, slots=True)
class Repair:
    """A level that can be solved, and what was changed. The interpreter has won it with `moves`."""

    changes: tuple[LevelEdit, ...]
    level: Level
    moves: tuple[int, ...]
    difficulty: int
    plan: PlanPromise | None = None
    """What its plan promises, if the game has random rules."""


@dataclass(slots=True)
class RepairRound:
    """All levels that are this many changes away."""

    changes: int
    everything: bool = True
    """Whether all of them are tried; otherwise those that a smallest repair may need."""
    tried: int = 0
    solvable: int = 0
    undecided: int = 0
    finished: bool = False


@dataclass(slots=True)
class RepairReport:
    """What came of it. `repairs` are the hardest first."""

    given: Given
    moves: tuple[int, ...] | None = None
    repairs: list[Repair] = field(default_factory=list)
    rounds: list[RepairRound] = field(default_factory=list)
    stopped: Literal["done", "time", "interrupted", "changes"] = "done"
    states: int = 0
    """How many states each candidate was given."""
    plan: PlanPromise | None = None
    """What is known of plans for the level as it is."""

    @property
    def proven(self) -> bool:
        """Whether no smaller number of changes would do."""
        return bool(self.repairs) and self.given == "unsolvable" and self._smaller_are_decided()

    def _smaller_are_decided(self) -> bool:
        return all(
            item.finished and not item.undecided for item in self.rounds if item.changes < self.smallest
        )

    @property
    def smallest(self) -> int:
        return len(self.repairs[0].changes) if self.repairs else 0


def repair(
    game: PuzzleScriptGame,
    level: Level,
    *,
    frozen: LevelLocks | None = None,
    keep: int = 3,
    most_changes: int = 3,
    states: int | None = None,
    time_limit: float | None = None,
    progress: Callable[[RepairRound], None] | None = None,
    best: Callable[[RepairReport], None] | None = None,
    chance: ChanceMeaning | None = None,
) -> RepairReport:
    """Find the smallest repairs; `best` hears on the way of those that would be given out now. An interrupt from the
    keyboard ends the search and keeps what it has found. Raises `CannotGenerate` for games whose levels cannot be
    judged."""
    require_searchable(game)
    with Deadline(time_limit).applied():
        solver = LevelSolver(game, chance)
        with Deadline(None if time_limit is None else time_limit * GIVEN_TIME).applied():
            report = _given(solver, level, states)
        if report.given in ("unsolvable", "undecided"):
            _RepairSearch(solver, level, frozen or LevelLocks(), report, keep, progress, best).run(
                most_changes
            )
        return report


def _given(solver: LevelSolver, level: Level, states: int | None) -> RepairReport:
    """What is known of the level before anything is changed."""
    if all_conditions_met(solver.game, level.cells):
        return RepairReport("won")
    limits = SearchLimits(None, states or GIVEN_STATES)
    found = solver.solve(level, ("bfs",), limits)
    if found.moves is not None:
        return RepairReport("solved", found.moves, plan=solver.promise(level))
    if found.difficulty is None:
        return RepairReport("undecided", states=states or LEAST_STATES)
    return RepairReport("unsolvable", states=states or max(LEAST_STATES, 8 * found.difficulty))


class _RepairSearch:
    def __init__(
        self,
        solver: LevelSolver,
        level: Level,
        frozen: LevelLocks,
        report: RepairReport,
        keep: int,
        progress: Callable[[RepairRound], None] | None,
        best: Callable[[RepairReport], None] | None,
    ) -> None:
        self._solver, self._game, self._level = solver, solver.game, level
        self._report, self._keep, self._progress = report, keep, progress
        self._found: list[Repair] = []
        self._shown: dict[tuple[int, ...], Repair] = {}
        """Repairs with a shortest solution, by their cells."""
        self._so_far = None if best is None else BestSoFar(self._report_so_far, best)
        analysis = analyse(self._game)
        self._batch = solver.many(brief=True)
        self._helpful = DominanceTest(self._game, level)
        self._relevant = None if self._helpful.knows else RelevantEdits(solver.search, analysis)
        self._changer = EditGenerator(self._game, analysis, roles(self._game, analysis, level), frozen)
        self._seen = {level.cells}

    def run(self, most_changes: int) -> None:
        report = self._report
        try:
            before: list[Changed] = [(self._level, ())]
            for changes in range(1, most_changes + 1):
                current = RepairRound(changes, everything=changes == 1 or not self._helpful.knows)
                report.rounds.append(current)
                before = self._round(current, before, again=changes < most_changes)
                if self._found:
                    break
            else:
                report.stopped = "changes"
        except KeyboardInterrupt:
            report.stopped = "interrupted"
        except OutOfTime:
            report.stopped = "time"
        report.repairs = self._best()

    def _best(self) -> list[Repair]:
        """The hardest."""
        self._found.sort(key=lambda item: (-item.difficulty, item.level.cells))
        return [self._shortest(item) for item in self._found[: self._keep]]

    def _report_so_far(self) -> RepairReport:
        return replace(self._report, repairs=self._best())

    def _candidates(self, current: RepairRound, before: list[Changed]) -> Iterator[Changed]:
        """Levels one change further, none of them twice. The order is the same every time, and no kind of change
        comes before the others."""
        rng = random.Random(0)
        for level, changes in before:
            further = list(self._changer.changes(level))
            if not current.everything and not self._helpful.expects_all(level):
                further = [change for change in further if self._helpful.may_help(change)]
            elif self._relevant is not None and (relevant := self._relevant.test(level)) is not None:
                known = len(further)
                further = [change for change in further if relevant(change)]
                current.everything = current.everything and len(further) == known
            rng.shuffle(further)
            for change in further:
                after = change.applied(level)
                if after.cells not in self._seen:
                    self._seen.add(after.cells)
                    yield after, (*changes, change)

    def _round(self, current: RepairRound, before: list[Changed], *, again: bool) -> list[Changed]:
        """Try all levels of a round; returns those from which the next round goes on."""
        reached: list[Changed] = []
        waiting: list[Changed] = []
        for candidate in self._candidates(current, before):
            check_time()
            waiting.append(candidate)
            if again and self._is_needed(candidate):
                reached.append(candidate)
            if len(waiting) >= min(BATCH, max(FIRST_BATCH, current.tried)):
                self._try(current, waiting)
                waiting = []
                if len(self._found) >= ENOUGH:
                    return reached
        self._try(current, waiting)
        current.finished = True
        return reached

    def _is_needed(self, candidate: Changed) -> bool:
        """Whether a smallest repair may begin in this way."""
        level, changes = candidate
        return self._helpful.may_help(changes[-1]) or self._helpful.expects_all(level)

    def _try(self, current: RepairRound, candidates: list[Changed]) -> None:
        levels = [level for level, _ in candidates]
        judged = self._batch.judge(levels, states=self._report.states)
        for (level, changes), item in zip(candidates, judged, strict=True):
            current.tried += 1
            current.undecided += item.solved is None
            if item.solved and not all_conditions_met(self._game, level.cells):
                assert item.moves is not None
                assert item.difficulty is not None
                current.solvable += 1
                self._found.append(Repair(changes, level, item.moves, item.difficulty))
        if self._progress is not None:
            self._progress(current)
        if self._so_far is not None:
            self._so_far.look(len(self._found))

    def _shortest(self, item: Repair) -> Repair:
        """The repair with a shortest solution if there is one within the limit, replayed."""
        if item.level.cells in self._shown:
            return self._shown[item.level.cells]
        limits = SearchLimits(seconds=None, states=self._report.states)
        found = self._solver.solve(item.level, ("bfs",), limits)
        moves = found.moves if found.moves is not None else item.moves
        if not self._solver.wins(item.level, moves):
            raise AssertionError("a repair was about to be shown that the interpreter does not win")
        shown = Repair(item.changes, item.level, moves, item.difficulty, self._solver.promise(item.level))
        self._shown[item.level.cells] = shown
        return shown
