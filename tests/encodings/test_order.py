"""order.lp: steps go in one order, and none before what it needs."""

from __future__ import annotations

import pytest

from tests.support.encoding_solver import atoms, possible


def can(facts: str) -> bool:
    return possible("order", atoms(facts))


def test_steps_that_make_what_each_other_needs_go_round_in_a_circle() -> None:
    egg = "takes(<Egg>,0,<Hen>). makes(<Egg>,0,<Egg>). "
    assert can(egg + "makes(<Hen>,0,<Hen>).")
    assert not can(egg + "makes(<Hen>,0,<Hen>). takes(<Hen>,0,<Egg>).")


def test_who_uses_something_up_comes_after_everyone_who_needs_it() -> None:
    """The log is burnt for what the saw then cuts it with, or the other way round."""
    burn = "takes(<Fire>,0,<Log>). uses_up_node(<Fire>,<Log>). makes(<Fire>,0,<Fire>). "
    saw = "takes(<Plank>,0,<Log>). makes(<Plank>,0,<Plank>). "
    assert can(burn + saw)
    assert can(burn + saw + "takes(<Fire>,1,<Plank>).")
    assert not can(burn + saw + "takes(<Plank>,1,<Fire>).")


@pytest.mark.parametrize("where", ["happens(<Key>,B).", "takes(<Key>,0,<Wax>). lies(Wax,1,B)."])
def test_nothing_needs_what_lies_behind_its_own_lock(where: str) -> None:
    """Solving A opens B; what solves A is the key's step or needs it."""
    gold = "solved_by(A,<Gold>). takes(<Gold>,0,<Key>). makes(<Key>,0,<Key>). makes(<Gold>,0,<Gold>). "
    assert not can(gold + "opened_by(B,A)." + where)
    assert can(gold + where)
    assert can(gold + "opened_by(B,A).")


def test_areas_do_not_open_each_other() -> None:
    solved = "solved_by(A,<Gold>). solved_by(B,<Key>). "
    assert can(solved + "opened_by(B,A).")
    assert not can(solved + "opened_by(B,A). opened_by(A,B).")


def test_nothing_meets_a_goal_before_the_step_that_solves_it() -> None:
    """A first key would be there before the key that is to solve the area."""
    two = (
        "solved_by(A,<Key2>). makes(<Key2>,0,<Key2>). makes(<Key>,0,<Key>). meets(<Key>,A). meets(<Key2>,A). "
    )
    assert can(two)
    assert can(two + "takes(<Key>,0,<Key2>).")
    assert not can(two + "takes(<Key2>,0,<Key>).")


LATER = """
    area(B). opened_by(B,A). leads(A,B).
    solved_by(A,<Key>). solved_by(B,<Gold>). serves(<Key>,A). serves(<Gold>,B).
"""
"""Solving A opens B."""


def test_an_area_is_locked_by_what_its_steps_enter() -> None:
    assert not can(LATER)
    assert can(LATER + "happens(<Gold>,B).")
    assert can(LATER + "takes(<Gold>,0,<Wax>). lies(Wax,1,B).")
    assert can(LATER + "start_area(B).")
    assert can(LATER + "lifted(early).")


def test_an_area_is_locked_where_its_steps_cannot_but_solve_the_one_before() -> None:
    """The gold takes the key that solves A; or it lies where only A leads."""
    assert can(LATER + "serves(<Key>,B). makes(<Key>,0,<Key>). meets(<Key>,A).")
    assert can(LATER + "happens(<Gold>,C). opened_by(C,A). makes(<Key>,0,<Key>). meets(<Key>,A).")
    assert not can(LATER + "happens(<Gold>,C). opened_by(C,D). makes(<Key>,0,<Key>). meets(<Key>,A).")


def test_an_area_is_kept_locked_by_a_detour_unless_that_is_left_out() -> None:
    """The gold, which solves B, lies in D; C leads there, and what solves C lies in E, where only F leads."""
    far = LATER + "happens(<Gold>,D). opened_by(D,C). serves(<Map>,C). happens(<Map>,E). opened_by(E,F)."
    assert possible("order", atoms(far), "-straight")
    assert not possible("order", atoms(far), "straight")


def test_an_area_rests_on_whatever_has_to_be_solved_before() -> None:
    chain = "area(A). area(B). area(C). start_area(A). start_area(B). start_area(C). "
    assert possible("order", atoms(chain + "opened_by(C,B). opened_by(B,A)."), atoms("rests_on(C,A)"))
    lies = chain + "serves(<Gold>,C). happens(<Gold>,D). opened_by(D,A)."
    assert possible("order", atoms(lies), atoms("rests_on(C,A)"), atoms("-rests_on(A,C)"))


def test_where_there_are_many_areas_it_is_said_directly_only() -> None:
    lies = "area(A). start_area(A). serves(<Gold>,A). happens(<Gold>,D). opened_by(D,B). "
    lies += "area(B). start_area(B). serves(<Key>,B). happens(<Key>,E). opened_by(E,C)."
    assert possible("order", atoms(lies + "few_areas."), atoms("rests_on(A,C)"))
    assert possible("order", atoms(lies), atoms("rests_on(A,B)"), atoms("-rests_on(A,C)"))


def test_an_area_that_comes_before_another_is_solved_before_it() -> None:
    """Gold solves A and needs what solves B: then B cannot wait for A."""
    gold = "solved_by(A,<Gold>). solved_by(B,<Key>). takes(<Gold>,0,<Key>). makes(<Key>,0,<Key>). "
    assert can(gold + "before(B,A).")
    assert not can(gold + "before(A,B).")
