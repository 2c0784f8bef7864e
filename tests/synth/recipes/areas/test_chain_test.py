"""Ways around the steps of an area that others open."""

from __future__ import annotations

from puzzlesynth.synth.recipes.areas.area_chain import ChosenGoals
from puzzlesynth.synth.recipes.areas.chain_test import ChainTest
from puzzlesynth.synth.recipes.recipe_graph import RecipeGraph
from tests.support.recipe_books import book, graph_of

RULES = """
    Coin: Tin
    Coin: Gold
    Crown: Gold Gem
    Crown: Coin Gem
    Throne: Crown Coin
"""


def looked_at(placed: str, kinds: str, copies: int = 1) -> tuple[set[str], set[str]]:
    """`placed`: what lies in each area, as `Tin, Gold Gem`; `kinds`: what the last one's tree makes of what. What can be
    left out, and what certainly can."""
    graph = graph_of(book(RULES, "Throne", copies=copies))
    goals = tuple(frozenset([graph.numbers[name]]) for name in ("Coin", "Crown", "Throne"))
    test = ChainTest(graph, ChosenGoals((0, 0, 0), goals))
    lying = [sum(graph.units[graph.numbers[name]] for name in here.split()) for here in placed.split(",")]
    steps = {_written(graph, way.number): way.kind for way in graph.ways}
    wanted = {name: steps[name] for name in kinds.split(", ")}
    behind = [sum(lying[stage + 1 :]) for stage in range(len(lying))]
    room = [graph.copies_vector - out_of_reach for out_of_reach in behind]
    found = test.ways_around(lying, sum(1 << kind for kind in wanted.values()), room)
    assert found.complete
    names = {**wanted, "too soon": len(graph.kinds)}
    spare, certain = (
        {name for name, kind in names.items() if bits >> kind & 1} for bits in (found.spare, found.certain)
    )
    return spare, certain


def _written(graph: RecipeGraph, number: int) -> str:
    way = graph.ways[number]
    return f"{graph.names[way.result]} {' '.join(graph.names[item] for item in way.takes)}"


def test_the_goals_before_have_to_be_met_too() -> None:
    # The only gold is needed for a coin, or else the tin is left for one.
    assert looked_at("Gold, Gem", "Crown Coin Gem") == (set(), set())
    assert looked_at("Tin, Gold Gem", "Crown Gold Gem") == ({"Crown Gold Gem"}, {"Crown Gold Gem"})


def test_what_lies_in_later_areas_opens_no_earlier_one() -> None:
    # With the gold where the tin is, the coin can be made of it, and the crown of the coin.
    assert looked_at("Tin", "Coin Tin") == (set(), set())
    assert looked_at("Tin Gold", "Coin Tin") == ({"Coin Tin"}, {"Coin Tin"})


def test_a_later_goal_can_be_met_too_soon() -> None:
    assert looked_at("Tin Gold Gem", "Coin Tin")[1] == {"Coin Tin", "too soon"}
