"""Many puzzles from several processes: each makes blocks of its own cubes, from the search to the line of JSON.

What comes out does not depend on how many there are: a block depends on its cube and the seed alone, and blocks are given
out in the order of their cubes (`synth.cube_stream`).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from functools import partial
from math import inf
from typing import Any, NamedTuple

from puzzlesynth.deadline import Deadline
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.json_io import puzzle_to_json
from puzzlesynth.quick_dataclasses import dataclass, replace
from puzzlesynth.synth.cube_stream import BlockEnd, CubeBlock
from puzzlesynth.synth.options import DEFAULT, SynthesisOptions
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
    with WorkerPool(BlockMaker(pack, without_end(options), seed), jobs, made.deadline, ahead=1) as pool:
        yield from made.lines(seed, lambda: _PooledBlocks(pool, made.deadline), pool.start, number)


class MadeBlock(NamedTuple):
    """A block as a worker hands it over."""

    lines: list[tuple[str, str]]
    end: BlockEnd


@dataclass(frozen=True)
class BlockMaker:
    """Makes whole blocks, in a worker."""

    pack: Pack
    options: SynthesisOptions
    seed: int

    def __call__(self, asked: BlockQuestion) -> MadeBlock:
        run = BlockRun(partial(synthesizer_for, self.pack), self.options, self.seed, asked)
        lines = [(name, puzzle_to_json(puzzle)) for name, puzzle in run.puzzles()]
        return MadeBlock(lines, next(run.end()))


class _PooledBlocks:
    def __init__(self, pool: WorkerPool[BlockQuestion, MadeBlock], deadline: Deadline) -> None:
        self._pool, self._deadline = pool, deadline

    def make(
        self, asked: Iterator[CubeBlock]
    ) -> Iterator[tuple[Iterable[tuple[str, object]], Iterator[BlockEnd]]]:
        questions = (BlockQuestion(block, self._deadline.left()) for block in asked)
        for made in self._pool.map(questions):
            yield made.lines, iter([made.end])
