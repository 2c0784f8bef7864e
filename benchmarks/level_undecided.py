"""Levels that generated Python leaves undecided, and what decides them in the same time.

    python -m benchmarks.level_undecided [--share N] [--seconds S]

Of every Nth game beside the project that can be searched, one level is taken, from at most four of its whole range, that
breadth-first search, A* and greedy best-first search leave undecided in generated Python, where each of them has S
seconds of processor time. Then it has the same time in machine code, as in `level solve`: what can come up may rule out a
win; if not, a third of the time is for the same three searches, the rest for walks and novelty, which take turns.
Solutions are played in the interpreter. Prints how many levels are decided, and writes
benchmarks/results/level_undecided.json.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator

from benchmarks.level_engines import PLAYS, games, processor_limit
from benchmarks.report import Row, report
from puzzlesynth.levels.engine.native.compiler.loading import native_code
from puzzlesynth.levels.engine.native.compiler.machine_code import NativeCode
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search import LAST_RESORT, SOLVERS, SearchableGame, SearchLimits
from puzzlesynth.levels.search.limits import LimitWatch
from puzzlesynth.levels.search.native.search import NativeProblem, NativeSearch
from puzzlesynth.levels.search.native.taking_turns import search_in_turns
from puzzlesynth.levels.search.relaxation.reach import REACH
from puzzlesynth.levels.search.results import SolverReport
from puzzlesynth.levels.search.solver import run_solver
from puzzlesynth.levels.search.transitions import is_solution
from puzzlesynth.levels.search.walking import WALKS, WalkingSearch

MEMORY = SearchLimits(None, None, 2000)
MOST_LEVELS = 4
"""Levels of a game that are tried."""


def watch(solver: str, seconds: float) -> LimitWatch:
    return LimitWatch(solver, MEMORY, processor_limit(seconds))


def tried_levels(game: PuzzleScriptGame, number: int) -> Iterator[int]:
    """Levels from the whole range of a game; games begin at different ones."""
    last = len(game.maps) - 1
    chosen = sorted({part * last // (MOST_LEVELS - 1) for part in range(MOST_LEVELS)})
    for place in range(len(chosen)):
        yield chosen[(place + number) % len(chosen)]


def is_undecided(search: SearchableGame, level: Level, seconds: float) -> bool:
    """Whether the three solvers leave a level undecided in generated Python."""
    steps = search.load(level)
    return all(run_solver(steps, watch(solver, seconds)).solved is None for solver in SOLVERS)


def rule_out(problem: NativeProblem) -> SolverReport | None:
    """A proof that nothing can bring a win about, if there is one."""
    if problem.doubt or problem.reach is None or not problem.reach.rules_out_win:
        return None
    return SolverReport(False, 0, solver=REACH, reached=0, seconds=0, engine="")


def decide_plainly(problem: NativeProblem, seconds: float) -> SolverReport | None:
    """What the three solvers find in machine code, each in so many seconds."""
    for solver in SOLVERS:
        found = NativeSearch(problem, watch(solver, seconds)).run()
        if found.solved is not None:
            return found
    return None


def decide_by_walks(problem: NativeProblem, seconds: float) -> SolverReport | None:
    """What walks and novelty find if they share the seconds; None if neither decides the level."""
    is_in_time = processor_limit(seconds)
    searches: list[NativeSearch] = []
    for solver in LAST_RESORT:
        kind = WalkingSearch if solver == WALKS else NativeSearch
        searches.append(kind(problem, LimitWatch(solver, MEMORY, is_in_time), context=problem.context()))
    return next((found for found in search_in_turns(searches) if found.solved is not None), None)


def measure(code: NativeCode, game: PuzzleScriptGame, number: int, seconds: float) -> Row | None:
    """What becomes of one level of a game; None if it has none that is undecided."""
    search = SearchableGame(game)
    if search.refusals or search.is_random:
        return None
    for place in tried_levels(game, number):
        level = game.maps[place]
        problem = NativeProblem(code, search.stripped(level), level)
        if not problem.starts_won and is_undecided(search, level, seconds):
            begin = time.process_time()
            found = rule_out(problem) or decide_plainly(problem, seconds / 3)
            found = found or decide_by_walks(problem, 2 * seconds)
            assert found is None or found.moves is None or is_solution(game, level, found.moves)
            return {
                "title": game.settings.title[:24],
                "level": place,
                "cells": len(level.cells),
                "rules": len(game.all_rules),
                "by": found.solver if found is not None else "",
                "found": str(found.verdict) if found is not None else "undecided",
                "moves": len(found.moves or ()) if found is not None else 0,
                "seconds": time.process_time() - begin,
            }
    return None


def summary(rows: list[Row], name: str, among: Callable[[Row], bool]) -> Row:
    chosen = [row for row in rows if among(row)]
    decided = [row for row in chosen if row["by"]]
    return {
        "levels": name,
        "undecided": len(chosen),
        "then decided": len(decided),
        "share": len(decided) / max(1, len(chosen)),
        "by what can come up": sum(row["by"] == REACH for row in decided),
        "by the same searches": sum(row["by"] in SOLVERS for row in decided),
        **{f"by {solver}": sum(row["by"] == solver for row in decided) for solver in LAST_RESORT},
        "unsolvable": sum(row["found"] == "unsolvable" for row in decided),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=int, default=2, help="every Nth game")
    parser.add_argument("--seconds", type=float, default=1.0, help="of processor time for each plain search")
    options = parser.parse_args()
    code = native_code(wait=None)
    if code is None or not PLAYS.is_file():
        print("machine code and the recorded plays beside the project are needed")
        return
    rows: list[Row] = []
    for number, game in enumerate(games(options.share)):
        row = measure(code, game, number, options.seconds)
        if row is not None:
            rows.append(row)
            print(row, flush=True)
    totals = [
        summary(rows, "all", lambda _: True),
        summary(rows, "up to 200 cells", lambda row: int(row["cells"]) <= 200),
        summary(rows, "more than 200 cells", lambda row: int(row["cells"]) > 200),
    ]
    report("level_undecided", "levels that generated Python leaves undecided", totals)


if __name__ == "__main__":
    main()
