"""Following only what can matter solves an area exactly where following everything does."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given

from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.world.ground_task import GroundTask, ground_task
from puzzlesynth.world.search.delete_relaxation import DeleteRelaxation
from puzzlesynth.world.search.goal_reachability import can_be_solved
from puzzlesynth.world.search.state_space import search
from tests.support.random_worlds import told_puzzles
from tests.support.samples import random_examples
from tests.support.tiny_packs import pack, puzzle

LIMIT = 3000


@pytest.mark.seconds
@random_examples(60)
@given(told_puzzles())
def test_what_is_left_out_makes_no_difference(made: tuple[Pack, Puzzle]) -> None:
    task = ground_task(*made)
    relaxation = DeleteRelaxation(task)
    random = Random(len(task.actions))
    for share in (0, 0.2, 0.5):
        without = [number for number in range(len(task.actions)) if random.random() < share]
        for area in task.solved_bit:
            found = search(task, LIMIT, without=without, targets=[area])
            if found.complete or area in found.solved:
                assert can_be_solved(relaxation, area, without, LIMIT) is (area in found.solved)


def workshop(lamps: int) -> GroundTask:
    """A coin from two halves, which can also be melted, among lamps that can be switched on and off."""
    rules = ["Coin ::= Press Half#a Half#b", "Slag ::= Melt Half"]
    for n in range(lamps):
        rules.append(f"Lamp{n}[on: True] ::= Light Lamp{n}[on: False]")
        rules.append(f"Lamp{n}[on: False] ::= Dim Lamp{n}[on: True]")
    items: dict[str, dict[str, Any] | None] = {"Coin": {"carryable": True}, "Slag": {}}
    items |= {"Half": {"carryable": True, "copies": 2}, **{f"Lamp{n}": {"on": False} for n in range(lamps)}}
    made = pack(items, rules, {"Hall": {"start": True, "goals": ["Coin"]}})
    things = ["half1 Half", "half2 Half", *(f"lamp{n} Lamp{n}" for n in range(lamps))]
    return ground_task(made, puzzle(made, things, ["s1 Hall 1: half1 half2 -> coin"], {"coin": "Coin"}))


def test_what_has_nothing_to_do_with_the_goal_is_not_looked_at() -> None:
    task = workshop(40)
    relaxation = DeleteRelaxation(task)
    press = next(n for n, action in enumerate(task.actions) if action.rule == 0)
    assert can_be_solved(relaxation, "Hall", (), 10) is True
    assert can_be_solved(relaxation, "Hall", (press,), 10) is False


def test_too_many_states_leave_it_open() -> None:
    assert can_be_solved(DeleteRelaxation(workshop(1)), "Hall", (), 0) is None


@pytest.mark.parametrize("order", [("Den", "Ruin"), ("Ruin", "Den")])
def test_the_same_thing_may_come_into_reach_in_several_areas(order: tuple[str, str]) -> None:
    """The key solves the den before it is open, that opens the ruin, and a gem there solves the hall."""
    items: dict[str, dict[str, Any] | None] = {name: {"carryable": True} for name in ("Iron", "Key", "Rope")}
    items["Gem"] = {"carryable": True, "copies": 2}
    areas: dict[str, dict[str, Any]] = {
        "Hall": {"start": True, "goals": ["Gem"], "connects": ["Den"]},
        "Den": {"goals": ["Key"], "connects": ["Ruin"]},
        "Ruin": {"goals": ["Rope"]},
    }
    made = pack(items, ["Key ::= Forge Iron"], areas)
    gems = [f"gem{place} Gem {place}" for place in order]
    task = ground_task(made, puzzle(made, ["iron Iron Hall", *gems]))
    assert "Hall" in search(task, LIMIT, targets=["Hall"]).solved
    assert can_be_solved(DeleteRelaxation(task), "Hall", (), LIMIT) is True
