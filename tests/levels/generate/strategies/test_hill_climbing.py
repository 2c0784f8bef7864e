"""A look ahead: what seems no better is passed over."""

from __future__ import annotations

import pytest

from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.generate import (
    GenerateOrder,
    PlayRequirements,
    StartRequirements,
    generate_levels,
    read_layout,
)
from puzzlesynth.levels.generate.placement.placement_solver import PlacementSolver
from puzzlesynth.levels.generate.strategies.hill_climbing import HOPELESS, PreScreen
from puzzlesynth.levels.generate.strategies.strategy import StrategyContext
from puzzlesynth.levels.model import PuzzleScriptGame
from puzzlesynth.levels.search import SearchableGame
from tests.support.level_generation_games import example, level

ROOM = "########\n#......#\n#......#\n#......#\n########"
SHORT = ("########", "#......#", "#P*O...#", "#......#", "########")
LONG = ("########", "#....O.#", "#.*....#", "#....P.#", "########")
STUCK = ("########", "#*.....#", "#P.....#", "#.....O#", "########")


def scout(game: PuzzleScriptGame, outcomes: PlayRequirements | None = None) -> PreScreen:
    analysis = analyse(game)
    placement = PlacementSolver(game, analysis, read_layout(game, ROOM), StartRequirements())
    return PreScreen(
        StrategyContext(game, analysis, SearchableGame(game), placement, outcomes or PlayRequirements())
    )


def test_the_first_level_that_seems_better_is_chosen() -> None:
    game = example("sokoban")
    short, long, stuck = level(game, *SHORT), level(game, *LONG), level(game, *STUCK)
    assert scout(game).choose(short, [stuck, long, short]) == long
    assert scout(game).choose(stuck, [stuck, short, long]) == short
    assert scout(game).choose(long, [stuck, short]) == short


def test_a_length_that_is_asked_for_counts_most() -> None:
    game = example("sokoban")
    short, long = level(game, *SHORT), level(game, *LONG)
    assert scout(game, PlayRequirements(length=(1, 1))).choose(long, [long, short]) == short


def test_what_is_too_large_to_tell_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    game = example("sokoban")
    monkeypatch.setattr("puzzlesynth.levels.generate.strategies.hill_climbing.MOST_STATES", 3)
    short, long, stuck = level(game, *SHORT), level(game, *LONG), level(game, *STUCK)
    looking = scout(game)
    for _ in range(HOPELESS):
        assert looking.is_useful(long)
        assert looking.choose(short, [long, stuck]) == long
    assert not looking.is_useful(long)


@pytest.mark.seconds
def test_climbing_with_a_look_ahead_gives_the_same_levels_again() -> None:
    game = example("lava")
    layout = read_layout(game, ROOM)
    order = GenerateOrder(game, layout, seed=3, method="climbing", effort=20)
    assert [made.level for made in generate_levels(order)[0]] == [
        made.level for made in generate_levels(order)[0]
    ]
