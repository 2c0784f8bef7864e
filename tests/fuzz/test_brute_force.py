"""Brute force finds what SEMANTICS.md allows, in packs that are small enough to be followed by hand."""

from __future__ import annotations

import pytest

from puzzlesynth.pack import load_pack
from puzzlesynth.pipeline.generate import make_puzzles
from tests.fuzz.brute_force import Bounds, brute_force, key_of
from tests.fuzz.counted_packs import BY_HAND, pack_of


@pytest.mark.parametrize("case", BY_HAND)
def test_brute_force_counts_what_the_semantics_allow(case: str) -> None:
    count, text = BY_HAND[case]
    assert len(brute_force(pack_of(text)).puzzles) == count


def test_brute_force_and_the_synthesizer_find_the_same_in_the_first_example() -> None:
    pack = load_pack("examples/tiny.yaml")
    assert brute_force(pack).puzzles.keys() == {key_of(pack, puzzle) for puzzle in make_puzzles(pack)}


def test_steps_beyond_the_bound_are_not_looked_for() -> None:
    pack = load_pack("examples/tiny.yaml")
    assert len(brute_force(pack, Bounds(steps=1)).puzzles) == 1


@pytest.mark.parametrize(("copies", "found", "limited"), [(1, 0, 1), (2, 1, 0)])
def test_what_only_a_stated_limit_rules_out_is_marked(copies: int, found: int, limited: int) -> None:
    text = """
items: {Log: {carryable: true, copies: 2}, Raft: {notSpawnable: true}}
rules: ["Raft ::= Tie Log Log"]
areas: {Shore: {start: true, goals: [Raft]}}
"""
    brute = brute_force(pack_of(f"{text}limits: {{copies: {copies}}}"))
    assert (len(brute.puzzles), len(brute.limited)) == (found, limited)


@pytest.mark.parametrize(("copies", "found", "limited"), [(2, 0, 1), (3, 1, 0)])
def test_what_appears_inside_something_counts_towards_copies(copies: int, found: int, limited: int) -> None:
    text = """
items: {Axe: {isa: [Tool], copies: 3}, Bag: {notSpawnable: true}, Cat: {}}
rules: ["Tool[contains: Axe] ::= Lift Tool[contains: Nothing] Bag", "Bag ::= Bake Axe Cat"]
areas: {Here: {start: true, goals: ["Axe[contains: Axe]"]}}
"""
    brute = brute_force(pack_of(f"{text}limits: {{copies: {copies}}}"))
    assert (len(brute.puzzles), len(brute.limited)) == (found, limited)


def test_the_same_can_be_done_twice_with_a_tool_that_is_kept() -> None:
    text = """
items: {Mould: {}, Brick: {carryable: true, copies: 2, notSpawnable: true}, Wall: {notSpawnable: true}}
rules: ["Brick Mould ::= Cast Mould", "Wall ::= Lay Brick Brick"]
areas: {Site: {start: true, goals: [Wall]}}
"""
    (told,) = brute_force(pack_of(text)).puzzles.values()
    assert told.count("Cast") == 2


def test_a_step_that_does_not_change_what_it_is_there_to_change_is_marked() -> None:
    text = """
items: {Bag: {}, Axe: {}}
rules: ["Bag[contains: Nothing] Axe ::= Empty Bag"]
areas: {Attic: {start: true, goals: [Axe]}}
"""
    assert list(brute_force(pack_of(text)).limited.values()) == ["changes nothing"]


def test_what_was_only_a_tool_is_still_left_over() -> None:
    """The first axe solves Near and makes the second one; the bag of Far could take either."""
    text = """
items: {Axe: {isa: [Food], carryable: true, copies: 2}, Bag: {}, Cat: {}, Dew: {isa: [Food]}}
rules: ["Food Food ::= Open Food", "Bag ::= Rub Cat Food"]
areas: {Near: {start: true, goals: [Axe], connects: [Far]}, Far: {goals: [Bag]}}
"""
    brute = brute_force(pack_of(text))
    assert len(brute.puzzles) == 1
    assert "made again" in brute.limited.values()
