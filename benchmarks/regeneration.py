"""Keep some steps of a puzzle and have the rest made anew: processor time of each new puzzle, the pack being ground.

python -m benchmarks.regeneration [--full]
"""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from statistics import median

from benchmarks.report import Row, report, wants_full
from puzzlesynth import Regenerator, Steering, load_pack

EXAMPLES = Path(__file__).parents[1] / "examples"


def row(name: str, times: int) -> Row:
    regenerator = Regenerator(load_pack(EXAMPLES / name))
    model = regenerator.regenerate(seed=3)
    assert model is not None
    random, spent, found = Random(1), [], 0
    steps = [step.id for step in model.steps]
    for seed in range(times):
        kept = Steering(model, frozenset(random.sample(steps, random.randint(1, len(steps) // 2))))
        begin = time.process_time()
        found += regenerator.regenerate(kept, seed=seed, avoid={model.tree}) is not None
        spent.append(time.process_time() - begin)
    return {
        "pack": name,
        "steps": len(steps),
        "questions": times,
        "answered": found,
        "median": median(spent),
        "longest": max(spent),
    }


def main() -> None:
    times = 200 if wants_full(__doc__) else 40
    rows = [row(name, times) for name in ("meadow", "lighthouse")]
    report("regeneration", "seconds of processor time for a new puzzle around what is kept", rows)


if __name__ == "__main__":
    main()
