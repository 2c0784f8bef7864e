"""Levels drawn by logic alone, where each unsolvable one teaches what not to draw again.

When the whole space of an unsolvable level has been seen, only the cells that something ever happened in, and those
that rules could look at from there, are to blame: that part is forbidden, whatever lies elsewhere. The numbers of
objects are drawn the more often the better they have done.
"""

from __future__ import annotations

import random

from puzzlesynth.levels.engine.win_conditions import condition_met
from puzzlesynth.levels.generate.fitness.fitness_function import CandidateFitness
from puzzlesynth.levels.generate.fitness.state_space import StateSpace, explore
from puzzlesynth.levels.model import Level

from .strategy import StrategyContext, draw_from

SMALL_SPACE = 2000
"""Spaces up to this size are looked at for the part that is to blame."""


class ConstraintSampling:
    """Random placements by clingo, with what was learnt from playing them."""

    name = "logic"

    def __init__(self, shop: StrategyContext, rng: random.Random) -> None:
        self._shop, self._rng = shop, rng
        self._reach = _reach_of_rules(shop)
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
        if judgement.reason in ("against the constraints",):
            return
        for thing in self._shop.placement.recipe.numbers:
            item = thing, sum(1 for cell in level.cells if cell >> thing & 1)
            self._tried[item] = self._tried.get(item, 0) + 1
            self._good[item] = self._good.get(item, 0) + judgement.accepted
        placement = self._shop.placement
        blamed = None
        if judgement.reason == "unsolvable" and judgement.reached <= SMALL_SPACE and self._reach is not None:
            blamed = self._blame(level)
        placement.forbid(placement.part_of(level, placement.layout.free if blamed is None else blamed))

    def _blame(self, level: Level) -> set[int] | None:
        """The free cells that made the level unsolvable; None if all of it may have."""
        steps = self._shop.search.load(level)
        space = explore(steps, SMALL_SPACE)
        if not space.complete:
            return None
        touched = 0
        for state in space.states:
            touched |= state ^ steps.start
        count = steps.code.board.count
        plane = 0
        while touched:
            plane |= touched & steps.code.board.full
            touched >>= count
        players = [i for i, cell in enumerate(level.cells) if cell & self._shop.game.player_mask]
        cells = {index for index in range(count) if plane >> index & 1} | set(players)
        assert self._reach is not None
        near = _around(cells, self._reach, level)
        if not self._fails_inside(level, space, near):
            return None
        return near & set(self._shop.layout.free)

    def _fails_inside(self, level: Level, space: StateSpace, near: set[int]) -> bool:
        """Whether in every state some condition fails because of what lies in these cells."""
        game = self._shop.game
        code = self._shop.search.load(level).code
        alone = len(game.win_conditions) == 1
        telling = [c for c in game.win_conditions if c.quantifier != "some" or alone]
        for state in space.states:
            cells = code.cells(state)
            inside = [cells[index] for index in sorted(near)]
            if all(condition_met(condition, inside) for condition in telling):
                return False
        return True


def _reach_of_rules(shop: StrategyContext) -> int | None:
    """How many cells away a rule can look; None if there is no such bound."""
    reach = 1
    for rule in shop.analysis.rules:
        for part in rule.rules:
            if len(part.rows) > 1 or part.has_ellipses:
                return None
            reach = max(reach, len(part.rows[0].cells) - 1)
    return reach


def _around(cells: set[int], reach: int, level: Level) -> set[int]:
    """All cells at most so many steps away."""
    found, edge = set(cells), set(cells)
    for _ in range(reach):
        grown = set()
        for index in edge:
            x, y = divmod(index, level.height)
            for a, b in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if 0 <= a < level.width and 0 <= b < level.height:
                    grown.add(a * level.height + b)
        edge = grown - found
        found |= grown
    return found
