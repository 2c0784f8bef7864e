"""A first puzzle of a large pack, from a random part of it: to ground the whole pack takes longer than to find a puzzle.

The part has one goal for each area and a few ways to come by each thing, as a coin decides. A candidate is tested for
shortcuts with all rules of the pack, so what comes out is as good as any other puzzle. Where some parts have none, the
program of the whole pack goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, cached_property, partial
from random import Random

from puzzlesynth.deadline import Deadline
from puzzlesynth.synth.answers.answer_set import Answer
from puzzlesynth.synth.answers.decoder import Decoder
from puzzlesynth.synth.landmarks.landmark_test import LandmarkTest, landmark_test_of
from puzzlesynth.synth.landmarks.propagator import ShortcutPropagator
from puzzlesynth.synth.program.ground_program import GroundProgram
from puzzlesynth.synth.recipes.proposal import EvenDraws, Proposal
from puzzlesynth.synth.relevance import PackAnalysis

from .sub_pack import SubPackAnalysis, SubPackSampler

WIDTHS = (2, 2, 3, 3)
"""How many ways each part has to come by each thing."""

MOST_REFUSED, MOST_CONFLICTS = 12, 200
"""After this many candidates with shortcuts, or conflicts, another part is likely to have a puzzle sooner."""


class SubPackPropagator(ShortcutPropagator):
    """The landmark test of the whole pack, made once for all its parts."""

    def __init__(self, whole: PackAnalysis, test: Callable[[], LandmarkTest]) -> None:
        super().__init__(whole, {area.name for area in whole.start.areas})
        self._of_the_whole = test

    @cached_property
    def _test(self) -> LandmarkTest:
        return self._of_the_whole()


class SubPackProgram(GroundProgram):
    """The program of a part, with the landmark test of the whole."""

    def __init__(self, part: SubPackAnalysis, test: Callable[[], LandmarkTest]) -> None:
        self._whole, self._test = part.whole, test
        super().__init__(part)

    def _new_guard(self) -> ShortcutPropagator:
        return SubPackPropagator(self._whole, self._test)

    def first_answer(self, seed: int) -> Answer | None:
        """One that passes the test; None: there is none, or it takes too long."""
        self.search_randomly(seed)
        with self.guard.at_most(MOST_REFUSED), self.at_most(MOST_CONFLICTS):
            return next(self.answers(limit=1), None)


class FirstPuzzle:
    """The search for it, as one that leaves all other puzzles to the program."""

    complete = False

    def __init__(self, possible: PackAnalysis, deadline: Deadline) -> None:
        self._possible, self._deadline = possible, deadline
        self._test = cache(partial(landmark_test_of, possible))

    def puzzles(self, seed: int) -> Iterator[Proposal]:
        """One at most."""
        random, sampler = Random(seed), SubPackSampler(self._possible)
        for width in WIDTHS:
            with self._deadline.applied():
                program = SubPackProgram(sampler.sketch(random, width), self._test)
                answer = program.first_answer(random.randrange(2**31))
            if answer is not None:
                yield Proposal(Decoder(self._possible).decode(answer, seed), is_proven=True)
                return

    def all_of_it(self) -> EvenDraws | None:
        """Others count better."""
        return None
