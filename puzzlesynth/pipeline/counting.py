"""The number of puzzles of a pack: listed if possible, otherwise estimated, with proven bounds.

The listed puzzles are a lower bound. The puzzles of a recipe book are among its trees, whose number is known: this is
an upper bound, and the share of the trees that are puzzles is estimated from draws. Other packs are sampled cube by
cube. An estimate names what it does not cover.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from random import Random

from puzzlesynth.deadline import Deadline, OutOfTime
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import replace
from puzzlesynth.synth.acceptance import Acceptance, AcceptanceTest
from puzzlesynth.synth.counting.estimate import LEAST_GUESSES, Estimate, estimate_from, estimate_of_share
from puzzlesynth.synth.exhaustion import Exhaustion
from puzzlesynth.synth.options import SynthesisOptions
from puzzlesynth.synth.recipes.proposal import EvenDraws, Proposal
from puzzlesynth.synth.synthesizer import Synthesizer

from .generate import candidate_judge, counting_judge, counting_synthesizer

SHARE_OF_LISTING = 0.4
"""Of the time limit."""

GUESSES, MANY_GUESSES = 12, 200
"""At the size of the space, without and with a time limit."""

MANY_PLAYED = 2000
"""Candidates, without a time limit, for an estimate in which playing decides."""

DRAWS = 3000
"""From the trees of a recipe book, without a time limit."""

HITS = 1000
"""Drawn puzzles with which an estimate is good enough."""

BY_TEST = "puzzles that only playing shows to have no shortcut"
FROM_PLAYING = "candidates that could not be decided by playing"
"""What an estimate may leave out."""


class PuzzleCount:
    """The number of puzzles as far as it is known; updated while it is computed."""

    def __init__(self, pack: Pack, options: SynthesisOptions, say: Callable[[str], object]) -> None:
        self._pack, self._options, self._say = pack, options, say
        self._deadline = Deadline(options.time_limit)
        self.found = 0
        """A lower bound: this many have been found."""
        self.most: int | None = None
        """An upper bound; None: none is proven."""
        self.is_complete = False
        """Whether the search has listed everything."""
        self.exhaustion = Exhaustion()
        self.estimate: Estimate | None = None
        self.left_out: list[str] = []
        """What the estimate does not cover."""

    @property
    def is_exact(self) -> bool:
        return self.is_complete and self.exhaustion.proven

    def list_them(self, limit: int, share: float = 1.0) -> None:
        """Counts one by one, up to the limit. `share`: of the time that is left."""
        making = counting_synthesizer(self._pack, self._for(share))
        self.exhaustion = making.exhaustion
        for _ in making.different():
            self.found += 1
            self._say(f"{self.found}")
            if self.found >= limit:
                return
        self.is_complete = True

    def estimate_them(self) -> None:
        """Runs until the time is up or the estimate is good enough. `OutOfTime`: there is no estimate."""
        if self._options.places:
            # Cubes do not cut the places of one tree.
            return
        making = counting_synthesizer(self._pack, self._for(0.95))
        with making.deadline.applied():
            trees = None if making.book is None else making.book.all_of_it()
        if trees is not None:
            self.most = trees.number
            self._take(self._by_trees(trees, self._for(0.95)))
            return
        self._take(self._by_cubes(making, counting_judge(self._pack)))
        if not making.program.possible.keeps_all:
            self._also_by_playing()

    def _take(self, estimates: Iterator[Estimate]) -> None:
        """The last estimate that is finished in time."""
        found: Estimate | None = None
        try:
            for found in estimates:
                self._say(f"at least {self.found}, about {found.number}")
        except OutOfTime:
            if found is None:
                raise
        if found is not None:
            self.estimate = found.within(self.found, self.most)

    def _also_by_playing(self) -> None:
        """Another estimate with nothing left out, if there is time for one."""
        self.left_out.append(BY_TEST)
        played = 0

        def judge(puzzle: Puzzle, look_for_shortcuts: bool) -> Acceptance:
            nonlocal played
            played += 1
            verdict = judging(puzzle, look_for_shortcuts)
            if verdict.undecided or (played > MANY_PLAYED and self._options.time_limit is None):
                raise OutOfTime
            return verdict

        making = counting_synthesizer(self._pack, self._for(0.95))
        judging = candidate_judge(self._pack, self._options.states)
        with suppress(OutOfTime):
            for found in self._by_cubes(making, judge, exact=True):
                self.estimate = found.within(self.found, self.most)
                self.left_out.remove(BY_TEST)

    def _by_cubes(
        self, making: Synthesizer, judge: AcceptanceTest, *, exact: bool = False
    ) -> Iterator[Estimate]:
        """One, once enough guesses are made or the time is up."""
        from puzzlesynth.synth.counting.cube_tree import CubeTree
        from puzzlesynth.synth.counting.program_space import ProgramSpace

        tree = CubeTree(ProgramSpace(self._pack, making, judge, exact=exact))
        most = GUESSES if self._options.time_limit is None else MANY_GUESSES
        guesses: list[float] = []
        half = making.deadline.half()
        with suppress(OutOfTime):
            for guess in islice(tree.guesses(), most):
                guesses.append(guess)
                if tree.number is not None:
                    yield Estimate(tree.number, tree.number, tree.number, len(guesses))
                    return
                if not exact and half.is_over and len(guesses) >= LEAST_GUESSES:
                    # The rest of the time is for playing.
                    break
        found = estimate_from(guesses)
        if found is None:
            raise OutOfTime
        yield found

    def _by_trees(self, trees: EvenDraws, options: SynthesisOptions) -> Iterator[Estimate]:
        judge, random, deadline = counting_judge(self._pack), Random(0), Deadline(options.time_limit)

        def is_puzzle(proposal: Proposal | None) -> bool:
            if proposal is None or proposal.limit:
                return False
            verdict = judge(proposal.puzzle, not proposal.is_proven)
            if verdict.undecided and FROM_PLAYING not in self.left_out:
                self.left_out.append(FROM_PLAYING)
            return verdict.accepted

        hits = tries = 0
        while hits < HITS and (tries < DRAWS or self._options.time_limit is not None):
            with deadline.applied():
                hits += is_puzzle(trees.draw(random))
            deadline.check()
            tries += 1
            found = estimate_of_share(trees.number, hits, tries) if tries % 100 == 0 else None
            if found is not None:
                yield found

    def _for(self, share: float) -> SynthesisOptions:
        left = self._deadline.left()
        limit = None if left is None else max(0.0, left * share)
        return replace(self._options, time_limit=limit, exhaustion=None)

    def work_out(self, limit: int, *, estimated: bool) -> None:
        """List, and estimate what is too much to list. `OutOfTime`: only bounds are known."""
        if not estimated:
            self.list_them(limit)
            return
        with suppress(OutOfTime):
            self.list_them(limit, SHARE_OF_LISTING)
        if not self.is_complete:
            self.estimate_them()
