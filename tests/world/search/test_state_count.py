"""States are counted without going to each of them, and an exploration finds as many."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given

from puzzlesynth.pack import load_pack
from puzzlesynth.pack.model import Pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.puzzle import Puzzle
from puzzlesynth.world.ground_task import GroundTask, ground_task
from puzzlesynth.world.search.state_count import count_states, strong_components
from puzzlesynth.world.search.state_space import Exploration, search
from tests.support.paths import ROOT
from tests.support.random_worlds import told_puzzles
from tests.support.samples import random_examples
from tests.support.tiny_packs import pack, puzzle

LIMIT = 3000


def number_of(found: Exploration) -> int | None:
    return len(found.states) if found.complete else None


@pytest.mark.seconds
@random_examples(25)
@given(told_puzzles())
def test_as_many_states_are_counted_as_are_explored(made: tuple[Pack, Puzzle]) -> None:
    task = ground_task(*made)
    found = search(task, LIMIT)
    assert count_states(task, LIMIT) == number_of(found)
    if found.complete:
        assert count_states(task, len(found.states)) == len(found.states)
        assert count_states(task, len(found.states) - 1) is None or len(found.states) == 1
    for start in found.states[:: max(1, len(found.states) // 3)]:
        for area, goal in task.solved_bit.items():
            part = search(task, LIMIT, start=start, barrier=goal)
            assert count_states(task, LIMIT, start, goal) == number_of(part), area


@pytest.mark.seconds
@pytest.mark.parametrize("name", ["meadow", "heist", "lighthouse"])
def test_the_examples_have_as_many_states_as_are_explored(name: str) -> None:
    made = load_pack(ROOT / "examples" / name)
    for one in islice(make_puzzles(made, seed=4), 5):
        task = ground_task(made, one)
        assert count_states(task, LIMIT) == number_of(search(task, LIMIT))


def switches(number: int) -> GroundTask:
    """A coin that can be pressed, among lamps that can be switched on and off."""
    rules = ["Coin ::= Press Metal"]
    for n in range(number):
        rules.append(f"Lamp{n}[on: True] ::= Light Lamp{n}[on: False]")
        rules.append(f"Lamp{n}[on: False] ::= Dim Lamp{n}[on: True]")
    names = [f"Lamp{n}" for n in range(number)]
    items = {
        "Coin": {"carryable": True},
        "Metal": {"carryable": True},
        **{name: {"on": False} for name in names},
    }
    made = pack(items, rules, {"Hall": {"start": True, "goals": ["Coin"]}})
    things = ["metal Metal", *(f"{name.lower()} {name}" for name in names)]
    return ground_task(made, puzzle(made, things, ["s1 Hall 1: metal -> coin"], {"coin": "Coin"}))


def test_very_many_states_are_counted_without_visiting_them() -> None:
    assert count_states(switches(6), 10**6) == number_of(search(switches(6), 10**6)) == 2**7
    assert count_states(switches(40), 10**30) == 2**41


def test_components_come_before_those_that_they_lead_to() -> None:
    graph = [0b0010, 0b0101, 0b1000, 0b0000, 0b0001]
    assert [sorted(part) for part in strong_components(graph)] == [[4], [0, 1], [2], [3]]
    assert strong_components([]) == []
