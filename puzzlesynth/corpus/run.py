"""Running a corpus: every shard that has no receipt is made, by this process, by workers beside it, or by other machines.

Workers return the bytes of a shard; this process alone writes, and writes the receipt last. So a worker, this
process or the whole machine can be killed at any moment: what has a receipt is complete, and the rest is made again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

from puzzlesynth.quick_dataclasses import dataclass, field
from puzzlesynth.workers import WorkerPool

from .job import read_job
from .manifest import LEVELS, CorpusError, Manifest, read_manifest
from .shard import Maker, ShardContent, ShardMaker
from .storage import Receipt, is_there, receipt_path, receipts, write_content

Engine = Callable[[Maker, list[int]], AbstractContextManager[Iterator[ShardContent]]]
"""Makes shards somewhere, in any order."""


@dataclass
class CorpusRun:
    """How far a run has come."""

    manifest: Manifest
    before: dict[int, Receipt]
    """The receipts that were there when it began."""
    wanted: list[int]
    """The shards that this run is there for."""
    made: dict[int, Receipt] = field(default_factory=dict)
    begin: float = field(default_factory=time.monotonic)

    @property
    def receipts(self) -> list[Receipt]:
        """Of the wanted shards."""
        found = self.before | self.made
        return [found[number] for number in self.wanted if number in found]

    @property
    def missing(self) -> list[int]:
        return [number for number in self.wanted if number not in self.before and number not in self.made]

    @property
    def puzzles(self) -> int:
        return sum(receipt.count for receipt in self.receipts)

    @property
    def rate(self) -> float | None:
        """Puzzles per second of this run; None: it has made none yet."""
        seconds = time.monotonic() - self.begin
        made = sum(receipt.count for receipt in self.made.values())
        return made / seconds if made and seconds else None

    @property
    def seconds_left(self) -> float | None:
        """By the shards that are done; None: not known yet."""
        if not self.made:
            return None
        return (time.monotonic() - self.begin) / len(self.made) * len(self.missing)


def run_corpus(
    corpus: Path, engine: Engine, *, measure: bool = False, shards: Collection[int] | None = None
) -> Generator[CorpusRun]:
    """Makes what is missing of a corpus, or of some of its shards; yields after each shard, and once before the first.

    `CorpusError` where the corpus was planned for something else, or begun with other options.
    """
    manifest = read_manifest(corpus)
    maker: Maker
    if manifest.kind == LEVELS:
        from .level_corpus import LevelShardMaker, read_level_job

        maker = LevelShardMaker(read_level_job(corpus), measure)
    else:
        maker = ShardMaker(read_job(corpus), measure)
    run = _begun(corpus, manifest, measure, shards)
    yield run
    todo = run.missing
    if not todo:
        return
    with engine(maker, todo) as made:
        for content in made:
            write_content(corpus, content.packed, content.receipt)
            run.made[content.receipt.shard] = content.receipt
            yield run


def _begun(corpus: Path, manifest: Manifest, measure: bool, shards: Collection[int] | None) -> CorpusRun:
    number = len(manifest.shards)
    for shard in shards or ():
        if not 0 <= shard < number:
            raise CorpusError(
                f"{corpus}: there is no shard {shard}; the corpus has {number}, numbered from 0"
            )
    # A shard whose file is gone or cut short is made again, whatever its receipt says.
    found = {n: receipt for n, receipt in receipts(corpus, number).items() if is_there(corpus, receipt)}
    for receipt in found.values():
        path = receipt_path(corpus, receipt.shard)
        if receipt.manifest != manifest.digest:
            raise CorpusError(
                f"{path}: it was made by another manifest; delete it, or plan again in another folder"
            )
        if receipt.measured != measure:
            said = "with" if receipt.measured else "without"
            raise CorpusError(f"{path}: this shard was made {said} --measure; run the rest in the same way")
    wanted = sorted(set(shards)) if shards is not None else list(range(number))
    return CorpusRun(manifest, found, wanted)


def local_engine(workers: int) -> Engine:
    """Worker processes on this machine; one: this process itself."""

    def start(maker: Maker, numbers: list[int]) -> _LocalWork:
        return _LocalWork(maker, numbers, min(workers, len(numbers)))

    return start


class _LocalWork(AbstractContextManager[Iterator[ShardContent]]):
    def __init__(self, maker: Maker, numbers: Iterable[int], workers: int) -> None:
        self._maker, self._numbers = maker, numbers
        self._pool = WorkerPool(maker, workers) if workers > 1 else None

    def __enter__(self) -> Iterator[ShardContent]:
        return self._pool.unordered(self._numbers) if self._pool else map(self._maker, self._numbers)

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.close()
