"""Backwards from the solved level, for games in which everything is pushed and nothing else happens.

Such rules can be reversed: a push undone is a pull. From the solved positions of a set of walls and marks, all
positions are found in the order of their distance from winning, which is their exact shortest solution. The one that
suits best becomes a level; walls and marks are then changed little by little, and what makes better levels is kept
(after Taylor and Parberry, who take the farthest position).
"""

from __future__ import annotations

import random

from puzzlesynth.deadline import check_time
from puzzlesynth.levels.generate.fitness.fitness_function import CandidateFitness
from puzzlesynth.levels.generate.fitness.score import LENGTH_MEAN
from puzzlesynth.levels.generate.placement.layout import wall_object
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.sokoban.game import SokobanGame
from puzzlesynth.levels.sokoban.level import neighbours

from .strategy import Incumbent, StrategyContext

MOST_POSITIONS = 300_000
"""Positions found from one set of walls and marks, at most."""
PATIENCE = 25
"""Changes without a better level, until a new set of walls and marks is drawn."""

_PLAYER_BITS = 12
OPPOSITE_KEYS = ((0, 2), (1, 3), (2, 0), (3, 1))
"""Up, left, down and right, each with the key that undoes it."""


Plan = tuple[frozenset[int], frozenset[int]]
"""Cells that are closed, and cells with a mark."""


class ReversePlay:
    """Levels found by pulling."""

    name = "backwards"

    def __init__(self, shop: StrategyContext, rng: random.Random, things: SokobanGame) -> None:
        self._shop, self._rng, self._things = shop, rng, things
        self._wall = wall_object(shop.analysis)
        self._plan: Plan | None = None
        self._incumbent = Incumbent[Plan | None](PATIENCE)
        area = shop.layout.width * shop.layout.height
        self._ideal = round(LENGTH_MEAN * area)

    def propose(self) -> Level | None:
        best = self._incumbent.best
        if best is None or self._incumbent.is_stuck:
            self._incumbent.forget()
            drawn = self._shop.draw(self._rng)
            if drawn is None:
                return None
            self._plan = self._plan_of(drawn)
        else:
            self._plan = self._changed(best)
        return self._farthest(self._plan)

    def tell(self, level: Level, judgement: CandidateFitness) -> None:
        self._incumbent.compare(self._plan, judgement.worth)
        if judgement.accepted and self._rng.random() < 0.25:
            # Enough of this neighbourhood: levels of one run shall differ.
            self._incumbent.give_up()

    def restart(self) -> None:
        self._incumbent.give_up()

    # plans

    def _plan_of(self, level: Level) -> Plan:
        things = self._things
        own_layer = self._shop.game.layer_mask(things.player)
        blocking = own_layer & ~(1 << things.player) & ~(1 << things.crate)
        closed = frozenset(index for index, cell in enumerate(level.cells) if cell & blocking)
        marks = frozenset(index for index, cell in enumerate(level.cells) if cell >> things.mark & 1)
        return closed, marks

    def _changed(self, plan: Plan) -> Plan:
        """One or two small changes: a wall comes, goes or moves; a mark moves, comes or goes."""
        rng, recipe = self._rng, self._shop.placement.recipe
        closed, marks = set(plan[0]), set(plan[1])
        free = set(self._shop.layout.free)
        for _ in range(rng.choice((1, 1, 2))):
            walls = sorted(closed & free)
            empty = sorted(free - closed - marks)
            kind = rng.choice(("wall", "wall", "unwall", "shift", "mark", "mark", "more", "fewer"))
            if kind in ("wall", "shift") and empty and self._wall is not None:
                closed.add(rng.choice(empty))
            if kind in ("unwall", "shift") and walls:
                closed.discard(rng.choice(walls))
            if kind in ("mark", "more") and empty:
                marks.add(rng.choice(empty))
            if kind in ("mark", "fewer") and len(marks & free) > 1:
                marks.discard(rng.choice(sorted(marks & free)))
        least, most = recipe.numbers.get(self._things.mark, (1, 1))
        if not least <= len(marks) <= most:
            return frozenset(closed), plan[1] - closed
        return frozenset(closed), frozenset(marks - closed)

    # positions

    def _farthest(self, plan: Plan) -> Level:
        """The position that suits best: as near to what was asked for as there is."""
        layers = positions_by_distance(self._shop.layout.width, self._shop.layout.height, *plan)
        wanted = self._shop.outcomes.length
        most = len(layers) - 1
        if wanted is None:
            most = min(most, self._ideal)
        elif wanted[1] is not None:
            most = min(most, wanted[1])
        fallback = None
        for distance in range(most, max(0, most - 6), -1):
            layer = layers[distance]
            for state in self._rng.sample(layer, min(3, len(layer))):
                level = self._level(plan, state)
                if self._shop.placement.accepts(level):
                    return level
                fallback = fallback or level
        return fallback if fallback is not None else self._shop.layout.empty

    def _level(self, plan: Plan, state: int) -> Level:
        things, layout = self._things, self._shop.layout
        crates, player = state >> _PLAYER_BITS, state & (1 << _PLAYER_BITS) - 1
        cells = list(layout.cells)
        for index in layout.free:
            if index in plan[0] and self._wall is not None:
                cells[index] |= 1 << self._wall
            if index in plan[1]:
                cells[index] |= 1 << things.mark
            if crates >> index & 1:
                cells[index] |= 1 << things.crate
        cells[player] |= 1 << things.player
        return layout.level(tuple(cells))


def positions_by_distance(
    width: int, height: int, closed: frozenset[int], marks: frozenset[int]
) -> list[list[int]]:
    """All positions from which the crates can be pushed onto the marks, by the moves of the shortest way. A position
    is the cells of the crates, as bits, and the cell of the player in the lowest bits."""
    ways = _neighbours(width, height, closed)
    crates = sum(1 << index for index in marks)
    shift = _PLAYER_BITS
    first = [
        crates << shift | player
        for player in range(width * height)
        if player not in closed and not crates >> player & 1
    ]
    seen = set(first)
    layers = [first]
    while layers[-1] and len(seen) < MOST_POSITIONS:
        following = []
        for number, state in enumerate(layers[-1]):
            if not number & 1023:
                check_time()
                if len(seen) >= MOST_POSITIONS:
                    break
            crates, player = state >> shift, state & (1 << shift) - 1
            for before, ahead in ways[player]:
                if crates >> before & 1:
                    continue
                walked = crates << shift | before
                if walked not in seen:
                    seen.add(walked)
                    following.append(walked)
                if ahead >= 0 and crates >> ahead & 1:
                    pulled = (crates ^ 1 << ahead ^ 1 << player) << shift | before
                    if pulled not in seen:
                        seen.add(pulled)
                        following.append(pulled)
        layers.append(following)
    if not layers[-1]:
        layers.pop()
    return layers


def _neighbours(width: int, height: int, closed: frozenset[int]) -> list[list[tuple[int, int]]]:
    """For every cell: where the player can have come from, and the cell on the other side (-1: none)."""
    around = [{key: to for key, to, _ in found} for found in neighbours(width, height)]
    return [
        [
            (came, ways.get(key, -1))
            for key, back in OPPOSITE_KEYS
            if (came := ways.get(back, -1)) >= 0 and came not in closed
        ]
        for ways in around
    ]
