"""operator_effects: what a rule does, read off its two sides."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth.pack import Rule, parse_rule
from puzzlesynth.pack.model import NOTHING
from puzzlesynth.pack.rules.effects import OperatorEffects, operator_effects
from puzzlesynth.world.rule_semantics import ContentEffect, semantics_of
from tests.support.samples import random_examples


def rule_of(text: str) -> Rule:
    parsed = parse_rule(text)
    return Rule(1, parsed.action, parsed.outputs, parsed.inputs, place=parsed.place)


def effects(text: str) -> OperatorEffects:
    return operator_effects(rule_of(text))


def test_by_type_what_is_on_both_sides_is_the_same_object() -> None:
    found = effects("Gold Safe ::= Open Safe[locked: False] Key")
    assert found.kept == {1: 0}
    assert found.created == (0,)
    assert found.destroyed == (1,)
    assert found.changed == ()
    assert found.principal == 0


def test_labels_come_before_types() -> None:
    found = effects("Door#b[open: True] Door#a ::= Swap Door#a Door#b[open: False]")
    assert found.kept == {0: 1, 1: 0}
    assert found.changed == (0,)
    assert found.uses_up(1)
    assert not found.uses_up(0)


@pytest.mark.parametrize(
    ("rule", "changed"),
    [
        ("Lamp[lit: True] ::= Light Lamp[lit: False]", True),
        ("Lamp[lit: True] ::= Light Lamp", True),
        ("Lamp[lit: True] ::= Light Lamp[lit: True]", False),
        ("Lamp ::= Look Lamp[lit: True]", False),
        ("Jar[contains: Nothing] ::= Empty Jar", True),
        ("Jar[contains: Nothing] ::= Wipe Jar[contains: Nothing]", False),
        ("Jar[contains: Jam] ::= Shake Jar[contains: Jam]", False),
        ("Jar[contains: Jam] ::= Fill Jar[contains: Nothing]", True),
    ],
)
def test_a_rule_without_a_result_is_no_step(rule: str, changed: bool) -> None:
    found = effects(rule)
    assert bool(found.changed) is changed
    assert (found.principal is not None) is changed


def test_storing_uses_up_what_goes_in() -> None:
    found = effects("Cage[contains: Fox] ::= Catch Cage[contains: Nothing] Fox")
    assert found.stored == {1: 0}
    assert found.destroyed == ()
    assert found.uses_up(0)
    assert found.uses_up(1)
    assert found.touches_content(0)


def test_releasing_changes_the_container_too() -> None:
    found = effects("Fox Cage ::= Open Cage[contains: Fox]")
    assert found.released == {0: 0}
    assert found.kept == {1: 0}
    assert found.makes_room(1)
    assert found.changed == (1,)
    assert found.principal == 0


def test_what_is_empty_is_not_emptied_again() -> None:
    found = effects("Jar[clean: True, contains: Nothing] ::= Wipe Jar[contains: Nothing]")
    assert found.changed == (0,)
    assert not found.touches_content(0)
    assert effects("Jar[clean: True, contains: Nothing] ::= Rinse Jar").touches_content(0)


def test_what_is_made_inside() -> None:
    found = effects("Bucket[contains: Water] Well ::= Draw Bucket[contains: Nothing] Well")
    assert found.filled == {0: "Water"}
    assert found.stored == {}
    assert found.principal == 0


def test_exchanging_what_is_inside() -> None:
    found = effects("Tea Cup[contains: Milk] ::= Exchange Cup[contains: Tea] Milk")
    assert found.released == {0: 0}
    assert found.stored == {1: 1}
    assert found.makes_room(1)


TERMS = st.builds(
    lambda kind, label, inside: f"{kind}{label}{inside}",
    st.sampled_from(["Ax", "Bag", "Cat", "Kind"]),
    st.sampled_from(["", "", "", "#a", "#b"]),
    st.sampled_from(
        [
            "",
            "",
            "[p: True]",
            "[p: False]",
            "[contains: Ax]",
            "[contains: Nothing]",
            "[contains: Kind]",
            "[n: 2]",
        ]
    ),
)


@random_examples(300, derandomize=True)
@given(st.lists(TERMS, min_size=1, max_size=3), st.lists(TERMS, min_size=1, max_size=3))
def test_the_world_reads_every_rule_the_same_way(outputs: list[str], inputs: list[str]) -> None:
    """The two are written independently of each other; where they differ, one of them is wrong."""
    rule = rule_of(f"{' '.join(outputs)} ::= Do {' '.join(inputs)}")
    found, plan = operator_effects(rule), semantics_of(rule)
    assert found.principal == plan.principal
    for n in range(len(rule.outputs)):
        assert found.kept.get(n) == plan.bound[n]
        assert (None if n in found.kept else found.released.get(n)) == plan.released[n]
        # The world empties what is empty already; that is no effect.
        empty = n in found.kept and rule.inputs[found.kept[n]].contains == NOTHING
        assert (n in found.emptied) == (plan.filling[n] is ContentEffect.EMPTIED and not empty)
        assert (n in found.filled) == (plan.filling[n] is ContentEffect.MADE)
        assert (n in found.stored.values()) == (plan.filling[n] is ContentEffect.STORED)
    assert set(found.destroyed) == set(plan.destroyed)
