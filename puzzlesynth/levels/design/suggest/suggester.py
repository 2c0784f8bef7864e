"""Suggestions: a level is transformed again and again, play decides, and what is better than before is shown.

The candidates of a seed are always the same, in the same order; a time limit only decides how many of them are looked
at. Work is counted in states, so that a limit never depends on how fast the machine is.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from puzzlesynth.deadline import Deadline, OutOfTime, check_time
from puzzlesynth.levels.chance import ChanceMeaning
from puzzlesynth.levels.design.locks import LevelLocks
from puzzlesynth.levels.design.transform.parser import Transformation
from puzzlesynth.levels.design.transform.transformer import Transformer
from puzzlesynth.levels.generate.generation import require_searchable
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search.batch.evaluator import LevelEvaluation

from .archive import Suggestion, SuggestionArchive
from .candidate_evaluation import CandidateEvaluator
from .ranking import Rank
from .rule_costs import Costs

LEAST = 1_000
SHARE = 10
FACTOR = 8


@dataclass(slots=True)
class SearchBudget:
    """The limit for the next candidates. `fixed` overrides the rule."""

    fixed: int | None = None
    spent: int = 0
    found: bool = False
    hardest: int = 0

    @property
    def limit(self) -> int:
        if self.fixed is not None:
            return self.fixed
        if not self.found:
            return max(LEAST, self.spent // SHARE)
        return max(LEAST, FACTOR * self.hardest)

    def tell(self, work: int, *, solved: bool) -> None:
        """A candidate has been decided, or given up, after this many states."""
        self.spent += work
        self.found = self.found or solved


FIRST_BATCH, LARGEST_BATCH = 32, 512
BATCH_WORK = 50_000
"""How many states a batch shall need, about (fewer on large boards): more candidates at a time are faster, fewer
answer sooner."""
FIRST_GIVEN_STATES = 2_000
"""States for the first look at the level that was given; four times as many for each further one."""
GIVEN_TIME = 0.1
"""The share of the time that is left that a look at it may take."""
MOST_REPEATS = 5_000
"""How many candidates in a row may be repetitions until there seems to be nothing new."""
KEEP = 4
APART = 3
"""Cells in which kept suggestions differ: to move one thing changes two."""

Stop = Literal["running", "count", "time", "interrupted", "exhausted"]


@dataclass(frozen=True, slots=True)
class SuggestOrder:
    """What to suggest."""

    game: PuzzleScriptGame
    level: Level
    transformation: Transformation
    frozen: LevelLocks = field(default_factory=LevelLocks)
    rank: Rank = field(default_factory=Rank)
    costs: Costs = field(default_factory=dict)
    keep: int = KEEP
    apart: int = APART
    seed: int = 0
    count: int | None = None
    """Different candidates to look at."""
    time_limit: float | None = None
    candidate_states: int | None = None
    """States for each candidate, in the place of the rule in `patience`."""
    candidate_seconds: float | None = None
    """Seconds for each candidate. What is found then depends on the machine."""
    chance: ChanceMeaning = field(default_factory=ChanceMeaning)
    """When a level of a game with random rules counts as solved."""


@dataclass(slots=True)
class SuggestionProgress:
    """How it goes."""

    generated: int = 0
    distinct: int = 0
    solvable: int = 0
    unsolvable: int = 0
    undecided: int = 0
    shown: int = 0
    seconds: float = 0.0
    limit: int = 0
    """States that a candidate is given at present."""
    threshold: float | None = None
    """What the next suggestion must exceed; None while there is room for more."""
    given: float | None = None
    """The value of the level that was given; None if it is unsolvable or could not be decided."""
    stopped: Stop = "running"

    @property
    def rate(self) -> float:
        """Different candidates per second."""
        return self.distinct / self.seconds if self.seconds > 0 else 0.0


class Suggester:
    """Makes suggestions for one level. Raises `CannotGenerate` for games whose levels cannot be judged."""

    def __init__(self, order: SuggestOrder) -> None:
        require_searchable(order.game)
        self.order = order
        self.tally = SuggestionProgress()
        self.shelf = SuggestionArchive(order.keep, order.apart)
        self.judge = CandidateEvaluator(order.game, order.level, order.rank, order.costs, order.chance)
        self._transformer = Transformer(order.game, order.level, order.transformation, order.frozen)
        self._patience = SearchBudget(order.candidate_states)
        self._rng = random.Random(f"{order.seed} suggest")
        self._seen = {self._transformer.boards.key(self._transformer.boards.planes)}
        self._looked_at = 0
        self._given_budget: int | None = FIRST_GIVEN_STATES
        """States for the next look at the level that was given; None when it is done with."""
        self._begin = time.monotonic()
        self._deadline = Deadline(order.time_limit)

    @property
    def best(self) -> list[Suggestion]:
        """What is kept, best first."""
        return self.shelf.kept

    def stream(self) -> Iterator[Suggestion | SuggestionProgress]:
        """Suggestions as they come, and the tally after every batch. An interrupt from the keyboard ends the stream,
        not the program."""
        self._begin = time.monotonic()
        self._deadline = Deadline(self.order.time_limit)
        try:
            self._measure_given()
            while self.tally.stopped == "running":
                with self._deadline.applied():
                    levels = self._next_batch()
                yield from self._look_at(levels)
                self._measure_given()
                self._update()
                yield self.tally
        except KeyboardInterrupt:
            self.interrupt()
            yield self.tally
        except OutOfTime:
            self.tally.stopped = "time"
            self._update()
            yield self.tally

    def _measure_given(self) -> None:
        """Go on measuring the level that was given, beside the candidates: a little at first, and later never more than
        the candidates have taken so far. A hard level must not use up the time of all others."""
        judge, budget = self.judge, self._given_budget
        if budget is None or (self._looked_at and self._patience.spent < budget):
            return
        left = self._deadline.left()
        seconds = None if left is None else max(0.05, left * GIVEN_TIME)
        with Deadline(seconds).applied(), self._deadline.applied():
            try:
                self.tally.given = judge.given_value(budget, seconds)
            except OutOfTime:
                judge.given_undecided = True
        more = judge.given_undecided and budget < judge.most_given_states
        self._given_budget = 4 * budget if more else None

    def interrupt(self) -> None:
        """The stream was stopped from outside; what is kept stays."""
        self.tally.stopped = "interrupted"
        self._update()

    # candidates

    def _next_batch(self) -> list[Level]:
        order, tally = self.order, self.tally
        wanted = self._batch_size()
        if order.count is not None:
            wanted = min(wanted, order.count - tally.distinct)
        transformer, boards, repeats = self._transformer, self._transformer.boards, 0
        levels: list[Level] = []
        while len(levels) < wanted and not self._late():
            check_time()
            planes = transformer.planes(self._rng)
            tally.generated += 1
            key = boards.key(planes)
            if key in self._seen:
                repeats += 1
                if repeats >= MOST_REPEATS:
                    tally.stopped = "exhausted"
                    break
                continue
            repeats = 0
            self._seen.add(key)
            levels.append(boards.level_of(planes))
        tally.distinct += len(levels)
        if order.count is not None and tally.distinct >= order.count and tally.stopped == "running":
            tally.stopped = "count"
        return levels

    def _batch_size(self) -> int:
        size = max(1, len(self.order.level.cells) // 100)
        if not self._looked_at:
            return max(1, FIRST_BATCH // size)
        usual = size * max(1, self._patience.spent // self._looked_at)
        return max(1, min(LARGEST_BATCH, 2 * self._looked_at, BATCH_WORK // usual))

    def _late(self) -> bool:
        left = self._deadline.left()
        return left is not None and left <= 0

    # what becomes of them

    def _look_at(self, levels: list[Level]) -> Iterator[Suggestion]:
        tally, patience = self.tally, self._patience
        limit = patience.limit
        with self._deadline.applied():
            found = self.judge.judge(levels, limit, self._seconds(), self.shelf.threshold)
        solved: list[tuple[float, int, Level, LevelEvaluation]] = []
        for level, item in zip(levels, found, strict=True):
            self._looked_at += 1
            patience.tell(max(item.explored.values(), default=limit), solved=item.moves is not None)
            if item.moves is None:
                tally.unsolvable += item.solved is not None
                tally.undecided += item.solved is None
                continue
            tally.solvable += 1
            if not self.judge.starts_won(level):
                solved.append((-self.judge.at_most(level, item), self._looked_at, level, item))
        # The most promising first, so that what is shown does not have to be replaced at once.
        for promise, attempt, level, item in sorted(solved, key=lambda entry: entry[:2]):
            if self.shelf.threshold is not None and -promise <= self.shelf.threshold:
                break
            with self._deadline.applied():
                suggestion = self._considered(level, item, attempt)
            if suggestion is not None:
                self.shelf.put(suggestion)
                patience.hardest = max(int(kept.measures["difficulty"]) for kept in self.shelf.kept)
                self._update()
                yield suggestion

    def _seconds(self) -> float | None:
        """Seconds for a candidate: those that were asked for, and no more than are left."""
        limits = [] if self.order.candidate_seconds is None else [self.order.candidate_seconds]
        if (left := self._deadline.left()) is not None:
            limits.append(max(0.05, left))
        return min(limits) if limits else None

    def _considered(self, level: Level, item: LevelEvaluation, attempt: int) -> Suggestion | None:
        """A solved candidate as a suggestion, if it is good enough."""
        judged = self.judge.measured(level, item)
        if judged is None or not self.shelf.takes(level, judged.value):
            return None
        self.tally.shown += 1
        given = self.tally.given
        suggestion = Suggestion(
            number=self.tally.shown,
            level=level,
            moves=judged.moves,
            shortest=judged.shortest,
            value=judged.value,
            measures=judged.measures,
            attempt=attempt,
            seconds=time.monotonic() - self._begin,
            better=None
            if given is None and self.judge.given_undecided
            else given is None or judged.value > given,
            plan=self.judge.solver.promise(level),
        )
        if not self.order.frozen.holds(self.order.level, level):
            raise AssertionError("a suggestion was about to be shown that changes what is frozen")
        self.judge.shown(level)
        return suggestion

    def _update(self) -> None:
        self.tally.seconds = time.monotonic() - self._begin
        self.tally.limit = self._patience.limit
        self.tally.threshold = self.shelf.threshold
        if self.tally.stopped == "running" and self._late():
            self.tally.stopped = "time"
