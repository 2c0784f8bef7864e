"""Long levels for Sokoban, and how many different ones come out in a minute.

    python -m benchmarks.sokoban_levels [--full]

A level of at least 60 moves on 7x7, walls around it included, with the seeds one after the other: how long each takes.
Then how many distinct levels (up to turning and mirroring) are found in a time on 7x7, of any length and of at least 20
moves. All are solved by breadth-first search, so that lengths are those of shortest solutions. Seconds are those of the
processor, on one core.
"""

from __future__ import annotations

import time

from benchmarks.level_generation import game_named
from benchmarks.report import Row, report, wants_full
from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.generate import GenerateOrder, PlayRequirements, generate_levels, room
from puzzlesynth.levels.search.transitions import is_solution

LEAST = 60
WAIT = 1800.0
"""Seconds, by the clock, after which a long level is given up."""


def long_level(seed: int) -> Row:
    """How long it takes to find one level of at least 60 moves."""
    game = game_named("sokoban")
    layout = room(game, analyse(game), 7, 7)
    begin = time.process_time()
    outcomes = PlayRequirements(length=(LEAST, None))
    made, tally = generate_levels(
        GenerateOrder(game, layout, outcomes=outcomes, seed=seed, effort=1, time_limit=WAIT)
    )
    seconds = time.process_time() - begin
    return {
        "wanted": f"{LEAST} moves, 7x7",
        "seed": seed,
        "moves": len(made[0].moves) if made else None,
        "replayed": bool(made) and is_solution(game, made[0].level, made[0].moves),
        "seconds": round(seconds, 1),
        "candidates": tally.tries,
        "distinct": len(made),
        "a minute": round(len(made) * 60 / seconds, 1),
    }


def distinct_levels(least: int, seconds: float) -> Row:
    """How many levels that differ, up to turning and mirroring, come out within a time."""
    game = game_named("sokoban")
    layout = room(game, analyse(game), 7, 7)
    outcomes = PlayRequirements(length=(least, None) if least > 1 else None)
    begin = time.process_time()
    order = GenerateOrder(
        game, layout, outcomes=outcomes, seed=1, effort=10**9, most_tries=10**9, time_limit=seconds
    )
    made, tally = generate_levels(order)
    spent = time.process_time() - begin
    return {
        "wanted": f"{least} moves, 7x7, as many as come",
        "seed": 1,
        "moves": len(made[0].moves) if made else None,
        "replayed": bool(made) and is_solution(game, made[0].level, made[0].moves),
        "seconds": round(spent, 1),
        "candidates": tally.tries,
        "distinct": tally.accepted,
        "a minute": round(tally.accepted * 60 / spent, 1),
    }


def main() -> None:
    full = wants_full(__doc__)
    rows = [long_level(seed) for seed in range(10 if full else 3)]
    rows += [distinct_levels(least, 60 if full else 15) for least in (1, 20, 40)]
    report("sokoban_levels", "Levels for Sokoban on 7x7", rows)


if __name__ == "__main__":
    main()
