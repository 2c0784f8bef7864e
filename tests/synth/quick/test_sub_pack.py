"""Sketches: small parts of a pack that hold together, so that a running game has its next puzzle at once."""

from __future__ import annotations

from random import Random

import yaml

from puzzlesynth.pack.model import Pack, Term
from puzzlesynth.synth.initial_state import fresh_start
from puzzlesynth.synth.quick.reachable_items import ReachableItems
from puzzlesynth.synth.quick.sub_pack import SubPackAnalysis, SubPackSampler
from puzzlesynth.synth.relevance import PackAnalysis
from tests.support.synth_packs import pack as made_of


def pack(text: str) -> Pack:
    said = yaml.safe_load(text)
    return made_of(said["items"], said["rules"].splitlines(), said["areas"])


def sketches(made: Pack, count: int = 30) -> list[SubPackAnalysis]:
    """The narrowest ones, one way to everything."""
    sketcher = SubPackSampler(PackAnalysis(made, fresh_start(made)))
    return [sketcher.sketch(Random(seed), 1) for seed in range(count)]


def actions(part: SubPackAnalysis) -> set[str]:
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

LANTERN = """
items:
  Ghost: {calm: false}
  Lantern: {isa: [Flame], carryable: true, fuelled: false, lit: false}
  Torch: {isa: [Flame], carryable: true, fuelled: true, lit: false}
  Fire: {}
  Oil: {carryable: true}
rules: |
  Ghost[calm: True] Lantern ::= Show Ghost[calm: False] Lantern[lit: True]
  Flame[lit: True] Fire ::= Kindle Flame[fuelled: True, lit: False] Fire
  Lantern[fuelled: True] ::= Fill Lantern[fuelled: False] Oil
areas:
  Hall: {start: true, goals: ["Ghost[calm: True]"], depth: {min: 2, max: 3}}
"""

SHARED = """
items:
  Box: {carryable: true, wound: false}
  Keeper: {awake: false}
  Piper: {calm: false}
  Boat: {leaking: true, afloat: false}
  Tar: {carryable: true}
rules: |
  Box[wound: True] ::= Wind Box[wound: False]
  Keeper[awake: True] Box ::= Wake Keeper[awake: False] Box[wound: True]
  Piper[calm: True] Box ::= Lull Piper[calm: False] Box[wound: True]
  Boat[afloat: True] ::= Launch Boat[leaking: False, afloat: False]
  Boat[leaking: False] ::= Caulk Boat[leaking: True] Tar
areas:
  House: {start: true, goals: ["Keeper[awake: True]"], depth: {min: 2}, connects: [Beach]}
  Beach: {goals: ["Piper[calm: True]", "Boat[afloat: True]"], depth: {min: 2}}
"""

ONE_WAX = """
items:
  Door: {waxed: false, open: false}
  Seal: {carryable: true}
  Rope: {carryable: true, notSpawnable: true}
  Hemp: {carryable: true}
  Wax: {carryable: true}
rules: |
  Door[open: True] ::= Open Door[waxed: True, open: False] Rope
  Door[waxed: True] ::= Smear Door[waxed: False] Wax
  Rope ::= Stiffen Hemp Wax
  Rope ::= Twist Hemp Seal
areas:
  Hall: {start: true, goals: ["Door[open: True]"], depth: {min: 2}}
"""

LONG_WAY = """
items:
  Gate: {open: false}
  Bell: {carryable: true, notSpawnable: true}
  Mould: {carryable: true, notSpawnable: true}
  Bronze: {carryable: true, notSpawnable: true}
  Clay: {carryable: true}
  Ore: {carryable: true}
  Wool: {carryable: true}
rules: |
  Gate[open: True] Bronze ::= Ring Gate[open: False] Bronze Bell
  Bell Bronze ::= Cast Bronze
  Bell ::= Barter Wool
  Bronze ::= Smelt Ore Mould
  Mould ::= Shape Clay
areas:
  Hall: {start: true, goals: ["Gate[open: True]"], depth: {min: 2, max: 3}}
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
    at_hand = ReachableItems(PackAnalysis(made, fresh_start(made)))
    lit = Term("Stove", (("lit", True),))
    placed = list(made.items.values())
    assert not at_hand.matching_later(lit), "nothing is there yet"
    assert at_hand.joined_by(placed).matching_later(lit)
    assert not at_hand.joined_by(placed, (3, "Wood")).matching_later(lit)
    assert at_hand.joined_by(placed, (2, "Wood")).matching_later(lit)


def test_what_a_rule_changes_is_the_thing_that_is_wanted() -> None:
    """A torch that burns is no reason to leave the lantern without oil."""
    assert all(actions(part) == {"Show", "Kindle", "Fill"} for part in sketches(pack(LANTERN)))


def test_what_an_earlier_area_needs_anyway_does_not_make_a_later_one_deep() -> None:
    assert all(actions(part) == {"Wind", "Wake", "Launch", "Caulk"} for part in sketches(pack(SHARED)))


def test_what_there_is_one_of_is_used_up_once() -> None:
    assert all(actions(part) == {"Open", "Smear", "Twist"} for part in sketches(pack(ONE_WAX)))


def test_no_way_is_longer_than_a_puzzle_may_be() -> None:
    """To cast the bell takes the bronze that is smelted anyway, but then there are four steps one after another."""
    assert all(actions(part) == {"Ring", "Barter", "Smelt", "Shape"} for part in sketches(pack(LONG_WAY)))


def test_what_more_things_lead_to_is_the_same_as_if_they_had_always_been_there() -> None:
    made = pack(SHARED)
    empty = ReachableItems(PackAnalysis(made, fresh_start(made)))
    items = [made.items[name] for name in ("Box", "Boat", "Tar", "Piper")]
    some, rest = items[:2], items[2:]
    for kind in (None, (1, "Box"), (3, "Piper"), (5, "Boat")):
        at_once = empty.joined_by(items, kind)
        one_by_one = empty.joined_by(some).joined_by([*some, *rest], kind)
        for rule in made.rules:
            for term in (*rule.inputs, *rule.outputs):
                assert at_once.matching_later(term) == one_by_one.matching_later(term), (kind, str(term))
