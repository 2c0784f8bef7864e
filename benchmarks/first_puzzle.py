"""Processor time from process start to a first puzzle, as a multiple of importing what it cannot do without.

python -m benchmarks.first_puzzle [--full]
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median

from benchmarks.report import Row, report, wants_full

ROOT = Path(__file__).parents[1]
IMPORTS = ("-c", "import clingo, yaml, typer")
PACKS = ("tiny.yaml", "heist", "meadow", "lighthouse")


def processor_time(*words: str) -> float:
    """Of a Python process, with all that it starts."""
    before = os.times()
    subprocess.run([sys.executable, "-P", *words], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def rows(seeds: int) -> list[Row]:
    """Each pack in turn with the imports, so that what else the machine does hits both."""
    found: list[Row] = []
    for name in PACKS:
        imports, puzzles = [], []
        for seed in range(seeds):
            imports.append(processor_time(*IMPORTS))
            puzzles.append(
                processor_time("-m", "puzzlesynth", "synth", f"examples/{name}", "--seed", str(seed))
            )
        ratio = median(puzzles) / median(imports)
        found.append({"pack": name, "imports": median(imports), "puzzle": median(puzzles), "ratio": ratio})
    return found


def main() -> None:
    seeds = 20 if wants_full(__doc__) else 8
    report("first_puzzle", "processor time to a first puzzle, in seconds", rows(seeds))


if __name__ == "__main__":
    main()
