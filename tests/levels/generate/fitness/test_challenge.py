"""How hard a level is for people: each measure counts what it says, and harder levels have more of it."""

from __future__ import annotations

import pytest

from benchmarks.level_difficulty import cross_validated, kendall_tau, learn
from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.generate.fitness.challenge import (
    FEATURES,
    MEANS,
    WEIGHTS,
    Features,
    SolvedLevel,
    challenge,
    features,
)
from puzzlesynth.levels.generate.fitness.rule_trace import RuleTracer
from puzzlesynth.levels.generate.fitness.score import LevelEvaluator
from puzzlesynth.levels.generate.fitness.state_space import explore
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search import SearchableGame, solve
from tests.support.level_generation_games import example, level

GAME = example("sokoban")
SEARCH = SearchableGame(GAME)


def numbers(found: Features) -> dict[str, float]:
    """What the logarithms were taken of."""
    return {
        name: round(2**value - 1, 6)
        for name, value in found.items()
        if value is not None and name != "dead_ends"
    }


def features_of(drawn: Level) -> Features:
    report = solve(SEARCH, drawn)
    assert report.moves is not None
    assert report.difficulty is not None
    steps = SEARCH.load(drawn)
    trace = RuleTracer(GAME).applied(drawn, report.moves)
    solved = SolvedLevel(drawn, report.moves, report.difficulty, trace, explore(steps, 3000))
    return features(GAME, analyse(GAME), steps, solved)


def test_measures_of_a_straight_push() -> None:
    found = features_of(level(GAME, "#######", "#P.*.O#", "#######"))
    counted = numbers(found)
    assert set(found) == set(FEATURES)
    assert counted["length"] == 3
    assert counted["acts"] == 2
    assert counted["episodes"] == 1
    assert counted["turns"] == 0
    assert counted["ideas"] == 1
    assert counted["detours"] == 0
    assert counted["room"] == 5
    assert counted["things"] == 1
    assert found["dead_ends"] == 0.0


def test_two_crates_are_two_episodes() -> None:
    found = numbers(features_of(level(GAME, "#######", "#P*O..#", "#.....#", "#.*O..#", "#######")))
    assert found["episodes"] == 2
    assert found["things"] == 2


def test_what_is_not_known_counts_as_its_mean() -> None:
    known: Features = dict.fromkeys(FEATURES, 1.0)
    unknown: Features = known | {"dead_ends": None}
    assert challenge(unknown) == challenge(known | {"dead_ends": MEANS["dead_ends"]})
    assert challenge(known | {"length": 9.0}) > challenge(known)
    assert all(weight > 0 for weight in WEIGHTS.values()), "no level gets harder by being duller"


@pytest.mark.seconds
def test_harder_levels_of_a_game_have_more_challenge() -> None:
    evaluator = LevelEvaluator(GAME)
    found = []
    for drawn in (GAME.maps[0], GAME.maps[2], GAME.maps[9]):
        report = solve(SEARCH, drawn)
        assert report.moves is not None
        found.append(evaluator.measure_fully(drawn, report.moves).challenge)
    assert found == sorted(found, key=lambda value: value or 0)
    assert len(set(found)) == 3


def test_tau_is_that_of_pairs() -> None:
    assert kendall_tau([1, 2, 3, 4], [0, 1, 2, 3]) == 1.0
    assert kendall_tau([4, 3, 2, 1], [0, 1, 2, 3]) == -1.0
    assert kendall_tau([1, 3, 2], [0, 1, 2]) == pytest.approx(1 / 3)
    assert kendall_tau([1, 1, 2], [0, 1, 2]) == pytest.approx(2 / 6**0.5)
    assert kendall_tau([1, 1, 1], [0, 1, 2]) == 0.0


def test_weights_find_the_measure_that_orders_levels() -> None:
    pytest.importorskip("numpy")
    noise = [3.0, 1.0, 2.0, 1.0, 3.0]
    game: list[tuple[int, Features]] = [
        (place, {"length": float(place), "turns": noise[place], **dict.fromkeys(FEATURES[2:4], 0.0)})
        for place in range(5)
    ]
    weights = learn([game] * 3, ("length", "turns"), {"length": 0.0, "turns": 0.0})
    assert weights["length"] > weights["turns"]
    data: list[list[tuple[int, Features]]] = [
        [(place, {**dict.fromkeys(FEATURES, 0.0), **found}) for place, found in game]
    ] * 12
    assert min(cross_validated(data, ("length", "turns"))) == 1.0
