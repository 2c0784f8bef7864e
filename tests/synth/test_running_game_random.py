"""Games that were played at random for a while: a puzzle for an area that is still unsolved is proven, too."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from puzzlesynth.pack import Pack
from puzzlesynth.pipeline.generate import synthesizer_for
from puzzlesynth.puzzle import GameProgress, Object, Puzzle
from puzzlesynth.synth.initial_state import running_start
from puzzlesynth.synth.options import SynthesisOptions
from puzzlesynth.world import State, Status, World
from tests.support.samples import random_examples
from tests.support.synth_packs import assert_proven
from tests.support.workshop_packs import workshop_pack


def played(made: Pack, puzzle: Puzzle, random: Random) -> State:
    """Some moves into the game, none of them the last."""
    world = World(made, puzzle)
    state = world.start()
    for _ in range(random.randint(0, 12)):
        moves = world.moves(state)
        after = world.apply(state, random.choice(moves)).state if moves else state
        if after.status is not Status.PLAYING:
            break
        state = after
    return state


def objects(made: Pack, state: State) -> list[Object]:
    found = []
    for thing in state.things.values():
        off = {name: False for name, value in made.items[thing.item].properties.items() if value is True}
        found.append(
            Object(thing.id, thing.item, thing.area, thing.inside, False, {**off, **thing.properties})
        )
    return found


@pytest.mark.thorough
@random_examples(15, derandomize=True)
@given(st.integers(0, 2**32))
def test_a_game_that_was_played_at_random_goes_on(seed: int) -> None:
    made = next(filter(None, (workshop_pack(Random(n)) for n in range(seed, seed + 40))))
    first = next(synthesizer_for(made, SynthesisOptions(time_limit=30)).puzzles(seed), None)
    assume(first is not None)
    assert first is not None
    state = played(made, first, Random(seed))
    progress = GameProgress(
        tuple(name for name in made.areas if name in state.open),
        tuple(name for name in made.areas if name in state.solved),
    )
    there = objects(made, state)
    for area in sorted(state.open - state.solved):
        start = running_start(made, there, progress, area)
        for puzzle in islice(
            synthesizer_for(made, SynthesisOptions(start=start, time_limit=30)).puzzles(seed), 3
        ):
            assert_proven(made, puzzle)
            kept = {thing.id: thing for thing in puzzle.objects if not thing.placed}
            assert {(name, kept[name].item, kept[name].area) for name in kept} == {
                (thing.id, thing.item, thing.area) for thing in there
            }
