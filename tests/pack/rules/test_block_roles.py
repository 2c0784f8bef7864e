"""block_roles: which kind of step a rule is, and which of its inputs is which input of a block."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzlesynth import parse_pack
from puzzlesynth.pack import Rule, parse_rule
from puzzlesynth.pack.rules.block_roles import block_kind, block_role_assignments, role_assignments

FIXED, CARRIED = (
    ("Guard", "Oven"),
    ("Badge", "Coffee", "Dough", "Bread", "Box", "Ring", "Door", "Key", "Salt"),
)
PACK = parse_pack(
    {
        "pack": "kinds",
        "items": {name: {} for name in FIXED} | {name: {"carryable": True} for name in CARRIED},
        "rules": ["Bread ::= Bake Dough"],
        "areas": {"Kitchen": {"start": True, "goals": ["Bread"]}},
    }
)


def rule_of(text: str, kind: str | None = None, fail: bool = False) -> Rule:
    parsed = parse_rule(text)
    return Rule(1, parsed.action, parsed.outputs, parsed.inputs, place=parsed.place, kind=kind, fail=fail)


GIVE = "Badge Guard ::= Give Coffee Guard"
SHAPE = "Bread ::= Shape Dough Salt"
HEAT = "Dough[hot: True] Oven ::= Heat Oven Dough"
PACKED = "Box[contains: Ring] ::= Pack Ring Box[contains: Nothing]"
TAKEN_OUT = "Ring Box ::= Open Box[contains: Ring]"
UNLOCK = "Door[locked: False] Key ::= Unlock Key Door[locked: True]"


@pytest.mark.parametrize(
    ("text", "kind", "ways"),
    [
        (GIVE, "request", [{"requester": 1, "requested": 0}]),
        (HEAT, "change", [{"changee": 1, "changer": 0}]),
        (PACKED, "insert", [{"boxee": 0, "box": 1}]),
        (TAKEN_OUT, "unbox", [{"box": 0}]),
        (UNLOCK, "unlock", [{"key": 0}]),
        (SHAPE, "combine", [{"ingredient1": 0, "ingredient2": 1}, {"ingredient1": 1, "ingredient2": 0}]),
        ("Bread ::= Shape Dough Dough", "combine", [{"ingredient1": 0, "ingredient2": 1}]),
        (SHAPE, "request", []),
        (SHAPE, "change", []),
        (SHAPE, "insert", []),
        (GIVE, "insert", []),
        (PACKED, "unbox", []),
        ("Bread ::= Shape Dough", "combine", []),
        (SHAPE, "dance", []),
        (SHAPE, None, []),
    ],
)
def test_the_inputs_of_a_rule_have_the_roles_of_its_kind(
    text: str, kind: str | None, ways: list[dict[str, int]]
) -> None:
    assert role_assignments(rule_of(text, kind)) == ways


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (GIVE, "request"),
        (SHAPE, "combine"),
        ("Bread Salt ::= Shape Dough Salt", "combine"),
        (HEAT, "change"),
        (PACKED, "insert"),
        (TAKEN_OUT, "unbox"),
        ("Bread ::= Shape Dough Salt Ring", "step"),
    ],
)
def test_a_rule_without_a_kind_is_what_its_sides_show(text: str, kind: str) -> None:
    rule = rule_of(text)
    assert block_kind(rule, PACK) == kind
    if kind != "step":
        ways = block_role_assignments(rule, PACK, kind, len(rule.inputs))
        assert ways == role_assignments(replace(rule, kind=kind)) != []


def test_a_kind_that_the_sides_contradict_does_not_count() -> None:
    assert block_kind(rule_of(GIVE, "insert"), PACK) == "request"


def test_a_step_takes_the_inputs_in_any_turn_and_a_defeat_is_no_block() -> None:
    rule = rule_of(SHAPE)
    (first, second) = block_role_assignments(rule, PACK, "step", 2)
    assert sorted(first.values()) == sorted(second.values()) == [0, 1]
    assert first != second
    assert block_role_assignments(rule, PACK, "step", 3) == []
    assert block_role_assignments(rule_of(SHAPE, fail=True), PACK, "step", 2) == []
    assert role_assignments(rule_of(SHAPE, "combine", fail=True)) == []
