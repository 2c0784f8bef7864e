"""Levels that cannot be won, and what proves it: searches, and what is known of what can come up in a level at all.

    python -m benchmarks.level_proofs [--share N] [--seconds S]

Of every Nth game beside the project that can be searched, two levels are taken, each with one of its things moved to
another cell, as `level repair` and `level suggest` move them. Breadth-first search and search by walks have S seconds of
processor time each; search by walks is run once as it is, and once without leaving out states that cannot be won. All
that come to a verdict must agree. Prints who decides how many levels in what time, and writes
benchmarks/results/level_proofs.json.
"""

from __future__ import annotations

import argparse
import dataclasses
import time
from collections import defaultdict
from random import Random

from benchmarks.level_engines import PLAYS, games
from benchmarks.level_undecided import watch
from benchmarks.report import Row, report
from puzzlesynth.levels.engine.native.compiler.loading import native_code
from puzzlesynth.levels.engine.native.compiler.machine_code import NativeCode
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search import SearchableGame
from puzzlesynth.levels.search.native.search import NativeProblem, NativeSearch
from puzzlesynth.levels.search.results import SolverResult
from puzzlesynth.levels.search.walking import WALKS, WalkingSearch

_MOST_CELLS = 250
_EASY = 200
"""States that breadth-first search explores of levels that are not counted."""
_PLAIN_WALKS = "walks, none left out"


class PlainWalks(WalkingSearch):
    """Search by walks that goes on from every state."""

    def _leave_out_hopeless(self) -> None:
        pass


def with_one_thing_moved(search: SearchableGame, level: Level, chance: Random) -> Level | None:
    """The level with what can change in one cell moved to one that holds nothing; None if there is no such thing."""
    game = search.game
    moving = sum(1 << thing for thing in search.tables.on(level).changing)
    moving &= ~game.player_mask & ~game.background_mask
    cells = list(level.cells)
    origins = [index for index, cell in enumerate(cells) if cell & moving]
    bare = [index for index, cell in enumerate(cells) if not cell & ~game.background_mask]
    if not origins or not bare:
        return None
    origin, place = chance.choice(origins), chance.choice(bare)
    cells[place] |= cells[origin] & moving
    cells[origin] &= ~moving
    return dataclasses.replace(level, cells=tuple(cells))


def measure(code: NativeCode, search: SearchableGame, level: Level, seconds: float) -> dict[str, Row] | None:
    """What each finds out about a level, and how long it takes; None if that is easy."""
    problem = NativeProblem(code, search.stripped(level), level)
    if problem.starts_won:
        return None
    found: dict[str, Row] = {}

    def note(name: str, begin: float, result: SolverResult) -> SolverResult:
        spent = time.process_time() - begin
        found[name] = {"solved": result.solved, "explored": result.explored, "seconds": spent}
        return result

    plain = note("breadth-first", time.process_time(), NativeSearch(problem, watch("bfs", seconds)).run())
    if plain.solved is not None and plain.explored < _EASY:
        return None
    begin = time.process_time()
    ruled_out = problem.reach is not None and problem.reach.rules_out_win
    note("what can come up", begin, SolverResult(False if ruled_out else None, 0))
    for name, kind in ((WALKS, WalkingSearch), (_PLAIN_WALKS, PlainWalks)):
        note(name, time.process_time(), kind(problem, watch(WALKS, seconds)).run())
    verdicts = {row["solved"] for row in found.values()} - {None}
    assert len(verdicts) <= 1, "two searches disagree"
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=int, default=5, help="every Nth game")
    parser.add_argument("--seconds", type=float, default=0.4, help="of processor time for each search")
    options = parser.parse_args()
    code = native_code(wait=None)
    if code is None or not PLAYS.is_file():
        print("machine code and the recorded plays beside the project are needed")
        return
    rows: list[dict[str, Row]] = []
    for number, game in enumerate(games(options.share)):
        search = SearchableGame(game)
        if search.refusals or search.is_random or search.doubt:
            continue
        chance = Random(number)
        for _ in range(2):
            level = with_one_thing_moved(search, chance.choice(game.maps), chance)
            if level is not None and len(level.cells) <= _MOST_CELLS:
                row = measure(code, search, level, options.seconds)
                if row is not None:
                    rows.append(row)
                    print({name: (one["solved"], one["explored"]) for name, one in row.items()}, flush=True)
    report("level_proofs", f"who decides {len(rows)} levels", totals(rows))


def totals(rows: list[dict[str, Row]]) -> list[Row]:
    sums: dict[str, Row] = defaultdict(lambda: {"solved": 0, "unsolvable": 0, "seconds": 0.0})
    for row in rows:
        for name, one in row.items():
            sums[name]["solved"] += one["solved"] is True
            sums[name]["unsolvable"] += one["solved"] is False
            sums[name]["seconds"] += one["seconds"]
    return [{"by": name, **total} for name, total in sums.items()]


if __name__ == "__main__":
    main()
