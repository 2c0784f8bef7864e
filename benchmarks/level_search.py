"""How fast PuzzleScript games are replayed and searched.

    python -m benchmarks.level_search [--share N]

Replays the recorded plays beside the project (every one, or every Nth), with the interpreter (a tenth of them)
and with the compiled engines: once cold, with the engine made and all its code generated, and again warm, as the
reference's figure is meant. Searches a few levels breadth-first, in generated Python and in machine code.
`benchmarks.level_engines --large` measures the memory. All times are processor time of this
process; a fixed piece of work timed along the way says how much the machine was slowed down by others.
Prints a table, names what is slower than the goal and why, and writes benchmarks/results/levels_speed.json.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from puzzlesynth.levels import compile_source
from puzzlesynth.levels.engine.codegen.turn_writer import draws_numbers
from puzzlesynth.levels.engine.native.compiler.loading import native_code, native_obstacle
from puzzlesynth.levels.engine.native.fastest_engine import fastest_engine
from puzzlesynth.levels.engine.recording import replay
from puzzlesynth.levels.engine.reference.interpreter import Interpreter
from puzzlesynth.levels.engine.runtime import CompiledEngine
from puzzlesynth.levels.engine.turn import Engine
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search import SearchableGame, SearchLimits
from puzzlesynth.levels.search.breadth_first import breadth_first
from puzzlesynth.levels.search.limits import LimitWatch
from puzzlesynth.levels.search.native.search import NativeProblem, NativeSearch
from puzzlesynth.levels.search.results import SolverReport
from tests.support.puzzlescript_sources import LAYERS, LEGEND, OBJECTS, playable, source
from tests.support.search_games import PUSH

ROOT = Path(__file__).resolve().parents[1]
PLAYS = ROOT.parent / "shared" / "data" / "puzzlescript" / "play.json"
RESULTS = Path(__file__).parent / "results" / "levels_speed.json"

REFERENCE_INPUTS = 2_000
"""Inputs a second that the original replays its own suite with, as its recordings' notes say."""
REFERENCE_STATES = 20_000
"""States a second that the original explores breadth-first on small levels."""

_ROOM = """
########
#......#
#.*..*.#
#.O..*.#
#.P.*..#
#.OO..O#
########
"""
_SMALL_ROOM = """
#######
#.....#
#.*.*.#
#.P.O.#
#..*..#
#.O.O.#
#######
"""

SEARCHES: dict[str, tuple[str, str, str]] = {
    "push crates": (PUSH, "All Target on Crate", _ROOM),
    "push crates (three)": (PUSH, "All Target on Crate", _SMALL_ROOM),
    "push rows of crates": (
        PUSH + "\n[ > Crate | Crate ] -> [ > Crate | > Crate ]",
        "All Target on Crate",
        _SMALL_ROOM,
    ),
    "three in a line become a gem": (
        PUSH + "\n[ > Player | Gem ] -> [ > Player | > Gem ]\nlate [ Crate | Crate | Crate ] -> [ | Gem | ]",
        "Some Gem on Target",
        _SMALL_ROOM,
    ),
    "crates slide (again)": (
        PUSH
        + "\n[ > Crate ] -> [ > Crate ]\nlate right [ Crate | no Wall no Crate no Player ] -> [ | Crate ] again",
        "All Target on Crate",
        _SMALL_ROOM,
    ),
    "pull from afar (ellipsis)": (
        PUSH + "\n[ action Player | ... | Crate ] -> [ Player | ... | Gem ]",
        "Some Gem on Target",
        _SMALL_ROOM,
    ),
    "two brackets": (
        PUSH + "\n[ > Player ] [ Gem ] -> [ > Player ] [ > Gem ]",
        "All Target on Crate",
        _SMALL_ROOM.replace("*..#", "G..#"),
    ),
    "rigid": ("rigid " + PUSH, "All Target on Crate", _SMALL_ROOM),
    "rigid bodies": (
        PUSH + "\nrigid [ moving Crate | Crate ] -> [ moving Crate | moving Crate ]",
        "All Target on Crate",
        _SMALL_ROOM,
    ),
    "random (a seed)": (
        PUSH
        + "\n[ > Player | Crate ] -> [ > Player | > Crate ]\n[ action Player ] [ Gem ] -> [ ] [ random Gem ]",
        "All Target on Crate",
        _SMALL_ROOM,
    ),
    "a crate drifts at random (a seed)": (
        PUSH + "\n[ action Player ] [ stationary Crate ] -> [ Player ] [ randomdir Crate ]",
        "All Target on Crate",
        _SMALL_ROOM,
    ),
}


def _game(title: str, rules: str, win: str, level: str) -> PuzzleScriptGame:
    objects = f"{OBJECTS}\nGem\nwhite\n"
    legend, layers = f"{LEGEND}G = Gem\n", LAYERS.replace("Crate", "Crate, Gem")
    prelude, levels = f"title {title}\n", level.strip("\n") + "\n"
    return playable(
        source(rules, prelude=prelude, objects=objects, legend=legend, layers=layers, win=win, levels=levels)
    )


def _timed(work: Callable[[], object]) -> float:
    """Processor time of a piece of work."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def _fixed_work() -> None:
    number = 0
    for step in range(20_000):
        number = (number * 31 + step) & 0xFFFFFFFFFFFFFFFFFFFF


def replay_speed(
    records: list[dict[str, Any]], make_engine: Callable[[PuzzleScriptGame], Engine], runs: int
) -> dict[str, Any]:
    """Inputs a second over recorded plays: of the first run, engine and code included, and of the last run."""
    inputs, reading, cold, warm = 0, 0.0, 0.0, 0.0
    games: list[tuple[float, str, int, PuzzleScriptGame]] = []
    fixed: list[float] = []
    for record in records:
        begin = time.process_time()
        game = compile_source(record["source"]).game
        reading += time.process_time() - begin
        if game is None:
            continue
        begin = time.process_time()
        engine = make_engine(game)
        cold += time.process_time() - begin

        def once(
            game: PuzzleScriptGame = game, engine: Engine = engine, record: dict[str, Any] = record
        ) -> None:
            replay(game, record, lambda _: engine)

        times = [_timed(once) for _ in range(runs)]
        fixed.append(_timed(_fixed_work))
        cold += times[0]
        warm += times[-1]
        inputs += len(record["inputs"])
        games.append((times[-1], record["name"], len(record["inputs"]), game))
    games.sort(key=lambda item: item[0], reverse=True)
    fixed.sort()
    return {
        "plays": len(records),
        "inputs": inputs,
        "compiling_sources_seconds": round(reading, 2),
        "cold_seconds": round(cold, 2),
        "warm_seconds": round(warm, 2),
        "cold_inputs_per_second": round(inputs / cold),
        "inputs_per_second": round(inputs / warm),
        "slowed_down_by_others": round(fixed[len(fixed) // 2] / fixed[0], 2),
        "slower_than_reference": [
            {
                "game": name,
                "inputs_per_second": round(count / taken),
                "seconds": round(taken, 3),
                "why": _why(game),
            }
            for taken, name, count, game in games
            if count / taken < REFERENCE_INPUTS and taken > 0.02
        ],
    }


def _why(game: PuzzleScriptGame) -> str:
    """What makes a game slow to replay."""
    rules = sum(len(group.rules) for program in (game.rules, game.late_rules) for group in program.groups)
    cells = max((level.width * level.height for level in game.levels if isinstance(level, Level)), default=0)
    names = {command.name for rule in game.all_rules for command in rule.commands}
    reasons = [f"{rules} rules", f"{game.object_count} objects", f"up to {cells} cells"]
    if draws_numbers(game):
        reasons.append("draws numbers")
    if "again" in names:
        reasons.append("again: several turns an input")
    if game.rigid_groups:
        reasons.append("rigid")
    return ", ".join(reasons)


def _rate(search: Callable[[], SolverReport]) -> dict[str, Any]:
    reports: list[SolverReport] = []
    seconds = _timed(lambda: reports.append(search()))
    report = reports[0]
    return {
        "verdict": str(report.verdict),
        "explored": report.explored,
        "reached": report.reached,
        "seconds": round(seconds, 3),
        "states_per_second": round(report.explored / seconds) if seconds else 0,
    }


def _native_search(game: PuzzleScriptGame, level: Level, watch: LimitWatch) -> NativeSearch:
    code = native_code(wait=None)
    assert code is not None, native_obstacle()
    return NativeSearch(NativeProblem(code, SearchableGame(game), level, "1"), watch)


def search_speed(seconds: float) -> list[dict[str, Any]]:
    rows = []
    for title, (rules, win, picture) in SEARCHES.items():
        game = _game(title, rules, win, picture)
        level = game.levels[0]
        assert isinstance(level, Level)
        steps = SearchableGame(game).load(level, "1")
        limits = SearchLimits(seconds=seconds)
        row: dict[str, Any] = {"game": title, "engine": steps.engine}
        row["generated Python"] = _rate(partial(breadth_first, steps, LimitWatch("bfs", limits)))
        row["machine code"] = _rate(_native_search(game, level, LimitWatch("bfs", limits)).run)
        rows.append(row)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=int, default=1, help="replay every Nth recorded play")
    parser.add_argument("--seconds", type=float, default=10.0, help="time limit of each search")
    options = parser.parse_args()
    results: dict[str, Any] = {"machine": platform.processor() or platform.machine(), "cores": os.cpu_count()}
    if PLAYS.is_file():
        records = json.loads(PLAYS.read_text())[:: options.share]
        results["replay"] = {
            "interpreter (a tenth)": replay_speed(records[::10], Interpreter, 1),
            "compiled engine": replay_speed(records, CompiledEngine, 3),
            "machine code": replay_speed(records, fastest_engine, 3),
        }
        _print_replay(results["replay"])
    else:
        print("no recorded plays beside the project: replay not measured")
    results["search"] = search_speed(options.seconds)
    _print_search(results["search"])
    RESULTS.parent.mkdir(exist_ok=True)
    partial = RESULTS.with_suffix(".partial")
    partial.write_text(json.dumps(results, indent=2) + "\n")
    partial.replace(RESULTS)


def _print_replay(replays: dict[str, Any]) -> None:
    print(
        f"{'replay (processor time)':<26}{'plays':>7}{'inputs':>9}{'cold, s':>9}{'/s':>7}{'warm, s':>9}{'/s':>7}"
    )
    for name, row in replays.items():
        print(
            f"{name:<26}{row['plays']:>7}{row['inputs']:>9}{row['cold_seconds']:>9}"
            f"{row['cold_inputs_per_second']:>7}{row['warm_seconds']:>9}{row['inputs_per_second']:>7}"
        )
    row = replays["compiled engine"]
    print(
        f"cold: the engine made, code generated, played once; compiling the sources took "
        f"{row['compiling_sources_seconds']} s more. A fixed piece of work took {row['slowed_down_by_others']} "
        "times its best time (1: the machine had nothing else to do)."
    )
    print(
        f"reference: {REFERENCE_INPUTS} inputs a second, warm, as the recordings' notes say; its engine is on no "
        "package registry and is not run side by side."
    )
    slow = row["slower_than_reference"]
    print(f"slower than {REFERENCE_INPUTS} inputs a second (and more than 20 ms): {len(slow)} games")
    for game in slow[:20]:
        print(
            f"  {game['inputs_per_second']:>6}/s {game['seconds']:>6} s  {game['game'][:40]:<40}  {game['why']}"
        )


def _print_search(rows: list[dict[str, Any]]) -> None:
    print(f"\n{'breadth-first, states/s':<36}{'Python':>10}{'machine code':>14}")
    for row in rows:
        in_python, native = (row[name]["states_per_second"] for name in ("generated Python", "machine code"))
        print(f"{row['game']:<36}{in_python:>10}{native:>14}")
        if native < 10 * REFERENCE_STATES:
            print(f"    slower than 10 times the reference's {REFERENCE_STATES}")


if __name__ == "__main__":
    main()
