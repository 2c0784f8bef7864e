"""Plans are found, win when they are followed, and that there is none is only said where it is so."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth.world.ground_task import GroundTask, ground_task
from puzzlesynth.world.search.delete_relaxation import DeleteRelaxation
from puzzlesynth.world.search.planner import (
    Plan,
    PlanSearch,
    find_plan,
    repaired_plan,
    shortened_plan,
    still_wins,
)
from puzzlesynth.world.search.state_space import possible_actions, search
from tests.support.games import ONE_KEY, TRAP
from tests.support.random_worlds import random_world
from tests.support.samples import random_examples
from tests.support.tiny_packs import pack, puzzle

TASK = ground_task(TRAP, ONE_KEY)


def planned(task: GroundTask, start: int, limit: int = 2000) -> PlanSearch:
    return find_plan(DeleteRelaxation(task), start, limit)


def followed(task: GroundTask, state: int, plan: Plan) -> int:
    """The state at the end of a plan, every action of which is possible."""
    for action in plan:
        assert task.holds(state, action)
        state = task.successor(state, action)
    return state


def melted() -> int:
    """The only key is gone."""
    after = (TASK.successor(TASK.start, action) for action in possible_actions(TASK, TASK.start))
    return next(state for state in after if planned(TASK, state).plan is None)


def test_a_plan_of_two_actions_is_found_and_wins() -> None:
    found = planned(TASK, TASK.start)
    assert found.plan is not None
    assert found.complete
    assert len(found.plan) == 2
    assert TASK.is_won(followed(TASK, TASK.start, found.plan))


def test_where_the_game_is_won_nothing_is_left_to_do() -> None:
    plan = planned(TASK, TASK.start).plan
    assert plan is not None
    assert planned(TASK, followed(TASK, TASK.start, plan)) == PlanSearch((), True)


def test_without_the_key_it_is_proven_that_there_is_none() -> None:
    assert planned(TASK, melted()) == PlanSearch(None, True)


def test_a_search_that_is_cut_off_proves_nothing() -> None:
    assert planned(TASK, TASK.start, limit=2) == PlanSearch(None, False)


def test_a_plan_that_lacks_its_first_action_is_repaired() -> None:
    plan = planned(TASK, TASK.start).plan
    assert plan is not None
    assert still_wins(TASK, TASK.start, plan[1:]) is None
    repaired = repaired_plan(TASK, TASK.start, plan[1:])
    assert repaired is not None
    assert TASK.is_won(followed(TASK, TASK.start, repaired))


def test_a_needless_action_in_the_middle_of_a_plan_is_left_out() -> None:
    bells = pack(
        "Bell[rung: False] Gong[struck: False] Lamp[lit: False]",
        """
        Bell[rung: True] ::= Ring Bell[rung: False]
        Gong[struck: True] ::= Strike Gong[struck: False]
        Lamp[lit: True] ::= Light Lamp[lit: False]
        """,
        {
            "Hall": {"start": True, "goals": ["Bell[rung: True]"], "connects": ["Loft"]},
            "Loft": {"goals": ["Gong[struck: True]"]},
        },
    )
    task = ground_task(bells, puzzle(bells, ["bell Bell Hall", "gong Gong Loft", "lamp Lamp Hall"]))
    plan = planned(task, task.start).plan
    assert plan is not None
    ring, strike = plan
    (light,) = set(possible_actions(task, task.start)) - {ring}
    assert shortened_plan(task, task.start, (ring, light, strike)) == (ring, strike)


@random_examples(60)
@given(st.integers(0, 2**40))
def test_a_plan_is_found_exactly_where_the_game_can_be_won(seed: int) -> None:
    task = ground_task(*random_world(seed, endless=0.0))
    everything = search(task, 2000)
    found = planned(task, task.start, 10_000)
    if everything.complete:
        assert found.complete
        assert (found.plan is None) == (0 in everything.dead_ends())


@random_examples(60)
@given(st.integers(0, 2**40))
def test_plans_win_and_without_what_is_needless_they_still_do(seed: int) -> None:
    task = ground_task(*random_world(seed, endless=0.0))
    found = planned(task, task.start)
    if found.plan is None:
        return
    for plan in (found.plan, shortened_plan(task, task.start, found.plan)):
        assert task.is_won(followed(task, task.start, plan))
        assert still_wins(task, task.start, plan) == plan
