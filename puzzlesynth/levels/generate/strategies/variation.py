"""Levels made from the game's own: one of them, mirrored or turned, with some of its things moved, added or gone.

In most games hardly any level drawn at random can be solved, but all of the game's own can. They are where the search
begins. A variation that can still be solved and is worth more, because it is newer or better, is changed further.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from puzzlesynth.deadline import check_time
from puzzlesynth.levels.analysis.level_style import LevelStyle
from puzzlesynth.levels.generate.diversity import Turn, turned_places
from puzzlesynth.levels.generate.fitness.fitness_function import CandidateFitness
from puzzlesynth.levels.generate.placement.layout import LevelLayout
from puzzlesynth.levels.model import Level

from .resized_levels import resized, scenery
from .strategy import Incumbent, StrategyContext

ATTEMPTS = 300
"""Variations that are looked at to find one that keeps the demands."""
MOST_CHANGES = 6
"""Changes from one variation to the next."""
RESIZED = 3
"""Ways in which a level of another size is made to fit, for each way of turning it."""
PATIENCE = 15
"""Variations without a better one, until another level is taken."""


def embedded(
    layout: LevelLayout, level: Level, turn: Turn, offset: tuple[int, int], ground: int
) -> Level | None:
    """A layout with a turned level laid over its free cells; None if there is no room for what the level has."""
    places = turned_places(level.width, level.height, turn)
    cells = list(layout.cells)
    free = set(layout.free)
    for (x, y), cell in zip(places, level.cells, strict=True):
        x, y = x + offset[0], y + offset[1]
        if not (0 <= x < layout.width and 0 <= y < layout.height):
            return None
        index = x * layout.height + y
        if index in free:
            cells[index] |= cell & ~ground
        elif cell & ~ground & ~cells[index]:
            return None
    return layout.level(tuple(cells))


class Variation:
    """Changed copies of the levels that a style was learnt from."""

    name = "variation"

    def __init__(
        self, shop: StrategyContext, rng: random.Random, style: LevelStyle, turns: Sequence[Turn]
    ) -> None:
        self._shop, self._rng = shop, rng
        self._bases = _bases(shop, style, turns, rng)
        self._things = [thing for thing, (_, most) in sorted(shop.placement.recipe.numbers.items()) if most]
        self._incumbent = Incumbent[Level](PATIENCE)

    def tell(self, level: Level, judgement: CandidateFitness) -> None:
        if judgement.moves is not None:
            self._incumbent.compare(level, judgement.worth)
        else:
            self._incumbent.fail()

    def restart(self) -> None:
        self._incumbent.forget()

    def propose(self) -> Level | None:
        if not self._bases:
            return None
        if self._incumbent.is_stuck:
            self.restart()
        best = self._incumbent.best
        for _ in range(ATTEMPTS):
            check_time()
            base = best if best is not None else self._rng.choice(self._bases)
            cells = list(base.cells)
            for _ in range(self._rng.randint(1, MOST_CHANGES)):
                self._change(cells)
            self._mend_numbers(cells)
            found = self._shop.layout.level(tuple(cells))
            if self._shop.placement.accepts(found):
                return found
        return None

    def _change(self, cells: list[int]) -> None:
        """Two cells exchange what they hold, or a thing that may lie in any number comes or goes."""
        rng, free = self._rng, self._shop.layout.free
        if rng.random() < 0.7:
            one, other = rng.choice(free), rng.choice(free)
            cells[one], cells[other] = cells[other], cells[one]
            return
        bit = 1 << rng.choice(self._things)
        index = rng.choice(free)
        if cells[index] & bit:
            cells[index] &= ~bit
        elif not cells[index] & self._shop.game.layer_mask(bit.bit_length() - 1):
            cells[index] |= bit

    def _mend_numbers(self, cells: list[int]) -> None:
        """Of what there are too many, some go; of what there are too few, some come. A level of another size seldom has
        the numbers that are usual for this one."""
        rng, free = self._rng, self._shop.layout.free
        for thing, (least, most) in sorted(self._shop.placement.recipe.numbers.items()):
            bit, layer = 1 << thing, self._shop.game.layer_mask(thing)
            number = sum([1 for cell in cells if cell & bit])
            if number > most:
                holding = [index for index in free if cells[index] & bit]
                for index in rng.sample(holding, min(number - most, len(holding))):
                    cells[index] &= ~bit
            elif number < least:
                room = [index for index in free if not cells[index] & layer]
                for index in rng.sample(room, min(least - number, len(room))):
                    cells[index] |= bit


def _bases(
    shop: StrategyContext, style: LevelStyle, turns: Sequence[Turn], rng: random.Random
) -> list[Level]:
    """The levels laid onto the layout: those of its size as they are, and others made longer or shorter."""
    layout, place = shop.layout, scenery(shop.game, shop.analysis)
    found: dict[tuple[int, ...], Level] = {}
    for level in style.levels:
        for turn in turns:
            check_time()
            base = embedded(layout, level, turn, (0, 0), style.ground) if _fits(layout, level, turn) else None
            ways = [base]
            if base is None:
                ways = [resized(layout, level, turn, shop.game, place, rng) for _ in range(RESIZED)]
            found.update({way.cells: way for way in ways if way is not None})
    return list(found.values())


def _fits(layout: LevelLayout, level: Level, turn: Turn) -> bool:
    size = (level.width, level.height) if turn[0] else (level.height, level.width)
    return size == (layout.width, layout.height)
