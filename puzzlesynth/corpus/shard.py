"""Making a shard: a pure function of the manifest, the packs and the shard's number."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from itertools import islice
from random import Random
from typing import NamedTuple, Protocol

from puzzlesynth.pipeline.generate import synthesizer_for
from puzzlesynth.puzzle.json_io import puzzle_to_json
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import dataclass, replace

from .job import CorpusJob, unpacked
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

    job: CorpusJob
    measure: bool = False

    def prepare(self) -> None:
        unpacked(self.job)

    def __call__(self, number: int) -> ShardContent:
        manifest = self.job.manifest
        parts = [PartPuzzles(self.job, part, self.measure) for part in manifest.shards[number].parts]
        lines = map(puzzle_to_json, puzzles_of(parts))
        return packed_shard(
            manifest, number, lines, self.measure, lambda: all(part.complete for part in parts)
        )


def packed_shard(
    manifest: Manifest, number: int, lines: Iterator[str], measured: bool, is_complete: Callable[[], bool]
) -> ShardContent:
    """A shard of these lines, with its receipt. `is_complete` is asked after the last line."""
    begin = time.process_time()
    file = BytesIO()
    writer = ShardWriter(file)
    for line in lines:
        writer.write(line)
    complete = is_complete()
    digest, size = writer.finish()
    milliseconds = round(1000 * (time.process_time() - begin))
    receipt = Receipt(
        number, manifest.digest, writer.count, digest, size, milliseconds, measured, complete=complete
    )
    return ShardContent(file.getvalue(), receipt)


def puzzles_of(parts: Sequence[PartPuzzles]) -> Iterator[Puzzle]:
    """The puzzles of a shard. What a part has less than its share, which was only estimated, the others have more."""
    owed = 0
    shared = [part for part in parts if not part.gives_all]
    for part in parts:
        if part.gives_all:
            yield from part
    for part in shared:
        yield from part.more(owed)
        owed = part.missing
    for part in shared:
        if owed and not part.missing:
            yield from part.more(owed)
            owed = part.missing


class PartPuzzles:
    """The puzzles of one part."""

    def __init__(self, job: CorpusJob, part: Part, measure: bool) -> None:
        self._job, self._part, self._measure = job, part, measure
        self._wanted, self._given = part.size, 0
        self.complete = False
        """Whether they are all that there are, once they have been gone through."""

    @property
    def missing(self) -> int:
        """How many there are fewer than were asked for."""
        return 0 if self._wanted is None else self._wanted - self._given

    @property
    def gives_all(self) -> bool:
        return self._wanted is None

    def __iter__(self) -> Iterator[Puzzle]:
        return self.more(0)

    def more(self, owed: int) -> Iterator[Puzzle]:
        """Those of its share that have not been given, and others for which there is no room elsewhere. Where it has
        given some before, these are made once more: the same seed gives the same puzzles in the same order."""
        if self._wanted is not None:
            self._wanted += owed
        for puzzle in islice(self._puzzles(), self._given, self._wanted):
            self._given += 1
            yield self._measured(puzzle)

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
