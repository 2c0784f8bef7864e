"""`puzzlesynth corpus run`."""

from __future__ import annotations

import json
import re
import sys
import time
from typing import TYPE_CHECKING, Annotated

import typer

from puzzlesynth.cli.common import inputs
from puzzlesynth.cli.common.errors import BadInput
from puzzlesynth.cli.common.run import Progress
from puzzlesynth.pack.text.wording import counted

from .options import CorpusArgument, Workers

if TYPE_CHECKING:
    from puzzlesynth.corpus.run import CorpusRun

LOG_SECONDS = 60.0
_RANGE = re.compile(r"(\d{1,12})(?:\.\.(\d{1,12}))?")


def run(
    corpus: CorpusArgument,
    workers: Workers = None,
    dask: Annotated[
        str | None,
        typer.Option("--dask", metavar="ADDRESS", help="Use the workers of this Dask scheduler instead."),
    ] = None,
    shard: Annotated[
        list[str] | None,
        typer.Option(
            "--shard",
            metavar="N",
            help="Only this shard, or a range as in 0..9; for array jobs of a cluster. Can be repeated.",
        ),
    ] = None,
    measure: Annotated[
        bool, typer.Option("--measure", help="Write each puzzle's difficulty into its JSON.")
    ] = False,
    as_json: inputs.JsonOption = False,
) -> None:
    """Make the missing shards of a corpus; run it again to continue after an interruption.

    Example: puzzlesynth corpus run meadow-corpus --workers 2
    """
    from puzzlesynth.corpus.run import local_engine, run_corpus

    if dask is not None and workers is not None:
        raise BadInput("--workers and --dask do not go together: the scheduler has workers of its own")
    if dask is None:
        engine = local_engine(workers or inputs.cores())
    else:
        from puzzlesynth.corpus.dask_engine import dask_engine

        engine = dask_engine(dask)
    state: CorpusRun | None = None
    with Progress("making puzzles") as progress:
        log = _Log()
        for state in run_corpus(corpus, engine, measure=measure, shards=_numbers(shard)):
            progress.say(_progress(state))
            log.note(state)
    assert state is not None
    _tell(state, as_json)


class _Log:
    """Without a terminal, a line now and then: long runs are followed in a log file."""

    def __init__(self) -> None:
        self._last = time.monotonic()

    def note(self, state: CorpusRun) -> None:
        if not sys.stderr.isatty() and state.made and time.monotonic() - self._last >= LOG_SECONDS:
            self._last = time.monotonic()
            print(_progress(state), file=sys.stderr, flush=True)


def _numbers(shards: list[str] | None) -> list[int] | None:
    if not shards:
        return None
    from puzzlesynth.corpus.manifest import MOST_SHARDS

    found: list[int] = []
    for text in shards:
        match = _RANGE.fullmatch(text)
        if match is None:
            raise BadInput(f"--shard {text}: expected a number or a range, as in 7 or 0..9")
        first, last = int(match[1]), int(match[2] or match[1])
        if last >= MOST_SHARDS or last < first:
            raise BadInput(f"--shard {text}: a range goes up, to {MOST_SHARDS - 1:,} at most")
        found += range(first, last + 1)
    return found


def _progress(run: CorpusRun) -> str:
    from puzzlesynth.corpus.figures import rate_text

    done = f"{len(run.receipts)} of {counted(len(run.wanted), 'shard')}, {counted(run.puzzles, run.manifest.thing)}"
    rate, left = run.rate, run.seconds_left
    if rate is None or left is None:
        return done
    return f"{done}, {rate_text(rate)}, {_time(left)} left"


def _time(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def _tell(run: CorpusRun, as_json: bool) -> None:
    from puzzlesynth.corpus.figures import size_text

    size = sum(receipt.bytes for receipt in run.receipts)
    seconds = sum(receipt.milliseconds for receipt in run.receipts) / 1000
    if as_json:
        said = {"shards": len(run.receipts), "made": len(run.made), "puzzles": run.puzzles, "bytes": size}
        print(json.dumps(said | {"processor_seconds": round(seconds, 3)}))
    else:
        shards = counted(len(run.receipts), "shard")
        count = counted(run.puzzles, run.manifest.thing)
        print(f"{count} in {shards}, {size_text(size)}, {_time(seconds)} of processor time")
    wanted = [run.manifest.shards[number].size for number in run.wanted]
    short = sum(size or 0 for size in wanted) - run.puzzles
    if None not in wanted and short > 0:
        print(
            f"{counted(short, run.manifest.thing)} fewer than planned: some parts of the space have no more. "
            "Plan the corpus with --all to have every puzzle.",
            file=sys.stderr,
        )
