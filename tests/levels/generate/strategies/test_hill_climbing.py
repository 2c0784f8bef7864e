"""A look ahead: what seems no better is passed over."""

from __future__ import annotations

import pytest

from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.generate import Demands, Order, Outcomes, Placement, make_levels, read_layout
from puzzlesynth.levels.generate.strategies.pre_screen import HOPELESS, Scout
from puzzlesynth.levels.generate.strategies.strategy import Workshop
from puzzlesynth.levels.model import Game
from puzzlesynth.levels.search import GameSearch
from tests.support.level_generation_games import example, level

ROOM = "########\n#......#\n#......#\n#......#\n########"
SHORT = ("########", "#......#", "#P*O...#", "#......#", "########")
LONG = ("########", "#....O.#", "#.*....#", "#....P.#", "########")
STUCK = ("########", "#*.....#", "#P.....#", "#.....O#", "########")


def scout(game: Game, outcomes: Outcomes | None = None) -> Scout:
    analysis = analyse(game)
    placement = Placement(game, analysis, read_layout(game, ROOM), Demands())
    return Scout(Workshop(game, analysis, GameSearch(game), placement, outcomes or Outcomes()))


def test_the_first_level_that_seems_better_is_chosen() -> None:
    game = example("sokoban")
    short, long, stuck = level(game, *SHORT), level(game, *LONG), level(game, *STUCK)
    assert scout(game).choose(short, [stuck, long, short]) == long
    assert scout(game).choose(stuck, [stuck, short, long]) == short
    assert scout(game).choose(long, [stuck, short]) == short


def test_a_length_that_is_asked_for_counts_most() -> None:
    game = example("sokoban")
    short, long = level(game, *SHORT), level(game, *LONG)
    assert scout(game, Outcomes(length=(1, 1))).choose(long, [long, short]) == short


def test_what_is_too_large_to_tell_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    game = example("sokoban")
    monkeypatch.setattr("puzzlesynth.levels.generate.strategies.pre_screen.MOST_STATES", 3)
    short, long, stuck = level(game, *SHORT), level(game, *LONG), level(game, *STUCK)
    looking = scout(game)
    for _ in range(HOPELESS):
        assert looking.is_useful(long)
        assert looking.choose(short, [long, stuck]) == long
    assert not looking.is_useful(long)


def test_climbing_with_a_look_ahead_gives_the_same_levels_again() -> None:
    game = example("lava")
    layout = read_layout(game, ROOM)
    order = Order(game, layout, seed=3, method="climbing", effort=20)
    assert [made.level for made in make_levels(order)[0]] == [made.level for made in make_levels(order)[0]]
