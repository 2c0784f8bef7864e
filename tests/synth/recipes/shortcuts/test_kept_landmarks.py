"""Steps that every solution needs, where everything is kept."""

from __future__ import annotations

from puzzlesynth.synth.recipes.shortcuts.kept_landmarks import can_be_made, landmarks
from tests.support.recipe_books import graph_of, kept_book

LAB = """
    Steam: Fire Water
    Mud: Earth Water
    Brick: Mud Fire
    Engine: Steam Brick
    Brick: Clay
"""


def needed(rules: str, goal: str, placed: str, copies: int = 1) -> set[str] | None:
    """What has to be made on every way to the goal."""
    graph = graph_of(kept_book(rules, goal, copies=copies))
    there = dict.fromkeys((graph.numbers[name] for name in placed.split()), 1)
    found = landmarks(graph, [graph.numbers[goal]], there, graph.copies)
    if found is None:
        return None
    return {name for n, (_, name) in enumerate(graph.kinds) if found >> n & 1}


def test_what_all_ways_have_in_common_is_needed() -> None:
    assert needed(LAB, "Engine", "Fire Water Earth") == {"Steam", "Mud", "Brick", "Engine"}
    assert needed(LAB, "Engine", "Fire Water Earth Clay") == {"Steam", "Engine"}
    assert needed(LAB, "Engine", "Fire Water") is None


def test_of_what_can_be_made_there_are_two() -> None:
    rules = "Coin: Ore\nPair: Coin Coin"
    assert needed(rules, "Pair", "Ore", copies=2) == {"Coin", "Pair"}
    assert needed(rules, "Pair", "Ore") is None
    both = kept_book(rules, "Pair", copies=2, placed="Ore Coin")
    graph = graph_of(both)
    coin, ore, pair = (graph.numbers[name] for name in ("Coin", "Ore", "Pair"))
    # One coin that is placed does not make two.
    assert landmarks(graph, [pair], {coin: 1}, graph.copies) is None
    found = landmarks(graph, [pair], {coin: 1, ore: 1}, graph.copies)
    assert found is not None
    assert found.bit_count() == 2


def test_what_lies_out_of_reach_takes_up_room() -> None:
    rules = "Coin: Ore\nPair: Coin Coin"
    graph = graph_of(kept_book(rules, "Pair", copies=2))
    coin, ore, pair = (graph.numbers[name] for name in ("Coin", "Ore", "Pair"))
    room = [1 if item == coin else number for item, number in enumerate(graph.copies)]
    assert can_be_made(graph, [pair], {ore: 1}, graph.copies)
    assert not can_be_made(graph, [pair], {ore: 1}, room)
    assert can_be_made(graph, [pair], {ore: 1, coin: 2}, room)


def test_a_way_without_a_wanted_step_ends_the_search() -> None:
    graph = graph_of(kept_book("Coin: Ore\nCoin: Tin\nRing: Coin", "Ring"))
    ore, tin, ring = (graph.numbers[name] for name in ("Ore", "Tin", "Ring"))
    both, room = {ore: 1, tin: 1}, graph.copies
    every = landmarks(graph, [ring], both, room)
    for kind in range(len(graph.kinds)):
        found = landmarks(graph, [ring], both, room, 1 << kind)
        assert found is not None
        assert every is not None
        assert bool(found >> kind & 1) is bool(every >> kind & 1)


def test_things_made_of_each_other_come_to_an_end() -> None:
    assert needed("Red: Blue\nBlue: Red\nFlag: Red Pole\nBlue: Berry", "Flag", "Berry Pole") == {
        "Blue",
        "Red",
        "Flag",
    }
