"""Puzzles per second as JSON Lines, against clingo alone enumerating the same program in the same run.

    python -m benchmarks.streaming [--full]

clingo alone gets the same encodings and facts, searches the same way, and hands over the shown atoms of each answer
set; it tests nothing and decodes nothing. Ours is everything that `synth --json` does: reading, the landmark
test, decoding, judging by playing, identity, JSON. *listed* leaves out the puzzles that are drawn one by one at the
beginning; *unplayed* is ours without looking for dead ends. Each pair is measured in turns, several times; the
ratio is that of processor time, the best of each.
"""

from __future__ import annotations

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


def packs(full: bool) -> Iterator[tuple[str, Pack]]:
    for name in ("heist", "meadow", "lighthouse"):
        yield name, load_pack(EXAMPLES / name)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pack.yaml"
        path.write_text(synthetic_pack(1000 if full else 300), encoding="utf-8")
        yield f"synthetic {1000 if full else 300}", load_pack(path)


def clingo_alone(pack: Pack, count: int) -> tuple[int, float]:
    """How many answer sets, and the seconds for them, without grounding."""
    import clingo

    from puzzlesynth.resources import folder
    from puzzlesynth.synth.analysis import Possible
    from puzzlesynth.synth.facts import facts_of
    from puzzlesynth.synth.program import SOLVER_OPTIONS
    from puzzlesynth.synth.start import fresh_start

    control = clingo.Control(SOLVER_OPTIONS, logger=lambda *_: None)
    control.load(str(folder("encodings") / "puzzle.lp"))
    with control.backend() as backend:
        for fact in facts_of(Possible(pack, fresh_start(pack))):
            backend.add_rule([backend.add_atom(fact.symbol)])
    control.ground([("base", [])])
    solver = control.configuration.solver
    solver.rand_freq, solver.sign_def, solver.seed = "0.1", "rnd", "1"  # type: ignore[union-attr]
    control.configuration.solve.models = count  # type: ignore[union-attr]
    found = atoms = 0
    begin = time.process_time()
    with control.solve(yield_=True) as handle:
        for model in handle:
            atoms += len(model.symbols(shown=True))
            found += 1
    return found, time.process_time() - begin


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
    alone: list[tuple[int, float]] = []
    full, listed, quiet = [list[tuple[int, float]]() for _ in range(3)]
    for _ in range(times):
        alone.append(clingo_alone(pack, 10 * count))
        full.append(ours(pack, count, True))
        listed.append(ours(pack, count, False))
        quiet.append(ours(unplayed(pack), count, False))
    base = rate(alone)
    row: Row = {"pack": name, "clingo/s": base and round(base), "models": alone[0][0], "timed": full[0][0]}
    for title, runs in (("all", full), ("listed", listed), ("unplayed", quiet)):
        ours_rate = rate(runs)
        row[f"{title}/s"] = ours_rate and round(ours_rate)
        row[f"{title}:clingo"] = round(ours_rate / base, 3) if base and ours_rate else None
    return row


def main() -> None:
    whole = wants_full(__doc__)
    count, times = (10_000, 2) if whole else (300, 2)
    rows = []
    for name, pack in packs(whole):
        rows.append(compared(name, pack, count, times))
        print(f"{name} done", file=sys.stderr, flush=True)
    report("streaming", "puzzles per second of processor time, and as a part of clingo's own rate", rows)


if __name__ == "__main__":
    main()
