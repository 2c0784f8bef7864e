"""How a corpus that is smaller than its space is spread over it, against near-uniform draws; and what its parts cost.

    python -m benchmarks.corpus_spread [--puzzles 2000] [--neighbours 512 64] [--full]

Plans a corpus of the story and makes it, once for each number of neighbours that are listed together before the
search goes elsewhere. *draws* are as many near-uniform draws as samples are taken, with a seed that the plan does not
use. Every sample has the same number of puzzles, since the entropy of few samples is below that of many; each figure
is the mean over several samples.

*goals* is the entropy of the combinations of goals, in bits, *steps* that of the sets of kinds of step, *features*
the sum over all features (goals, kinds of step, what they take) of the entropy of having it or not. *shares* is the
mean difference between the share of the puzzles that have a feature and its share among the draws; the second half of
the draws against the first says how much of that is chance. *ms* is processor time per puzzle.
"""

from __future__ import annotations

import argparse
import math
import time
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from random import Random
from statistics import mean
from unittest.mock import patch

from benchmarks.example_puzzles import ROOT
from benchmarks.report import Row, report
from puzzlesynth.corpus import shard as shards
from puzzlesynth.corpus.job import CorpusJob
from puzzlesynth.corpus.plan import BATCH, CorpusRequest, Sampler, plan_corpus
from puzzlesynth.corpus.shard import PartPuzzles
from puzzlesynth.pack import load_pack
from puzzlesynth.quick_dataclasses import replace
from puzzlesynth.synth.cubes import features_of

SAMPLES = 20
Features = frozenset[str]


def entropy(counts: Sequence[int]) -> float:
    """In bits."""
    total = sum(counts)
    return -sum(count / total * math.log2(count / total) for count in counts if count)


def of_kind(puzzle: Features, kind: str) -> Features:
    return frozenset(text for text in puzzle if text.startswith(kind))


def shares(puzzles: Sequence[Features]) -> dict[str, float]:
    counts = Counter(chain.from_iterable(puzzles))
    return {feature: count / len(puzzles) for feature, count in counts.items()}


def difference(one: dict[str, float], other: dict[str, float]) -> float:
    return mean(abs(one.get(name, 0.0) - other.get(name, 0.0)) for name in one.keys() | other.keys())


def spread(puzzles: Sequence[Features], size: int, against: dict[str, float]) -> Row:
    random = Random(0)
    samples = [random.sample(puzzles, size) for _ in range(SAMPLES)]

    def bits(kind: str) -> float:
        return mean(
            entropy(list(Counter(of_kind(puzzle, kind) for puzzle in some).values())) for some in samples
        )

    each = mean(
        sum(entropy([round(size * share), size - round(size * share)]) for share in shares(some).values())
        for some in samples
    )
    return {
        "goals": round(bits("goal "), 2),
        "steps": round(bits("step "), 2),
        "features": round(each, 1),
        "shares": round(difference(shares(puzzles), against), 3),
    }


def drawn(job: CorpusJob, number: int) -> list[Features]:
    """With another seed than the plan."""
    sampler = Sampler(replace(job, manifest=replace(job.manifest, seed=job.manifest.seed + 1)), 0)
    return [features for batch in range(-(-number // BATCH)) for features in sampler(batch)][:number]


def made(job: CorpusJob, neighbours: int) -> tuple[list[Features], float]:
    """The puzzles of a corpus, and the milliseconds that each of them took."""
    pack = load_pack(ROOT / "examples" / "lighthouse")
    parts = [part for shard in job.manifest.shards for part in shard.parts]
    begin = time.process_time()
    with patch.object(shards, "neighbours_in", lambda _: neighbours):
        found = [features_of(puzzle, pack) for part in parts for puzzle in PartPuzzles(job, part, False)]
    return found, 1000 * (time.process_time() - begin) / len(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--puzzles", type=int, default=2000, help="of the corpus")
    parser.add_argument(
        "--neighbours",
        type=int,
        nargs="+",
        help="listed together; by default as many as a corpus of this size has",
    )
    parser.add_argument("--full", action="store_true", help="50,000 puzzles")
    options = parser.parse_args()
    size = 50_000 if options.full else options.puzzles
    sample = 250 if size >= 2500 else size // 10
    pack = load_pack(ROOT / "examples" / "lighthouse")
    job = plan_corpus(CorpusRequest((pack,), size, seed=1)).job
    draws = drawn(job, 2 * sample)
    first = shares(draws[:sample])
    cubes = sum(len(shard.parts) for shard in job.manifest.shards)
    rows: list[Row] = [
        {"puzzles": "draws", "cubes": None, **spread(draws, sample, shares(draws)), "ms": None}
    ]
    rows[0]["shares"] = round(difference(first, shares(draws[sample:])), 3)
    for neighbours in options.neighbours or [shards.neighbours_in(job.manifest)]:
        found, milliseconds = made(job, neighbours)
        figures = spread(found, sample, shares(draws))
        rows.append(
            {"puzzles": f"{neighbours} neighbours", "cubes": cubes, **figures, "ms": round(milliseconds, 2)}
        )
    report("corpus_spread", f"{size:,} puzzles of the story, in samples of {sample}", rows)


if __name__ == "__main__":
    main()
