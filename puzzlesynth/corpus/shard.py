"""Making a shard: a pure function of the manifest, the packs and the shard's number."""

from __future__ import annotations

import time
from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from random import Random
from typing import NamedTuple, Protocol

from puzzlesynth.pipeline.generate import synthesizer_for
from puzzlesynth.puzzle.json_io import puzzle_to_json
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import dataclass, replace

from .job import Job, unpacked
from .manifest import Manifest, Part
from .storage import Receipt, ShardWriter

NEIGHBOURS = 512
"""Puzzles that are listed together before the search goes elsewhere in the cube, at most: to go elsewhere takes as long
as some dozens of puzzles do."""
LEAST_NEIGHBOURS = 32
PLACES = 256
"""Where a corpus is small, it has fewer neighbours from as many places as this: those of few places are all alike."""


def neighbours_in(manifest: Manifest) -> int:
    """How many puzzles of a corpus are listed together."""
    if manifest.size is None:
        return NEIGHBOURS
    share = manifest.size // len(manifest.sources)
    return min(NEIGHBOURS, max(LEAST_NEIGHBOURS, share // PLACES))


class ShardContent(NamedTuple):
    """A shard that is made and not written yet."""

    packed: bytes
    receipt: Receipt


class Maker(Protocol):
    """Makes any shard of a corpus by its number, in whichever process or machine it is."""

    def prepare(self) -> None: ...

    def __call__(self, number: int) -> ShardContent: ...


@dataclass(frozen=True)
class ShardMaker:
    """Makes the shards of a job, in whichever process or machine it is."""

    job: Job
    measure: bool = False

    def prepare(self) -> None:
        unpacked(self.job)

    def __call__(self, number: int) -> ShardContent:
        begin = time.process_time()
        file = BytesIO()
        writer = ShardWriter(file)
        complete = True
        for part in self.job.manifest.shards[number].parts:
            made = PartPuzzles(self.job, part, self.measure)
            for puzzle in made:
                writer.write(puzzle_to_json(puzzle))
            complete &= made.complete
        digest, size = writer.finish()
        milliseconds = round(1000 * (time.process_time() - begin))
        manifest = self.job.manifest.digest
        receipt = Receipt(
            number, manifest, writer.count, digest, size, milliseconds, self.measure, complete=complete
        )
        return ShardContent(file.getvalue(), receipt)


class PartPuzzles:
    """The puzzles of one part."""

    def __init__(self, job: Job, part: Part, measure: bool) -> None:
        self._job, self._part, self._measure = job, part, measure
        self.complete = False
        """Whether they are all that there are, once they have been gone through."""

    def __iter__(self) -> Iterator[Puzzle]:
        return map(self._measured, islice(self._puzzles(), self._part.size))

    def _puzzles(self) -> Iterator[Puzzle]:
        """Each part has a solver of its own: what one has learnt from other parts would lead it elsewhere."""
        ready, part, seed = unpacked(self._job), self._part, self._job.manifest.seed
        options = replace(ready.options[part.source], cube=part.cube)
        made = synthesizer_for(ready.packs[part.source], options)
        yield from made.scattered(seed, Random(f"{seed} {part.cube}"), neighbours_in(self._job.manifest))
        if part.size is None:
            yield from made.remaining(seed)
            self.complete = made.exhaustion.proven

    def _measured(self, puzzle: Puzzle) -> Puzzle:
        if not self._measure:
            return puzzle
        from puzzlesynth.world.difficulty import measured

        return measured(unpacked(self._job).packs[self._part.source], puzzle)
