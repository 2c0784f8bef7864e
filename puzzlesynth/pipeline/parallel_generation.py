"""Many puzzles from several processes: each makes blocks of its own cubes, from the search to the line of JSON.

What comes out does not depend on how many there are: a block depends on its cube and the seed alone, and blocks are given
out in the order of their cubes (`synth.cube_stream`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from functools import partial
from importlib import import_module
from itertools import islice
from math import inf
from typing import Any, NamedTuple

from puzzlesynth.deadline import Deadline
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.json_io import puzzle_to_json
from puzzlesynth.quick_dataclasses import dataclass, replace
from puzzlesynth.synth.cube_stream import BlockEnd, CubeBlock, MadeBlocks
from puzzlesynth.synth.initial_state import fresh_start
from puzzlesynth.synth.options import DEFAULT, NO_TARGETS, SynthesisOptions
from puzzlesynth.synth.program.ground_program import GroundProgram
from puzzlesynth.synth.relevance import PackAnalysis
from puzzlesynth.workers import WorkerPool

from .cube_blocks import BlockQuestion, BlockRun, LocalBlocks, without_end
from .generate import synthesizer_for


def puzzle_lines(
    pack: Pack,
    *,
    seed: int,
    jobs: int,
    number: float = inf,
    options: SynthesisOptions = DEFAULT,
    **others: Any,
) -> Generator[str]:
    """The puzzles of `generate.make_puzzles` as lines of JSON, made by `jobs` processes where there are many.

    `number`: how many will be read.
    """
    options = replace(options, **others)
    made = synthesizer_for(pack, options)
    if jobs == 1:
        local = LocalBlocks(partial(synthesizer_for, pack), options, seed, made.deadline)
        yield from made.lines(seed, lambda: local, lambda: None, number)
        return
    with WorkerPool(BlockMaker(pack, without_end(options), seed), jobs, made.deadline, PARTS_AHEAD) as pool:
        yield from made.lines(seed, lambda: _PooledBlocks(pool, made.deadline), pool.start, number)


PART = 256
"""Puzzles that a worker hands over together. The reader may have enough before a block is complete."""

PARTS_AHEAD = 16
"""Parts per worker that are asked for before the first is waited for: about two blocks, so that no worker waits."""


class PartQuestion(NamedTuple):
    """What a worker is asked for: so many puzzles of a block."""

    of: BlockQuestion
    number: int
    """Of the part, from 0."""


class MadePart(NamedTuple):
    """A part of a block as a worker hands it over."""

    lines: list[tuple[str, str]]
    end: BlockEnd | None
    """What is known of the block where this is its last part."""


class BlockUnderWay:
    """A block that a worker has begun."""

    def __init__(self, of: BlockQuestion, run: BlockRun) -> None:
        self.of, self._run = of, run
        self._puzzles = run.puzzles()
        self.parts = 0
        """How many have been made."""
        self._has_ended = False

    def next_part(self) -> MadePart:
        found = islice(self._puzzles, PART)
        lines = [(name, puzzle_to_json(puzzle)) for name, puzzle in found]
        self.parts += 1
        if self._has_ended or (len(lines) == PART and self.parts < _parts_of(self.of)):
            return MadePart(lines, None)
        self._has_ended = True
        end = next(self._run.end())
        # Its solver is large, and nobody asks it any more.
        self._puzzles = iter(())
        del self._run
        return MadePart(lines, end)


@dataclass
class BlockMaker:
    """Makes blocks part by part, in a worker."""

    pack: Pack
    options: SynthesisOptions
    seed: int
    under_way: BlockUnderWay | None = None
    ready: GroundProgram | None = None
    """The program of the first block, ground already."""

    def prepare(self) -> None:
        """While the first puzzles are drawn elsewhere."""
        import_module("puzzlesynth.pipeline.acceptance")
        import_module("puzzlesynth.synth.answers.area_trees")
        possible = PackAnalysis(
            self.pack,
            self.options.start or fresh_start(self.pack),
            targets=self.options.targets or NO_TARGETS,
        )
        if not possible.is_dense:
            self.ready = GroundProgram(possible, self.options.constraints, self.options.places)

    def __call__(self, asked: PartQuestion) -> MadePart:
        """Parts are asked for one after the other. Who has not made those before (another worker was killed) makes them
        first."""
        block = self.under_way
        if block is None or block.of != asked.of or block.parts > asked.number:
            ready, self.ready = self.ready, None
            begin = partial(synthesizer_for, self.pack, program=ready)
            block = self.under_way = BlockUnderWay(
                asked.of, BlockRun(begin, self.options, self.seed, asked.of)
            )
        while block.parts < asked.number:
            block.next_part()
        return block.next_part()


def _parts_of(asked: BlockQuestion) -> int:
    return -(-asked.block.size // PART)


class _PooledBlocks:
    def __init__(self, pool: WorkerPool[PartQuestion, MadePart], deadline: Deadline) -> None:
        self._pool, self._deadline = pool, deadline

    def make(self, asked: Iterator[CubeBlock]) -> MadeBlocks:
        sizes: deque[int] = deque()

        def questions() -> Iterator[PartQuestion]:
            for block in asked:
                question = BlockQuestion(block, self._deadline.left())
                sizes.append(_parts_of(question))
                yield from (PartQuestion(question, number) for number in range(sizes[-1]))

        parts = self._pool.map(questions(), group=lambda part: part.of)
        return self._blocks_of(parts, sizes)

    def _blocks_of(self, parts: Iterator[MadePart], sizes: deque[int]) -> MadeBlocks:
        while sizes:
            # The end is known once the puzzles have been read.
            ends: list[BlockEnd] = []
            yield self._puzzles_of(islice(parts, sizes.popleft()), ends), iter(ends)

    def _puzzles_of(self, parts: Iterator[MadePart], ends: list[BlockEnd]) -> Iterator[tuple[str, object]]:
        for part in parts:
            yield from part.lines
            if part.end is not None:
                ends.append(part.end)
