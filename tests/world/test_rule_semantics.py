"""What rules mean term by term: what stays the same object, what is released, made, used up, and the main result."""

from __future__ import annotations

import pytest

from puzzlesynth.world.rule_semantics import RuleSemantics, semantics_of
from tests.support.tiny_packs import rule


def semantics(text: str) -> RuleSemantics:
    return semantics_of(rule(1, text))


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("Key Door ::= Unlock Door Key", (1, 0)),
        ("Cup Cup ::= Swap Cup Cup", (0, 1)),
        ("Cup Cup#full ::= Pour Cup#full Cup", (1, 0)),
        ("Ash ::= Burn Log", (None,)),
    ],
)
def test_outputs_are_bound_by_label_and_then_by_type(text: str, bound: tuple[int | None, ...]) -> None:
    assert semantics(text).bound == bound


@pytest.mark.parametrize(
    ("text", "released", "destroyed"),
    [
        ("Key ::= Melt Ice[contains: Key]", (0,), (0,)),
        ("Box Key ::= Open Box[contains: Key]", (None, 0), ()),
        ("Box[contains: Key] ::= Close Box Key", (None,), ()),
        ("Ash ::= Burn Log Match", (None,), (0, 1)),
    ],
)
def test_what_is_released_is_made_by_nobody_and_what_is_stored_is_not_used_up(
    text: str, released: tuple[int | None, ...], destroyed: tuple[int, ...]
) -> None:
    found = semantics(text)
    assert (found.released, found.destroyed) == (released, destroyed)


@pytest.mark.parametrize(
    ("text", "principal"),
    [
        ("Ash ::= Burn Log", 0),
        ("Fire Ash ::= Burn Fire Log", 1),
        ("Key Door[open: True] ::= Unlock Door[open: False] Key", 1),
        ("Key[carryable: True] Ash ::= Burn Key Log", 1),
        ("Lamp Box[contains: Nothing] ::= Shake Box[contains: Key] Lamp", 1),
        ("Lamp Box[contains: Nothing] ::= Shake Box Lamp", 1),
        ("Lamp Box[contains: Nothing] ::= Shake Box[contains: Nothing] Lamp", None),
        ("Lamp Box[contains: Key] ::= Fill Box Key Lamp", 1),
        ("Fire Log ::= Watch Fire Log", None),
        ("::= Eat Cake", None),
    ],
)
def test_the_main_result_is_the_first_that_is_made_released_or_changed(
    text: str, principal: int | None
) -> None:
    assert semantics(text).principal == principal
