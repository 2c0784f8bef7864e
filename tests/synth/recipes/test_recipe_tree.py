"""Trees of recipes and the orders of their parts."""

from __future__ import annotations

from puzzlesynth.synth.recipes.recipe_tree import RecipeTree, TreeStore, ordered_parts, orders
from tests.support.recipe_books import book, graph_of

RULES = """
    Plank: Oak
    Plank: Elm
    Door: Plank Plank Plank
    House: Door Door
"""
GRAPH = graph_of(book(RULES, "House", copies=6))


def written(tree: RecipeTree, order: int) -> str:
    if tree.way is None:
        return GRAPH.names[tree.item]
    parts = " ".join(written(part, number) for part, number in ordered_parts(tree, order))
    return f"({parts})"


def trees() -> tuple[RecipeTree, RecipeTree]:
    forest = TreeStore(GRAPH)
    oak, elm = (forest.leaf(GRAPH.numbers[name]) for name in ("Oak", "Elm"))
    ways = {GRAPH.names[way.takes[0]]: way for way in GRAPH.ways}
    plank, other = forest.made(ways["Oak"], (oak,)), forest.made(ways["Elm"], (elm,))
    mixed = forest.made(ways["Plank"], (plank, plank, other))
    plain = forest.made(ways["Plank"], (plank, plank, plank))
    assert forest.made(ways["Oak"], (oak,)) is plank
    return forest.made(ways["Door"], (plain, mixed)), forest.made(ways["Door"], (mixed, mixed))


def test_all_orders_of_the_parts_are_different() -> None:
    first, second = trees()
    assert orders(first) == 6
    assert len({written(first, number) for number in range(6)}) == 6
    assert orders(second) == 9
    assert len({written(second, number) for number in range(9)}) == 9


def test_a_tree_adds_up_what_is_in_it() -> None:
    first, _ = trees()
    leaves = {GRAPH.names[item]: number for item, number in GRAPH.members(first.leaves)}
    items = {GRAPH.names[item]: number for item, number in GRAPH.members(first.items)}
    assert leaves == {"Oak": 5, "Elm": 1}
    assert items == {"Oak": 5, "Elm": 1, "Plank": 6, "Door": 2, "House": 1}
    assert (first.depth, first.steps) == (3, 9)
