"""Processor time from process start to a first puzzle, as a multiple of importing what it cannot do without.

    python -m benchmarks.first_puzzle [--full] [FOLDER …]

Folders are other states of the project to compare with, each a checkout: all are measured in turns. Every process finds
its modules compiled, whatever the environment says.
"""

from __future__ import annotations

import argparse
import compileall
import os
import resource
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from statistics import median

from benchmarks.report import Row, report

ROOT = Path(__file__).parents[1]
IMPORTS = ("-c", "import clingo, yaml, typer")
PACKS = ("tiny.yaml", "heist", "meadow", "lighthouse")


def processor_time(*words: str, root: Path = ROOT) -> float:
    """Of a Python process with the project at `root`, and of all that it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    path = os.pathsep.join(filter(None, [str(root), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": path}
    command = [sys.executable, "-P", *words]
    subprocess.run(command, cwd=root, env=environment, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def rows(seeds: int, roots: list[Path]) -> list[Row]:
    """Each pack in turn with the imports, so that what else the machine does hits both."""
    found: list[Row] = []
    for name in PACKS:
        imports: list[float] = []
        puzzles: dict[Path, list[float]] = defaultdict(list)
        for seed in range(seeds):
            imports.append(processor_time(*IMPORTS))
            words = ("-m", "puzzlesynth", "synth", f"examples/{name}", "--seed", str(seed))
            for root in roots:
                puzzles[root].append(processor_time(*words, root=root))
        for root, times in puzzles.items():
            row: Row = {
                "pack": name,
                "project": root.name,
                "imports": median(imports),
                "puzzle": median(times),
            }
            row |= {"mean": sum(times) / seeds, "ratio": median(times) / median(imports)}
            row["to the first"] = median(times) / median(puzzles[roots[0]])
            found.append(row)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--full", action="store_true", help="the sizes for the night")
    parser.add_argument("folders", nargs="*", type=Path)
    options = parser.parse_args()
    seeds = 20 if options.full else 8
    roots = [*(folder.resolve() for folder in options.folders), ROOT]
    for root in roots:
        compileall.compile_dir(root / "puzzlesynth", quiet=1)
    report("first_puzzle", "processor time to a first puzzle, in seconds", rows(seeds, roots))


if __name__ == "__main__":
    main()
