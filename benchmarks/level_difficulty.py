"""How well measures of levels predict the order in which designers put them.

The levels of a game come in an order that people made, roughly from easy to hard. For every game of the recorded data
that has at least five levels that could be solved, each measure is compared with the places of the levels: Kendall's
tau, from -1 (the reverse order) to 1 (the same). The weights of the sum are learnt from pairs of levels of one game
(logistic regression on differences, games counting alike) and judged on games that were not among them, ten times a
tenth.

    python -m benchmarks.level_difficulty [--games N] [--levels N] [--states N] [--seconds N] [--cache FILE]

Needs numpy and the recorded data beside the project. `--cache` keeps what was measured between runs.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import random
import statistics
import sys
import time
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path

from benchmarks.report import Row, report
from puzzlesynth.deadline import Deadline, OutOfTime
from puzzlesynth.levels import PuzzleScriptGame, compile_source
from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.generate.fitness.challenge import (
    FEATURES,
    SPACE_LIMIT,
    Features,
    SolvedLevel,
    features,
)
from puzzlesynth.levels.generate.fitness.rule_trace import RuleTracer
from puzzlesynth.levels.generate.fitness.state_space import explore
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search import SearchableGame, SearchLimits, solve
from tests.support.puzzlescript_sources import recorded

LEAST_LEVELS = 5
"""Games with fewer levels that could be solved say too little."""
MOST_CELLS = 300
FOLDS = 10
SHUFFLES = 5
"""How often the games are put into folds; the mean over all of them counts."""
STRENGTH = 0.1
"""Of the regularisation: weights that hardly matter stay near 0."""

Measured = list[tuple[int, Features]]
"""The levels of a game that could be solved: place and measures."""


def games() -> list[tuple[str, PuzzleScriptGame]]:
    """Every game of the data with enough levels, once, in a fixed order of chance."""
    found: dict[str, tuple[str, PuzzleScriptGame]] = {}
    for record in recorded("play.json"):
        compiled = compile_source(record["source"])
        game = compiled.game
        if game is None or compiled.errors or len(game.maps) < LEAST_LEVELS:
            continue
        # Several records have the same levels in sources that differ by a comment.
        key = hashlib.sha256(repr([level.cells for level in game.maps]).encode()).hexdigest()
        found.setdefault(key, (game.settings.title, game))
    return [found[key] for key in sorted(found)]


def measure_game(game: PuzzleScriptGame, most_levels: int, most_states: int, seconds: float) -> Measured:
    """The measures of a game's levels, as far as each can be solved in its time."""
    search = SearchableGame(game)
    if search.refusals or search.is_random:
        return []
    analysis, tracer = analyse(game), RuleTracer(game)
    found: Measured = []
    for place, level in enumerate(game.maps[:most_levels]):
        if len(level.cells) > MOST_CELLS:
            continue
        try:
            with Deadline(seconds).applied():
                solved = solve_level(search, tracer, level, most_states, seconds)
                if solved is not None:
                    found.append((place, features(game, analysis, search.load(level), solved)))
        except OutOfTime:
            continue
    return found


def solve_level(
    search: SearchableGame, tracer: RuleTracer, level: Level, most_states: int, seconds: float
) -> SolvedLevel | None:
    limits = SearchLimits(seconds=seconds / 4, states=most_states)
    found = solve(search, level, limits=limits)
    if not found.moves or found.difficulty is None:
        return None
    steps = search.load(level)
    trace = tracer.applied(level, found.moves)
    return SolvedLevel(level, found.moves, found.difficulty, trace, explore(steps, SPACE_LIMIT))


def kendall_tau(values: Sequence[float], places: Sequence[int]) -> float:
    """Tau-b: pairs in the same order less pairs in the other, ties of the values accounted for."""
    order = ties = 0
    pairs = list(combinations(range(len(values)), 2))
    for i, j in pairs:
        difference = (values[j] - values[i]) * (places[j] - places[i])
        order += (difference > 0) - (difference < 0)
        ties += difference == 0
    untied = len(pairs) - ties
    return order / math.sqrt(untied * len(pairs)) if untied else 0.0


def means_of(data: Iterable[Measured]) -> dict[str, float]:
    """What counts for a measure that is not known."""
    known: dict[str, list[float]] = {name: [] for name in FEATURES}
    for levels in data:
        for _, found in levels:
            for name, value in found.items():
                if value is not None:
                    known[name].append(value)
    return {name: statistics.fmean(values) if values else 0.0 for name, values in known.items()}


def learn(data: Sequence[Measured], names: Sequence[str], means: dict[str, float]) -> dict[str, float]:
    """Weights for which levels further back have the greater sums: logistic regression on differences."""
    import numpy as np

    rows: list[list[float]] = []
    shares: list[float] = []
    for levels in data:
        pairs = list(combinations(levels, 2))
        for (_, one), (_, other) in pairs:
            rows.append([_value(other, name, means) - _value(one, name, means) for name in names])
            shares.append(1 / len(pairs))
    differences, weights = np.array(rows), np.zeros(len(names))
    importance = np.array(shares) / len(data)
    scale = np.sqrt((differences**2 * importance[:, None]).sum(axis=0)) + 1e-9
    differences = differences / scale
    for _ in range(400):
        doubt = 1 / (1 + np.exp(differences @ weights))
        gradient = differences.T @ (importance * doubt) - STRENGTH * 0.1 * weights
        weights = np.maximum(0.0, weights + 2.0 * gradient)
    return {name: float(weight / size) for name, weight, size in zip(names, weights, scale, strict=True)}


def _value(found: Features, name: str, means: dict[str, float]) -> float:
    value = found[name]
    return means[name] if value is None else value


def tau_of(levels: Measured, weights: dict[str, float], means: dict[str, float]) -> float:
    sums = [
        sum(weight * _value(found, name, means) for name, weight in weights.items()) for _, found in levels
    ]
    return kendall_tau(sums, [place for place, _ in levels])


def cross_validated(data: Sequence[Measured], names: Sequence[str], seed: int = 0) -> list[float]:
    """The tau of every game, with weights from games of other folds."""
    order = list(range(len(data)))
    random.Random(seed).shuffle(order)
    taus = [0.0] * len(data)
    for fold in range(FOLDS):
        held_out = set(order[fold::FOLDS])
        training = [data[number] for number in order if number not in held_out]
        means = means_of(training)
        weights = learn(training, names, means)
        for number in held_out:
            taus[number] = tau_of(data[number], weights, means)
    return taus


def _row(name: str, taus: Sequence[float], old: Sequence[float]) -> Row:
    differences = [new - before for new, before in zip(taus, old, strict=True)]
    error = statistics.stdev(differences) / math.sqrt(len(differences)) if any(differences) else 0.0
    return {
        "measure": name,
        "tau": round(statistics.fmean(taus), 3),
        "above states": round(statistics.fmean(differences), 3),
        "standard error": round(error, 3),
        "games in order": sum(1 for tau in taus if tau > 0),
    }


def evaluate(data: Sequence[Measured]) -> tuple[list[Row], dict[str, float], dict[str, float]]:
    """The table, and the weights and means from all games."""
    means = means_of(data)
    old = [tau_of(levels, {"states": 1.0}, means) for levels in data]
    rows = [_row(name, [tau_of(levels, {name: 1.0}, means) for levels in data], old) for name in FEATURES]
    shuffled = [cross_validated(data, FEATURES, seed) for seed in range(SHUFFLES)]
    rows.append(
        _row(
            "challenge, held-out games", [statistics.fmean(taus) for taus in zip(*shuffled, strict=True)], old
        )
    )
    weights = learn(data, FEATURES, means)
    rows.append(_row("challenge, all games", [tau_of(levels, weights, means) for levels in data], old))
    return rows, weights, means


def collect(options: argparse.Namespace) -> dict[str, Measured]:
    cache = Path(options.cache) if options.cache else None
    known: dict[str, Measured] = {}
    if cache is not None and cache.exists():
        loaded = json.loads(cache.read_text("utf-8"))
        known = {title: [(place, found) for place, found in levels] for title, levels in loaded.items()}
    for number, (title, game) in enumerate(games()[: options.games]):
        key = f"{number} {title}"
        if key in known:
            continue
        begin = time.process_time()
        known[key] = measure_game(game, options.levels, options.states, options.seconds)
        seconds = time.process_time() - begin
        print(
            f"{key}: {len(known[key])} of {len(game.maps)} levels, {seconds:.1f} s",
            file=sys.stderr,
            flush=True,
        )
        if cache is not None:
            cache.write_text(json.dumps(known), encoding="utf-8")
    return known


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=None, help="the first N games (default: all)")
    parser.add_argument("--levels", type=int, default=12, help="the first N levels of each game")
    parser.add_argument("--states", type=int, default=20_000, help="states that each solver may reach")
    parser.add_argument("--seconds", type=float, default=20, help="for each level, on the clock")
    parser.add_argument("--cache", help="a file that keeps the measures between runs")
    options = parser.parse_args()
    data = [levels for levels in collect(options).values() if len(levels) >= LEAST_LEVELS]
    if len(data) < FOLDS:
        raise SystemExit(f"{len(data)} games are not enough")
    rows, weights, means = evaluate(data)
    number = sum(map(len, data))
    report("level_difficulty", f"Kendall's tau with the order of {number} levels of {len(data)} games", rows)
    print("weights:", {name: round(weight, 3) for name, weight in weights.items()})
    print("means:", {name: round(mean, 3) for name, mean in means.items()})


if __name__ == "__main__":
    main()
