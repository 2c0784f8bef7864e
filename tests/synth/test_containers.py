"""Things inside other things: stored, carried, released, made inside; what flows only moves in a container."""

from __future__ import annotations

from typing import Any

from tests.support.synth_packs import actions, all_actions, pack, placed, puzzles

GONE: dict[str, Any] = {"notSpawnable": True}
CARRIED: dict[str, Any] = {"carryable": True}


def test_a_liquid_is_moved_in_a_container() -> None:
    """The well stands in the yard, the fire in the hall; water cannot be carried, a full bucket can."""
    made = pack(
        {
            "Well": {"area": ["Yard"]},
            "Bucket": CARRIED,
            "Water": GONE,
            "Fire": {"area": ["Hall"], "lit": True},
        }
        | {"Ash": GONE},
        [
            "Bucket[contains: Water] Well ::= Draw Bucket[contains: Nothing] Well",
            "Ash Bucket[contains: Nothing] ::= Douse Fire[lit: True] Bucket[contains: Water]",
        ],
        {
            "Yard": {"start": True, "goals": ["Bucket[contains: Water]"], "connects": ["Hall"]},
            "Hall": {"goals": ["Ash"]},
        },
    )
    found = puzzles(made)
    assert [actions(puzzle) for puzzle in found] == [["Draw", "Douse"]]
    assert [step.place for step in found[0].steps] == ["Yard", "Hall"]


def test_what_is_stored_comes_out_again_as_the_same_object() -> None:
    made = pack(
        {"Fox": {"area": ["Den"]}, "Cage": CARRIED, "Goal": GONE},
        [
            "Cage[contains: Fox] ::= Catch Cage[contains: Nothing] Fox",
            "Fox[calm: True] Cage ::= Release Cage[contains: Fox]",
            "Goal ::= Pet Fox[calm: True]",
        ],
        {
            "Den": {"start": True, "goals": ["Cage[contains: Fox]"], "connects": ["Garden"]},
            "Garden": {"goals": ["Goal"], "depth": {"max": 2}},
        },
    )
    found = puzzles(made)
    assert all_actions(found) == {("Catch", "Pet", "Release")}
    release = next(step for step in found[0].steps if step.action == "Release")
    assert release.outputs[0] in {thing.id for thing in found[0].objects}


def test_what_comes_inside_something_is_placed_with_it() -> None:
    made = pack(
        {"Purse": {"carryable": True, "contains": "Coin"}, "Coin": CARRIED | GONE, "Goal": GONE},
        ["Coin Purse ::= Open Purse[contains: Coin]", "Goal ::= Pay Coin"],
    )
    (puzzle,) = puzzles(made)
    assert placed(puzzle) == ["Coin", "Purse"]
    assert actions(puzzle) == ["Open", "Pay"]


def test_something_inside_something_inside_something() -> None:
    made = pack(
        {
            "Chest": {"contains": "Box"},
            "Box": {**CARRIED, **GONE, "contains": "Ring"},
            "Ring": CARRIED | GONE,
        },
        ["Box Chest ::= OpenChest Chest[contains: Box]", "Ring Box ::= OpenBox Box[contains: Ring]"],
        {"Here": {"start": True, "goals": ["Ring"]}},
    )
    assert [actions(puzzle) for puzzle in puzzles(made)] == [["OpenChest", "OpenBox"]]


def test_a_full_container_takes_nothing_more() -> None:
    """The cup holds tea; what is to be put in has to wait until it is poured out."""
    made = pack(
        {"Cup": {"carryable": True, "contains": "Tea"}, "Tea": GONE, "Milk": CARRIED, "Sink": None},
        [
            "Cup[contains: Nothing] Sink ::= Pour Cup[contains: Tea] Sink",
            "Cup[contains: Milk] ::= Fill Cup Milk",
        ],
        {"Here": {"start": True, "goals": ["Cup[contains: Milk]"]}},
    )
    assert [actions(puzzle) for puzzle in puzzles(made)] == [["Pour", "Fill"]]


def test_what_goes_with_its_container_is_gone() -> None:
    """The bottle breaks with the ship inside; taken out, the ship costs the bottle. There are never both."""
    made = pack(
        {"Bottle": {"contains": "Ship"}, "Ship": CARRIED | GONE, "Shard": CARRIED | GONE, "Goal": GONE},
        ["Shard ::= Break Bottle", "Ship ::= Uncork Bottle[contains: Ship]", "Goal ::= Glue Shard Ship"],
    )
    assert puzzles(made) == []


def test_the_puzzle_decides_what_appears_inside() -> None:
    gems = {name: {**CARRIED, **GONE, "isa": ["Gem"]} for name in ("Ruby", "Opal")}
    made = pack(
        {**gems, "Box": None, "Goal": GONE},
        [
            "Box[contains: Gem] ::= Fill Box[contains: Nothing]",
            "Gem Box ::= Open Box[contains: Gem]",
            "Goal ::= Win Ruby",
        ],
    )
    (puzzle,) = puzzles(made)
    assert actions(puzzle) == ["Fill", "Open", "Win"]
    assert {created.item for created in puzzle.creates} == {"Ruby", "Goal"}


def test_two_boxes_with_different_things_made_inside() -> None:
    """What a step makes inside something is not said step by step; the solution works out all the same."""
    gems = {name: {**CARRIED, **GONE, "isa": ["Gem"]} for name in ("Ruby", "Opal")}
    made = pack(
        {**gems, "Box": {"copies": 2}, "Goal": GONE},
        [
            "Box[contains: Gem] ::= Fill Box[contains: Nothing]",
            "Gem ::= Smash Box[contains: Gem]",
            "Goal ::= Win Ruby Opal",
        ],
    )
    found = puzzles(made)
    assert found
    assert all_actions(found) == {("Fill", "Fill", "Smash", "Smash", "Win")}
