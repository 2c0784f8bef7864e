"""What is said to be too much without counting is too much when it is counted."""

from __future__ import annotations

import pytest
from hypothesis import given

from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle import Puzzle
from puzzlesynth.world.ground_task import ground_task
from puzzlesynth.world.search.interference import has_more_states
from puzzlesynth.world.search.linear_extensions import LinearExtensions, linear_extensions_of
from puzzlesynth.world.search.state_count import count_orders
from puzzlesynth.world.search.state_space import search
from puzzlesynth.world.verification.rehearsal import solution_actions
from tests.support.random_worlds import told_puzzles
from tests.support.samples import random_examples
from tests.support.tiny_packs import pack, puzzle


def presses(number: int, opened: int = 1) -> tuple[Pack, Puzzle]:
    """Coins that are pressed in rooms, each of its own metal; the first room opens all others."""
    rooms = [f"Room{n}" for n in range(number)]
    areas = {
        name: {"start": n < opened, "goals": [f"Coin{n}"], "connects": rooms[opened:] if n == 0 else []}
        for n, name in enumerate(rooms)
    }
    items = {f"Coin{n}": {"carryable": True} for n in range(number)}
    items |= {f"Metal{n}": {"carryable": True} for n in range(number)}
    made = pack(items, [f"Coin{n} ::= Press Metal{n}" for n in range(number)], areas)
    things = [f"metal{n} Metal{n} Room{n}" for n in range(number)]
    steps = [f"s{n} Room{n} {n + 1}: metal{n} -> coin{n}" for n in range(number)]
    return made, puzzle(made, things, steps, {f"Room{n}": f"coin{n}" for n in range(number)})


def test_many_rooms_at_once_are_too_much() -> None:
    task = ground_task(*presses(20))
    assert has_more_states(task, 2**17, task.start, task.won)
    assert not has_more_states(task, 2**18, task.start, task.won)
    chain = list(range(len(task.actions)))
    assert count_orders(task, chain, 2**9) is None


@pytest.mark.seconds
@random_examples(30)
@given(told_puzzles())
def test_too_many_states_are_too_many(made: tuple[Pack, Puzzle]) -> None:
    task = ground_task(*made)
    whole = search(task, 500)
    for limit in (1, 3, 7):
        for state in whole.states[:200:40]:
            if state & task.won != task.won and has_more_states(task, limit, state, task.won):
                assert len(search(task, limit, start=state).states) > limit


@pytest.mark.seconds
@random_examples(30)
@given(told_puzzles())
def test_orders_are_too_many_exactly_where_their_sets_are(made: tuple[Pack, Puzzle]) -> None:
    task = ground_task(*made)
    own = solution_actions(task)
    assert own is not None
    for most in (1, 3, 7, 1000):
        plain = linear_extensions_of(task, own, most)
        assert count_orders(task, own, most) == (plain.count if isinstance(plain, LinearExtensions) else None)
