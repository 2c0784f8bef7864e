"""places.lp: where things are and where steps happen."""

from __future__ import annotations

from tests.support.encoding_solver import answers, atoms, possible

AREAS = "world_area(A). world_area(B). start_area(A). area(A). area(B). leads(A,B). "
ROCK = "node(Rock,1,0..1). placed(Rock,1). may_place(Rock,A). may_place(Rock,B). "
TREE = "node(Tree,1,0..1). present(Tree,1,B). "
HIT = "step(<Dust>,1). takes(<Dust>,0,<Rock>). takes(<Dust>,1,<Tree>). "


def can(facts: str, *wanted: str) -> bool:
    return possible("places", atoms(AREAS + facts), *map(atoms, wanted))


def test_what_is_placed_lies_in_one_of_its_areas() -> None:
    assert can(ROCK, "lies(Rock,1,A)")
    assert can(ROCK, "lies(Rock,1,B)")
    assert not can(ROCK, "lies(Rock,1,A)", "lies(Rock,1,B)")
    assert not can(ROCK, "-lies(Rock,1,A)", "-lies(Rock,1,B)")


def test_what_stands_there_already_lies_there() -> None:
    assert not can(TREE, "-lies(Tree,1,B)")
    assert not can(TREE, "lies(Tree,1,A)")


def test_a_player_is_in_one_place_at_a_time() -> None:
    """What cannot be carried has to be where the step happens."""
    assert can(ROCK + TREE + HIT, "lies(Rock,1,B)", "happens(<Dust>,B)")
    assert not can(ROCK + TREE + HIT, "lies(Rock,1,A)")
    assert can(ROCK + TREE + HIT + "carryable(Rock).", "lies(Rock,1,A)", "happens(<Dust>,B)")


def test_what_is_changed_stays_where_it_is() -> None:
    change = "step(<Tree'>,1). takes(<Tree'>,0,<Tree>). makes(<Tree'>,0,<Tree'>). follows(<Tree>,<Tree'>). "
    (found,) = answers("places", atoms(AREAS + TREE + change), "stands")
    assert found == {atoms("stands(<Tree>,B)"), atoms("stands(<Tree'>,B)")}


def test_something_new_that_cannot_be_carried_stands_where_it_was_made() -> None:
    log = "node(Hut,1,0). node(Log,1,0). carryable(Log). takes(<Hut>,0,<Log>). "
    build = log + "step(<Hut>,1). makes(<Hut>,0,<Hut>). leaves_fixed(1,0). "
    for area in "AB":
        assert can(build, f"happens(<Hut>,{area})", f"stands(<Hut>,{area})")
    assert not can(build, "-happens(<Hut>,A)", "-happens(<Hut>,B)")
    assert not can(build + "gate(B).", "happens(<Hut>,B)")
    assert can(build + "carryable(Hut).", "-happens(<Hut>,A)", "-happens(<Hut>,B)")


def test_one_of_the_areas_that_lead_to_it_opens_an_area() -> None:
    assert can("", "opened_by(B,A)")
    assert not can("", "-opened_by(B,A)")
    joined = "world_area(C). area(C). leads(A,C). leads(B,C)."
    assert can(joined, "opened_by(C,A)")
    assert can(joined, "opened_by(C,B)")
    assert not can(joined, "opened_by(C,A)", "opened_by(C,B)")
    assert not can("world_area(C).")


def test_what_lies_where_nobody_can_go_is_out_of_reach() -> None:
    assert can("node(Rock,1,0). carryable(Rock). present(Rock,1,A). takes(<Dust>,0,<Rock>).")
    assert not can("node(Rock,1,0). carryable(Rock). present(Rock,1,Z). takes(<Dust>,0,<Rock>).")
