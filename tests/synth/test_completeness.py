"""What exists is found, whatever the order of areas and however often something is made; an end says what it proves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

from puzzlesynth.pack import Pack
from puzzlesynth.pipeline.explain import explanation_for
from puzzlesynth.pipeline.generate import counting_synthesizer, make_puzzles
from puzzlesynth.puzzle import Puzzle
from puzzlesynth.synth.exhaustion import Exhaustion
from tests.support.synth_packs import actions, assert_proven, pack
from tests.support.tiny_packs import Areas, Items


def all_of(made: Pack, seed: int = 0, **options: Any) -> tuple[list[Puzzle], Exhaustion]:
    end = Exhaustion()
    found = list(make_puzzles(made, seed=seed, exhaustion=end, **options))
    for puzzle in found:
        assert_proven(made, puzzle)
    return found, end


def trees(made: Pack, seed: int = 0) -> set[str]:
    return {puzzle.tree for puzzle in all_of(made, seed)[0]}


# --- areas in any order -----------------------------------------------------------------------------------

SMITHY: Areas = {"Smithy": {"start": True, "goals": ["Sword"]}, "Furnace": {"start": True, "goals": ["Iron"]}}
YARD: Areas = {
    "Yard": {"start": True, "goals": ["Bell[rung: True]"], "connects": ["Smithy", "Furnace"]},
    "Furnace": {"goals": ["Iron"]},
    "Smithy": {"goals": ["Sword"]},
}


def in_every_order(areas: Areas) -> Iterator[Areas]:
    for order in permutations(areas):
        yield {name: areas[name] for name in order}


def test_areas_that_are_open_together_may_use_what_another_makes_in_whatever_order_they_are_listed() -> None:
    for areas in in_every_order(SMITHY):
        made = pack("Ore+ Iron+- Sword+-", ["Iron ::= Smelt Ore", "Sword ::= Forge Iron"], areas)
        (puzzle,), end = all_of(made)
        assert end.proven
        assert {step.action: step.area for step in puzzle.steps} == {"Smelt": "Furnace", "Forge": "Smithy"}


@pytest.mark.seconds
def test_so_may_areas_that_open_together() -> None:
    items: Items = {
        "Ore": {"carryable": True, "area": ["Furnace"]},
        "Iron": {"carryable": True, "notSpawnable": True},
        "Sword": {"carryable": True, "notSpawnable": True},
        "Bell": {},
    }
    rules = ["Bell[rung: True] ::= Ring Bell[rung: False]", "Iron ::= Smelt Ore", "Sword ::= Forge Iron"]
    for areas in in_every_order(YARD):
        assert len(all_of(pack(items, rules, areas))[0]) == 1


def test_a_step_that_two_areas_need_counts_for_the_one_whose_depth_needs_it() -> None:
    """Both need the hammer. Whichever is listed first, the forge can have it, and its two steps."""
    areas: Areas = {
        "Mill": {"start": True, "goals": ["Plank"]},
        "Forge": {"start": True, "goals": ["Nail"], "depth": {"min": 2}},
    }
    rules = ["Hammer ::= Make Ore", "Plank Hammer ::= Split Log Hammer", "Nail Hammer ::= Beat Iron Hammer"]
    for listed in in_every_order(areas):
        made = pack("Ore+ Log+ Iron+ Hammer+- Plank+- Nail+-", rules, listed)
        (puzzle,), _ = all_of(made)
        assert {step.area for step in puzzle.steps if step.action == "Make"} == {"Forge"}


# --- as many as can exist at once ---------------------------------------------------------------------------


def test_what_is_used_up_makes_room_for_another() -> None:
    made = pack(
        "Coin+ Token+- Gem-",
        ["Token ::= Exchange Coin", "Gem Coin ::= Buy Token"],
        {"Shop": {"start": True, "goals": ["Gem"], "contains": ["Coin"]}},
    )
    (puzzle,), end = all_of(made)
    assert [step.action for step in puzzle.steps] == ["Exchange", "Buy"]
    assert end.proven
    assert sum(1 for _ in counting_synthesizer(made).different()) == 1
    assert explanation_for(made).reason() is None


def test_what_is_inside_something_that_is_destroyed_makes_room_too() -> None:
    items: Items = {"Gem": {"notSpawnable": True}, "Box": {"contains": "Gem"}, "Hammer": {"carryable": True}}
    made = pack(items, ["Gem ::= Smash Box Hammer"], {"Vault": {"start": True, "goals": ["Gem"]}})
    (puzzle,), end = all_of(made)
    assert [step.action for step in puzzle.steps] == ["Smash"]
    assert end.proven


def test_whoever_makes_the_next_one_waits_until_the_last_one_is_gone() -> None:
    """Pressing a fig leaves a bag, and there is a bag already: it has to be baked before."""
    made = pack(
        "Bag Cat Dew Fig",
        ["Cat[size: 0] ::= Grind Cat Dew", "Dew Bag ::= Press Fig", "Cat ::= Bake Bag"],
        {"Here": {"start": True, "goals": ["Cat[size: 0]"]}},
    )
    waiting = [
        puzzle
        for puzzle in all_of(made)[0]
        if [thing.item for thing in puzzle.objects if thing.placed].count("Bag")
        and {"Bake", "Press"} <= {step.action for step in puzzle.steps}
    ]
    assert waiting
    for puzzle in waiting:
        order = [puzzle.step(name).action for name in puzzle.solution]
        assert order.index("Bake") < order.index("Press")


# --- every claim is complete ----------------------------------------------------------------------------------


def test_where_the_landmark_test_leaves_some_puzzles_playing_still_finds_the_others() -> None:
    """Haggling would take two coins, and there is only one at a time."""
    made = pack(
        "Coin+ Gem- Shell+ Pearl-",
        ["Gem ::= Buy Coin", "Gem ::= Haggle Coin Coin", "Pearl ::= Dive Shell"],
        {"Shop": {"start": True, "goals": ["Gem", "Pearl"]}},
    )
    found, end = all_of(made)
    assert {puzzle.steps[0].action for puzzle in found} == {"Buy", "Dive"}
    assert end.proven
    assert sum(1 for _ in counting_synthesizer(made).different()) == 2


@pytest.mark.seconds
@pytest.mark.parametrize("seed", range(6))
def test_no_seed_loses_a_puzzle(seed: int) -> None:
    """Paying the guard is no use for the key, but that is not to be held against the gem."""
    made = pack(
        "Gem Guard Key",
        ["Key ::= Rob Guard", "Gem Guard[paid: True] ::= Pay Guard"],
        {"Hall": {"start": True, "goals": ["Gem", "Key"]}},
    )
    assert trees(made, seed) == trees(made, seed + 100)
    assert len(trees(made, seed)) == 2


def test_a_limit_that_keeps_puzzles_out_is_named() -> None:
    """The second coin would come from a bell that has been rung already."""
    made = pack(
        {"Bell": None, "Coin": {"carryable": True, "notSpawnable": True, "copies": 2}, "Gem": {}},
        ["Bell[rung: True] Coin ::= Ring Bell", "Gem ::= Pay Coin Coin"],
        {"Here": {"start": True, "goals": ["Gem"]}},
    )
    found, end = all_of(made)
    assert not found
    assert "a step whose purpose is to change something always changes it" in end.limits


def test_a_limit_is_not_named_where_no_step_could_go_beyond_it() -> None:
    """Opening what is open already makes nothing that a goal could need."""
    made = pack(
        "Door Gem-",
        ["Door[open: True] ::= Push Door", "Gem Door ::= Reach Door[open: True]"],
        {"Here": {"start": True, "goals": ["Gem"], "depth": {"min": 3}}},
    )
    found, end = all_of(made)
    assert not found
    assert end.proven


def test_what_is_empty_is_not_emptied_again_for_its_own_sake() -> None:
    made = pack(
        {"Bag": {}, "Dew": {"isa": ["Tool", "Food"]}},
        ["Food[level: 1, contains: Nothing] ::= Dig Food[contains: Nothing]", "Bag ::= Melt Tool"],
        {"Here": {"start": True, "goals": ["Bag"]}},
    )
    found, end = all_of(made)
    assert [actions(puzzle) for puzzle in found] == [["Melt"]]
    assert end.proven


def test_a_limit_of_the_pack_that_could_matter_is_named() -> None:
    """A coin may become a token and a token a coin as often as one likes."""
    made = pack(
        "Coin+ Token+-",
        [
            "Token ::= Exchange Coin",
            "Coin ::= Return Token",
            "Token[blessed: True] ::= Bless Token[blessed: False]",
        ],
        {"Shop": {"start": True, "goals": ["Token[blessed: True]"]}},
        limits={"copies": 3},
    )
    found, end = all_of(made)
    assert found
    assert end.limits == ["a puzzle adds at most 3 of Coin or Token (limits.copies)"]


def test_what_cannot_be_decided_is_said() -> None:
    """Trading would take the coin twice; to see that it cannot be done takes more than one state."""
    made = pack(
        "Coin+ Token+- Gem-",
        ["Gem ::= Buy Coin", "Token ::= Change Coin", "Gem ::= Trade Coin Token"],
        {"Shop": {"start": True, "goals": ["Gem"]}},
    )
    assert all_of(made)[1].proven
    found, end = all_of(made, states=1)
    assert not found
    assert end.undecided
    assert not end.proven


def test_what_a_rule_puts_inside_something_counts_towards_the_copies_that_a_puzzle_adds() -> None:
    """Two tools are placed, and a third one appears inside the first."""
    for copies, number in ((2, 0), (3, 1)):
        made = pack(
            {"Axe": {"isa": ["Tool"], "copies": 3}, "Bag": {"notSpawnable": True}, "Cat": None},
            ["Tool[contains: Axe] ::= Lift Tool[contains: Nothing] Bag", "Bag ::= Bake Axe Cat"],
            {"Here": {"start": True, "goals": ["Axe[contains: Axe]"]}},
            limits={"copies": copies},
        )
        found, end = all_of(made)
        assert len(found) == number
        assert f"a puzzle adds at most {copies} of Axe (limits.copies)" in end.limits


# --- what is so already -------------------------------------------------------------------------------------

LAMP = ["Axe Lamp[lit: True] ::= Light Lamp", "Bag ::= Sew Axe", "Gem ::= Find Lamp[lit: True] Bag"]


def test_no_step_is_there_only_to_do_to_something_what_was_done_already() -> None:
    """Lighting the lamp once more gives another axe, which nobody needs, and a lamp that is lit as before."""
    made = pack("Lamp Axe- Bag- Gem-", LAMP, {"Here": {"start": True, "goals": ["Gem"]}})
    (puzzle,), _ = all_of(made)
    assert [step.action for step in puzzle.steps] == ["Light", "Sew", "Find"]


def test_what_was_done_already_makes_no_tree_deeper() -> None:
    """Three axes take three lights, and the lamp is lit since the first: the others do not build on each other."""
    rules = [*LAMP[:2], "Can ::= Cut Axe", "Hat ::= Hew Axe", "Gem ::= Find Lamp[lit: True] Bag Can Hat"]
    for depth, number in ((4, 3), (5, 0)):
        area = {"start": True, "goals": ["Gem"], "depth": {"min": depth}}
        assert len(all_of(pack("Lamp Axe- Bag- Can- Hat- Gem-", rules, {"Here": area}))[0]) == number


def test_a_thing_comes_from_whoever_made_it_as_it_is_taken() -> None:
    """The second axe takes another light of the lamp, but the lamp is lit since the first."""
    made = pack(
        "Lamp Axe- Bag- Gem-",
        [*LAMP[:2], "Gem ::= Find Lamp[lit: True] Bag Axe"],
        {"Here": {"start": True, "goals": ["Gem"]}},
    )
    (puzzle,), _ = all_of(made)
    steps = {step.id: step for step in puzzle.steps}
    (last,) = (step for step in puzzle.steps if step.action == "Find")
    first, second = (step for step in puzzle.steps if step.action == "Light")
    assert steps[last.sources[0] or ""] == first
    assert second.sources == (first.id,)
    assert last.sources[2] == second.id


# --- access -------------------------------------------------------------------------------------------------


@pytest.mark.seconds
@pytest.mark.parametrize("carryable", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_a_step_comes_after_the_opening_of_the_area_that_its_things_stand_in(
    carryable: bool, seed: int
) -> None:
    """The rod stands in the shed from the start, which no step says: the pack does."""
    items: dict[str, Any] = {"Rod": {"carryable": carryable}, "Pump": {}, "Wire": {}, "Fence": {}, "Well": {}}
    made = pack(
        items,
        ["Well ::= Press Pump", "Wire ::= Bend Rod", "Fence ::= Weld Wire"],
        {
            "Yard": {"start": True, "goals": ["Well"], "connects": ["Shed"]},
            "Shed": {"goals": ["Fence"], "contains": ["Rod"], "depth": {"min": 2}},
        },
    )
    for puzzle in all_of(made, seed)[0]:
        (bend,) = (step for step in puzzle.steps if step.action == "Bend")
        (press,) = (step for step in puzzle.steps if step.action == "Press")
        assert press.id in bend.after


def test_a_thing_behind_a_door_waits_for_the_door() -> None:
    items: dict[str, Any] = {"Cat": {"carryable": True}, "Bag": {}, "Key": {}}
    made = pack(
        items,
        ["Bag ::= Sew Cat"],
        {"Hall": {"start": True, "goals": ["Bag"], "doors": ["Attic"]}, "Attic": {"contains": ["Cat"]}},
    )
    found, _ = all_of(made)
    assert found
    for puzzle in found:
        order = [puzzle.step(name).action for name in puzzle.solution]
        assert order.index("Unlock") < order.index("Sew")


# --- many areas ---------------------------------------------------------------------------------------------


def chain_of(number: int) -> Pack:
    """Areas in a chain, each with a lock and a key that may lie anywhere."""
    items: Items = {f"Key{n}": {"carryable": True} for n in range(number)} | {
        f"Lock{n}": {} for n in range(number)
    }
    rules = [f"Lock{n}[open: True] ::= Open Lock{n}[open: False] Key{n}" for n in range(number)]
    areas: Areas = {
        f"Room{n}": {
            "start": n == 0,
            "goals": [f"Lock{n}[open: True]"],
            "connects": [f"Room{n + 1}"] if n + 1 < number else [],
        }
        for n in range(number)
    }
    return pack(items, rules, areas)


def test_a_game_may_have_many_areas() -> None:
    made = chain_of(40)
    puzzle = next(make_puzzles(made, seed=1))
    assert [puzzle.step(name).area for name in puzzle.solution] == [f"Room{n}" for n in range(40)]


# --- defeat -------------------------------------------------------------------------------------------------


def test_an_action_that_ends_the_game_is_no_dead_end() -> None:
    """A designer who writes such a rule wants it, and a player who does it knows at once. A dead end is what quietly
    makes the game unwinnable."""
    rules = ["Gem ::= Dig Spade", {"rule": "Spade ::= Drown Spade Well", "fail": True}]
    areas: Areas = {"Field": {"start": True, "goals": ["Gem"], "contains": ["Well"]}}
    made = pack("Spade+ Well Gem-", rules, areas, guarantees={"dead_ends": "forbid"})
    (puzzle,), end = all_of(made)
    assert puzzle.guarantees["dead_ends"] == "none"
    assert end.proven
