"""Runs side by side: the result is that of the same runs one after the other, whatever the number of processes."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.generate import (
    GenerateOrder,
    NoPlacement,
    StartRequirements,
    generate_levels,
    room,
)
from puzzlesynth.levels.generate.diversity import LevelDiversity
from puzzlesynth.levels.generate.parallel_generation import RUNS, SEED_STEP, generate_in_parallel
from tests.support.level_generation_games import example, thing

GAME = example("sokoban")
ORDER = GenerateOrder(
    GAME, room(GAME, analyse(GAME), 6, 6), count=2, seed=3, effort=3, method="logic", most_states=3000
)


@pytest.mark.seconds
def test_the_number_of_processes_does_not_matter() -> None:
    one, tally = generate_in_parallel(ORDER, 1)
    two, _ = generate_in_parallel(ORDER, 2)
    assert one == two
    assert len(one) == 2
    assert tally.stopped == "done"


@pytest.mark.seconds
def test_the_best_of_all_runs_are_kept_and_differ() -> None:
    made, tally = generate_in_parallel(ORDER, 1)
    runs = [generate_levels(replace(ORDER, seed=ORDER.seed + number * SEED_STEP)) for number in range(RUNS)]
    everything = [item for found, _ in runs for item in found]
    assert made[0].worth == max(item.worth for item in everything)
    assert made[0].level in [item.level for item in everything if item.seed == made[0].seed]
    assert tally.tries == sum(run.tries for _, run in runs)
    difference = LevelDiversity(GAME, ORDER.layout)
    patterns = [difference.pattern(item.level, item.moves) for item in made]
    assert all(difference.differ(*pair) for pair in combinations(patterns, 2))


@pytest.mark.seconds
def test_what_cannot_be_is_explained_as_without_processes() -> None:
    demands = StartRequirements(numbers={thing(GAME, "crate"): (30, 30)})
    with pytest.raises(NoPlacement, match="free cells"):
        generate_in_parallel(GenerateOrder(GAME, ORDER.layout, demands), 2)
