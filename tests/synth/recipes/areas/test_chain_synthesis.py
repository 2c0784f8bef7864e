"""Puzzles of recipe books with areas that open one after another: the same as the logic program finds."""

from __future__ import annotations

from itertools import islice

import pytest

from puzzlesynth.pack import Pack
from puzzlesynth.pipeline.generate import synthesizer_for
from puzzlesynth.puzzle import Puzzle
from puzzlesynth.quick_dataclasses import replace
from puzzlesynth.synth import relevance
from puzzlesynth.synth.recipes.areas import chain_synthesis
from puzzlesynth.synth.recipes.areas.forest import ForestSpace
from puzzlesynth.synth.recipes.areas.last_trees import Forest, Room
from puzzlesynth.synth.recipes.proposal import Pass
from puzzlesynth.synth.recipes.recipe_tree import RecipeTree
from puzzlesynth.synth.recipes.tree_space import TreeBudget
from puzzlesynth.synth.synthesizer import Synthesizer
from puzzlesynth.world import verify
from tests.support.recipe_books import chain, random_chain
from tests.support.synth_packs import load


@pytest.fixture(autouse=True)
def _every_book_is_dense(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relevance, "MANY_PLAIN_STEPS", -1)


def puzzles(made: Pack, *, is_ground: bool = False) -> dict[str, Puzzle]:
    making = synthesizer_for(made)
    found = {puzzle.tree: puzzle for puzzle in making.puzzles(1)}
    assert ("program" in vars(making)) is is_ground
    return found


WITH_PUZZLES = (0, 33, 34, 39, 40, 48, 49, 58, 65)


@pytest.mark.parametrize(
    "seed",
    [*WITH_PUZZLES, *(pytest.param(n, marks=pytest.mark.thorough) for n in range(66, 130))],
)
def test_the_puzzles_are_those_of_the_program(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    made = random_chain(seed)
    making = synthesizer_for(made)
    assert making.book is not None
    found = {puzzle.tree for puzzle in making.puzzles(1)}
    assert bool(found) or seed not in WITH_PUZZLES
    monkeypatch.setattr(Synthesizer, "_recipe_book", lambda _: None)
    assert found == {puzzle.tree for puzzle in synthesizer_for(made).puzzles(1)}


CAMP = """
    Stick: Oak
    Fire: Stick Coal
    Torch: Rag Oil
    Lamp: Torch Glass
    Lamp: Fire Oil
"""


def test_each_area_has_a_tree_of_its_own() -> None:
    made = chain(CAMP, "Fire Torch")
    (puzzle,) = puzzles(made).values()
    assert [step.area for step in puzzle.steps] == ["A0", "A0", "A1"]
    assert not verify(made, puzzle).faults


def test_a_tree_may_take_what_an_earlier_area_was_solved_with() -> None:
    made = chain(CAMP, "Fire Lamp")
    # A lamp of rag, oil and glass would leave the fire for a lamp without the torch.
    (puzzle,) = puzzles(made).values()
    fire = next(area.solved_by for area in puzzle.areas if area.name == "A0")
    assert fire in next(step for step in puzzle.steps if step.area == "A1").sources
    assert not verify(made, puzzle).faults


def test_what_lies_in_an_area_helps_in_no_area_before_it() -> None:
    # With both in one area, gold would do for the first goal as well.
    made = chain("Coin: Tin\nCoin: Gold\nCrown: Gold Gem", "Coin Crown")
    (puzzle,) = puzzles(made).values()
    assert {thing.item: thing.area for thing in puzzle.objects}["Gold"] == "A1"
    assert not verify(made, puzzle).faults


def test_no_puzzle_meets_a_goal_before_its_area_opens() -> None:
    assert not puzzles(chain("Coin: Tin\nRing: Coin\nCoin: Ring", "Ring Coin"))


def test_what_is_left_over_is_not_made_again_and_that_limit_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    made = chain("Cup: Clay\nTea: Cup Leaf", "Cup Tea", copies=2)
    exhaustions = []
    for _ in range(2):
        making = synthesizer_for(made)
        assert len(list(making.puzzles(1))) == 1
        exhaustions.append(making.exhaustion)
        monkeypatch.setattr(Synthesizer, "_recipe_book", lambda _: None)
    assert exhaustions[0].limits == [
        "no second object is made for another area while a suitable one is left over"
    ]
    assert exhaustions[0] == exhaustions[1]


def test_forests_that_are_too_many_to_list_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = "".join(f"Cup: Clay{n}\nPot: Mud{n}\n" for n in range(6)) + "Meal: Cup Rice\nTea: Pot Leaf\n"
    made = chain(rules, "Meal Tea", least=2)
    every = puzzles(made)
    assert len(every) == 36
    few = Pass(TreeBudget(2, 2, 100), True, 10)
    monkeypatch.setattr(chain_synthesis, "PASSES", (few,))
    making = synthesizer_for(made)
    drawn = {puzzle.tree for puzzle in islice(making.puzzles(1), 8)}
    assert "program" not in vars(making)
    assert len(drawn) == 8
    assert drawn <= every.keys()


def test_the_same_seed_gives_the_same_puzzles() -> None:
    runs = [[puzzle.id for puzzle in synthesizer_for(chain(CAMP, "Fire Torch")).puzzles(7)] for _ in range(2)]
    assert runs[0] == runs[1]


def test_a_step_that_an_earlier_area_needs_as_well_may_have_a_way_around(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """There is room for three cords in the second area once the third one's cord, which lies there, was used up. Whoever
    takes that cord instead has knitted and woven for the first area before."""
    carried: dict[str, dict[str, object]] = {name: {"carryable": True} for name in "OPQR"}
    carried |= {name: {"carryable": True, "copies": 2} for name in ("Wool", "Reed")}
    carried["Cord"] = {"carryable": True, "copies": 3, "area": ["A1", "A2"]}
    made_only = ("Bow", "Net", "Raft", "Sail", "Knot", "Kite")
    carried |= {name: {"carryable": True, "notSpawnable": True} for name in made_only}
    rules = [
        "Cord ::= Knit Wool",
        "Cord ::= Weave Reed",
        "Bow ::= String Cord P",
        "Net ::= Tie Cord O",
        "Raft ::= Join Bow Net",
        "Sail ::= Rig Cord Cord Cord Q",
        "Knot ::= Loop Cord",
        "Kite ::= Build Knot R",
    ]
    areas: dict[str, dict[str, object]] = {
        "A0": {"start": True, "goals": ["Raft"], "connects": ["A1"]},
        "A1": {"goals": ["Sail"], "connects": ["A2"]},
        "A2": {"goals": ["Kite"]},
    }
    areas = {name: {**area, "depth": {"min": 1, "max": 4}} for name, area in areas.items()}
    made = load(carried, rules, areas, limits={"copies": 6})
    second: list[Room] = []
    room_for = ForestSpace._room_for

    def noted(space: ForestSpace, forest: Forest, tree: RecipeTree) -> Room:
        found = room_for(space, forest, tree)
        if len(forest.trees) == 1:
            second.append(found)
        return found

    monkeypatch.setattr(ForestSpace, "_room_for", noted)
    every = puzzles(made, is_ground=True).values()
    both = [{step.action for step in puzzle.steps if step.area == "A1"} for puzzle in every]
    assert {"Knit", "Weave", "Rig"} in both
    assert Room.UNCLEAR in second
    assert Room.NONE not in second


def test_areas_that_do_not_open_one_after_another_are_for_the_program() -> None:
    made = chain(CAMP, "Fire Torch")
    areas = {**made.areas, "A1": replace(made.areas["A1"], start=True)}
    assert "program" in vars(synthesizer_for(replace(made, areas=areas)))


@pytest.mark.parametrize("seed", range(4))
def test_a_dead_end_may_depend_on_where_things_lie(seed: int) -> None:
    # A jar that is smashed with a stone is lost, unless the stone lies behind it.
    items: dict[str, dict[str, object]] = {name: {"carryable": True} for name in ("Jar", "Stone", "Map")}
    items["Map"]["area"] = ["Loft"]
    items |= {name: {"carryable": True, "notSpawnable": True} for name in ("Jam", "Plan", "Shards")}
    rules = ["Jam ::= Fill Jar", "Plan ::= Join Stone Map", "Shards ::= Smash Jar Stone"]
    areas: dict[str, dict[str, object]] = {
        "Hut": {"start": True, "goals": ["Jam"], "depth": {"min": 1, "max": 1}, "connects": ["Loft"]},
        "Loft": {"goals": ["Plan"], "depth": {"min": 1, "max": 1}},
    }
    made = load(items, rules, areas, guarantees={"dead_ends": "forbid"})
    (puzzle,) = synthesizer_for(made).puzzles(seed)
    assert {thing.item: thing.area for thing in puzzle.objects} == {
        "Jar": "Hut",
        "Stone": "Loft",
        "Map": "Loft",
    }
