"""Puzzles per second as JSON Lines, against clingo alone enumerating the same program in the same run.

    python -m benchmarks.streaming [--full]

clingo alone gets the same encodings and facts, searches the same way, and hands over the shown atoms of each answer
set; nothing is decoded. *bare* is without the no-shortcut test, so most of its answer sets are no puzzles; *tested* is
with it, so its answer sets are the puzzles that ours prints. Ours is everything that `synth --json` does: reading, the
test, decoding, judging by playing, dead ends, identity, JSON. *listed* leaves out the puzzles that are drawn one by one
at the beginning; *unplayed* is ours without looking for dead ends. All are measured in turns, several times; a rate
is the best of them, per second of processor time.
"""

from __future__ import annotations

import gc
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from benchmarks.reporting import Row, report, wants_full
from benchmarks.synthetic_packs import synthetic_pack
from puzzlesynth.pack import Pack, load_pack
from puzzlesynth.pack.model import Policy

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
    from puzzlesynth.synth.analysis import Possible
    from puzzlesynth.synth.program import Program
    from puzzlesynth.synth.start import fresh_start

    program = Program(Possible(pack, fresh_start(pack)))
    program.guard.asleep = not tested
    program.search_randomly(1)
    found = atoms = 0
    begin = time.process_time()
    for model in program.models(limit=count):
        if not found:
            begin = time.process_time()
        atoms += len(model.symbols(shown=True))
        found += 1
    return found - 1, time.process_time() - begin


def ours(pack: Pack, count: int, drawn: bool) -> tuple[int, float]:
    """How many puzzles, and the seconds for them, without grounding; the first is not counted."""
    from puzzlesynth.making import maker
    from puzzlesynth.puzzle import puzzle_to_json
    from puzzlesynth.synth import synthesizer

    before, synthesizer.DRAWS = synthesizer.DRAWS, synthesizer.DRAWS if drawn else 0
    try:
        puzzles = maker(pack).puzzles(1)
        next(puzzles)
        found = size = 0
        begin = time.process_time()
        for puzzle in islice(puzzles, count - 1):
            size += len(puzzle_to_json(puzzle))
            found += 1
        return found, time.process_time() - begin
    finally:
        synthesizer.DRAWS = before


def unplayed(pack: Pack) -> Pack:
    """The same pack, where nobody asks about dead ends."""
    areas = {
        name: replace(area, guarantees=replace(area.guarantees, dead_ends=Policy.ALLOW))
        for name, area in pack.areas.items()
    }
    return replace(pack, areas=areas)


def rate(runs: list[tuple[int, float]]) -> float | None:
    """The best of the runs; None where there was nothing to time."""
    return max((found / seconds for found, seconds in runs if found and seconds), default=None)


def compared(name: str, pack: Pack, count: int, times: int) -> Row:
    bare, tested, full, listed, quiet = [list[tuple[int, float]]() for _ in range(5)]
    for _ in range(times):
        bare.append(clingo_alone(pack, count, False))
        tested.append(clingo_alone(pack, count, True))
        full.append(ours(pack, count, True))
        listed.append(ours(pack, count, False))
        quiet.append(ours(unplayed(pack), count, False))
    row: Row = {
        "pack": name,
        "bare/s": _whole(rate(bare)),
        "tested/s": _whole(rate(tested)),
        "timed": full[0][0],
    }
    for title, runs in (("all", full), ("listed", listed), ("unplayed", quiet)):
        row[f"{title}/s"] = _whole(rate(runs))
    for base, against in (("bare", bare), ("tested", tested)):
        ours_rate, clingo_rate = rate(listed), rate(against)
        row[f"listed:{base}"] = round(ours_rate / clingo_rate, 2) if ours_rate and clingo_rate else None
    return row


def _whole(rate_: float | None) -> int | None:
    return None if rate_ is None else round(rate_)


def main() -> None:
    # As the command line does.
    gc.set_threshold(200_000, 50, 100)
    whole = wants_full(__doc__)
    count, times = (10_000, 2) if whole else (1000, 3)
    rows = []
    for name, pack in packs():
        rows.append(compared(name, pack, count, times))
        print(f"{name} done", file=sys.stderr, flush=True)
    report("streaming", "puzzles per second of processor time, and as a part of clingo's own rate", rows)


if __name__ == "__main__":
    main()
