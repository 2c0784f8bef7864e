"""trees.lp: goals, whose step is whose, and how deep a tree is."""

from __future__ import annotations

import pytest

from tests.support.encoding_solver import answers, atoms, possible

CHAIN = """
    area(Bank). rank(Bank,0). goal(Bank,0). goal_accepts(Bank,0,Gold). min_depth(Bank,1).
    step(<Gold>,1). makes(<Gold>,0,<Gold>). takes(<Gold>,0,<Key>). candidate(<Gold>,1). may_make(1,Gold).
    step(<Key>,2). makes(<Key>,0,<Key>). takes(<Key>,0,<Wax>). candidate(<Key>,2). may_make(2,Key).
    provided(<Gold>). provided(<Key>). provided(<Wax>). at_start(Wax,1).
"""
"""The key is made of wax, and the gold is had with the key."""

BRANCH = """
    area(Bank). rank(Bank,0). goal(Bank,0). goal_accepts(Bank,0,Gold). min_depth(Bank,1).
    area(Yard). rank(Yard,1). goal(Yard,0). goal_accepts(Yard,0,Silver). min_depth(Yard,1).
    step(<Gold>,1). makes(<Gold>,0,<Gold>). takes(<Gold>,0,<Key>). candidate(<Gold>,1). may_make(1,Gold).
    step(<Silver>,3). makes(<Silver>,0,<Silver>). takes(<Silver>,0,<Key>). candidate(<Silver>,3). may_make(3,Silver).
    step(<Key>,2). makes(<Key>,0,<Key>). candidate(<Key>,2). may_make(2,Key).
    provided(<Gold>). provided(<Silver>). provided(<Key>).
"""
"""Two areas that both need the key."""

BY_RANK = ":- not by_rank."


def can(facts: str, *wanted: str) -> bool:
    return possible("trees", atoms(facts), *map(atoms, wanted))


def test_an_area_is_solved_by_the_step_that_makes_its_goal() -> None:
    assert can(CHAIN, "chosen(Bank,0)", "solved_by(Bank,<Gold>)", "meets(<Gold>,Bank)")
    assert not can(CHAIN, "solved_by(Bank,<Key>)")


def test_one_goal_is_chosen() -> None:
    two = CHAIN + "goal(Bank,1). goal_accepts(Bank,1,Gold)."
    assert can(two, "chosen(Bank,1)")
    assert not can(two, "chosen(Bank,0)", "chosen(Bank,1)")
    assert not can(two, "-chosen(Bank,0)", "-chosen(Bank,1)")


def test_a_goal_is_met_by_what_has_its_properties() -> None:
    asks = CHAIN + "goal_demands(Bank,0,Pure,true)."
    assert not can(asks)
    assert can(asks + "has(<Gold>,Pure,true).")


def test_a_goal_is_met_by_what_holds_the_right_thing() -> None:
    assert not can(CHAIN + "goal_holding(Bank,0,Gem).")
    assert can(CHAIN + "goal_holding(Bank,0,Gem). holds_type(<Gold>,Gem).")
    assert can(CHAIN + "goal_holding_nothing(Bank,0).")
    assert not can(CHAIN + "goal_holding_nothing(Bank,0). holds(<Gold>).")


def test_no_goal_holds_at_the_start() -> None:
    gold = "at_start(Gold,2)."
    assert not can(CHAIN + gold)
    assert can(CHAIN + gold + "packed(Box,1,Gold,2).")
    assert not can(
        CHAIN + "goal_demands(Bank,0,Pure,true). has(<Gold>,Pure,true). has(<Gold2>,Pure,true)." + gold
    )
    assert can(CHAIN + "goal_demands(Bank,0,Pure,true). has(<Gold>,Pure,true)." + gold)


def test_there_is_no_step_that_no_goal_needs() -> None:
    assert not can(CHAIN + "step(<Hat>,3). makes(<Hat>,0,<Hat>).")


def test_a_step_belongs_to_the_first_area_that_needs_it() -> None:
    (found,) = answers("trees", atoms(BRANCH) + BY_RANK, "belongs")
    assert found == {
        atoms("belongs(<Gold>,Bank)"),
        atoms("belongs(<Key>,Bank)"),
        atoms("belongs(<Silver>,Yard)"),
    }


def test_where_ranks_do_not_decide_it_belongs_to_any_area_that_needs_it() -> None:
    found = answers("trees", atoms(BRANCH) + ":- by_rank.", "belongs")
    assert {atoms(f"belongs(<Key>,{area})") for area in ("Bank", "Yard")} <= set.union(*found)
    assert len(found) == 2
    assert not can(BRANCH, "belongs(<Silver>,Bank)")


def test_an_area_that_has_a_step_which_another_one_needs_comes_before_it() -> None:
    assert can(BRANCH, "belongs(<Key>,Bank)", "before(Bank,Yard)", "-before(Yard,Bank)")
    assert can(BRANCH, "belongs(<Key>,Yard)", "before(Yard,Bank)", "-before(Bank,Yard)")
    assert can(CHAIN, "-before(Bank,Bank)")


def test_an_area_has_a_tree_of_its_own() -> None:
    """The key is Yard's goal, and Bank needs it too: it is Yard's, whichever is listed first."""
    for rank in (1, -1):
        yard = (
            CHAIN
            + f"area(Yard). rank(Yard,{rank}). goal(Yard,0). goal_accepts(Yard,0,Key). min_depth(Yard,1)."
        )
        assert can(yard, "belongs(<Key>,Yard)")
        assert not can(yard, "belongs(<Key>,Bank)")


def test_no_area_needs_what_solves_one_behind_it() -> None:
    needs = CHAIN + "area(Yard). rank(Yard,1). goal(Yard,0). goal_accepts(Yard,0,Key). min_depth(Yard,1)."
    assert can(needs + "behind(Bank,Yard).")
    assert not can(needs + "behind(Yard,Bank).")


def test_no_step_solves_two_areas() -> None:
    assert not can(
        CHAIN + "area(Yard). rank(Yard,1). goal(Yard,0). goal_accepts(Yard,0,Gold). min_depth(Yard,1)."
    )


@pytest.mark.parametrize(("least", "fine"), [(1, True), (2, True), (3, False)])
def test_a_chain_is_not_too_short(least: int, fine: bool) -> None:
    assert can(CHAIN.replace("min_depth(Bank,1)", f"min_depth(Bank,{least})")) is fine


@pytest.mark.parametrize(("most", "fine"), [(1, False), (2, True), (3, True)])
def test_a_chain_is_not_too_long(most: int, fine: bool) -> None:
    assert can(CHAIN + f"max_depth(Bank,{most}).") is fine


def test_what_an_earlier_area_made_does_not_count_for_the_depth_of_a_later_one() -> None:
    assert can(BRANCH + "max_depth(Yard,1)." + BY_RANK)
    assert not can(BRANCH.replace("min_depth(Yard,1)", "min_depth(Yard,2)") + BY_RANK)
    assert not can(BRANCH + "max_depth(Bank,1)." + BY_RANK)


def test_whose_step_it_is_may_be_what_a_bound_on_depth_needs() -> None:
    assert can(BRANCH.replace("min_depth(Yard,1)", "min_depth(Yard,2)"), "belongs(<Key>,Yard)")
    assert can(BRANCH + "max_depth(Bank,1).", "belongs(<Key>,Yard)")
    assert not can(BRANCH + "max_depth(Bank,1). max_depth(Yard,1).")


def test_nothing_is_made_again_while_it_is_still_there() -> None:
    """Bank made a key that is not used up; Yard makes a second one with the same rule."""
    again = BRANCH.replace("takes(<Silver>,0,<Key>)", "takes(<Silver>,0,<Key2>)") + (
        "step(<Key2>,2). makes(<Key2>,0,<Key2>). candidate(<Key2>,2). provided(<Key2>). carryable(Key)."
    )
    assert not can(again)
    assert can(again + "uses_up_node(<Gold>,<Key>).")
    assert can(again + "takes(<Silver>,1,<Key>).")
    assert can(again.replace("carryable(Key).", ""))
    assert can(again + "lifted(again).")


def test_one_that_is_left_over_from_an_area_that_is_solved_before_would_do() -> None:
    """Bank's key is left over, Yard uses up a second one: needless if Bank is solved before it."""
    again = BRANCH.replace("takes(<Silver>,0,<Key>)", "takes(<Silver>,0,<Key2>)") + (
        "step(<Key2>,2). makes(<Key2>,0,<Key2>). candidate(<Key2>,2). provided(<Key2>). carryable(Key)."
        "uses_up_node(<Silver>,<Key2>)."
    )
    assert can(again)
    assert not can(again + "rests_on(Yard,Bank).")
    assert can(again + "rests_on(Bank,Yard).")


def test_an_area_that_is_waived_needs_no_goal() -> None:
    empty = "area(Yard). rank(Yard,1). goal(Yard,0). goal_accepts(Yard,0,Silver). min_depth(Yard,1)."
    assert not can(CHAIN + empty)
    assert can(CHAIN + empty + "waived(Yard).", "-chosen(Yard,0)")
