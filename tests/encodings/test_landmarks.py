"""landmarks.lp: what players can have without a step, with nothing ever used up."""

from __future__ import annotations

from tests.support.encoding_solver import answers, atoms, possible

# Facts: 1 a log lies in the shed, 2 a cane does, 3 the shed is open, 4 a plank, 5 a stick, 6 a crate.
TASK = """
    area(Shed). start_area(Shed). strict(Shed). given_by_opening(Shed,3).
    given_by_lying(Log,Shed,1). given_by_lying(Cane,Shed,2).
    operator_needs(0,(1;3)). operator_gives(0,4). operator_does(0,10,Plank). achieves(10,Plank,4).
    operator_needs(1,4). operator_gives(1,5). operator_does(1,11,Stick). achieves(11,Stick,5).
    operator_needs(2,(2;3)). operator_gives(2,5). operator_does(2,12,Stick). achieves(12,Stick,5).
    detour(4,0). circular(4,4). detour(5,(1;2)). circular(5,5).
    step(<Plank>,10). step(<Stick>,11). belongs(<Plank>,Shed). belongs(<Stick>,Shed). lies(Log,1,Shed).
"""
"""A stick is made of a plank of a log; it could be made of a cane as well."""

CRATE = """
    operator_needs(3,6). operator_gives(3,4). operator_does(3,13,Plank). achieves(13,Plank,4). detour(4,3).
    operator_needs(4,4). operator_gives(4,6). operator_does(4,14,Crate). achieves(14,Crate,6). detour(4,4).
    circular(4,6). circular(6,(4;6)). detour(6,(0;3;4)).
"""
"""A crate is made of a plank, and is taken apart into a plank."""

GATE = """
    area(Attic). strict(Attic). opened_by(Attic,Shed). past(Shed,Shed). past(Attic,(Attic;Shed)). rests_on(Attic,Shed).
    given_by_opening(Attic,7).
"""


def fine(facts: str) -> bool:
    return possible("landmarks", atoms(facts), "by_landmarks")


def test_what_players_can_have() -> None:
    (found,) = answers("landmarks", atoms(TASK + ":- by_landmarks."), "in_reach")
    assert found == {atoms(f"in_reach(Shed,{fact})") for fact in (1, 3, 4, 5)}


def test_a_step_that_is_the_only_way_is_fine() -> None:
    assert fine(TASK)


def test_a_step_is_not_fine_if_there_is_another_way() -> None:
    assert not fine(TASK + "lies(Cane,1,Shed).")


def test_it_counts_only_where_the_landmark_test_decides() -> None:
    assert possible("landmarks", atoms(TASK + "lies(Cane,1,Shed)."), "-by_landmarks")


def test_it_counts_only_in_strict_areas() -> None:
    assert fine((TASK + "lies(Cane,1,Shed).").replace("strict(Shed).", ""))


def test_a_way_that_needs_the_thing_itself_is_no_other_way() -> None:
    assert fine(TASK + CRATE)


def test_a_way_round_in_a_circle_counts_if_it_can_be_begun_elsewhere() -> None:
    placed = "given_by_lying(Crate,Shed,8). operator_needs(5,(8;3)). operator_gives(5,6). detour((4;6),5)."
    assert fine(TASK + CRATE + placed)
    assert not fine(TASK + CRATE + placed + "lies(Crate,1,Shed).")


def test_what_lies_in_an_area_that_is_not_open_yet_is_out_of_reach() -> None:
    away = "given_by_lying(Cane,Attic,9). operator_needs(6,(9;7)). operator_gives(6,5). detour(5,6). lies(Cane,1,Attic)."
    assert fine(TASK + GATE + away)
    later = TASK.replace("belongs(<Stick>,Shed)", "belongs(<Stick>,Attic)")
    assert not fine(later + GATE + away)


def test_where_an_earlier_area_needs_such_a_thing_the_propagator_decides() -> None:
    away = "given_by_lying(Cane,Attic,9). operator_needs(6,(9;7)). operator_gives(6,5). detour(5,6). lies(Cane,1,Attic)."
    later = TASK.replace("belongs(<Stick>,Shed)", "belongs(<Stick>,Attic)")
    assert fine(later + GATE + away + "serves(<Axe>,Shed). takes(<Axe>,0,<Stick2>).")


def test_no_goal_is_met_before_its_area_is_open() -> None:
    goal = "given_by_goal(Attic,0,20). chosen(Attic,0). operator_needs(7,(20;5)). operator_solves(7,Attic)."
    assert not fine(TASK + GATE + goal)
    assert fine((TASK + GATE + goal).replace("lies(Log,1,Shed).", ""))
    assert fine(TASK + GATE + goal + "past(Shed,Attic).")
