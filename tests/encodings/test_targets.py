"""targets.lp and herrings.lp: how many steps a tree has, how wide it is, what lies about for nothing."""

from __future__ import annotations

import pytest

from tests.support.encoding_solver import answers, atoms, possible

TREE = """
    belongs(<Gold>,A). belongs(<Key>,A). belongs(<Map>,A). belongs(<Hat>,B).
    supplies(<Key>,<Gold>). supplies(<Map>,<Gold>). supplies(<Hat>,<Key>).
"""
"""Three steps in A, two of them to begin with; the hat is another area's."""


@pytest.mark.parametrize(
    ("target", "fine"),
    [
        ("target_least(A,Steps,3)", True),
        ("target_least(A,Steps,4)", False),
        ("target_most(A,Steps,3)", True),
        ("target_most(A,Steps,2)", False),
        ("target_least(A,Width,2)", True),
        ("target_least(A,Width,3)", False),
        ("target_most(A,Width,2)", True),
        ("target_most(A,Width,1)", False),
    ],
)
def test_a_tree_keeps_within_its_targets(target: str, fine: bool) -> None:
    target = target.replace("Steps", '"steps"').replace("Width", '"width"')
    assert possible("targets", atoms(f"{TREE} {target}.")) is fine


HAT = "placed(Hat,1). lies(Hat,1,A). may_bait(Hat). "


def test_what_no_step_takes_is_a_red_herring() -> None:
    assert answers("herrings", atoms(HAT + "herrings(A,1)."), "bait") == [{atoms("bait(Hat,1)")}]
    assert answers("herrings", atoms(HAT + "taken(<Hat>)."), "bait") == [set()]


@pytest.mark.parametrize(("number", "fine"), [(0, False), (1, True), (2, False)])
def test_an_area_has_as_many_red_herrings_as_it_is_to_have(number: int, fine: bool) -> None:
    assert possible("herrings", atoms(f"{HAT} herrings(A,{number}).")) is fine


def test_an_area_that_is_to_have_none_has_none() -> None:
    assert not possible("herrings", atoms(HAT + "herrings(B,0)."))
