"""steps.lp: which steps a puzzle can have, what they take and make, and what is placed for them."""

from __future__ import annotations

import pytest

from tests.support.encoding_solver import atoms, possible

WAX = atoms("object(Wax,1). stages(Wax,0). may_place(Wax,A). ")
KEY = atoms("object(Key,1). stages(Key,0). ")
MOULD = atoms("principal(1,0). creates(1,0,Key). input(1,0). accepts(1,0,Wax). uses_up(1,0). ")
BASE = WAX + KEY + MOULD
STEP = atoms("step(<Key>,1)")

POT = atoms("object(Pot,1). stages(Pot,0). principal(2,0). creates(2,0,Pot). ")
"""A second rule makes a pot."""


def can(facts: str, *wanted: str) -> bool:
    return possible("steps", BASE + atoms(facts), *map(atoms, wanted))


def test_a_step_takes_what_is_placed_for_it() -> None:
    assert can("", STEP, "takes(<Key>,0,<Wax>)", "placed(Wax,1)", "leaf(<Wax>)", "makes(<Key>,0,<Key>)")


def test_what_a_step_takes_is_there() -> None:
    assert not can("", STEP, "-placed(Wax,1)")
    assert can("present(Wax,1,A).", STEP, "-placed(Wax,1)")


def test_every_input_is_taken_once() -> None:
    more = "object(Wax,2)."
    assert not can(more, STEP, "takes(<Key>,0,<Wax>)", "takes(<Key>,0,<Wax2>)")
    assert not can(more, STEP, "-takes(<Key>,0,<Wax>)", "-takes(<Key>,0,<Wax2>)")


def test_a_node_is_made_by_one_rule() -> None:
    """A second rule could mould the key as well, but not the same one."""
    other = "principal(3,0). creates(3,0,Key). input(3,0). accepts(3,0,Wax)."
    assert can(other, "step(<Key>,3)")
    assert not can(other, "step(<Key>,3)", STEP)


@pytest.mark.parametrize(("copies", "fine"), [(1, False), (2, True)])
def test_nothing_is_made_twice(copies: int, fine: bool) -> None:
    """The pot's by-product is a key, too."""
    facts = f"{POT} creates(2,1,Key). object(Key,{copies})."
    assert can(facts, STEP, "step(<Pot>,2)") is fine


def test_what_is_there_from_the_start_is_not_made() -> None:
    facts = f"may_place(Key,A). {POT} input(2,0). accepts(2,0,Key)."
    assert can(facts, "step(<Pot>,2)", "placed(Key,1)")
    assert can(facts, "step(<Pot>,2)", STEP)
    assert not can(facts, "step(<Pot>,2)", STEP, "placed(Key,1)")
    assert not can("present(Key,1,A).", STEP)


def test_what_appears_inside_something_is_not_made_elsewhere() -> None:
    assert not can("filled(x,0,<Key>).", STEP)


def test_by_products_are_new_copies() -> None:
    facts = f"{POT} creates(2,1,Jar). object(Jar,1..2). stages(Jar,0)."
    assert can(facts, "step(<Pot>,2)", "makes(<Pot>,1,<Jar>)")
    assert not can(facts, "step(<Pot>,2)", "makes(<Pot>,1,<Jar>)", "makes(<Pot>,1,<Jar2>)")
    assert not can(facts + " present(Jar,1..2,A).", "step(<Pot>,2)")


@pytest.mark.parametrize(("copies", "fine"), [(1, False), (2, True)])
def test_the_inputs_of_a_step_are_different_objects(copies: int, fine: bool) -> None:
    assert can(f"input(1,1). accepts(1,1,Wax). object(Wax,{copies}).", STEP) is fine


@pytest.mark.parametrize(("use", "fine"), [("uses_up(2,0).", False), ("", True)])
def test_what_is_used_up_serves_one_step(use: str, fine: bool) -> None:
    assert can(f"{POT} input(2,0). accepts(2,0,Wax). {use}", STEP, "step(<Pot>,2)") is fine


@pytest.mark.parametrize(("last", "fine"), [(0, False), (1, True)])
def test_an_object_changes_as_often_as_its_stages_allow(last: int, fine: bool) -> None:
    """The pot's step also changes the wax."""
    facts = f"{POT} input(2,0). accepts(2,0,Wax). uses_up(2,0). changes(2,1,0). stages(Wax,{last})."
    assert can(facts, "step(<Pot>,2)") is fine


def test_a_change_takes_the_same_object_one_stage_earlier() -> None:
    facts = "object(Wax,2). stages(Wax,1). principal(2,0). changes(2,0,0). input(2,0). accepts(2,0,Wax). uses_up(2,0)."
    assert can(facts, "step(<Wax'>,2)", "takes(<Wax'>,0,<Wax>)")
    assert not can(facts, "step(<Wax'>,2)", "takes(<Wax'>,0,<Wax2>)")


def test_nothing_is_placed_for_nothing() -> None:
    assert not can("", "placed(Wax,1)", f"-{STEP}")
    assert can("bait(Wax,1).", "placed(Wax,1)", f"-{STEP}")


def test_steps_decide_what_an_open_rule_makes() -> None:
    facts = "creates(1,0,Ring). object(Ring,1). stages(Ring,0)."
    assert can(facts, "step(<Ring>,1)", "allowed(1,0,Ring)", "-allowed(1,0,Key)")
    assert not can(facts, STEP, "-allowed(1,0,Key)")
