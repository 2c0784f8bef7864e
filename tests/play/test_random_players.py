"""Random players with undo: no exception, no impossible state, and a merciful game can always still be won."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth.play import Chance, Game, MoveRefused, Status, load_game, save_game
from tests.support.games import NAMES, TOWER, example, make_tower, take_turn
from tests.support.random_worlds import random_world
from tests.support.samples import random_examples
from tests.support.state_invariants import invariant_violations


def wander(game: Game, random: Random, moves: int) -> None:
    """A player who does anything, and takes some of it back."""
    merciful = game.cruelty.value == "merciful"
    if merciful and game.chance() is not Chance.WINNABLE:
        merciful = False
    for _ in range(moves):
        before = game.state
        if any(isinstance(event, MoveRefused) for event in take_turn(game, random)):
            assert merciful
            assert game.state is before
        assert invariant_violations(game.pack, game.state) == []
        if merciful:
            assert game.chance() is Chance.WINNABLE
            assert game.status is not Status.LOST


@pytest.mark.seconds
@pytest.mark.parametrize("cruelty", ["merciful", "polite", "cruel"])
@pytest.mark.parametrize("name", NAMES)
def test_random_players_on_the_examples(name: str, cruelty: str) -> None:
    for seed in range(3):
        wander(Game(*example(name), cruelty=cruelty), Random(seed), 60)


@random_examples(60)
@given(st.integers(0, 2**40), st.sampled_from(["merciful", "polite", "cruel"]))
def test_random_players_in_random_worlds(seed: int, cruelty: str) -> None:
    pack, puzzle = random_world(seed, endless=0.2)
    game = Game(pack, puzzle, cruelty=cruelty)
    wander(game, Random(seed), 40)
    assert load_game(save_game(game), pack).state == game.state


@random_examples(40)
@given(st.integers(0, 2**40))
def test_random_players_in_a_living_world(seed: int) -> None:
    with Game(TOWER, seed=seed, make=make_tower, worker="inline", cruelty="polite") as game:
        game.wait()
        wander(game, Random(seed), 40)
        with load_game(save_game(game), TOWER, make=make_tower, worker="inline") as loaded:
            assert loaded.state == game.state


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_many_random_players_on_the_examples(name: str) -> None:
    for seed in range(200):
        wander(Game(*example(name, seed % 5), cruelty="merciful"), Random(seed), 150)
