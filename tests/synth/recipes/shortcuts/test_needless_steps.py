"""Steps that no puzzle has, since whatever takes what they make can be made without them."""

from __future__ import annotations

from puzzlesynth.pack import Pack
from puzzlesynth.quick_dataclasses import replace
from puzzlesynth.synth.recipes.recipe_graph import RecipeGraph
from puzzlesynth.synth.recipes.shortcuts.needless_steps import NeedlessSteps
from tests.support.recipe_books import book, graph_of

WOOL = """
    Red: Dye Blue
    Red: Dye White
    Blue: Berry White
    Bed: Red Red Plank
"""


def needless(made: Pack, goal: str = "Bed", elsewhere: str = "", behind: str = "") -> set[str]:
    """What the kinds of steps make that no puzzle has."""
    graph = graph_of(made)
    graph = replace(graph, behind=frozenset(map(graph.numbers.__getitem__, behind.split())))
    kinds = NeedlessSteps().kinds(graph, frozenset([graph.numbers[goal]]), _kinds(graph, elsewhere.split()))
    return {item for n, (_, item) in enumerate(graph.kinds) if kinds >> n & 1}


def _kinds(graph: RecipeGraph, items: list[str]) -> int:
    return sum(1 << n for n, kind in enumerate(graph.kinds) if kind[1] in items)


def test_what_is_only_made_on_the_way_is_left_out() -> None:
    assert needless(book(WOOL, "Bed", copies=2)) == {"Blue"}


def test_what_something_else_takes_is_not() -> None:
    assert needless(book(WOOL + "Bed: Blue Red\n", "Bed", copies=2)) == set()


def test_what_is_done_for_an_earlier_area_is_not() -> None:
    assert needless(book(WOOL, "Bed", copies=2), elsewhere="Blue") == set()


def test_what_is_taken_twice_has_to_be_spare_both_times() -> None:
    world = graph_of(book("Red: Dye\nBed: Red Red\nBed: Red Dye\n", "Bed", copies=2))
    some = [way for way in world.ways if len(set(way.takes)) == 1]
    graph = replace(world, ways=tuple(some), world=world)
    # With one red thing that is made and one that is placed there is a way around; with two that are made there is none.
    assert not NeedlessSteps().kinds(graph, frozenset([world.numbers["Bed"]]), 0)


def test_it_takes_room_to_do_without_them() -> None:
    rules = "Mast: Log\nPole: Log\nFlag: Mast\nFlag: Pole\n"
    made = book(rules, "Flag", placed="Log Pole")
    assert needless(made, "Flag") == {"Mast", "Pole"}
    assert needless(made, "Flag", behind="Pole") == {"Pole"}


def test_what_is_made_of_itself_is_not_looked_at() -> None:
    assert (
        needless(book("Pot: Pot Clay\nShelf: Pot\n", "Shelf", copies=2, placed="Pot Clay"), "Shelf") == set()
    )
