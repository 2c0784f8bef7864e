"""Puzzles per second as JSON Lines, against clingo alone enumerating the same program in the same run.

    python -m benchmarks.throughput [--full]

clingo alone gets the same encodings and facts, searches the same way, and hands over the shown atoms of each answer
set; nothing is decoded. *bare* is without the no-shortcut test, so most of its answer sets are no puzzles; *tested* is
with it, so its answer sets are the puzzles that ours prints. Ours is everything that `synth -n … --json` does: reading,
the test, decoding, judging by playing, dead ends, identity, JSON. *stream* is what the command does by itself, with a
process for each core and from the first puzzle to the last; *listed* leaves out the puzzles that are drawn one by one
at the beginning; *one process* is the same with `--jobs 1`. All are measured in turns, several times, by the clock; a
rate is the best of them. The machine should have nothing else to do.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, nullcontext
from itertools import islice
from pathlib import Path
from unittest.mock import patch

from benchmarks.report import Row, report, wants_full
from benchmarks.synthetic_packs import synthetic_pack
from puzzlesynth.pack import Pack, load_pack

EXAMPLES = Path(__file__).parents[1] / "examples"


def packs() -> Iterator[tuple[str, Pack]]:
    """Packs with puzzles to stream: the meadow has some hundred, the synthetic one some hundreds, the story millions."""
    for name in ("meadow", "lighthouse"):
        yield name, load_pack(EXAMPLES / name)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pack.yaml"
        path.write_text(synthetic_pack(1000), encoding="utf-8")
        yield "synthetic 1000", load_pack(path)


def clingo_alone(pack: Pack, count: int, tested: bool) -> tuple[int, float]:
    """How many answer sets, and the seconds for them, without grounding; the first is not counted."""
    from puzzlesynth.synth.initial_state import fresh_start
    from puzzlesynth.synth.program.ground_program import GroundProgram
    from puzzlesynth.synth.relevance import PackAnalysis

    program = GroundProgram(PackAnalysis(pack, fresh_start(pack)))
    program.guard.asleep = not tested
    program.search_randomly(1)
    found = atoms = 0
    begin = time.perf_counter()
    for model in program.models(limit=count):
        if not found:
            begin = time.perf_counter()
        atoms += len(model.symbols(shown=True))
        found += 1
    return found - 1, time.perf_counter() - begin


def ours(pack: Pack, count: int, jobs: int, drawn: bool) -> tuple[int, float]:
    """How many puzzles, and the seconds for them, without grounding; the first is not counted."""
    from puzzlesynth.pipeline.parallel_generation import puzzle_lines
    from puzzlesynth.synth import synthesizer

    listed = nullcontext() if drawn else patch.multiple(synthesizer, DRAWS=0, ROUNDS=())
    with listed, closing(puzzle_lines(pack, seed=1, jobs=jobs, number=count)) as lines:
        next(lines)
        begin = time.perf_counter()
        found = sum(1 for _ in islice(lines, count - 1))
        return found, time.perf_counter() - begin


def rate(runs: list[tuple[int, float]]) -> float | None:
    """The best of the runs; None where there was nothing to time."""
    return max((found / seconds for found, seconds in runs if found and seconds), default=None)


def compared(name: str, pack: Pack, count: int, times: int) -> Row:
    cores = os.cpu_count() or 1
    bare, tested, stream, listed, alone = [list[tuple[int, float]]() for _ in range(5)]
    for _ in range(times):
        bare.append(clingo_alone(pack, count, False))
        tested.append(clingo_alone(pack, count, True))
        stream.append(ours(pack, count, cores, True))
        listed.append(ours(pack, count, cores, False))
        alone.append(ours(pack, count, 1, False))
    row: Row = {"pack": name, "cores": cores, "timed": stream[0][0]}
    runs = {"bare": bare, "tested": tested, "stream": stream, "listed": listed, "one process": alone}
    row |= {f"{title}/s": _whole(rate(some)) for title, some in runs.items()}
    for ours_ in ("stream", "listed"):
        for base in ("bare", "tested"):
            mine, theirs = rate(runs[ours_]), rate(runs[base])
            row[f"{ours_}:{base}"] = round(mine / theirs, 2) if mine and theirs else None
    return row


def _whole(rate_: float | None) -> int | None:
    return None if rate_ is None else round(rate_)


def main() -> None:
    # As the command line does.
    gc.set_threshold(200_000, 50, 100)
    whole = wants_full(__doc__)
    count, times = (10_000, 2) if whole else (2000, 2)
    rows = []
    for name, pack in packs():
        rows.append(compared(name, pack, count, times))
        print(f"{name} done", file=sys.stderr, flush=True)
    report("streaming", "puzzles per second, and as a part of clingo's own rate", rows)


if __name__ == "__main__":
    main()
