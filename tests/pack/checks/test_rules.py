"""What a rule uses up: a warning where that is somebody, or something that stays where it is; none where it is meant."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from puzzlesynth.pack import Problem, Severity

Found = Callable[..., list[Problem]]

PACK = """\
pack: p
items:
  Guard: {isa: [Npc], asleep: false}
  Robin: {isa: [Person]}
  Cat: {npc: true}
  Badge: {carryable: true}
  Tea: {carryable: true, notSpawnable: true}
  Kettle: {carryable: true}
  Stove: {}
  Fire: {notSpawnable: true}
  Wood: {}
  Curtain: {}
  Matches: {carryable: true}
  Ashes: {notSpawnable: true}
  Ghost: {isa: [Npc], notSpawnable: true}
  Crate: {}
  Cell: {}
  Lamp: {lit: false}
rules:
  - "Fire ::= Light Wood Matches"
  - {rule: "%s", fail: %s}
areas:
  Hall: {start: true, goals: [Fire]}
"""


def losses(checked: Found, rule: str, fail: bool = False) -> list[Problem]:
    return checked(PACK % (rule, str(fail).lower()), "uses-up")


@pytest.mark.parametrize(
    ("rule", "lost"),
    [
        ("Badge ::= Rob Guard", "Guard"),
        ("Badge ::= Trade Tea Robin", "Robin"),
        ("Lamp[lit: True] ::= Startle Cat Lamp", "Cat"),
        ("Tea Kettle ::= Brew Kettle Stove", "Stove"),
        ("Lamp[lit: True] ::= Light Lamp Stove", "Stove"),
        ("Tea ::= Boil Stove Kettle", "Stove"),  # one thing comes out of it, and no by-product
        ("Badge ::= Smash Crate", "Crate"),
    ],
)
def test_a_rule_that_uses_up_what_mostly_stays_is_asked_about(checked: Found, rule: str, lost: str) -> None:
    (problem,) = losses(checked, rule)
    assert problem.severity is Severity.WARNING
    assert problem.message.endswith(f"uses up the `{lost}`")
    assert (problem.place.line, problem.place.column) == (21, len('  - {rule: "') + rule.rindex(lost) + 1)
    left, _, right = rule.partition(" ::= ")
    put_right = f"{left} {lost} ::= {right}"
    assert f"`{put_right}`" in (problem.hint or "")
    assert losses(checked, put_right) == []


@pytest.mark.parametrize(
    "rule",
    [
        "Ashes ::= Burn Curtain Matches",  # something is there in its place
        "Ghost ::= Poison Guard Tea",
        "Ashes ::= Burn Matches Curtain",
        "Badge Matches ::= Smash Crate Matches",  # what an action is done to may be used up by it
        "Lamp[lit: True] ::= Break Crate Lamp",
        "Tea Kettle ::= Brew Kettle Fire",  # there is a rule that makes another one
        "Cell[contains: Guard] ::= Lock Guard Cell",  # put away, not used up
        "Badge Guard[asleep: True] ::= Drug Guard Tea",
        "Tea ::= Mix Badge Matches",  # what can be carried is used up every day
        "::= Dismiss Guard",  # makes nothing at all, which is another warning
        "Lamp[lit: True] ::= Light Lamp Item",
    ],
)
def test_what_is_meant_to_be_gone_is_not_complained_of(checked: Found, rule: str) -> None:
    assert losses(checked, rule) == []


def test_an_action_that_ends_the_game_may_use_up_anything(checked: Found) -> None:
    assert losses(checked, "Badge ::= Rob Guard", fail=True) == []


def test_a_door_that_uses_up_its_key_is_no_rule_of_the_designer(checked: Found) -> None:
    text = """\
pack: p
items: {Gem: {}, Coin: {carryable: true}, Key: {}}
rules: ["Gem ::= Buy Coin"]
areas: {Hall: {start: true, goals: [Gem], doors: [Attic]}, Attic: {contains: [Coin]}}
"""
    assert [problem for problem in checked(text) if problem.code == "uses-up"] == []
