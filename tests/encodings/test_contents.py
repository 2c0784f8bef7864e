"""contents.lp: what is inside what, and which steps that allows."""

from __future__ import annotations

import pytest

from tests.support.encoding_solver import answers, atoms, possible

BOX = "node(Box,1,0..2). object(Box,1). at_start(Box,1). "
GEM = "node(Gem,1,0..2). object(Gem,1). isa(Gem,Gem). isa(Gem,Stone). "
FULL = BOX + GEM + "comes_with(Box,1,Gem). "
OPEN = "step(<Gem'>,1). principal(1,0). releases(1,0,0). takes(<Gem'>,0,<Box>). makes(<Gem'>,0,<Gem'>). "
LOOK = "step(<Eye>,1). takes(<Eye>,0,<Box>). "
PUT = (
    "accepts(1,0,Box). accepts(1,1,Gem). "
    "step(<Box'>,1). principal(1,0). changes(1,0,0). stores(1,1,0). touches_content(1,0). takes(<Box'>,0,<Box>)."
    "takes(<Box'>,1,<Gem>). makes(<Box'>,0,<Box'>). follows(<Box>,<Box'>). "
)
MAKE = (
    "step(<Box'>,1). principal(1,0). changes(1,0,0). makes_inside(1,0,Gem). touches_content(1,0). takes(<Box'>,0,<Box>)."
    "makes(<Box'>,0,<Box'>). follows(<Box>,<Box'>). "
)


def can(facts: str, *wanted: str) -> bool:
    return possible("contents", atoms(facts), *map(atoms, wanted))


def test_what_comes_with_a_container_is_one_object_inside_it() -> None:
    assert can(FULL, "packed(Box,1,Gem,1)", "inside(<Box>,<Gem>)")
    assert not can(FULL, "-packed(Box,1,Gem,1)")
    assert not can(FULL + "present(Gem,1,A).")


def test_what_is_known_to_be_inside_is() -> None:
    assert answers("contents", atoms(FULL + "packed_already(Box,1,Gem,1)."), "packed") == [
        {atoms("packed(Box,1,Gem,1)")}
    ]


def test_a_container_holds_what_its_rule_asks_for() -> None:
    assert can(FULL + LOOK + "holding(1,0,Stone).")
    assert not can(FULL + LOOK + "holding(1,0,Coin).")
    assert not can(BOX + LOOK + "holding(1,0,Stone).")


def test_an_empty_container_is_empty() -> None:
    assert can(BOX + LOOK + "holding_nothing(1,0).")
    assert not can(FULL + LOOK + "holding_nothing(1,0).")


def test_only_what_is_inside_can_be_released() -> None:
    assert can(FULL + OPEN)
    assert not can(BOX + GEM + OPEN)


def test_what_is_released_is_one_stage_further() -> None:
    """Here the release comes along with something else that the step is there for."""
    along = "step(<Eye>,1). principal(1,1). releases(1,0,0). takes(<Eye>,0,<Box>). "
    assert can(FULL + along, "makes(<Eye>,0,<Gem'>)")
    assert not can(FULL.replace("node(Gem,1,0..2)", "node(Gem,1,0)") + along)


@pytest.mark.parametrize(("effect", "inside"), [(PUT, "<Gem>"), (MAKE, "<Gem>")])
def test_what_is_put_in_or_made_inside_is_inside(effect: str, inside: str) -> None:
    assert can(BOX + GEM + effect, f"inside(<Box'>,{inside})")


@pytest.mark.parametrize("effect", [PUT, MAKE])
def test_a_full_container_takes_nothing_more(effect: str) -> None:
    full = (
        FULL.replace("object(Gem,1).", "object(Gem,1..2). node(Gem,2,0..1).")
        + "packed_already(Box,1,Gem,2). "
    )
    assert not can(full + effect)
    assert can(full + effect + "makes_room(1,0).")


def test_what_nobody_touches_stays_inside() -> None:
    paint = "step(<Box'>,1). changes(1,0,0). takes(<Box'>,0,<Box>). makes(<Box'>,0,<Box'>). follows(<Box>,<Box'>). "
    assert can(FULL + paint, "inside(<Box'>,<Gem>)")
    assert not can(FULL + paint + "touches_content(1,0).", "inside(<Box'>,<Gem>)")


def test_an_object_is_in_one_container_at_most() -> None:
    two = FULL + "object(Box,2). node(Box,2,0). at_start(Box,2). comes_with(Box,2,Gem). "
    assert not can(two)
    assert can(two + "object(Gem,2). node(Gem,2,0).")


def test_what_is_inside_is_not_placed_elsewhere() -> None:
    assert not can(FULL + "placed(Gem,1).")


def test_nothing_new_is_in_two_places() -> None:
    two = BOX + GEM + MAKE + "step(<Bag>,1). makes(<Bag>,0,<Bag>). "
    assert not can(two)
    assert can(two + "object(Gem,2).")


def test_what_is_there_from_the_start_is_not_made_inside() -> None:
    assert not can(BOX + GEM + MAKE + "at_start(Gem,1).")
    assert can(BOX + GEM + MAKE)
