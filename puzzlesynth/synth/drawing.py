"""Drawing answer sets nearly uniformly.

clingo's own order favours some answers. Where there are few candidates they are all listed, and each answer has
exactly the same chance. Where there are many, a random search goes its own way in a random part of the space: the
part where a few random parities are as a coin says, which has nothing to do with the order of the search.
"""

from __future__ import annotations

from random import Random

from .answer import Answer
from .deadline import FOREVER, Deadline
from .program import Program

FEW = 2000
"""Up to so many candidates, with or without shortcuts, all answers are listed."""

FEW_FILLINGS = 40
"""The same for the fillings of a map, where each answer takes longer to test."""

LARGE = 200
"""A program in which so many steps are possible is taken to have many answers without asking."""

EVEN, QUICK = 1.0, 0.1
"""How many of the search's decisions are left to chance when drawing: all of them, or, where so many are possible that
such a search would take seconds, as many as cost next to nothing."""

POOL = 16
"""Parities to choose from."""

CUTS = 2
"""Parities that one draw uses: it looks at about a quarter of the space."""


class Drawing:
    def __init__(self, program: Program, deadline: Deadline = FOREVER) -> None:
        self._program, self._deadline = program, deadline
        self._parities: dict[int, int | None] = {}

    def all_if_few(self, random: Random) -> list[Answer] | None:
        """Every answer, where there are few, with things in random places; None: there are many."""
        self._program.search_randomly(None)
        few = FEW if self._program.possible.shape is None else FEW_FILLINGS
        if self._program.possible_steps > LARGE or self._program.has_more_candidates_than(
            few, self._deadline
        ):
            return None
        self._program.search_randomly(random.randrange(2**31))
        return list(self._program.answers(deadline=self._deadline))

    def draw(self, random: Random) -> Answer | None:
        """One answer; None: there is none."""
        chance = QUICK if self._program.possible_steps > LARGE else EVEN
        for cuts in (CUTS, CUTS, 1, 0):
            self._program.search_randomly(random.randrange(2**31), chance)
            for answer in self._program.answers(self._cut(random, cuts), 1, self._deadline):
                return answer
        return None

    def _cut(self, random: Random, cuts: int) -> list[int]:
        chosen = [self._parity(number) for number in random.sample(range(POOL), cuts)]
        return [one if random.random() < 0.5 else -one for one in chosen if one is not None]

    def _parity(self, number: int) -> int | None:
        """One of the pool, made when it is first used. They are the same for every seed: what a seed decides is which of
        them are used, and how."""
        if number not in self._parities:
            self._parities[number] = self._program.add_parity(Random(number))
        return self._parities[number]
