"""New levels for five games on eight layouts, two each, beside the method of Khalifa and Fayek (2015).

Their constructive and genetic approaches are run as published: the best two of 100 levels, and the best two of 20
generations of 50 with each of the three initial populations; a level is worth what their evaluator says, whose automated
player gives up after 5000 states. No board is played twice in a run. Beside them `level generate` with its own
constructive and genetic generators and by default. Every level that comes out is measured in the same way: by the paper's
evaluator, which takes the solution that the player happens to find (`score` and the six measures), and once more with the
shortest solution in its place (`by_shortest`). Seconds are those of the processor.

    python -m benchmarks.level_generation [--full] [--games sokoban,lava] [--methods default]

Without `--full`, two of the layouts, and the published methods with 20 levels and 5 generations of 20.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from benchmarks.report import Row, report
from puzzlesynth.levels import PuzzleScriptGame, compile_source
from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.generate import (
    GenerateOrder,
    PlayRequirements,
    StartRequirements,
    generate_levels,
    read_layout,
)
from puzzlesynth.levels.generate.fitness.automated_player import play
from puzzlesynth.levels.generate.fitness.fitness_function import CandidateFitness, Objective
from puzzlesynth.levels.generate.fitness.score import LevelEvaluator
from puzzlesynth.levels.generate.generation import Method
from puzzlesynth.levels.generate.placement.layout import LevelLayout
from puzzlesynth.levels.generate.placement.placement_solver import PlacementSolver
from puzzlesynth.levels.generate.strategies.constructive_algorithm import ConstructiveAlgorithm
from puzzlesynth.levels.generate.strategies.genetic_algorithm import POPULATIONS, GeneticAlgorithm, Population
from puzzlesynth.levels.generate.strategies.strategy import StrategyContext
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search import SearchLimits, solve
from puzzlesynth.levels.search.transitions import is_solution

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
"""The layouts of the quick run."""
SHORTEST_STATES = 2_000_000
"""How far shortest solutions are searched for."""
NAMES = ("score", "playing", "solution_length", "object_numbers", "box_line", "applied_rules", "exploration")


def game_named(name: str) -> PuzzleScriptGame:
    game = compile_source((ROOT / "examples" / "levels" / f"{name}.txt").read_text("utf-8")).game
    assert game is not None
    return game


def as_made(
    game: PuzzleScriptGame, layout: LevelLayout, seed: int, *, method: Method, rank: Objective = "both"
) -> list[Row]:
    """Two levels as `level generate --like none` makes them."""
    made, _ = generate_levels(GenerateOrder(game, layout, count=2, seed=seed, method=method, rank=rank))
    evaluator = LevelEvaluator(game)
    return [row_of(evaluator, item.level, item.moves, item.method) for item in made]


def as_published(
    game: PuzzleScriptGame,
    layout: LevelLayout,
    seed: int,
    *,
    population: Population | None,
    levels: int,
    generations: int,
) -> list[Row]:
    """The best two of a run of the paper's method; unsolved ones count as they are."""
    analysis = analyse(game)
    evaluator = LevelEvaluator(game, analysis=analysis)
    placement = PlacementSolver(game, analysis, layout, StartRequirements(allow_stuck=True, connected=False))
    shop = StrategyContext(game, analysis, evaluator.search, placement, PlayRequirements())
    rng = random.Random(seed)
    judged: dict[tuple[int, ...], tuple[float, Level]] = {}
    for level, tell in _proposals(shop, rng, population, levels, generations):
        if level.cells not in judged:
            judged[level.cells] = (evaluator.measure(level).score, level)
        tell(judged[level.cells][0])
    best = sorted(judged.values(), key=lambda item: -item[0])[:2]
    name = "constructive" if population is None else population
    return [
        row_of(evaluator, level, play(evaluator.search.load(level), analysis).moves, name)
        for _, level in best
    ]


def _proposals(
    shop: StrategyContext, rng: random.Random, population: Population | None, levels: int, generations: int
) -> Iterator[tuple[Level, Callable[[float], None]]]:
    """The levels that a run of the paper's method evaluates, each with a way to tell what it is worth."""
    if population is None:
        builder = ConstructiveAlgorithm(shop, rng)
        for _ in range(levels):
            yield builder.propose(), lambda worth: None
        return
    evolution = GeneticAlgorithm(shop, rng, population, levels)
    while (level := evolution.propose()) is not None and evolution.generation < generations:
        yield level, partial(_tell, evolution, level)


def _tell(evolution: GeneticAlgorithm, level: Level, worth: float) -> None:
    evolution.tell(level, CandidateFitness("measured", worth))


def row_of(evaluator: LevelEvaluator, level: Level, moves: tuple[int, ...] | None, method: str) -> Row:
    shortest = solve(
        evaluator.search, level, solvers=("bfs",), limits=SearchLimits(seconds=None, states=SHORTEST_STATES)
    ).moves
    return {
        "replayed": moves is not None and is_solution(evaluator.game, level, moves),
        "shortest": len(shortest) if shortest else None,
        "method": method,
        "measures": evaluator.measure(level).json(),
        "by_shortest": evaluator.measure(level, shortest).score,
    }


def summary(rows: list[Row], seconds: float) -> Row:
    shortest = [row["shortest"] for row in rows if row["shortest"]]
    means = {
        name: round(statistics.fmean(row["measures"][name] for row in rows), 3) if rows else None
        for name in NAMES
    }
    return {
        "levels": len(rows),
        "replayed": sum(row["replayed"] for row in rows),
        "seconds": round(seconds / max(1, len(rows)), 2),
        "shortest": round(statistics.fmean(shortest), 1) if shortest else None,
        "by_shortest": round(statistics.fmean(row["by_shortest"] for row in rows), 3) if rows else None,
        **means,
        "made_by": dict(Counter(row["method"] for row in rows)),
    }


def methods(full: bool) -> dict[str, Callable[[PuzzleScriptGame, LevelLayout, int], list[Row]]]:
    """Every way to make levels, by its name in the table."""
    levels, size, generations = (100, 50, 20) if full else (20, 20, 5)
    return {
        "default": partial(as_made, method="auto"),
        "rank score": partial(as_made, method="auto", rank="score"),
        "rank shortest": partial(as_made, method="auto", rank="shortest"),
        "our constructive": partial(as_made, method="constructive"),
        "our genetic": partial(as_made, method="genetic"),
        "published constructive": partial(as_published, population=None, levels=levels, generations=1),
        **{
            f"published genetic {population}": partial(
                as_published, population=population, levels=size, generations=generations
            )
            for population in POPULATIONS
        },
    }


def compare(games: list[str], names: list[str], full: bool) -> dict[str, Row]:
    known = methods(full)
    layouts = list(LAYOUTS) if full else SHORT
    table: dict[str, Row] = {}
    for method in names:
        everything: list[Row] = []
        whole = 0.0
        for name in games:
            game, rows, seconds = game_named(name), list[Row](), 0.0
            for number, layout in enumerate(layouts):
                begin = time.process_time()
                rows += known[method](game, read_layout(game, LAYOUTS[layout]), number)
                seconds += time.process_time() - begin
            table[f"{method} | {name}"] = summary(rows, seconds)
            print(f"{method}, {name}: {seconds:.0f} s", file=sys.stderr, flush=True)
            everything += rows
            whole += seconds
        table[f"{method} | all"] = summary(everything, whole)
    return table


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--full", action="store_true", help="all layouts, and the published methods whole")
    parser.add_argument("--games", default=",".join(GAMES), help="some of the games, with commas between")
    parser.add_argument("--methods", default=",".join(methods(False)), help="some of the rows, likewise")
    options = parser.parse_args()
    table = compare(options.games.split(","), options.methods.split(","), options.full)
    report(
        "level_generation",
        "Two levels for each game and layout",
        [{"method": name, **row} for name, row in table.items()],
    )


if __name__ == "__main__":
    main()
