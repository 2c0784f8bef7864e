"""Better levels from good ones: small changes that keep every demand, of which improvements are kept.

A start is drawn by logic. Then things are moved, taken away, added or exchanged; changes that break a demand on the
start are passed over without being played, and so are those that seem no better at a first look. When nothing has got
better for a while, a new start is drawn.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from puzzlesynth.deadline import check_time
from puzzlesynth.levels.generate.fitness.automated_player import MOST_STATES
from puzzlesynth.levels.generate.fitness.challenge import direction_changes
from puzzlesynth.levels.generate.fitness.fitness_function import CandidateFitness
from puzzlesynth.levels.generate.fitness.play_requirements import closeness
from puzzlesynth.levels.generate.fitness.score import LENGTH_DEVIATION, LENGTH_MEAN, normal
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search.batch.evaluator import BatchEvaluator, LevelEvaluation, UnsearchableGame

from .strategy import StrategyContext

WIDTH = 8
"""How many changed levels are looked at."""
HOPELESS = 3
"""After this many looks in which hardly anything could be decided, no more are taken: the levels are too large."""


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
        return closeness(length, wanted) + 0.2 * score


PATIENCE = 25
"""Changes without a better level, until a new start is drawn."""
CHANGES = 40
"""How many changes are looked at to find one that keeps the demands."""


class HillClimbing:
    """Hill climbing over starting positions."""

    name = "climbing"

    def __init__(self, shop: StrategyContext, rng: random.Random) -> None:
        self._shop, self._rng = shop, rng
        self._things = [thing for thing, (_, most) in sorted(shop.placement.recipe.numbers.items()) if most]
        self._best: Level | None = None
        self._worth = -1.0
        self._failures = 0
        self._tried: set[tuple[int, ...]] = set()
        self._scout = PreScreen(shop)

    def propose(self) -> Level | None:
        if self._best is not None and self._failures < PATIENCE:
            changed = self._promising(self._best)
            if changed is not None:
                return changed
        self._best, self._worth, self._failures = None, -1.0, 0
        return self._shop.draw(self._rng)

    def tell(self, level: Level, judgement: CandidateFitness) -> None:
        self._tried.add(level.cells)
        if judgement.worth > self._worth:
            self._best, self._worth, self._failures = level, judgement.worth, 0
        else:
            self._failures += 1

    def restart(self) -> None:
        self._failures = PATIENCE

    def adopt(self, level: Level, worth: float) -> None:
        """Go on from a level that another strategy has found, if it is better than what there is."""
        if worth > self._worth:
            self._best, self._worth, self._failures = level, worth, 0

    def _promising(self, level: Level) -> Level | None:
        """One of several changed levels that seems better, as far as a look can tell."""
        width = WIDTH if self._scout.is_useful(level) else 1
        found: dict[tuple[int, ...], Level] = {}
        for _ in range(width):
            changed = self._changed(level)
            if changed is not None:
                found.setdefault(changed.cells, changed)
        choice = list(found.values())
        return self._scout.choose(level, choice) if len(choice) > 1 else next(iter(choice), None)

    def _changed(self, level: Level) -> Level | None:
        """A level that has not been tried, one to three changes away, with all demands kept."""
        for _ in range(CHANGES):
            check_time()
            cells = list(level.cells)
            for _ in range(self._rng.choice((1, 1, 2, 3))):
                self._change(cells)
            found = self._shop.layout.level(tuple(cells))
            if found.cells not in self._tried and self._shop.placement.accepts(found):
                return found
        return None

    def _change(self, cells: list[int]) -> None:
        """Move, add, take away, or both: things that come in equal numbers come and go together."""
        rng, free = self._rng, self._shop.layout.free
        kind = rng.choice(("move", "move", "move", "add", "remove"))
        thing = rng.choice(self._things)
        group = [thing]
        if kind != "move":
            for pair in self._shop.placement.recipe.equal:
                if thing in pair:
                    group = list(pair)
        for member in group:
            bit = 1 << member
            holding = [index for index in free if cells[index] & bit]
            lacking = [index for index in free if not cells[index] & bit]
            if kind in ("move", "remove") and holding:
                cells[rng.choice(holding)] &= ~bit
            if kind == "add" or (kind == "move" and holding):
                layer = self._shop.game.layer_mask(member)
                room = [index for index in lacking if not cells[index] & layer]
                if room:
                    cells[rng.choice(room)] |= bit
