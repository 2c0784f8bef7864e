"""The constructive approach of Khalifa and Fayek: objects one kind after the other, each where it suits.

First numbers: every object gets a share of the room in proportion to the number its rules need, and objects that are
won together get equal shares unless rules create one of them. Then places: solid, winning, player, critical and other
objects, in this order. What moves goes where most free cells are around; everything else anywhere.
"""

from __future__ import annotations

import random

from puzzlesynth.deadline import check_time
from puzzlesynth.levels.analysis.game_analysis import ObjectFacts
from puzzlesynth.levels.generate.fitness.fitness_function import CandidateFitness
from puzzlesynth.levels.model import Level

from .strategy import StrategyContext

COVER = 0.3
"""The share of the free cells that is covered with objects at most."""


class ConstructiveAlgorithm:
    """Levels built up from the outline."""

    name = "constructive"

    def __init__(self, shop: StrategyContext, rng: random.Random) -> None:
        self._shop, self._rng = shop, rng

    def tell(self, level: Level, judgement: CandidateFitness) -> None:
        """Nothing is learnt: the approach has no memory."""

    def restart(self) -> None:
        """Every level is a new one."""

    def propose(self) -> Level:
        """One level, whatever it is worth."""
        numbers = self._numbers()
        cells = list(self._shop.layout.cells)
        self._first_winning: list[int] = []
        for facts in self._order():
            given = sum(1 for cell in self._shop.layout.cells if cell >> facts.id & 1)
            for count in range(max(0, numbers.get(facts.id, 0) - given)):
                check_time()
                index = self._choose(facts, cells, count)
                if index is None:
                    break
                cells[index] |= 1 << facts.id
        return self._shop.layout.level(tuple(cells))

    def _order(self) -> list[ObjectFacts]:
        analysis = self._shop.analysis
        critical = [facts for facts in analysis.of_type("rule") if facts.subtype == "critical"]
        others = [facts for facts in analysis.of_type("rule") if facts.subtype != "critical"]
        others.sort(key=lambda facts: -facts.priority)
        return [
            *analysis.of_type("solid"),
            *analysis.of_type("winning"),
            *analysis.of_type("player"),
            *critical,
            *others,
        ]

    def _numbers(self) -> dict[int, int]:
        """How many of each, within what the demands allow."""
        shop, rng = self._shop, self._rng
        recipe = shop.placement.recipe
        room = len(shop.layout.free) * COVER * rng.random()
        wanted = {thing: max(1, shop.analysis.objects[thing].least_number) for thing in recipe.numbers}
        total = sum(number for thing, number in wanted.items() if recipe.numbers[thing][1])
        numbers: dict[int, int] = {}
        mates = {other: one for one, other in recipe.equal}
        for thing, (least, most) in sorted(recipe.numbers.items()):
            share = round(room * wanted[thing] / max(1, total))
            numbers[thing] = min(max(least, share if most > least else least), max(least, most))
            if shop.analysis.objects[thing].type == "solid" and most > least:
                numbers[thing] = rng.randint(least, most)
        for thing, mate in mates.items():
            numbers[thing] = numbers[mate]
        return numbers

    def _choose(self, facts: ObjectFacts, cells: list[int], count: int) -> int | None:
        """A place: for what moves the freest, for the others any; a second winning object lies on the first if
        the game is won by `No ... on ...`."""
        game, layout = self._shop.game, self._shop.layout
        ground = game.ground_mask
        if facts.type == "winning" and self._stacks(facts.id) and count < len(self._first_winning):
            return self._first_winning[count]
        places = [index for index in layout.free if not cells[index] & ~ground]
        if not places:
            return None
        if "move" in facts.behaviours or facts.type == "player":
            freest = max(self._freedom(index, cells, ground) for index in places)
            places = [index for index in places if self._freedom(index, cells, ground) == freest]
        chosen = self._rng.choice(places)
        if facts.type == "winning" and not self._stacks(facts.id):
            self._first_winning.append(chosen)
        return chosen

    def _stacks(self, thing: int) -> bool:
        """Whether this is the second object of a condition that says what may not lie on what."""
        for condition in self._shop.game.win_conditions:
            if condition.quantifier == "no" and condition.has_target and condition.target_mask >> thing & 1:
                return True
        return False

    def _freedom(self, index: int, cells: list[int], ground: int) -> int:
        """How many of the eight cells around are free."""
        layout = self._shop.layout
        x, y = layout.place(index)
        free = 0
        for a in (x - 1, x, x + 1):
            for b in (y - 1, y, y + 1):
                if (a, b) != (x, y) and 0 <= a < layout.width and 0 <= b < layout.height:
                    free += not cells[a * layout.height + b] & ~ground
        return free
