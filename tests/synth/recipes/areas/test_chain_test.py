"""Ways around the steps of an area that others open."""

from __future__ import annotations

from itertools import accumulate

from puzzlesynth.synth.recipes.areas.area_chain import ChosenGoals
from puzzlesynth.synth.recipes.areas.chain_test import ChainTest, Site
from puzzlesynth.synth.recipes.recipe_graph import RecipeGraph
from tests.support.recipe_books import book, graph_of

RULES = """
    Coin: Tin
    Coin: Gold
    Crown: Gold Gem
    Crown: Coin Gem
    Throne: Crown Coin
"""


def looked_at(placed: str, kinds: str, copies: int = 1) -> tuple[set[str], bool]:
    """`placed`: what lies in each area, as `Tin, Gold Gem`; `kinds`: what the last one's tree makes of what. Which of
    these can be left out, and whether a later goal can be met too soon."""
    graph = graph_of(book(RULES, "Throne", copies=copies))
    goals = tuple(frozenset([graph.numbers[name]]) for name in ("Coin", "Crown", "Throne"))
    test = ChainTest(graph, ChosenGoals((0, 0, 0), goals))
    lying = [sum(graph.units[graph.numbers[name]] for name in here.split()) for here in placed.split(",")]
    behind = [sum(lying[stage + 1 :]) for stage in range(len(lying))]
    sites = [
        Site(there, graph.world_vector - out_of_reach)
        for there, out_of_reach in zip(accumulate(lying), behind, strict=True)
    ]
    steps = {_written(graph, way.number): way.kind for way in graph.ways}
    spare = set()
    for name in kinds.split(", "):
        found = test.looked_at(sites, len(lying) - 1, 1 << steps[name])
        assert found.is_complete
        if found.is_refused:
            spare.add(name)
    too_soon = test.looked_at(sites, len(lying) - 1, 0)
    return spare, too_soon.is_refused


def _written(graph: RecipeGraph, number: int) -> str:
    way = graph.ways[number]
    return f"{graph.names[way.result]} {' '.join(graph.names[item] for item in way.takes)}"


def test_the_goals_before_have_to_be_met_too() -> None:
    # The only gold is needed for a coin, or else the tin is left for one.
    assert looked_at("Gold, Gem", "Crown Coin Gem") == (set(), False)
    assert looked_at("Tin, Gold Gem", "Crown Gold Gem") == ({"Crown Gold Gem"}, False)


def test_what_lies_in_later_areas_opens_no_earlier_one() -> None:
    # With the gold where the tin is, the coin can be made of it, and the crown of the coin.
    assert looked_at("Tin", "Coin Tin") == (set(), False)
    assert looked_at("Tin Gold", "Coin Tin") == ({"Coin Tin"}, False)


def test_a_later_goal_can_be_met_too_soon() -> None:
    assert looked_at("Tin Gold Gem", "Coin Tin") == ({"Coin Tin"}, True)


def test_steps_that_trees_before_may_have_are_owed() -> None:
    graph = graph_of(book(RULES, "Throne"))
    goals = tuple(frozenset([graph.numbers[name]]) for name in ("Coin", "Crown", "Throne"))
    test = ChainTest(graph, ChosenGoals((0, 0, 0), goals))
    steps = {_written(graph, way.number): 1 << way.kind for way in graph.ways}
    lying = sum(graph.units[graph.numbers[name]] for name in ("Tin", "Gold", "Gem"))
    # Only the second area is looked at: how the first one was solved is not asked.
    site = Site(lying, graph.world_vector)
    kinds = steps["Crown Coin Gem"] | steps["Coin Tin"]
    assert test.looked_at([site], 1, kinds).is_refused
    found = test.looked_at([site], 1, kinds, elsewhere=kinds)
    assert not found.is_refused
    assert found.owed == kinds
