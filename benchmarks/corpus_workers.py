"""What a second Dask worker brings to a corpus.

    python -m benchmarks.corpus_workers [--puzzles 640] [--full]

The same corpus of the story is made by one worker and by two, each a process with one thread; that they make the
same bytes is checked. *per second* and *times one worker* go by the clock, from the first shard asked for to the
last one written, so they count only on a machine that has nothing else to do.

The rest is processor time, which a busy machine does not spoil. *shards*: what making them took, as their receipts
say. *workers together*: what the worker processes took meanwhile; what is above *shards* is fetching work and
handing it over. *busiest*: the worker that took most. *coordinator*: this process, which runs the scheduler,
receives the shards and writes them, without what it takes while nothing happens (*idle*, per second), since that
grows with the time by the clock. *transport*: what both sides need to send as many bytes in as many answers when
there is nothing to make. *times by processor* is the rate against one worker's on a machine with two cores, each
run compared with its own *shards*, so that a slower run does not count: `shards / max(busiest, (workers together +
coordinator) / 2)`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.example_puzzles import ROOT
from benchmarks.report import Row, report
from puzzlesynth.corpus.dask_engine import dask_engine
from puzzlesynth.corpus.job import read_job
from puzzlesynth.corpus.plan import CorpusRequest, plan_corpus
from puzzlesynth.corpus.run import run_corpus
from puzzlesynth.corpus.shard import ShardMaker
from puzzlesynth.corpus.storage import RECEIPTS, SHARDS
from puzzlesynth.pack import load_pack
from puzzlesynth.quick_dataclasses import dataclass

CORES = 2
IDLE_SECONDS = 5.0
ROUNDS = 50
"""Answers that are sent to see what sending takes."""


@dataclass(frozen=True)
class Figures:
    """Making a corpus once; seconds."""

    puzzles: int
    clock: float
    shards: float
    workers: tuple[float, ...]
    coordinator: float
    idle: float
    transport: float
    digest: str

    @property
    def speed(self) -> float:
        """Of one process that does nothing but make shards, a multiple."""
        return self.shards / max(*self.workers, (sum(self.workers) + self.coordinator) / CORES)


@contextmanager
def cluster(workers: int) -> Iterator[Any]:
    from distributed import Client, LocalCluster

    with (
        LocalCluster(
            n_workers=workers, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, silence_logs=50
        ) as found,
        Client(found, set_as_default=False) as client,
    ):
        yield client


def processor_times(client: Any) -> dict[str, float]:
    """Of each worker so far."""
    return dict(client.run(time.process_time))


def transport(client: Any, size: int) -> float:
    """Of one answer of this size."""
    before, own = processor_times(client), time.process_time()
    for _ in range(ROUNDS):
        client.submit(bytes, size, pure=False).result()
    own = time.process_time() - own
    return (sum(processor_times(client).values()) - sum(before.values()) + own) / ROUNDS


def idle() -> float:
    """What this process takes in a second in which nothing happens."""
    own, begin = time.process_time(), time.perf_counter()
    time.sleep(IDLE_SECONDS)
    return (time.process_time() - own) / (time.perf_counter() - begin)


def made(corpus: Path, workers: int) -> Figures:
    with cluster(workers) as client:
        engine = dask_engine(client.scheduler.address)
        # So that the workers' first look at libraries and pack is not counted.
        client.run(ShardMaker(read_job(corpus)), 0)
        before, own, begin = processor_times(client), time.process_time(), time.perf_counter()
        *_, run = run_corpus(corpus, engine)
        clock, own = time.perf_counter() - begin, time.process_time() - own
        after = processor_times(client)
        sizes = [receipt.bytes for receipt in run.receipts]
        waiting = idle()
        sending = transport(client, sum(sizes) // len(sizes)) * len(sizes)
    spent = tuple(after[name] - before[name] for name in after)
    making = sum(receipt.milliseconds for receipt in run.receipts) / 1000
    working = max(0.0, own - waiting * clock)
    found = Figures(run.puzzles, clock, making, spent, working, waiting, sending, _digest(corpus))
    _empty(corpus)
    return found


def _empty(corpus: Path) -> None:
    for name in (SHARDS, RECEIPTS):
        for path in (corpus / name).iterdir():
            path.unlink()


def _digest(corpus: Path) -> str:
    return sha256(b"".join(path.read_bytes() for path in sorted((corpus / SHARDS).iterdir()))).hexdigest()


def row(workers: int, figures: Figures, one: Figures) -> Row:
    return {
        "workers": workers,
        "puzzles": figures.puzzles,
        "per second": round(figures.puzzles / figures.clock, 1),
        "times one worker": round(one.clock / figures.clock, 2),
        "shards": round(figures.shards, 2),
        "workers together": round(sum(figures.workers), 2),
        "busiest": round(max(figures.workers), 2),
        "coordinator": round(figures.coordinator, 2),
        "idle": round(figures.idle, 4),
        "transport": round(figures.transport, 3),
        "times by processor": round(figures.speed / one.speed, 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--puzzles", type=int, default=640)
    parser.add_argument("--full", action="store_true", help="8,000 puzzles")
    options = parser.parse_args()
    size, shards = (8_000, 40) if options.full else (options.puzzles, 16)
    pack = load_pack(ROOT / "examples" / "lighthouse")
    with TemporaryDirectory() as folder:
        corpus = Path(folder) / "corpus"
        plan_corpus(CorpusRequest((pack,), size, seed=1, shard_size=size // shards)).write(corpus)
        found = {workers: made(corpus, workers) for workers in (1, 2)}
    if len({figures.digest for figures in found.values()}) != 1:
        raise SystemExit("the number of workers makes a difference to the bytes")
    rows = [row(workers, figures, found[1]) for workers, figures in found.items()]
    report("corpus_workers", "Dask workers at one corpus; seconds of processor time", rows)


if __name__ == "__main__":
    main()
