"""Better levels from good ones: small changes that keep every demand, of which improvements are kept.

A start is drawn by logic. Then things are moved, taken away, added or exchanged; changes that break a demand on the
start are passed over without being played, and so are those that seem no better at a first look. When nothing has got
better for a while, a new start is drawn.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from puzzlesynth.deadline import check_time
from puzzlesynth.levels.generate.fitness.fitness_function import CandidateFitness
from puzzlesynth.levels.model import Level

from .pre_screen import PreScreen
from .strategy import Incumbent, StrategyContext

PATIENCE = 25
"""Changes without a better level, until a new start is drawn."""
CHANGES = 40
"""How many changes are looked at to find one that keeps the demands."""


class HillClimbing:
    """Hill climbing over starting positions."""

    name = "climbing"

    def __init__(self, shop: StrategyContext, rng: random.Random, scout: PreScreen) -> None:
        self._shop, self._rng, self._scout = shop, rng, scout
        self._things = [thing for thing, (_, most) in sorted(shop.placement.recipe.numbers.items()) if most]
        self._incumbent = Incumbent[Level](PATIENCE)
        self._tried: set[tuple[int, ...]] = set()

    def propose(self) -> Level | None:
        best = self._incumbent.best
        if best is not None and not self._incumbent.is_stuck:
            changed = self._promising(best)
            if changed is not None:
                return changed
        self._incumbent.forget()
        return self._shop.draw(self._rng)

    def tell(self, level: Level, judgement: CandidateFitness) -> None:
        self._tried.add(level.cells)
        self._incumbent.compare(level, judgement.worth)

    def restart(self) -> None:
        self._incumbent.give_up()

    def adopt(self, level: Level, worth: float) -> None:
        """Go on from a level that another strategy has found, if it is better than what there is."""
        self._incumbent.adopt(level, worth)

    def _promising(self, level: Level) -> Level | None:
        """One of several changed levels that seems better, as far as a look can tell."""
        changed = self._changes(level)
        return self._scout.choose(level, changed) if self._scout.is_useful else next(changed, None)

    def _changes(self, level: Level) -> Iterator[Level]:
        """Different changed levels, as long as some are found."""
        seen: set[tuple[int, ...]] = set()
        while (changed := self._changed(level, seen)) is not None:
            seen.add(changed.cells)
            yield changed

    def _changed(self, level: Level, seen: set[tuple[int, ...]]) -> Level | None:
        """A level that has not been tried or seen, one to three changes away, with all demands kept."""
        for _ in range(CHANGES):
            check_time()
            cells = list(level.cells)
            for _ in range(self._rng.choice((1, 1, 2, 3))):
                self._change(cells)
            found = self._shop.layout.level(tuple(cells))
            if found.cells in self._tried or found.cells in seen:
                continue
            if self._shop.placement.accepts(found):
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
