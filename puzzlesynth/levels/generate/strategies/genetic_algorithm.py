"""The genetic approach of Khalifa and Fayek: levels as two-dimensional chromosomes that evolve.

One-point crossover swaps all rows before a point; mutations create, delete or move an object, moving most often; the
best are kept. The figures are the paper's: 50 chromosomes, crossover 70 %, mutation 10 %, elitism 2 %. Parents are
the better of two drawn at random, which the paper leaves open.
"""

from __future__ import annotations

import random
from typing import Literal

from puzzlesynth.deadline import check_time
from puzzlesynth.levels.generate.fitness.fitness_function import CandidateFitness
from puzzlesynth.levels.model import Level

from .constructive_algorithm import ConstructiveAlgorithm
from .strategy import StrategyContext

Population = Literal["random", "constructive", "hybrid"]
POPULATIONS: tuple[Population, ...] = ("random", "constructive", "hybrid")
SIZE, CROSSOVER, MUTATION, ELITISM = 50, 0.7, 0.1, 0.02
MUTATION_KINDS = {"create": 0.25, "delete": 0.25, "move": 0.5}

Cells = tuple[int, ...]


class GeneticAlgorithm:
    """Proposes the chromosomes of one generation after the other."""

    name = "genetic"

    def __init__(
        self, shop: StrategyContext, rng: random.Random, population: Population = "hybrid", size: int = SIZE
    ) -> None:
        self._shop, self._rng, self._size = shop, rng, size
        self._ground = shop.game.ground_mask
        self._builder = ConstructiveAlgorithm(shop, rng)
        self._beginning = population
        self._made = 0
        self._waiting: list[Cells] = []
        self._judged: list[tuple[float, Cells]] = []
        self._worth: dict[Cells, float] = {}
        self.generation = 0

    def propose(self) -> Level | None:
        while self._made < self._size:
            self._waiting.append(self._first(self._beginning, self._made))
            self._made += 1
        while not self._waiting:
            self._breed()
            self._skip_known()
        return self._shop.layout.level(self._waiting[-1])

    def _skip_known(self) -> None:
        """Chromosomes that have been judged before need not be judged again; a whole generation of them is
        stirred up."""
        fresh = []
        for cells in self._waiting:
            if cells in self._worth:
                self._judged.append((self._worth[cells], cells))
            else:
                fresh.append(cells)
        if not fresh:
            fresh = [self._mutated(self._mutated(cells)) for _, cells in self._judged[: self._size // 2]]
        self._waiting = fresh

    def tell(self, level: Level, judgement: CandidateFitness) -> None:
        self._waiting.pop()
        self._worth[level.cells] = judgement.worth
        self._judged.append((judgement.worth, level.cells))

    def restart(self) -> None:
        """A new first generation."""
        self._waiting, self._judged, self._made = [], [], 0

    # populations

    def _first(self, population: Population, number: int) -> Cells:
        if population == "random" or (population == "hybrid" and number % 3 == 0):
            cells = self._shop.layout.cells
            for _ in range(self._rng.randint(4, max(5, len(self._shop.layout.free) // 2))):
                cells = self._create(cells)
            return cells
        cells = self._builder.propose().cells
        return self._mutated(cells) if population == "hybrid" and number % 3 == 1 else cells

    def _breed(self) -> None:
        """The next generation: the best as they are, and children of the others."""
        self.generation += 1
        ranked = sorted(self._judged, key=lambda item: (-item[0], item[1]))[: self._size]
        keep = max(1, round(ELITISM * self._size))
        following = [cells for _, cells in ranked[:keep]]
        while len(following) < self._size:
            check_time()
            one, other = self._parent(ranked), self._parent(ranked)
            if self._rng.random() < CROSSOVER:
                one, other = self._crossed(one, other)
            for child in (one, other):
                if self._rng.random() < MUTATION:
                    child = self._mutated(child)
                following.append(child)
        self._judged = []
        self._waiting = following[: self._size]

    def _parent(self, ranked: list[tuple[float, Cells]]) -> Cells:
        one, other = self._rng.randrange(len(ranked)), self._rng.randrange(len(ranked))
        return ranked[min(one, other)][1]

    def _crossed(self, one: Cells, other: Cells) -> tuple[Cells, Cells]:
        """All rows before a point change places."""
        height = self._shop.layout.height
        point = self._rng.randrange(1, height) if height > 1 else 0
        first, second = list(one), list(other)
        for index in range(len(one)):
            if index % height < point:
                first[index], second[index] = second[index], first[index]
        return tuple(first), tuple(second)

    # mutations

    def _mutated(self, cells: Cells) -> Cells:
        kind = self._rng.choices(list(MUTATION_KINDS), list(MUTATION_KINDS.values()))[0]
        if kind == "create":
            return self._create(cells)
        full = [index for index in self._shop.layout.free if cells[index] & ~self._ground]
        if not full:
            return self._create(cells)
        changed = list(cells)
        index = self._rng.choice(full)
        if kind == "delete":
            here = [
                thing.mask for thing in self._shop.game.objects if cells[index] & thing.mask & ~self._ground
            ]
            changed[index] &= ~self._rng.choice(here)
            return tuple(changed)
        empty = [place for place in self._shop.layout.free if not cells[place] & ~self._ground]
        if empty:
            place = self._rng.choice(empty)
            changed[index], changed[place] = changed[place], changed[index]
        return tuple(changed)

    def _create(self, cells: Cells) -> Cells:
        """A random object in an empty cell."""
        numbers = self._shop.placement.recipe.numbers
        things = [thing for thing, (_, most) in sorted(numbers.items()) if most]
        empty = [index for index in self._shop.layout.free if not cells[index] & ~self._ground]
        if not empty or not things:
            return cells
        changed = list(cells)
        changed[self._rng.choice(empty)] |= 1 << self._rng.choice(things)
        return tuple(changed)
