"""copy_symmetry.lp: of puzzles that differ only in which copy does what, one is kept, and never none."""

from __future__ import annotations

import pytest

from tests.support.encoding_solver import atoms, possible

TWO = atoms("object(Log,1..2). alike(Log,2). turn(Raft,0). turn(Log,1). turn(Tree,2). ")
"""A raft is made of logs, a log of a tree. Two logs are alike."""


def fine(facts: str, base: str = TWO) -> bool:
    return possible("copy_symmetry", base + atoms(facts))


def test_lower_copies_come_first() -> None:
    assert fine("at_start(Log,1).")
    assert not fine("at_start(Log,2).")
    assert fine("makes(<Raft>,1,<Log>).")
    assert not fine("makes(<Raft>,1,<Log2>).")


def test_of_copies_that_stand_there_the_first_is_taken() -> None:
    there = "at_start(Log,1). at_start(Log,2). "
    assert fine(there + "taken(<Log>).")
    assert not fine(there + "taken(<Log2>).")


def test_what_is_not_alike_is_free() -> None:
    there = atoms("object(Log,1..2). turn(Raft,0). turn(Log,1). at_start(Log,1). at_start(Log,2). ")
    assert fine("taken(<Log2>).", there)


BOTH = "makes(<Log>,0,<Log>). makes(<Log2>,0,<Log2>). taken(<Log>). taken(<Log2>). "


def test_whoever_is_taken_first_by_an_earlier_item_is_the_first() -> None:
    assert fine(BOTH + "takes(<Raft>,0,<Log>). takes(<Raft>,1,<Log2>).")
    assert not fine(BOTH + "takes(<Raft>,1,<Log>). takes(<Raft>,0,<Log2>).")


def test_whoever_solves_an_area_is_the_first() -> None:
    turned = BOTH + "takes(<Raft>,1,<Log>). takes(<Raft>,0,<Log2>). "
    assert fine(turned + "solved_by(Meadow,<Log>).")
    assert not fine(turned + "solved_by(Meadow,<Log2>).")


def test_a_later_item_has_no_say() -> None:
    """Were it so, two kinds of copies could wait for each other for ever."""
    assert fine(BOTH + "takes(<Tree'>,1,<Log>). takes(<Tree'>,0,<Log2>).")


def test_with_a_map_only_use_counts() -> None:
    assert fine("mapped. " + BOTH + "takes(<Raft>,1,<Log>). takes(<Raft>,0,<Log2>).")


@pytest.mark.parametrize("order", ["0,1,2", "1,0,2", "2,1,0", "0,2,1", "1,2,0", "2,0,1"])
def test_exactly_one_of_all_orders_is_kept(order: str) -> None:
    three = atoms("object(Log,1..3). alike(Log,2..3). turn(Raft,0). turn(Log,1). at_start(Log,1..3). ")
    taken = "".join(
        f"takes(<Raft>,{place},<Log{copy}>). taken(<Log{copy}>). "
        for copy, place in enumerate(order.split(","), 1)
    )
    assert fine(taken, three) is (order == "0,1,2")
