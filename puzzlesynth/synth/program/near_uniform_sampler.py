"""Near-uniform sampling of answer sets with XOR constraints.

clingo's own order favours some answer sets. If there are few candidates, all are listed, and each answer set has exactly
the same chance. If there are many, a randomised search runs in a random cell of the space: a few random parities (XOR
constraints) have random values there, independent of the order of the search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from puzzlesynth.deadline import FOREVER, Deadline
from puzzlesynth.pack.model import Policy
from puzzlesynth.synth.answers.answer_set import Answer
from puzzlesynth.synth.options import NO_TARGETS, SynthesisOptions
from puzzlesynth.synth.relevance import PackAnalysis

from .ground_program import GroundProgram

FEW = 2000
"""Up to this many candidates, with or without shortcuts, all answers are listed."""

FEW_FILLINGS = 40
"""The same for the fillings of a map, where each answer takes longer to test."""

LARGE = 200
"""A program with more possible steps than this is assumed to have many answer sets."""


WORTH_A_PART = LARGE
"""With up to this many possible steps, grounding the whole pack is quick."""


class SamplingMode(NamedTuple):
    """How random a draw is, and so how long it takes."""

    random_decisions: float
    """The share of random decisions of the search."""
    parity_size: int
    """The largest number of atoms in a parity."""


EVEN = SamplingMode(1.0, 120)
QUICK = SamplingMode(0.1, 40)
"""For programs with very many steps, where an even search would take seconds: as random as is nearly free."""

POOL = 16
"""Parities to choose from."""

CUTS = (2, 2, 2, 1)
"""Parities of one draw, by attempt: the first attempt searches about a quarter of the space."""

BAD = 12
"""After this many candidates with shortcuts, the next attempt begins elsewhere."""


HUGE = 2000
"""In a program with more possible steps than this, parities and random decisions take too long: a draw leaves out random
steps instead."""

LEFT_OUT = 0.5
"""The share of the possible steps that such a draw leaves out."""

SHORT = 200
"""Conflicts after which a draw drops its parities, if many steps are possible: an attempt takes long then."""


def a_part_will_do(possible: PackAnalysis, options: SynthesisOptions) -> bool:
    """Whether a first puzzle may come from a part of the pack: the whole pack has many, so that a draw is only nearly
    even anyway, and there are no requirements besides the pack's."""
    asked = (options.start, options.constraints, options.places, options.steering, options.cube)
    areas = possible.start.areas
    if (
        any(asked)
        or possible.targets != NO_TARGETS
        or possible.pack.constraints
        or possible.shape
        or possible.pattern
        or possible.herrings
    ):
        return False
    # An object outside of the part may meet a goal, and only the landmark test finds that.
    if any(area.guarantees.shortcuts is not Policy.FORBID for area in areas):
        return False
    can_be_met = all(any(map(possible.accepted, area.goals)) for area in areas)
    return can_be_met and not possible.is_dense and _most_steps(possible) > WORTH_A_PART


def _most_steps(possible: PackAnalysis) -> int:
    """No more steps than this are possible: each rule for each copy and stage of what it makes."""
    steps = 0
    for rule in possible.relevant[1]:
        effects = possible.effects[rule.number]
        principal = effects.principal or 0
        for item in possible.result_items(rule, effects, principal):
            stages = 1 if principal in effects.created else possible.stages(item)
            steps += stages * possible.copies_of(item, 0)
    return steps


class NearUniformSampler:
    def __init__(self, program: GroundProgram, deadline: Deadline = FOREVER) -> None:
        self._program, self._deadline = program, deadline
        self._parities: dict[int, int] = {}
        self.patience: int | None = None
        """Conflicts after which a draw gives up; None: never."""

    def all_if_few(self, random: Random) -> list[Answer] | None:
        """Every answer set if there are few, with objects in random places; None: there are many."""
        self._program.search_randomly(None)
        few = FEW if self._program.possible.shape is None else FEW_FILLINGS
        if self._program.possible_steps > LARGE or self._program.has_more_candidates_than(
            few, self._deadline
        ):
            return None
        self._program.search_randomly(random.randrange(2**31))
        return list(self._program.many_answers(0, self._deadline))

    def draw(self, random: Random) -> Answer | None:
        """One answer set; None: there is none, or the limits were reached."""
        dense = self._program.possible.is_dense
        most = SHORT if dense else None
        for cuts in CUTS[:1] if dense else CUTS:
            with self._program.guard.at_most(BAD), self._program.at_most(most):
                answer = self._attempt(random, cuts)
            if answer is not None:
                return answer
        with self._program.at_most(self.patience):
            return self._attempt(random, 0)

    def some(self, random: Random, number: int) -> Iterator[Answer]:
        """Up to `number` neighbouring answer sets, somewhere in the space."""
        # Parities would leave gaps between neighbours that the search would have to skip.
        self._program.search_randomly(random.randrange(2**31))
        return self._program.many_answers(number, self._deadline)

    def _attempt(self, random: Random, cuts: int) -> Answer | None:
        seed = random.randrange(2**31)
        self._program.search_randomly(None if self._is_huge else seed, self._pace.random_decisions)
        return next(self._program.answers(self._cut(random, cuts), 1, self._deadline), None)

    @property
    def _pace(self) -> SamplingMode:
        return QUICK if self._program.possible_steps > LARGE else EVEN

    @property
    def _is_huge(self) -> bool:
        return self._program.possible.is_dense and self._program.possible_steps > HUGE

    def _cut(self, random: Random, cuts: int) -> list[int]:
        if self._is_huge:
            return self._program.without_some(random, LEFT_OUT if cuts else 0)
        chosen = self._parities_of(random.sample(range(POOL), cuts))
        return [one if random.random() < 0.5 else -one for one in chosen]

    def _parities_of(self, numbers: Sequence[int]) -> list[int]:
        """Some parities of the pool, each made when first used. The pool is the same for every seed; the seed decides
        which of them are used, and with which values."""
        new = [number for number in numbers if number not in self._parities]
        made = self._program.add_parities([Random(number) for number in new], self._pace.parity_size)
        self._parities.update(zip(new, made, strict=False))
        return [self._parities[number] for number in numbers if number in self._parities]
