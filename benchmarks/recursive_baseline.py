"""Ours beside a straightforward recursive generator that tries again until it has a valid puzzle.

    python -m benchmarks.recursive_baseline [--full]

Both make puzzles of the same packs, and every puzzle of both is judged by the same `verify`. *valid* has all
guarantees but the one about dead ends, which the packs only ask to be reported. Seconds are processor time; the
baseline is not charged for judging.
"""

from __future__ import annotations

import time
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

from benchmarks.recursive_generator import RecursiveGenerator, Stuck
from benchmarks.report import Row, report, wants_full
from puzzlesynth.pack import Pack, load_pack
from puzzlesynth.pipeline.generate import synthesizer_for
from puzzlesynth.puzzle import Puzzle
from puzzlesynth.world import Outcome, verify

EXAMPLES = Path(__file__).parents[1] / "examples"
STATES = 20_000


def judged(pack: Pack, puzzle: Puzzle, tally: Counter[str]) -> bool:
    """Notes what is wrong with a puzzle; True: nothing, but for dead ends."""
    found = verify(pack, puzzle, STATES)
    outcome = {verdict.guarantee: verdict.outcome for verdict in found.verdicts}
    broken = [name for name in ("consistent", "solvable", "access") if outcome[name] is not Outcome.PROVEN]
    if broken:
        tally["unsolvable"] += 1
        return False
    early = any(outcome[name] is Outcome.VIOLATED for name in ("not_solved_already", "no_sequence_break"))
    tally["depth"] += outcome["depth"] is not Outcome.PROVEN
    tally["early"] += early
    tally["shortcut"] += outcome["no_shortcut"] is Outcome.VIOLATED
    tally["dead end"] += outcome["no_dead_end"] in (Outcome.VIOLATED, Outcome.FOUND)
    fine = ("depth", "not_solved_already", "no_sequence_break", "no_shortcut")
    return all(outcome[name] is Outcome.PROVEN for name in fine)


def baseline(name: str, pack: Pack, attempts: int, seconds: float) -> Row:
    tally: Counter[str] = Counter()
    spent, valid, made = 0.0, 0, 0
    generator = RecursiveGenerator(pack, Random(1))
    end = time.monotonic() + seconds
    while made < attempts and time.monotonic() < end:
        made += 1
        begin = time.process_time()
        try:
            puzzle = generator.puzzle()
        except (Stuck, RecursionError):
            tally["stuck"] += 1
            continue
        finally:
            spent += time.process_time() - begin
        valid += judged(pack, puzzle, tally)
    row = _row(name, "recursive", made, valid, spent, tally)
    return {**row, "tries": generator.tries}


def ours(name: str, pack: Pack, count: int) -> Row:
    tally: Counter[str] = Counter()
    begin = time.process_time()
    puzzles = list(islice(synthesizer_for(pack).puzzles(1), count))
    spent = time.process_time() - begin
    valid = sum(judged(pack, puzzle, tally) for puzzle in puzzles)
    return _row(name, "puzzlesynth", len(puzzles), valid, spent, tally)


def _row(pack: str, who: str, made: int, valid: int, spent: float, tally: Counter[str]) -> Row:
    shares = {
        key: f"{tally[key] / made:.1%}" if made else None
        for key in ("stuck", "unsolvable", "depth", "early", "shortcut", "dead end")
    }
    cost = round(1000 * spent / valid, 2) if valid else None
    return {"pack": pack, "generator": who, "attempts": made, "valid": valid, "ms per valid": cost, **shares}


def main() -> None:
    full = wants_full(__doc__)
    rows = []
    for name in ("heist", "meadow", "lighthouse"):
        pack = load_pack(EXAMPLES / name)
        rows.append(baseline(name, pack, 20_000 if full else 2_000, 600 if full else 40))
        rows.append(ours(name, pack, 200 if full else 30))
    report("baseline", "a recursive generator that tries again, and ours", rows)


if __name__ == "__main__":
    main()
