"""Difficulty is a weighted mean of measured parts, the same each time for the same puzzle."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import given

from puzzlesynth.pack import load_pack
from puzzlesynth.pack.model import Pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.state_limits import MEASURED_STATES
from puzzlesynth.world.difficulty import (
    EASY_BELOW,
    HARD_FROM,
    PLAYERS,
    WEIGHTS,
    area_difficulties,
    difficulty_of,
)
from puzzlesynth.world.ground_task import ground_task
from puzzlesynth.world.search.linear_extensions import LinearExtensions, linear_extensions_of
from puzzlesynth.world.search.state_space import possible_actions, search
from puzzlesynth.world.verification.rehearsal import solution_actions
from tests.support.paths import ROOT
from tests.support.random_worlds import told_puzzles
from tests.support.samples import random_examples
from tests.support.trap_pack import trap_puzzle

EXAMPLES = ROOT / "examples"


def measured(name: str, seed: int = 2) -> tuple[Pack, Puzzle]:
    pack = load_pack(EXAMPLES / name)
    return pack, next(make_puzzles(pack, seed=seed))


def test_the_weights_are_per_cent() -> None:
    assert sum(WEIGHTS.values()) == 100


def test_the_score_is_the_weighted_mean_of_its_parts() -> None:
    found = difficulty_of(*measured("meadow"))
    assert found.score == pytest.approx(sum(WEIGHTS[n] * v for n, v in found.parts.items()), abs=0.1)
    assert all(0 <= value <= 1 for value in found.parts.values())


@pytest.mark.seconds
def test_the_same_puzzle_is_as_hard_each_time() -> None:
    assert difficulty_of(*measured("meadow")) == difficulty_of(*measured("meadow"))


@pytest.mark.seconds
def test_longer_games_are_harder_than_one_step() -> None:
    assert difficulty_of(*measured("tiny.yaml")).level == "easy"
    assert difficulty_of(*measured("lighthouse")).score > difficulty_of(*measured("heist")).score


def plainly_measured(pack: Pack, puzzle: Puzzle) -> dict[str, float]:
    """The parts that take a search, by going to every state and by players who look at all that is possible."""
    task = ground_task(pack, puzzle)
    own = solution_actions(task)
    assert own is not None
    found = search(task, MEASURED_STATES)
    orders = linear_extensions_of(task, own)
    assert isinstance(orders, LinearExtensions)
    kinds = {task.actions[action].step_class for action in own}
    random, total = Random(puzzle.tree or "puzzle"), 0.0
    for _ in range(PLAYERS):
        state, done = task.start, set[object]()
        for _ in own:
            possible = possible_actions(task, state)
            if not possible or task.is_won(state):
                break
            action = random.choice(possible)
            done.add(task.actions[action].step_class)
            state = task.successor(state, action)
        total += len(done & kinds) / len(kinds)
    return {
        "states": len(found.states) if found.complete else MEASURED_STATES,
        "dead_ends": round(len(found.dead_ends()) / len(found.states), 3),
        "progress": round(total / PLAYERS, 3),
        "orders": orders.count,
    }


@pytest.mark.seconds
@random_examples(15)
@given(told_puzzles())
def test_random_games_are_measured_as_plainly_as_can_be(made: tuple[Pack, Puzzle]) -> None:
    plain = plainly_measured(*made)
    assert {name: difficulty_of(*made).measured[name] for name in plain} == plain


@pytest.mark.seconds
@pytest.mark.parametrize("name", ["meadow", "heist", "lighthouse", "tiny.yaml"])
def test_examples_are_measured_as_plainly_as_can_be(name: str) -> None:
    pack = load_pack(EXAMPLES / name)
    for puzzle in islice(make_puzzles(pack, seed=3), 2):
        plain = plainly_measured(pack, puzzle)
        assert {name: difficulty_of(pack, puzzle).measured[name] for name in plain} == plain


def test_dead_ends_count(tmp_path: Path) -> None:
    """Worked out by hand: coin, key or neither, with the shop open or closed; with neither, or with the coin before a
    closed shop, nothing helps. With the key the door may be open too."""
    found = difficulty_of(*trap_puzzle(tmp_path))
    assert (found.measured["states"], found.measured["dead_ends"]) == (8, 3 / 8)
    assert found.parts["dead_ends"] == 3 / 8


def test_different_puzzles_have_different_scores() -> None:
    pack = load_pack(EXAMPLES / "meadow")
    assert len({difficulty_of(pack, puzzle).score for puzzle in islice(make_puzzles(pack, seed=1), 20)}) > 5


@pytest.mark.seconds
def test_a_pack_with_many_puzzles_has_some_of_every_grade() -> None:
    pack = load_pack(EXAMPLES / "meadow")
    found = {difficulty_of(pack, puzzle).level for puzzle in islice(make_puzzles(pack, seed=1), 60)}
    assert found == {"easy", "medium", "hard"}


def test_the_grade_goes_by_the_whole_number_that_is_shown() -> None:
    pack = load_pack(EXAMPLES / "meadow")
    for puzzle in islice(make_puzzles(pack, seed=3), 30):
        one = difficulty_of(pack, puzzle)
        shown = round(one.score)
        assert one.level == ("easy" if shown < EASY_BELOW else "medium" if shown < HARD_FROM else "hard")


@pytest.mark.thorough
def test_what_was_measured_before_makes_no_difference() -> None:
    """Puzzles of a pack share what is known about its rules, however they come to know it."""
    path = EXAMPLES / "lighthouse"
    pack = load_pack(path)
    puzzles = list(islice(make_puzzles(pack, seed=3), 20))
    together = [difficulty_of(pack, puzzle) for puzzle in reversed(puzzles)]
    alone = [difficulty_of(load_pack(path), puzzle) for puzzle in reversed(puzzles)]
    assert together == alone


def test_a_game_of_one_area_is_as_hard_as_its_area(tmp_path: Path) -> None:
    pack, puzzle = measured("heist")
    (found,) = area_difficulties(pack, puzzle)
    whole = difficulty_of(pack, puzzle)
    assert found[0] == "Bank"
    assert {**found[1].measured, "progress": 0} == {**whole.measured, "progress": 0}


def test_an_area_is_measured_from_when_its_turn_has_come() -> None:
    pack, puzzle = measured("meadow")
    found = dict(area_difficulties(pack, puzzle))
    assert list(found) == ["Meadow", "RiverBank"]
    assert sum(one.measured["steps"] for one in found.values()) == len(puzzle.steps)
    # The river bank is open by then, so what lies there is in sight too.
    assert found["RiverBank"].measured["objects"] > found["Meadow"].measured["objects"]
    assert dict(area_difficulties(pack, puzzle, ["RiverBank"])) == {"RiverBank": found["RiverBank"]}
