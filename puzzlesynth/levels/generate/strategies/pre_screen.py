"""A look at many levels before one of them is played: most changes make a level worse, which is soon seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from puzzlesynth.levels.generate.fitness.automated_player import MOST_STATES
from puzzlesynth.levels.generate.fitness.fitness_function import FitnessFunction
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search import SearchableGame
from puzzlesynth.levels.search.batch.evaluator import BatchEvaluator, LevelEvaluation, UnsearchableGame

WIDTH = 24
"""How many changed levels are looked at, at most."""
GROUP = 4
"""How many are looked at together."""
HOPELESS = 3
"""After this many looks in which hardly anything could be decided, no more are taken: the levels are too large."""


class PreScreen:
    """Looks at levels of one layout, by their shortest solutions alone."""

    def __init__(self, search: SearchableGame, fitness: FitnessFunction) -> None:
        self._fitness = fitness
        self._failures = 0
        self._now: tuple[Level, float] | None = None
        """The level that is being changed, and what it promises."""
        try:
            self._solver: BatchEvaluator | None = BatchEvaluator(search, solvers=("bfs",))
        except UnsearchableGame:
            self._solver = None

    @property
    def is_useful(self) -> bool:
        """Whether levels like those of late can be looked at."""
        return self._solver is not None and self._failures < HOPELESS

    def choose(self, now: Level, changed: Iterable[Level]) -> Level | None:
        """The first of the changed levels that seems better than what there is now, or that is too large to tell. If
        there is none, the most promising of several. (Always to take the most promising leads to levels that are all
        alike.)"""
        present = self._present(now)
        choice = filter(self._fitness.is_quiet, islice(changed, WIDTH))
        best: tuple[float, Level] | None = None
        looked = undecided = 0
        better = None
        while better is None and (group := list(islice(choice, GROUP))):
            judged = self._judge(group)
            looked += len(group)
            undecided += sum(one.solved is None for one in judged)
            for level, one in zip(group, judged, strict=True):
                promise = self._fitness.promise(level, one.moves, one.explored.get("bfs", 0), present)
                if one.solved is None or promise > present:
                    better = level
                    break
                if best is None or promise > best[0]:
                    best = promise, level
        self._failures = self._failures + 1 if 2 * undecided > looked else 0
        return better if better is not None or best is None else best[1]

    def _present(self, now: Level) -> float:
        if self._now is None or self._now[0] is not now:
            one = self._judge([now])[0]
            self._now = now, self._fitness.promise(now, one.moves, one.explored.get("bfs", 0))
        return self._now[1]

    def _judge(self, levels: Sequence[Level]) -> list[LevelEvaluation]:
        assert self._solver is not None
        return self._solver.judge(levels, states=MOST_STATES)
