"""Sketches: small parts of a pack that hold together, so that a running game has its next puzzle at once."""

from __future__ import annotations

from random import Random

import yaml
from synth_making import pack as made_of

from puzzlesynth.pack.model import Pack, Term
from puzzlesynth.synth.analysis import Possible
from puzzlesynth.synth.at_hand import AtHand
from puzzlesynth.synth.sketching import Part, Sketcher
from puzzlesynth.synth.start import fresh_start


def pack(text: str) -> Pack:
    said = yaml.safe_load(text)
    return made_of(said["items"], said["rules"].splitlines(), said["areas"])


def sketches(made: Pack, count: int = 30) -> list[Part]:
    """The narrowest ones, one way to everything."""
    sketcher = Sketcher(Possible(made, fresh_start(made)))
    return [sketcher.sketch(Random(seed), 1) for seed in range(count)]


def actions(part: Part) -> set[str]:
    return {rule.action for rule in part.relevant[1]}


KITCHEN = """
items:
  Jug: {carryable: true}
  Water: {notSpawnable: true}
  Milk: {notSpawnable: true}
  Well: {}
  Cow: {}
  Rose: {fresh: false}
rules: |
  Jug[contains: Water] Well ::= Draw Well Jug[contains: Nothing]
  Jug[contains: Milk] Cow ::= MilkCow Cow Jug[contains: Nothing]
  Rose[fresh: True] Jug[contains: Nothing] ::= Pour Rose[fresh: False] Jug[contains: Water]
areas:
  Hall: {start: true, goals: ["Rose[fresh: True]"], depth: {min: 2}}
"""

CHEST = """
items:
  Chest: {locked: true, notSpawnable: true, contains: Gold}
  Gold: {carryable: true, notSpawnable: true}
  Sand: {}
  Key: {carryable: true}
rules: |
  Chest ::= DigUp Sand
  Chest[locked: False] Key ::= Unlock Chest[locked: True] Key
  Gold Chest ::= Empty Chest[locked: False, contains: Gold]
areas:
  Hall: {start: true, goals: [Gold]}
"""

FIRE = """
items:
  Stove: {lit: false}
  Wood: {carryable: true, dry: false}
  Rack: {}
rules: |
  Stove[lit: True] ::= Light Stove[lit: False] Wood[dry: True]
  Wood[dry: True] Stove ::= Toast Wood[dry: False] Stove[lit: True]
  Wood[dry: True] Rack ::= Hang Wood[dry: False] Rack
areas:
  Hall: {start: true, goals: ["Stove[lit: True]"], depth: {min: 2}}
"""

TWO_WAYS = """
items:
  Gate: {open: false}
  Door: {open: false}
  Key: {carryable: true}
  Bar: {carryable: true}
  Rope: {carryable: true}
rules: |
  Gate[open: True] Key ::= Unlock Gate[open: False] Key
  Gate[open: True] Bar ::= Force Gate[open: False] Bar
  Door[open: True] Rope ::= Pull Door[open: False] Rope
areas:
  Hall: {start: true, goals: ["Gate[open: True]", "Door[open: True]"], contains: [Gate, Door, Key, Bar]}
"""


def test_what_is_wanted_inside_is_what_is_put_inside() -> None:
    assert all(actions(part) == {"Draw", "Pour"} for part in sketches(pack(KITCHEN)))


def test_everything_that_a_rule_asks_of_an_object_has_its_way() -> None:
    assert all(actions(part) == {"DigUp", "Unlock", "Empty"} for part in sketches(pack(CHEST)))


def test_nothing_is_needed_for_itself() -> None:
    assert all(actions(part) == {"Light", "Hang"} for part in sketches(pack(FIRE)))


def test_a_goal_that_can_be_met_in_two_ways_with_what_is_there_is_left_alone() -> None:
    assert all(actions(part) == {"Pull"} for part in sketches(pack(TWO_WAYS)))


def test_what_can_be_come_by_without_a_kind_of_step() -> None:
    made = pack(FIRE)
    at_hand = AtHand(Possible(made, fresh_start(made)))
    lit = Term("Stove", (("lit", True),))
    placed = list(made.items.values())
    assert not at_hand.matching_later(lit), "nothing is there yet"
    assert at_hand.joined_by(placed).matching_later(lit)
    assert not at_hand.joined_by(placed, (3, "Wood")).matching_later(lit)
    assert at_hand.joined_by(placed, (2, "Wood")).matching_later(lit)
