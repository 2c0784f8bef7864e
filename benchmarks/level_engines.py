"""Machine code against generated Python: the same searches and replays, side by side, in one process.

    python -m benchmarks.level_engines [--share N] [--seconds S] [--large]

For every game beside the project whose levels can be searched (every Nth of them), its largest level is searched breadth
first for some tenths of a second with each engine, which report states explored per second of processor time; the states
and their order are the same. All recorded plays are replayed with both, warm. `--large` searches ten million states of a
Sokoban-like level. Prints a table of medians and extremes and writes benchmarks/results/level_engines.json.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.report import Row, report
from puzzlesynth.levels import compile_source
from puzzlesynth.levels.engine.native.compiler.loading import native_code
from puzzlesynth.levels.engine.native.compiler.machine_code import NativeCode
from puzzlesynth.levels.engine.native.native_engine import NativeEngine
from puzzlesynth.levels.engine.recording import replay
from puzzlesynth.levels.engine.runtime import CompiledEngine
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search import SearchableGame, SearchLimits
from puzzlesynth.levels.search.breadth_first import breadth_first
from puzzlesynth.levels.search.limits import LimitWatch, SearchProgress, resident_bytes
from puzzlesynth.levels.search.native.search import NativeProblem, NativeSearch
from puzzlesynth.levels.search.results import SolverReport
from tests.support.puzzlescript_sources import LAYERS, LEGEND, OBJECTS, playable, source
from tests.support.search_games import PUSH

PLAYS = Path(__file__).resolve().parents[2] / "shared" / "data" / "puzzlescript" / "play.json"

LARGE_ROOM = """
##########
#........#
#.*..*...#
#....#...#
#.P..#.*.#
#..*..*..#
#......OO#
##########
"""


def processor_limit(seconds: float) -> Callable[[SearchProgress], bool]:
    """What stops a search after some seconds of processor time."""
    end = time.process_time() + seconds
    return lambda _: time.process_time() < end


def rate(search: Callable[[LimitWatch], SolverReport], seconds: float) -> tuple[float, SolverReport]:
    """States explored per second of processor time."""
    watch = LimitWatch("bfs", SearchLimits(None, None), processor_limit(seconds))
    begin = time.process_time()
    found = search(watch)
    return found.explored / max(1e-6, time.process_time() - begin), found


def largest_level(game: PuzzleScriptGame) -> Level:
    return max(game.maps, key=lambda level: len(level.cells))


def search_game(code: NativeCode, game: PuzzleScriptGame, seconds: float) -> Row | None:
    """Both engines on one game; None where a level cannot be searched, or is decided at once."""
    search = SearchableGame(game)
    if search.refusals or search.is_random:
        return None
    level = largest_level(game)
    steps = search.load(level)
    if steps.starts_won:
        return None
    begin = time.process_time()
    problem = NativeProblem(code, search, level)
    prepared = time.process_time() - begin
    native, found = rate(lambda watch: NativeSearch(problem, watch).run(), seconds)
    if found.explored < 200:
        return None
    in_python, _ = rate(lambda watch: breadth_first(steps, watch), seconds)
    return {
        "title": game.settings.title[:24],
        "cells": len(level.cells),
        "rules": len(game.all_rules),
        "python": round(in_python),
        "native": round(native),
        "times": native / in_python,
        "prepared ms": 1000 * prepared,
        "engine": steps.engine,
    }


def games(share: int) -> list[PuzzleScriptGame]:
    sources = dict.fromkeys(record["source"] for record in json.loads(PLAYS.read_text("utf-8")))
    compiled = [compile_source(text).game for text in list(sources)[::share]]
    return [game for game in compiled if game is not None and game.maps]


def summary(name: str, values: Sequence[float]) -> Row:
    ordered = sorted(values)
    return {
        "measure": name,
        "games": len(ordered),
        "least": ordered[0],
        "a tenth below": ordered[len(ordered) // 10],
        "median": statistics.median(ordered),
        "most": ordered[-1],
        "geometric mean": statistics.geometric_mean(ordered),
    }


def replay_all(code: NativeCode, share: int) -> list[Row]:
    """Inputs per second of processor time, warm, of all plays together and play by play."""
    spent: dict[str, float] = {"native": 0.0, "python": 0.0}
    rates: list[float] = []
    inputs = 0
    for record in json.loads(PLAYS.read_text("utf-8"))[::share]:
        game = compile_source(record["source"]).game
        if game is None or not record["inputs"]:
            continue
        inputs += len(record["inputs"])
        for name, engine in (("native", NativeEngine(game, code)), ("python", CompiledEngine(game))):
            took = _warm(game, record, engine)
            spent[name] += took
            if name == "native":
                rates.append(len(record["inputs"]) / took)
    rows = [summary("replay, native, inputs/s play by play", rates)]
    for name, seconds in spent.items():
        rows.append(
            {"measure": f"replay, {name}, inputs/s in total", "games": len(rates), "median": inputs / seconds}
        )
    return rows


def _warm(game: PuzzleScriptGame, record: dict[str, Any], engine: Any) -> float:
    replay(game, record, lambda _: engine)
    begin = time.process_time()
    replay(game, record, lambda _: engine)
    return max(1e-6, time.process_time() - begin)


def search_large(code: NativeCode) -> Row:
    """Ten million states, in one thread: their rate and their memory."""
    game = playable(
        source(
            PUSH,
            objects=OBJECTS,
            legend=LEGEND,
            layers=LAYERS,
            win="All Target on Crate\nNo Wall",
            levels=LARGE_ROOM,
        )
    )
    before = resident_bytes()
    problem = NativeProblem(code, SearchableGame(game), game.maps[0])
    begin = time.process_time()
    search = NativeSearch(problem, LimitWatch("bfs", SearchLimits(None, 10_000_000, None)))
    found = search.run()
    took = time.process_time() - begin
    return {
        "measure": f"{found.reached:,} states, {(resident_bytes() - before) / 1e6:.0f} MB; explored/s of one core",
        "games": 1,
        "median": found.explored / took,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=int, default=4, help="every Nth game and play")
    parser.add_argument("--seconds", type=float, default=0.3, help="of processor time for each search")
    parser.add_argument("--large", action="store_true", help="also search ten million states")
    options = parser.parse_args()
    code = native_code(wait=None)
    if code is None or not PLAYS.is_file():
        print("machine code and the recorded plays beside the project are needed")
        return
    found = [search_game(code, game, options.seconds) for game in games(options.share)]
    rows = [row for row in found if row is not None]
    totals = [
        summary(f"search, {name}", [row[name] for row in rows])
        for name in ("python", "native", "times", "prepared ms")
    ]
    totals += replay_all(code, options.share)
    if options.large:
        totals.append(search_large(code))
    report(
        "level_engine_games", "games, slowest ratio first", sorted(rows, key=lambda row: float(row["times"]))
    )
    report("level_engines", "engines", totals)


if __name__ == "__main__":
    main()
