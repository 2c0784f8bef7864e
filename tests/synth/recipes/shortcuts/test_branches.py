"""Chains of steps from a goal down, and which of them may be part of a puzzle."""

from __future__ import annotations

import pytest

from puzzlesynth.pack import Pack
from puzzlesynth.synth.recipes.shortcuts import branches
from puzzlesynth.synth.recipes.shortcuts.branches import BranchSearch, TooManyBranches
from tests.support.recipe_books import book, graph_of


def written(made: Pack, goal: str, deepest: int = 4, elsewhere: int = 0) -> tuple[set[str], int]:
    """The ways that branches have, and how long the longest branch is."""
    graph = graph_of(made)
    goals = frozenset([graph.numbers[goal]])
    found = BranchSearch(graph, goals, elsewhere, deepest).branches(goals)
    ways = [way for way in graph.ways if found.ways >> way.number & 1]
    names = graph.names
    return {f"{names[way.result]}: {' '.join(names[one] for one in way.takes)}" for way in ways}, found.depth


def test_a_branch_ends_where_there_is_a_way_around() -> None:
    rules = "Gray: Black White\nPale: Gray White\nPale: Black White White\nFlag: Pale Pole\n"
    made = book(rules, "Flag", copies=2, placed="Black White Pole Gray Pale")
    # Gray is made of what makes what it is for, and black and white make gray.
    assert written(made, "Flag") == ({"Flag: Pale Pole", "Pale: Gray White"}, 2)


def test_a_step_that_may_come_again_below_what_a_way_around_takes_keeps_a_branch() -> None:
    # One part may be carved of a stone, but the other part may need the block that is cut from another stone.
    rules = "Wall: Part Part\nPart: Block\nBlock: Stone\nPart: Stone\n"
    ways, depth = written(book(rules, "Wall", copies=2, placed="Part Block Stone"), "Wall")
    assert depth == 3
    assert "Block: Stone" in ways


def test_what_cannot_be_placed_has_to_be_made() -> None:
    rules = "Cup: Clay\nTea: Cup Leaf\nTea: Bowl Leaf\nBowl: Mud\nMud: Bowl\n"
    assert written(book(rules, "Tea", placed="Clay Leaf"), "Tea") == ({"Cup: Clay", "Tea: Cup Leaf"}, 2)


def test_nothing_comes_again_below_itself() -> None:
    rules = "Block: Bar\nBar: Block\nDoor: Bar\n"
    assert written(book(rules, "Door", copies=2, placed="Bar Block"), "Door") == (
        {"Door: Bar", "Bar: Block"},
        2,
    )


def test_a_search_that_is_too_large_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(branches, "MOST_TESTS", 1)
    with pytest.raises(TooManyBranches):
        written(book("Cup: Clay\nTea: Cup Leaf\n", "Tea"), "Tea")
