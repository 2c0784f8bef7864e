"""What is out of reach by prices is out of reach, in every state, and what there is too little for is told by them."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from puzzlesynth.world.ground_task import GroundTask, ground_task
from puzzlesynth.world.search.delete_relaxation import DeleteRelaxation
from puzzlesynth.world.search.goal_reachability import can_be_solved
from puzzlesynth.world.search.resource_bound import Allowance, ResourceBound
from puzzlesynth.world.search.state_space import search
from tests.support.random_worlds import random_world
from tests.support.tiny_packs import pack, puzzle

LIMIT = 2000


def recipe_world(seed: int) -> GroundTask:
    """Up to three areas one behind another, and recipes that take up to four things; some keep a tool, some give two.

    In most worlds things are made of simpler ones only, and the simplest are there.
    """
    random = Random(seed)
    names = [f"Thing{number}" for number in range(random.randint(4, 9))]
    items: dict[str, dict[str, Any] | None] = {
        name: {"carryable": True, "copies": random.choice((1, 2, 2, 4))} for name in names
    }
    layered = random.random() < 0.7
    rules = []
    for _ in range(random.randint(4, 12)):
        layer = random.randrange(2, len(names))
        taken = random.choices(names[:layer] if layered else names, k=random.choice((1, 2, 2, 3)))
        taken += [taken[0]] * random.choice((0, 0, 1, 2))
        given = random.choices(names[layer:] if layered else names, k=random.choice((1, 1, 1, 2)))
        if random.random() < 0.2:
            given.append(taken[-1])
        rules.append(f"{' '.join(given)} ::= Make {' '.join(taken)}")
    areas: dict[str, dict[str, Any]] = {
        f"Area{n}": {"goals": [random.choice(names[2:])]} for n in range(random.randint(1, 3))
    }
    for number, area in enumerate(areas.values()):
        area |= {"start": True} if number == 0 or random.random() < 0.1 else {}
        area |= {"connects": [f"Area{number + 1}"]} if number + 1 < len(areas) else {}
    made = pack(items, rules, areas)
    there = [
        f"{name.lower()}x{number} {name} {random.choice(list(areas))}"
        for name in (names[:3] if layered else random.sample(names, k=random.randint(1, len(names))))
        for number in range(random.randint(1, made.items[name].copies))
    ]
    return ground_task(made, puzzle(made, there))


def compared(task: GroundTask, random: Random, seen: Counter[str]) -> None:
    """Answers with and without prices, for each area, with some actions left out."""
    relaxation = DeleteRelaxation(task)
    for share in (0.0, 0.3):
        without = [number for number in range(len(task.actions)) if random.random() < share]
        found = search(task, LIMIT, without=without)
        for area in task.solved_bit if found.complete else ():
            solved = area in found.solved
            assert can_be_solved(relaxation, area, without, LIMIT) is solved
            seen["solved" if solved else "not solved"] += 1
            if task.start & task.solved_bit[area]:
                continue
            bound = ResourceBound(relaxation, area, without)
            prices = bound.best_prices()
            if bound.exceeds(prices):
                seen["out of reach"] += area in relaxation.solvable_areas(without)
                assert not solved
            allowance = Allowance(task, area, prices)
            lost = set(found.dead_ends(task.solved_bit[area]))
            for position, state in enumerate(found.states):
                if allowance.left(state) < 0:
                    seen["pruned"] += 1
                    assert position in lost
                elif state & task.solved_bit[area] == 0:
                    for action, target in zip(
                        found.actions[position], found.successors[position], strict=True
                    ):
                        if not task.solves[action]:
                            left = allowance.left(state) - allowance.losses[action]
                            assert left == allowance.left(found.states[target])


@pytest.mark.seconds
def test_whatever_can_be_solved_is_not_out_of_reach() -> None:
    seen: Counter[str] = Counter()
    for seed in range(200):
        compared(recipe_world(seed), Random(seed), seen)
        compared(ground_task(*random_world(seed, endless=0.3)), Random(seed), seen)
    assert min(seen[word] for word in ("solved", "not solved", "out of reach", "pruned")) > 20, seen


def chain(sticks: int) -> GroundTask:
    """Two areas that each ask for something made of two sticks; the second one needs a bench that is there."""
    rules = [
        "Raft ::= Bind Stick#a Stick#b",
        "Ladder Bench ::= Nail Stick#a Stick#b Bench",
        *(f"Stick ::= Cut{n} Log{n}" for n in range(8)),
    ]
    items: dict[str, dict[str, Any] | None] = {
        name: {"carryable": True} for name in ("Raft", "Ladder", *(f"Log{n}" for n in range(8)))
    }
    items |= {"Stick": {"carryable": True, "copies": 4}, "Bench": {}}
    areas: dict[str, dict[str, Any]] = {
        "Shore": {"start": True, "goals": ["Raft"], "connects": ["Isle"]},
        "Isle": {"goals": ["Ladder"]},
    }
    made = pack(items, rules, areas)
    return ground_task(
        made, puzzle(made, ["bench Bench Isle", *(f"log{n} Log{n} Shore" for n in range(sticks))])
    )


def test_what_is_used_up_for_an_area_before_is_not_there_any_more() -> None:
    """The relaxation makes both of one stick; nothing is searched."""
    for sticks, possible in ((3, False), (4, True)):
        task = chain(sticks)
        relaxation = DeleteRelaxation(task)
        assert "Isle" in relaxation.solvable_areas()
        bound = ResourceBound(relaxation, "Isle", ())
        assert bound.exceeds(bound.best_prices()) is not possible
        assert can_be_solved(relaxation, "Isle", (), 100 if possible else 0) is possible


def test_what_was_dear_before_an_area_was_solved_can_be_used_up_afterwards() -> None:
    """A block of blocks of blocks would be dear for the coin; the second area has one, and the third takes it."""
    layers = 8
    rules = [
        "Coin ::= Strike Ore",
        f"Coin ::= Sell Block{layers}",
        f"Block{layers} Flag ::= Raise Statue",
        f"Half ::= Cut Block{layers} Saw",
        "Crown ::= Weld Half",
        *(
            f"Block{n + 1} ::= Press{n} {' '.join(f'Block{n}#{c}' for c in 'abcdefghi')}"
            for n in range(layers)
        ),
    ]
    items: dict[str, dict[str, Any] | None] = {
        name: {"carryable": True} for name in ("Ore", "Coin", "Statue", "Flag", "Saw", "Half", "Crown")
    }
    items |= {f"Block{n}": {"carryable": True, "copies": 9} for n in range(layers + 1)}
    areas: dict[str, dict[str, Any]] = {
        "Mine": {"start": True, "goals": ["Coin"], "connects": ["Court"]},
        "Court": {"goals": ["Flag"], "connects": ["Tower"]},
        "Tower": {"goals": ["Crown"]},
    }
    made = pack(items, rules, areas)
    there = ["ore Ore Mine", "block Block0 Mine", "statue Statue Court", "saw Saw Tower"]
    task = ground_task(made, puzzle(made, there))
    assert "Tower" in search(task, LIMIT).solved
    assert can_be_solved(DeleteRelaxation(task), "Tower", (), LIMIT) is True
