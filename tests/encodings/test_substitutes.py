"""substitutes.lp: what could be made in the place of a step from things that are there for it alone."""

from __future__ import annotations

from tests.support.encoding_solver import atoms, possible

FIRE = """
    strict(Camp). belongs(<Fire>,Camp). solved_by(Camp,<Fire>). object(Fire,1). object(Stick,1).
    step(<Fire>,1). takes(<Fire>,0,<Stick>). takes(<Fire>,1,<Log>). step(<Stick>,3). takes(<Stick>,0,<Bark>).
    in_play((Fire;Stick;Log;Bark),1). at_start((Log;Bark),1). placed((Log;Bark),1).
    substitute(1,Fire). substitute(2,Fire).
"""
"""A fire is made of a stick, which is made of bark, and of a log."""

OF_BARK = (
    "substitute_takes(2,Bark,1). substitute_takes(2,Log,1). turns_into(Bark,Bark,2). turns_into(Log,Log,2)."
)


def fine(facts: str) -> bool:
    return possible("substitutes", atoms(facts))


def test_a_step_that_nothing_can_replace_is_fine() -> None:
    assert fine(FIRE + "substitute_takes(2,Coal,1). turns_into(Coal,Coal,2).")


def test_a_step_is_not_fine_if_another_rule_makes_the_same_of_the_same_things() -> None:
    assert not fine(FIRE + OF_BARK)


def test_areas_may_allow_shortcuts() -> None:
    assert fine((FIRE + OF_BARK).replace("strict(Camp).", ""))


def test_what_is_made_of_something_is_not_there_together_with_it() -> None:
    both = "substitute_takes(2,Bark,1). substitute_takes(2,Stick,1). turns_into(Bark,Bark,2). turns_into(Stick,Stick,2)."
    assert fine(FIRE + both)


def test_what_is_there_for_something_else_is_not_free() -> None:
    other = "solved_by(Yard,<Hut>). step(<Hut>,9). takes(<Hut>,0,<Log2>). in_play(Hut,1). in_play(Log,2)."
    assert fine(FIRE + OF_BARK + other)


def test_there_have_to_be_enough() -> None:
    two = "substitute_takes(2,Log,2). turns_into(Log,Log,2)."
    assert fine(FIRE + two)
    assert not fine(FIRE + two + "placed(Log,2). in_play(Log,2).")


def test_a_thing_can_be_turned_into_what_is_needed() -> None:
    of_chip = "substitute_takes(2,Bark,1). substitute_takes(2,Chip,1). turns_into(Bark,Bark,2). turns_into(Chip,Chip,2)."
    assert fine(FIRE + of_chip)
    turned = of_chip + "turns_into(Log,Chip,2). on_the_way(Log,Chip,2,Chip)."
    assert not fine(FIRE + turned)


def test_there_has_to_be_room_for_what_is_made_on_the_way() -> None:
    turned = "substitute_takes(2,Bark,1). substitute_takes(2,Chip,1). turns_into(Bark,Bark,2). turns_into(Chip,Chip,2)."
    turned += "turns_into(Log,Chip,2). on_the_way(Log,Chip,2,(Chip;Dust))."
    assert fine(FIRE + turned + "at_start(Dust,1).")


def test_several_steps_that_make_the_same_are_left_alone() -> None:
    assert fine(FIRE + OF_BARK + "object(Fire,2). step(<Fire2>,1).")


def test_what_is_made_again_later_may_be_in_the_way() -> None:
    assert fine(FIRE + OF_BARK + "replaces(Bark,2,1).")
    assert not fine(FIRE + OF_BARK + "replaces(Axe,2,1).")
