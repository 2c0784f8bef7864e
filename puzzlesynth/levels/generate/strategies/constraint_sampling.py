"""Levels drawn by logic alone, where each unsolvable one teaches what not to draw again.

The part of an unsolvable level that is to blame (see `blame`) is forbidden, whatever lies elsewhere. The numbers of
objects are drawn the more often the better they have done.
"""

from __future__ import annotations

import random

from puzzlesynth.levels.generate.fitness.blame import blamed_cells, reach_of_rules
from puzzlesynth.levels.generate.fitness.fitness_function import CandidateFitness
from puzzlesynth.levels.model import Level

from .strategy import StrategyContext, draw_from

SMALL_SPACE = 2000
"""Spaces up to this size are looked at for the part that is to blame."""


class ConstraintSampling:
    """Random placements by clingo, with what was learnt from playing them."""

    name = "logic"

    def __init__(self, shop: StrategyContext, rng: random.Random) -> None:
        self._shop, self._rng = shop, rng
        # What lies elsewhere changes the numbers that are drawn, and so everything.
        self._reach = None if shop.search.is_random else reach_of_rules(shop.analysis.rules)
        self._tried: dict[tuple[int, int], float] = {}
        self._good: dict[tuple[int, int], float] = {}

    def propose(self) -> Level | None:
        return self._shop.draw(self._rng, self._numbers())

    def restart(self) -> None:
        """Every draw is elsewhere."""

    def _numbers(self) -> dict[int, int]:
        recipe = self._shop.placement.recipe
        wanted: dict[int, int] = {}
        mates = {other: one for one, other in recipe.equal}
        for thing, (least, most) in sorted(recipe.numbers.items()):
            if thing in mates and mates[thing] in wanted:
                wanted[thing] = wanted[mates[thing]]
            elif least <= most:
                weights = {
                    number: (1 + self._good.get((thing, number), 0))
                    / (2 + self._tried.get((thing, number), 0))
                    for number in range(least, most + 1)
                }
                wanted[thing] = draw_from(self._rng, weights)
        return wanted

    def tell(self, level: Level, judgement: CandidateFitness) -> None:
        if judgement.reason in ("breaking a constraint",):
            return
        for thing in self._shop.placement.recipe.numbers:
            item = thing, sum(1 for cell in level.cells if cell >> thing & 1)
            self._tried[item] = self._tried.get(item, 0) + 1
            self._good[item] = self._good.get(item, 0) + judgement.accepted
        placement = self._shop.placement
        blamed = None
        if judgement.reason == "unsolvable" and judgement.reached <= SMALL_SPACE and self._reach is not None:
            blamed = blamed_cells(self._shop.search, level, self._reach, SMALL_SPACE)
        free = set(placement.layout.free)
        placement.forbid(placement.part_of(level, free if blamed is None else blamed & free))
