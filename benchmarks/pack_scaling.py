"""Packs of 10 to 3,000 items and rules: time and ground size of the first puzzle, stage by stage.

    python -m benchmarks.pack_scaling [--full]

Each size runs in a process of its own, from the YAML text to the puzzle with its guarantees. Seconds of processor
time, so that other work on the machine counts as little as possible; `wall` is the time on the clock.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.report import Row, report, wants_full
from benchmarks.synthetic_packs import synthetic_pack

SIZES = (10, 30, 100, 300, 1000, 3000)


def measured(size: int) -> Row:
    """The first of the random packs of this size that has a puzzle: small ones may have none."""
    for number in range(1, 100):
        row = first_puzzle(synthetic_pack(size, seed=number))
        if row is not None:
            return {"size": size, **row}
    raise SystemExit(f"no pack of size {size} has a puzzle")


def first_puzzle(text: str) -> Row | None:
    """Load, check, ground, draw one puzzle; None: there is none."""
    import resource

    from puzzlesynth.pack import check_pack, load_pack
    from puzzlesynth.pipeline.generate import synthesizer_for
    from puzzlesynth.puzzle import puzzle_to_json

    row: Row = {}
    with TemporaryDirectory() as folder:
        path = Path(folder) / "pack.yaml"
        path.write_text(text, encoding="utf-8")
        begin, since = time.perf_counter(), time.process_time()
        pack = load_pack(path)
        since = _stage(row, "load", since)
        check_pack(pack)
        since = _stage(row, "check", since)
        making = synthesizer_for(pack)
        since = _stage(row, "ground", since)
        puzzle = next(making.puzzles(1), None)
        if puzzle is None:
            return None
        puzzle_to_json(puzzle)
        _stage(row, "draw", since)
    row["cpu"] = round(sum(row.values()), 3)
    row["wall"] = round(time.perf_counter() - begin, 3)
    row |= {"steps": len(puzzle.steps), "refused": making.program.guard.refused}
    row |= making.program.ground_size()
    row["MB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return row


def _stage(row: Row, name: str, since: float) -> float:
    now = time.process_time()
    row[name] = round(now - since, 3)
    return now


def in_a_process(size: int) -> Row:
    command = [sys.executable, "-m", "benchmarks.pack_scaling", "--one", str(size)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    row: Row = json.loads(done.stdout)
    row["cpu_ms_per_item"] = round(1000 * row["cpu"] / size, 2)
    return row


def main() -> None:
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(measured(int(sys.argv[2]))))
        return
    full = wants_full(__doc__)
    rows = [in_a_process(size) for size in SIZES for _ in range(3 if full else 1)]
    report("synthetic", "first puzzle of a synthetic pack, 8 steps deep", rows)


if __name__ == "__main__":
    main()
