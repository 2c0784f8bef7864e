"""What a pack can say, each in a small pack: tools, consumption, copies, by-products, reuse, branches and joins."""

from __future__ import annotations

from itertools import pairwise

import pytest

from puzzlesynth.puzzle import Puzzle
from tests.support.synth_packs import actions, all_actions, pack, placed, puzzles


def sources(puzzle: Puzzle, action: str) -> set[str | None]:
    """The actions that make what a step takes; None for a leaf."""
    step = next(step for step in puzzle.steps if step.action == action)
    return {None if source is None else puzzle.step(source).action for source in step.sources}


def test_a_tool_serves_many_steps() -> None:
    made = pack(
        "Saw+ Oak Elm Board+- Slat+- Goal-",
        ["Board Saw ::= CutOak Oak Saw", "Slat Saw ::= CutElm Elm Saw", "Goal ::= Join Board Slat"],
    )
    (puzzle,) = puzzles(made)
    assert placed(puzzle) == ["Elm", "Oak", "Saw"]
    assert all_actions([puzzle]) == {("CutElm", "CutOak", "Join")}


@pytest.mark.parametrize(("copies", "found"), [(1, 0), (2, 1)])
def test_what_is_consumed_serves_one_step(copies: int, found: int) -> None:
    made = pack(
        {
            "Egg": {"carryable": True, "copies": copies},
            "Cake": {"carryable": True, "notSpawnable": True},
            "Sauce": {"carryable": True, "notSpawnable": True},
            "Goal": {"notSpawnable": True},
        },
        ["Cake ::= Bake Egg", "Sauce ::= Whisk Egg", "Goal ::= Serve Cake Sauce"],
    )
    assert len(puzzles(made)) == found


@pytest.mark.seconds
def test_several_copies_of_one_thing() -> None:
    made = pack(
        {"Log": {"carryable": True, "copies": 3}, "Raft": {"notSpawnable": True}},
        "Raft ::= Tie Log Log Log",
        {"Here": {"start": True, "goals": ["Raft"]}},
    )
    (puzzle,) = puzzles(made)
    assert placed(puzzle) == ["Log"] * 3
    assert len(set(puzzle.steps[0].inputs)) == 3


def test_a_by_product_is_used_by_another_step() -> None:
    made = pack(
        "Cow Milk+- Hide+- Meat+- Drum+- Goal-",
        ["Meat Hide ::= Butcher Cow", "Drum ::= Stretch Hide", "Goal ::= Feast Meat Drum"],
    )
    (puzzle,) = puzzles(made)
    assert actions(puzzle) == ["Butcher", "Stretch", "Feast"]
    assert sources(puzzle, "Feast") == {"Butcher", "Stretch"}
    assert sources(puzzle, "Stretch") == {"Butcher"}


def test_an_object_changes_several_times() -> None:
    made = pack(
        "Iron+ Fire Anvil Water Sword-",
        [
            "Iron[hot: True] Fire ::= Heat Iron[hot: False] Fire",
            "Iron[flat: True] Anvil ::= Beat Iron[hot: True, flat: False] Anvil",
            "Iron[hot: False] Water ::= Quench Iron[hot: True, flat: True] Water",
            "Sword ::= Grind Iron[flat: True, hot: False]",
        ],
        {"Here": {"start": True, "goals": ["Sword"]}},
    )
    (puzzle,) = puzzles(made)
    assert actions(puzzle) == ["Heat", "Beat", "Quench", "Grind"]


@pytest.mark.seconds
def test_who_needs_something_as_it_was_comes_first() -> None:
    """The ice is photographed before it melts."""
    made = pack(
        "Ice+ Camera+ Sun Photo+- Water+- Goal-",
        ["Photo Ice Camera ::= Shoot Ice Camera", "Water Sun ::= Melt Ice Sun", "Goal ::= Show Photo Water"],
    )
    for seed in range(5):
        (puzzle,) = puzzles(made, seed=seed)
        assert actions(puzzle) == ["Shoot", "Melt", "Show"]


def test_a_later_area_uses_what_an_earlier_one_made() -> None:
    made = pack(
        "Wood+ Rope+ Ladder+- Roof- Flag+-",
        ["Ladder ::= Build Wood Rope", "Roof ::= Climb Ladder", "Flag ::= Hoist Roof"],
        {
            "Yard": {"start": True, "goals": ["Ladder"], "connects": ["House"]},
            "House": {"goals": ["Flag"]},
        },
    )
    (puzzle,) = puzzles(made)
    assert {step.action: step.area for step in puzzle.steps} == {
        "Build": "Yard",
        "Climb": "House",
        "Hoist": "House",
    }
    assert sources(puzzle, "Climb") == {"Build"}


@pytest.mark.seconds
def test_nothing_lies_behind_the_lock_that_it_opens() -> None:
    made = pack(
        "Key+ Door- Chest- Gold+-",
        ["Door[open: True] ::= Unlock Door[open: False] Key", "Gold ::= Open Chest"],
        {
            "Hall": {
                "start": True,
                "goals": ["Door[open: True]"],
                "connects": ["Vault"],
                "contains": ["Door"],
            },
            "Vault": {"goals": ["Gold"], "contains": ["Chest"]},
        },
    )
    for seed in range(8):
        for puzzle in puzzles(made, seed=seed, places=True):
            assert next(thing.area for thing in puzzle.objects if thing.item == "Key") == "Hall"


DIAMOND = pack(
    {
        **{name: {"carryable": True} for name in ("Flint", "Tinder", "Moss")},
        **{name: {"carryable": True, "notSpawnable": True} for name in ("Spark", "Lamp", "Map", "Crown")},
    },
    [
        "Spark ::= Strike Flint",
        "Lamp Spark ::= Kindle Spark Tinder",
        "Map Spark ::= Scorch Spark Moss",
        "Crown ::= Search Lamp Map",
    ],
    {
        "Gate": {"start": True, "goals": ["Spark"], "connects": ["Left", "Right"]},
        "Left": {"goals": ["Lamp"], "connects": ["Keep"]},
        "Right": {"goals": ["Map"], "connects": ["Keep"]},
        "Keep": {"goals": ["Crown"]},
    },
)


@pytest.mark.seconds
def test_areas_branch_and_join() -> None:
    """Two areas open at once, and either of them opens the last one."""
    openers = set()
    for seed in range(12):
        for puzzle in puzzles(DIAMOND, seed=seed, most=3):
            goals = {goal.name: goal for goal in puzzle.areas}
            assert (goals["Left"].opened_by, goals["Right"].opened_by) == ("Gate", "Gate")
            openers.add(goals["Keep"].opened_by)
            assert {step.action: step.area for step in puzzle.steps} == {
                "Strike": "Gate",
                "Kindle": "Left",
                "Scorch": "Right",
                "Search": "Keep",
            }
    assert openers == {"Left", "Right"}


def test_every_step_comes_after_those_that_it_rests_on() -> None:
    for puzzle in puzzles(DIAMOND):
        position = {name: n for n, name in enumerate(puzzle.solution)}
        for step in puzzle.steps:
            for earlier in {*step.after, *filter(None, step.sources)}:
                assert position[earlier] < position[step.id]


def test_the_puzzle_decides_what_an_abstract_output_is() -> None:
    made = pack(
        {name: {"carryable": True, "notSpawnable": True, "isa": ["Fish"]} for name in ("Trout", "Carp")}
        | {"Rod": {"carryable": True}, "Goal": {"notSpawnable": True}},
        ["Fish Rod ::= Angle Rod", "Goal ::= Cook Trout"],
    )
    (puzzle,) = puzzles(made)
    assert actions(puzzle) == ["Angle", "Cook"]
    assert [made.item for made in puzzle.creates] == ["Trout", "Goal"]


def test_one_of_several_goals_is_chosen() -> None:
    made = pack(
        "Wool+ Hat+- Scarf+-",
        ["Hat ::= KnitHat Wool", "Scarf ::= KnitScarf Wool"],
        {"Here": {"start": True, "goals": ["Hat", "Scarf"]}},
    )
    found = puzzles(made)
    assert all_actions(found) == {("KnitHat",), ("KnitScarf",)}
    assert {puzzle.areas[0].goal for puzzle in found} == {"Hat", "Scarf"}


def test_depth_bounds_the_longest_chain() -> None:
    rules = ["B ::= One A", "C ::= Two B", "D ::= Three C"]
    for least, most, fine in ((1, 3, True), (3, 3, True), (4, 9, False), (1, 2, False)):
        made = pack(
            "A+ B+- C+- D+-",
            rules,
            {"Here": {"start": True, "goals": ["D"], "depth": {"min": least, "max": most}}},
        )
        assert bool(puzzles(made)) is fine, (least, most)


def test_an_item_is_placed_only_where_it_may_be() -> None:
    made = pack(
        {
            "Nut": {"carryable": True, "area": ["Wood"]},
            "Goal": {"notSpawnable": True},
            "Oil": {"notSpawnable": True},
        },
        ["Goal ::= Crack Nut", "Oil ::= Press Goal"],
        {
            "Town": {"start": True, "goals": ["Goal"], "connects": ["Wood"]},
            "Wood": {"goals": ["Oil"]},
        },
    )
    assert puzzles(made) == []


@pytest.mark.seconds
def test_two_things_that_cannot_be_carried_stand_together() -> None:
    made = pack(
        "Anvil Forge Sword+- Goal-",
        ["Sword Anvil Forge ::= Forge Anvil Forge", "Goal ::= Win Sword"],
        {
            "A": {"start": True, "goals": ["Sword"], "connects": ["B"]},
            "B": {"goals": ["Goal"]},
        },
    )
    for seed in range(6):
        for puzzle in puzzles(made, seed=seed, places=True):
            assert {thing.area for thing in puzzle.objects} == {"A"}


def test_no_puzzle_at_all() -> None:
    """One egg cannot be two things."""
    made = pack(
        "Egg+ Cake+- Sauce+- Goal-", ["Cake ::= Bake Egg", "Sauce ::= Whisk Egg", "Goal ::= Serve Cake Sauce"]
    )
    assert puzzles(made) == []


def test_a_rule_that_ends_the_game_is_never_a_step() -> None:
    made = pack(
        "Button Goal-",
        ["Goal ::= Wait Button", {"rule": "Goal Button ::= Press Button", "fail": True}],
    )
    assert all_actions(puzzles(made)) == {("Wait",)}


def test_a_solution_goes_area_by_area_where_it_can() -> None:
    for puzzle in puzzles(DIAMOND):
        areas = [puzzle.step(name).area for name in puzzle.solution]
        assert len([1 for one, other in pairwise(areas) if one != other]) == 3


def test_what_a_label_ties_is_the_same_thing_whatever_type_it_goes_by() -> None:
    """The cup is no sack, and the rule that fills it calls it one afterwards."""
    made = pack(
        {
            "Cup": {"isa": ["Vessel"]},
            "Sack": {"isa": ["Vessel"], "carryable": True},
            "Gem": {"carryable": True, "notSpawnable": True},
            "Clay": {"carryable": True},
        },
        ["Sack#v[contains: Gem] ::= Hide Vessel#v[contains: Nothing] Gem", "Gem ::= Dig Clay"],
        {"Here": {"start": True, "goals": ["Vessel[contains: Gem]"]}},
    )
    found = puzzles(made)
    assert sorted(map(placed, found)) == [["Clay", "Cup"], ["Clay", "Sack"]]
    assert all_actions(found) == {("Dig", "Hide")}
