"""Drawing answer sets nearly uniformly.

clingo's own order favours some answers. Where there are few candidates they are all listed, and each answer has
exactly the same chance. Where there are many, a random search goes its own way in a random part of the space: the
part where a few random parities are as a coin says, which has nothing to do with the order of the search.
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
"""A program in which more steps than this are possible is taken to have many answers without asking."""


WORTH_A_PART = LARGE
"""Where no more steps than this are possible, the whole pack is ground soon."""


class SamplingMode(NamedTuple):
    """How much a draw leaves to chance, and so how long it takes."""

    random_decisions: float
    """The share of the search's decisions that are left to chance."""
    parity_size: int
    """How many atoms a parity looks at, at most."""


EVEN = SamplingMode(1.0, 120)
QUICK = SamplingMode(0.1, 40)
"""For programs with very many steps, where an even search would take seconds: as much chance as costs next to nothing."""

POOL = 16
"""Parities to choose from."""

CUTS = (2, 2, 2, 1)
"""Parities that one draw uses, attempt by attempt: it looks at about a quarter of the space first."""

BAD = 12
"""After this many candidates with shortcuts, the next attempt begins elsewhere."""


HUGE = 2000
"""In a program in which more steps than this are possible, parities and random decisions take too long: there, chance
leaves out steps instead."""

LEFT_OUT = 0.5
"""The share of the possible steps that a draw then does without."""

SHORT = 200
"""Conflicts after which a draw does without parities, where many steps are possible: there, an attempt takes long."""


def a_part_will_do(possible: PackAnalysis, options: SynthesisOptions) -> bool:
    """Whether a first puzzle may come from a part of the pack: where the whole of it has many, so that a draw is only
    nearly even anyway, and nothing is asked of puzzles but what the pack asks."""
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
    # What lies outside of the part may meet a goal, and only the landmark test sees that.
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
        """Every answer, where there are few, with things in random places; None: there are many."""
        self._program.search_randomly(None)
        few = FEW if self._program.possible.shape is None else FEW_FILLINGS
        if self._program.possible_steps > LARGE or self._program.has_more_candidates_than(
            few, self._deadline
        ):
            return None
        self._program.search_randomly(random.randrange(2**31))
        return list(self._program.many_answers(0, self._deadline))

    def draw(self, random: Random) -> Answer | None:
        """One answer; None: there is none, or none was found with patience."""
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
        """Up to `number` answers that are near to each other, somewhere in the space."""
        # Parities would leave holes between neighbours, and the search would have to find its way round them.
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
        """Some of the pool, each made when it is first used. They are the same for every seed: what a seed decides is
        which of them are used, and how."""
        new = [number for number in numbers if number not in self._parities]
        made = self._program.add_parities([Random(number) for number in new], self._pace.parity_size)
        self._parities.update(zip(new, made, strict=False))
        return [self._parities[number] for number in numbers if number in self._parities]
