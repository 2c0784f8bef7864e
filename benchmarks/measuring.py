"""What measuring the difficulty of a puzzle costs, against making it.

    python -m benchmarks.measuring [--full]

Puzzles of the story as `corpus run --measure` makes and measures them. Making and measuring take turns, a puzzle at a
time, in processor time, so a busy machine slows both alike.
"""

from __future__ import annotations

import time

from benchmarks.example_puzzles import ROOT
from benchmarks.report import Row, report, wants_full
from puzzlesynth.corpus.plan import CorpusRequest, plan_corpus
from puzzlesynth.corpus.shard import PartPuzzles
from puzzlesynth.pack import load_pack
from puzzlesynth.world.difficulty import measured

PACKS = ("meadow", "lighthouse")


def compared(name: str, number: int) -> Row:
    pack = load_pack(ROOT / "examples" / name)
    job = plan_corpus(CorpusRequest((pack,), number, seed=1)).job
    making = measuring = 0.0
    count = 0
    for part in (part for shard in job.manifest.shards for part in shard.parts):
        puzzles = iter(PartPuzzles(job, part, measure=False))
        while True:
            begin = time.process_time()
            puzzle = next(puzzles, None)
            making += time.process_time() - begin
            if puzzle is None:
                break
            begin = time.process_time()
            measured(pack, puzzle)
            measuring += time.process_time() - begin
            count += 1
    return {
        "pack": name,
        "puzzles": count,
        "making, ms": round(1000 * making / count, 2),
        "measuring, ms": round(1000 * measuring / count, 2),
        "ratio": round(measuring / making, 2),
    }


def main() -> None:
    number = 2000 if wants_full(__doc__) else 300
    report(
        "measuring",
        "making a puzzle and measuring its difficulty",
        [compared(name, number) for name in PACKS],
    )


if __name__ == "__main__":
    main()
