"""New levels for five games on eight layouts, two each, beside the method of Khalifa and Fayek (2015).

Their constructive and genetic approaches are run as published: 100 levels of which the best two are taken, and 20
generations of 50; levels are evaluated with their automated player, which gives up after 5000 states. By default the
published methods are cut short (fewer levels and generations, two layouts a game), which the output says; `--full`
runs them whole. Then Sokoban alone: levels of at least 60 moves on 7x7, and distinct levels a minute.

    python benchmarks/level_generation.py [--full] [--games sokoban,lava] [--no-baseline] [--output FILE]
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from pathlib import Path
from typing import Any

from puzzlesynth.levels import Game, compile_source
from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.generate import (
    Demands,
    Evaluator,
    Order,
    Outcomes,
    Placement,
    make_levels,
    read_layout,
)
from puzzlesynth.levels.generate.constructive import Constructive
from puzzlesynth.levels.generate.evaluator import Measures
from puzzlesynth.levels.generate.generator import Generator, Workshop
from puzzlesynth.levels.generate.genetic import POPULATIONS, Genetic
from puzzlesynth.levels.generate.judging import Judgement
from puzzlesynth.levels.generate.layout import Layout, room
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search.steps import confirmed

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("sokoban", "lava", "blockfaker", "gem", "destroy")
LAYOUTS = {
    "room 5x5": "#####\n#...#\n#...#\n#...#\n#####",
    "room 6x6": "######\n#....#\n#....#\n#....#\n#....#\n######",
    "room 7x7": "#######\n#.....#\n#.....#\n#.....#\n#.....#\n#.....#\n#######",
    "room 8x8": "########\n#......#\n#......#\n#......#\n#......#\n#......#\n#......#\n########",
    "walls 5x5": "#####\n#...#\n##..#\n#...#\n#####",
    "walls 6x6": "######\n#....#\n#.#..#\n#....#\n##...#\n######",
    "walls 7x7": "#######\n#..#..#\n#.....#\n#.#...#\n#...#.#\n#.....#\n#######",
    "walls 8x8": "########\n#...#..#\n#......#\n#.##...#\n#......#\n#..#.#.#\n#......#\n########",
}
SHORT = ["room 6x6", "walls 7x7"]
"""The layouts on which the published methods run unless they run whole."""
NAMES = ("score", "playing", "solution_length", "object_numbers", "box_line", "applied_rules", "exploration")


def game_named(name: str) -> Game:
    game = compile_source((ROOT / "examples" / "levels" / f"{name}.txt").read_text("utf-8")).game
    assert game is not None
    return game


def by_default(game: Game, layout: Layout, seed: int) -> list[dict[str, Any]]:
    """Two levels as `level generate` makes them."""
    made, _ = make_levels(Order(game, layout, count=2, seed=seed))
    return [_row(game, item.level, item.moves, item.measures, item.method) for item in made]


def as_published(
    game: Game, layout: Layout, seed: int, *, genetic: str | None, levels: int, generations: int
) -> list[dict[str, Any]]:
    """The best two of a run of the paper's method; unsolved ones count as they are."""
    analysis = analyse(game)
    evaluator = Evaluator(game, analysis=analysis)
    placement = Placement(game, analysis, layout, Demands(allow_stuck=True, connected=False))
    shop = Workshop(game, analysis, evaluator.search, placement, Outcomes())
    rng = random.Random(seed)
    maker: Generator
    if genetic is None:
        maker, total = Constructive(shop, rng), levels
    else:
        maker = Genetic(shop, rng, genetic, levels)  # type: ignore[arg-type]
        total = levels * generations
    judged: dict[tuple[int, ...], tuple[Measures, Level]] = {}
    for _ in range(total):
        level = maker.propose()
        assert level is not None
        if level.cells not in judged:
            judged[level.cells] = (evaluator.measure(level), level)
        measures = judged[level.cells][0]
        maker.tell(level, Judgement("measured", measures.score, None, measures))
    best = sorted(judged.values(), key=lambda item: -item[0].score)[:2]
    rows = []
    for measures, level in best:
        from puzzlesynth.levels.generate.player import play

        moves = play(evaluator.search.load(level), analysis).moves
        rows.append(_row(game, level, moves, measures, genetic or "constructive"))
    return rows


def _row(
    game: Game, level: Level, moves: tuple[int, ...] | None, measures: Measures, method: str
) -> dict[str, Any]:
    return {
        "replayed": moves is not None and confirmed(game, level, moves),
        "length": len(moves) if moves else None,
        "method": method,
        "measures": measures.json(),
    }


def summary(rows: list[dict[str, Any]], seconds: float) -> dict[str, Any]:
    solved = [row for row in rows if row["replayed"]]
    means = {
        name: round(statistics.fmean(row["measures"][name] for row in rows), 3) if rows else None
        for name in NAMES
    }
    return {
        "levels": len(rows),
        "replayed": len(solved),
        "seconds_per_level": round(seconds / max(1, len(rows)), 2),
        "mean_length": round(statistics.fmean(row["length"] for row in solved), 1) if solved else None,
        **means,
    }


def compare(games: list[str], full: bool, baseline: bool) -> dict[str, Any]:
    levels, generations = (100, 20) if full else (20, 5)
    size = 50 if full else 20
    runs: dict[str, Any] = {"default": by_default}
    if baseline:
        runs["published constructive"] = lambda game, layout, seed: as_published(
            game, layout, seed, genetic=None, levels=levels, generations=1
        )
        for population in POPULATIONS if full else ("hybrid",):
            runs[f"published genetic, {population}"] = lambda game, layout, seed, population=population: (
                as_published(game, layout, seed, genetic=population, levels=size, generations=generations)
            )
    table: dict[str, Any] = {}
    for method, make in runs.items():
        everything: list[dict[str, Any]] = []
        whole = shared_seconds = 0.0
        shared: list[dict[str, Any]] = []
        names = list(LAYOUTS) if full or method == "default" else SHORT
        for name in games:
            game, rows, seconds = game_named(name), [], 0.0
            for number, layout in enumerate(names):
                print(f"{method}: {name}, {layout}", file=sys.stderr, flush=True)
                begin = time.perf_counter()
                made = make(game, read_layout(game, LAYOUTS[layout]), number)
                took = time.perf_counter() - begin
                rows += made
                seconds += took
                if method == "default" and layout in SHORT:
                    shared += made
                    shared_seconds += took
            table[f"{method} | {name}"] = summary(rows, seconds)
            table[f"{method} | {name}"]["made_by"] = sorted({row["method"] for row in rows})
            everything += rows
            whole += seconds
        table[f"{method} | all"] = summary(everything, whole)
        if shared and not full:
            table["default | all, layouts as below"] = summary(shared, shared_seconds)
    return table


def long_sokoban(seeds: range, least: int = 60) -> list[dict[str, Any]]:
    """How long it takes to find a 7x7 level whose shortest solution has at least so many moves."""
    game = game_named("sokoban")
    found = []
    for seed in seeds:
        begin = time.perf_counter()
        order = Order(
            game,
            room(game, analyse(game), 7, 7),
            outcomes=Outcomes(length=(least, None)),
            seed=seed,
            effort=1,
            time_limit=600,
        )
        made, tally = make_levels(order)
        seconds = time.perf_counter() - begin
        length = len(made[0].moves) if made else None
        found.append(
            {"seed": seed, "length": length, "seconds": round(seconds, 1), "candidates": tally.tries}
        )
    return found


def distinct_sokoban(seconds: float) -> dict[str, Any]:
    """Distinct levels, up to turning and mirroring, that come out within a time."""
    game = game_named("sokoban")
    layout = room(game, analyse(game), 7, 7)
    _, tally = make_levels(Order(game, layout, effort=10**9, most_tries=10**9, time_limit=seconds))
    minute = round(tally.accepted * 60 / seconds)
    return {"seconds": seconds, "distinct": tally.accepted, "candidates": tally.tries, "per_minute": minute}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--full", action="store_true", help="the published methods whole; takes hours")
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--no-baseline", action="store_true")
    parser.add_argument("--output", type=Path)
    options = parser.parse_args()
    result: dict[str, Any] = {"full": options.full}
    result["table"] = compare(options.games.split(","), options.full, not options.no_baseline)
    if "sokoban" in options.games:
        result["sokoban_60_moves_7x7"] = long_sokoban(range(5 if options.full else 3))
        result["sokoban_distinct_7x7"] = distinct_sokoban(60 if options.full else 20)
    columns = ("levels", "replayed", "seconds_per_level", "mean_length", *NAMES)
    print(f"{'method | game':<38}" + "".join(f"{name[:9]:>10}" for name in columns))
    for name, row in result["table"].items():
        print(f"{name:<38}" + "".join(f"{row[column]!s:>10}" for column in columns))
    for name in ("sokoban_60_moves_7x7", "sokoban_distinct_7x7"):
        if name in result:
            print(name, json.dumps(result[name]))
    if options.output is not None:
        options.output.write_text(json.dumps(result, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
