"""Recipe books over numbered items."""

from __future__ import annotations

from tests.support.recipe_books import book, graph_of

BANNER = """
    Plank: Log
    Stick: Plank
    Wool: String String
    Banner: Wool Wool Stick
"""


def test_multisets_are_compared_item_by_item() -> None:
    graph = graph_of(book(BANNER, "Banner", copies=4))
    log, string = graph.units[graph.numbers["Log"]], graph.units[graph.numbers["String"]]
    assert graph.fits(log + string, log + 2 * string)
    assert not graph.fits(log + 3 * string, 2 * log + 2 * string)
    members = {graph.names[item]: number for item, number in graph.members(log + 3 * string)}
    assert members == {"Log": 1, "String": 3}


def test_what_every_way_needs_is_added_up() -> None:
    graph = graph_of(book(BANNER + "Stick: Bamboo\n", "Banner", copies=4))
    needs = graph.unavoidable[graph.numbers["Banner"]]
    assert needs is not None
    assert {graph.names[item]: number for item, number in needs.items() if number} == {"String": 4}


def test_a_way_that_needs_more_than_there_can_be_is_left_out() -> None:
    assert len(graph_of(book(BANNER, "Banner", copies=4)).makers[0]) == 1
    assert graph_of(book(BANNER, "Banner", copies=3)).makers[0] == []


def test_only_what_a_tree_has_room_for_twice_is_repeatable() -> None:
    graph = graph_of(book(BANNER, "Banner", copies=4))
    banner = [graph.numbers["Banner"]]
    twice = graph.repeatable(graph.occurring(banner, 3)[1]).items
    assert {name for n, name in enumerate(graph.names) if twice >> n & 1} == {"Wool", "String"}
    # A tree of one step has no wool that is made.
    assert not graph.repeatable(graph.occurring(banner, 1)[1]).items
