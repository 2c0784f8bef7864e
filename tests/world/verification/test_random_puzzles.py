"""Random puzzles with a tree: replay wins, and quick answers agree with answers by exhaustion."""

from __future__ import annotations

import pytest
from hypothesis import given

from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle import Puzzle
from puzzlesynth.world import Outcome, Shortcut, explore, find_dead_end, find_shortcut, replay, verify
from puzzlesynth.world.ground_task import ground_task
from puzzlesynth.world.search.state_space import search
from puzzlesynth.world.search.stubborn_sets import has_dead_end
from puzzlesynth.world.trace import Trace
from puzzlesynth.world.verification.rehearsal import solution_actions, solution_surely_wins
from puzzlesynth.world.verification.shortcuts import classes_by_area
from tests.support.random_worlds import told_puzzles
from tests.support.samples import random_examples

COMMON = random_examples(25)
LIMIT = 4000


@pytest.mark.seconds
@COMMON
@given(told_puzzles())
def test_what_was_played_can_be_replayed(made: tuple[Pack, Puzzle]) -> None:
    done = replay(*made)
    assert done.ok, done.problem
    ready = ground_task(*made)
    actions = solution_actions(ready)
    assert actions is not None
    state = ready.start
    for action in actions:
        assert ready.holds(state, action)
        state = ready.settle(state + ready.deltas[action])[0]
    assert state & ready.won == ready.won


@pytest.mark.seconds
@COMMON
@given(told_puzzles())
def test_shortcuts_are_those_that_exhaustion_finds(made: tuple[Pack, Puzzle]) -> None:
    ready = ground_task(*made)
    shortest: int | None = None
    for kind, areas in classes_by_area(ready.instance.mechanics, made[1]).items():
        without = [n for n, a in enumerate(ready.actions) if a.step_class == kind]
        found = search(ready, LIMIT, without=without)
        if not found.complete:
            return
        for area in set(areas) & found.solved.keys():
            length = len(found.path_through(found.solved[area]))
            shortest = length if shortest is None else min(shortest, length)
    answer = find_shortcut(*made, limit=LIMIT)
    if shortest is None:
        assert answer is None
    else:
        assert isinstance(answer, Shortcut)
        assert len(answer.trace) == shortest
        assert _does(made, answer.trace, answer.area)


def _does(made: tuple[Pack, Puzzle], trace: Trace, area: str) -> bool:
    from puzzlesynth.world.events import Solved

    last = trace[-1].events if trace else ground_task(*made).opening
    return any(isinstance(event, Solved) and event.area == area for event in last)


@pytest.mark.seconds
@COMMON
@given(told_puzzles())
def test_the_short_walk_finds_a_dead_end_exactly_where_there_is_one(made: tuple[Pack, Puzzle]) -> None:
    found = explore(*made, LIMIT)
    if not found.complete:
        return
    assert (find_dead_end(*made, limit=LIMIT) is None) == (found.dead_ends() == [])
    assert has_dead_end(ground_task(*made)) == (found.dead_ends() != [])


@pytest.mark.seconds
@COMMON
@given(told_puzzles())
def test_a_rehearsal_does_not_change_what_is_found(made: tuple[Pack, Puzzle]) -> None:
    """It leaves a way to the win behind, along which the walk begins."""
    found = explore(*made, LIMIT)
    if not found.complete:
        return
    task = ground_task(*made)
    if solution_surely_wins(task):
        assert task.path[-1][1] & task.won == task.won
        assert has_dead_end(task) == (found.dead_ends() != [])


@pytest.mark.thorough
@COMMON
@given(told_puzzles())
def test_what_a_rehearsal_calls_fine_can_be_replayed(made: tuple[Pack, Puzzle]) -> None:
    if solution_surely_wins(ground_task(*made)):
        assert replay(*made).ok


@pytest.mark.seconds
@COMMON
@given(told_puzzles())
def test_verify_always_answers(made: tuple[Pack, Puzzle]) -> None:
    report = verify(*made, limit=LIMIT)
    assert len(report.verdicts) == 8
    if report.of("consistent").outcome is Outcome.PROVEN:
        assert report.of("solvable").outcome is Outcome.PROVEN
