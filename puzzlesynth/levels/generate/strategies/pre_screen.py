"""A look ahead: of several changed levels, one that seems worth judging.

All of them are solved together, which takes little longer than judging one. What a solution alone tells of their worth
(its length, its turns, and the states that were explored to find it) decides which are passed over. Only states are
counted, never seconds, so that the same seed gives the same levels on any machine.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzlesynth.levels.generate.fitness.automated_player import MOST_STATES
from puzzlesynth.levels.generate.fitness.score import LENGTH_DEVIATION, LENGTH_MEAN, direction_changes, normal
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search.batch.evaluator import BatchEvaluator, LevelEvaluation, UnsearchableGame

from .strategy import StrategyContext

WIDTH = 8
"""How many changed levels are looked at."""
HOPELESS = 3
"""After so many looks in which hardly anything could be decided, no more are taken: the levels are too large."""


class PreScreen:
    """Looks at levels of one layout."""

    def __init__(self, shop: StrategyContext) -> None:
        self._layout, self._outcomes = shop.layout, shop.outcomes
        self._failures = 0
        try:
            self._solver: BatchEvaluator | None = BatchEvaluator(shop.search, solvers=("bfs",))
        except UnsearchableGame:
            self._solver = None

    def is_useful(self, level: Level) -> bool:
        """Whether levels like this one can be solved many at a time."""
        if self._solver is None or self._failures >= HOPELESS:
            return False
        return not set(self._solver.reasons_alone(level)) - {"numpy is not installed"}

    def choose(self, now: Level, changed: Sequence[Level]) -> Level:
        """The first of the changed levels that seems better than what there is now, or that is too large to tell. If
        there is none, the most promising. (Always to take the most promising leads to levels that are all alike.)"""
        assert self._solver is not None
        judged = self._solver.judge([now, *changed], states=MOST_STATES)
        undecided = [one.solved is None for one in judged[1:]]
        self._failures = self._failures + 1 if 2 * sum(undecided) > len(changed) else 0
        present, *promises = [self._promise(one) for one in judged]
        for level, unknown, promise in zip(changed, undecided, promises, strict=True):
            if unknown or promise > present:
                return level
        return changed[promises.index(max(promises))]

    def _promise(self, judged: LevelEvaluation) -> float:
        """What can be told of a level's worth; 0 if it has no solution."""
        moves, layout = judged.moves, self._layout
        if not moves:
            return 0.0
        length = len(moves)
        share = normal(length / (layout.width * layout.height), LENGTH_MEAN, LENGTH_DEVIATION)
        share /= normal(LENGTH_MEAN, LENGTH_MEAN, LENGTH_DEVIATION)
        box_line = (1 + direction_changes(moves)) / length
        score = (share + box_line + judged.explored["bfs"] / MOST_STATES) / 6
        wanted = self._outcomes.length
        if wanted is None:
            return (1 + score) * min(1.0, length / (layout.width + layout.height))
        least, most = wanted
        near = min(1.0, length / max(1, least)) if most is None or length <= most else most / length
        return near + 0.2 * score
