"""Levels that look like the game's own: drawn by logic, then rearranged until their neighbourhoods are the usual ones.

Contents of two cells change places if more neighbourhoods are those of the game's own levels afterwards, and now and then
if a few less are (simulated annealing). The numbers of objects stay as they were drawn. What breaks a demand on the start
is gone back from.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator

from puzzlesynth.deadline import check_time
from puzzlesynth.levels.analysis.level_style import OUTSIDE, LevelStyle, Pair, neighbourhoods
from puzzlesynth.levels.generate.fitness.fitness_function import CandidateFitness
from puzzlesynth.levels.model import Level

from .strategy import StrategyContext

ROUNDS = 6
"""How often the demands are looked at while a level is rearranged."""
SWAPS_PER_CELL = 3
"""Exchanges tried in each round, for every free cell."""
HEAT = 0.004
"""By how much a neighbourhood share may fall at first, about once in three times."""


class Arrangement:
    """A level's cells while contents change places, and how much they have in common with a style."""

    def __init__(self, level: Level, style: LevelStyle) -> None:
        self.cells = list(level.cells)
        self._level, self._style = level, style
        self._counts: Counter[Pair] = neighbourhoods(level, style.ground, style.turns)
        self._total = self._counts.total()

    def swap(self, one: int, other: int) -> float:
        """Exchange what two cells hold; returns by how much the common share grows."""
        pairs = set(self._pairs_at(one)) | set(self._pairs_at(other))
        gain = self._count(pairs, -1)
        self.cells[one], self.cells[other] = self.cells[other], self.cells[one]
        return gain + self._count(pairs, 1)

    def _pairs_at(self, index: int) -> Iterator[tuple[int, int, int]]:
        """The pairs of cells around one: two indices (-1: outside) and the direction."""
        height = self._level.height
        x, y = divmod(index, height)
        yield (index - 1 if y else -1), index, 1
        yield index, (index + 1 if y + 1 < height else -1), 1
        yield (index - height if x else -1), index, 0
        yield index, (index + height if x + 1 < self._level.width else -1), 0

    def _count(self, pairs: set[tuple[int, int, int]], sign: int) -> float:
        """Add the neighbourhoods of some pairs of cells, or take them away; returns the change of the common share."""
        ground, cells, counts, total = self._style.ground, self.cells, self._counts, self._total
        change = 0.0
        for one, other, down in pairs:
            a = OUTSIDE if one < 0 else cells[one] & ~ground
            b = OUTSIDE if other < 0 else cells[other] & ~ground
            if self._style.turns:
                a, b, down = (a, b, 0) if a <= b else (b, a, 0)
            key = a, b, down
            share, number = self._style.shares.get(key, 0.0), counts[key]
            change += min((number + sign) / total, share) - min(number / total, share)
            counts[key] = number + sign
        return change


class StyleSampling:
    """Random placements, rearranged."""

    name = "style"

    def __init__(self, shop: StrategyContext, rng: random.Random, style: LevelStyle) -> None:
        self._shop, self._rng, self._style = shop, rng, style

    def tell(self, level: Level, judgement: CandidateFitness) -> None:
        """Nothing is learnt from playing."""

    def restart(self) -> None:
        """Every level is a new one."""

    def propose(self) -> Level | None:
        drawn = self._shop.draw(self._rng)
        return None if drawn is None else self._rearranged(drawn)

    def _rearranged(self, level: Level) -> Level:
        free, rng = list(self._shop.layout.free), self._rng
        best, heat = level, HEAT
        if len(free) < 2:
            return best
        for _ in range(ROUNDS):
            check_time()
            work = Arrangement(best, self._style)
            for _ in range(SWAPS_PER_CELL * len(free)):
                one, other = rng.choice(free), rng.choice(free)
                if work.cells[one] == work.cells[other]:
                    continue
                gain = work.swap(one, other)
                if gain < 0 and rng.random() >= math.exp(gain / heat):
                    work.swap(one, other)
            found = self._shop.layout.level(tuple(work.cells))
            if self._shop.placement.accepts(found):
                best = found
            heat /= 2
        return best
