"""Processor time to a first puzzle of games with very many areas, one step each: in a chain, and in a tree where each
area opens two others. Everything may lie everywhere, or each thing in its area only.

python -m benchmarks.many_areas [--full]
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.first_puzzle import processor_time
from benchmarks.report import Row, report, wants_full

SHAPES = {"chain": 1, "tree": 2}
"""How many areas each area opens."""


def pack_of(areas: int, opens: int, everywhere: bool) -> str:
    lines = ["pack: many_areas", "items:"]
    for n in range(areas):
        place = "" if everywhere else f", area: [A{n}]"
        lines += [f"  K{n}: {{carryable: true, notSpawnable: true}}", f"  M{n}: {{carryable: true{place}}}"]
    lines += ["rules: |", *(f"  K{n} ::= Make{n} M{n}" for n in range(areas)), "areas:"]
    for n in range(areas):
        after = [f"A{m}" for m in range(opens * n + 1, opens * n + opens + 1) if m < areas]
        lines.append(
            f"  A{n}: {{start: {str(n == 0).lower()}, goals: [K{n}], connects: [{', '.join(after)}]}}"
        )
    return "\n".join(lines) + "\n"


def rows(sizes: tuple[int, ...], seeds: int) -> list[Row]:
    found: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "many.yaml"
        for shape, opens in SHAPES.items():
            for areas in sizes:
                row: Row = {"shape": shape, "areas": areas}
                for where, everywhere in (("in their areas", False), ("everywhere", True)):
                    path.write_text(pack_of(areas, opens, everywhere), "utf-8")
                    words = ("-m", "puzzlesynth", "synth", str(path), "--json", "--seed")
                    row[where] = max(processor_time(*words, str(seed)) for seed in range(seeds))
                found.append(row)
    return found


def main() -> None:
    full = wants_full(__doc__)
    title = "worst processor time to a first puzzle as JSON, in seconds"
    report("many_areas", title, rows((10, 25, 50, 100, 200) if full else (10, 25, 50, 100), 3))


if __name__ == "__main__":
    main()
