"""Whether a game can still be won is exact: the same as by looking at every state there is."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth.play.winnability import Chance, WinnabilityTest
from puzzlesynth.world import State, Status, World
from puzzlesynth.world.search.state_space import explore
from tests.support.random_worlds import random_world
from tests.support.samples import random_examples


@random_examples(60)
@given(st.integers(0, 2**40), st.randoms(use_true_random=False))
def test_on_random_walks_it_agrees_with_exhaustive_exploration(seed: int, random: object) -> None:
    pack, puzzle = random_world(seed, endless=0.3)
    everything = explore(pack, puzzle, 3000)
    if not everything.complete:
        return
    dead = {everything.states[index] for index in everything.dead_ends()}
    world, winnability = World(pack, puzzle), WinnabilityTest(pack, puzzle)
    state = world.start()
    for _ in range(25):
        ready = winnability.task
        assert ready is not None
        expected = _expected(state, state.status is Status.PLAYING and ready.encode(state) in dead)
        assert winnability.of(state).chance is expected
        moves = world.moves(state)
        if not moves:
            break
        state = world.apply(state, random.choice(moves)).state  # type: ignore[attr-defined]


def _expected(state: State, dead: bool) -> Chance:
    if state.status is Status.LOST:
        return Chance.DEAD
    if state.status is Status.WON:
        return Chance.WINNABLE
    return Chance.DEAD if dead else Chance.WINNABLE


def test_where_there_are_too_many_states_to_tell_it_is_left_open() -> None:
    """With no room for a search, nothing is claimed that was not found."""
    for seed in range(200):
        pack, puzzle = random_world(seed, endless=0.0)
        winnability = WinnabilityTest(pack, puzzle, limit=0)
        chance = winnability.of(World(pack, puzzle).start()).chance
        exact = WinnabilityTest(pack, puzzle).of(World(pack, puzzle).start()).chance
        assert chance in (exact, Chance.UNDECIDED)
