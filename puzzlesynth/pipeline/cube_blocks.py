"""Blocks of a long stream (`synth.cube_stream`): the puzzles of one cube, made by a synthesizer of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import NamedTuple

from puzzlesynth.deadline import Deadline, OutOfTime
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import replace
from puzzlesynth.synth.cube_stream import (
    NEIGHBOURS,
    BlockEnd,
    CubeBlock,
    MadeBlocks,
    sample_stride,
    smaller_cubes,
)
from puzzlesynth.synth.cubes import features_of
from puzzlesynth.synth.options import SynthesisOptions
from puzzlesynth.synth.synthesizer import Synthesizer

BeginSynthesis = Callable[[SynthesisOptions], Synthesizer]
"""Makes a synthesizer of the stream's pack."""


def without_end(options: SynthesisOptions) -> SynthesisOptions:
    """Each block reports by itself how it ended, and gets the remaining time."""
    return replace(options, exhaustion=None, time_limit=None)


class BlockQuestion(NamedTuple):
    block: CubeBlock
    seconds: float | None
    """Until the time is up."""


class BlockRun:
    """A block that is being made."""

    def __init__(
        self, begin: BeginSynthesis, options: SynthesisOptions, seed: int, asked: BlockQuestion
    ) -> None:
        self._begin, self._seed, self._block = begin, seed, asked.block
        self._options = replace(options, cube=asked.block.cube, time_limit=asked.seconds)
        self._samples: list[frozenset[str]] = []
        self._made: Synthesizer | None = None
        self._late = self._exhausted = False

    def puzzles(self) -> Iterator[tuple[str, Puzzle]]:
        """The block's puzzles, each with its identity; they end early when the time is up."""
        cube, size = self._block
        try:
            made = self._made = self._begin(self._options)
            found = made.scattered(self._seed, Random(f"{self._seed} {cube}"), NEIGHBOURS)
            pack, number = made.program.possible.pack, 0
            stride = sample_stride(size)
            for puzzle in islice(found, size):
                # The rest would not be read.
                if number % stride == 0:
                    self._samples.append(features_of(puzzle, pack))
                number += 1
                yield puzzle.id if self._options.places else puzzle.tree, puzzle
            self._exhausted = number < size
        except OutOfTime:
            self._late = True

    def end(self) -> Iterator[BlockEnd]:
        rest = () if self._exhausted else smaller_cubes(self._block.cube, self._samples)
        made = self._made
        if made is None:
            yield BlockEnd(rest, late=self._late)
            return
        counts, undecided = made.tally, made.exhaustion.undecided
        refused = made.program.guard.refused
        yield BlockEnd(rest, counts.candidates, counts.rejected, refused, undecided, self._late)


class LocalBlocks:
    """Blocks that this process makes, one after the other, puzzle by puzzle."""

    def __init__(
        self, begin: BeginSynthesis, options: SynthesisOptions, seed: int, deadline: Deadline
    ) -> None:
        self._begin, self._options, self._seed = begin, without_end(options), seed
        self._deadline = deadline

    def make(self, asked: Iterator[CubeBlock]) -> MadeBlocks:
        for block in asked:
            question = BlockQuestion(block, self._deadline.left())
            run = BlockRun(self._begin, self._options, self._seed, question)
            yield run.puzzles(), run.end()
