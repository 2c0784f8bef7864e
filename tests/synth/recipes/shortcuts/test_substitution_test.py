"""Which steps of a tree can be left out with what is placed for it."""

from __future__ import annotations

from puzzlesynth.synth.recipes.recipe_graph import RecipeGraph
from puzzlesynth.synth.recipes.recipe_tree import RecipeTree, TreeStore
from puzzlesynth.synth.recipes.shortcuts.substitution_test import SubstitutionTest
from tests.support.recipe_books import book, graph_of


def tree_of(graph: RecipeGraph, text: str) -> RecipeTree:
    """`Stick(Plank(Log))`"""
    forest = TreeStore(graph)

    def read(words: list[str]) -> RecipeTree:
        item = graph.numbers[words.pop(0)]
        parts = []
        if words and words[0] == "(":
            words.pop(0)
            while words[0] != ")":
                parts.append(read(words))
            words.pop(0)
        if not parts:
            return forest.leaf(item)
        taken = tuple(part.item for part in parts)
        return forest.made(next(way for way in graph.makers[item] if way.takes == taken), tuple(parts))

    return read(text.replace("(", " ( ").replace(")", " ) ").split())


def spare(rules: str, goal: str, text: str, copies: int = 1) -> set[str]:
    """The results of the steps that are spare."""
    graph = graph_of(book(rules, goal, copies=copies))
    found = SubstitutionTest(graph).substitutes(tree_of(graph, text), 0)
    assert found.complete
    return {graph.kinds[n][1] for n in range(len(graph.kinds)) if found.spare >> n & 1}


CAMP = """
    Plank: Oak
    Plank: Elm
    Stick: Plank
    Fire: Stick Oak
    Fire: Stick Elm
"""


def test_a_log_that_can_stand_in_for_another_makes_steps_spare() -> None:
    assert spare(CAMP, "Fire", "Fire(Stick(Plank(Elm)) Oak)") == {"Plank", "Fire"}


def test_what_is_used_up_makes_nothing_else() -> None:
    # The one log that there is for the fire is no log for the stick.
    assert spare(CAMP + "Stick: Cane\n", "Fire", "Fire(Stick(Cane) Oak)") == set()
    assert spare(CAMP, "Fire", "Fire(Stick(Plank(Oak)) Oak)", copies=2) == set()


def test_the_first_way_around_a_step_is_told() -> None:
    graph = graph_of(book(CAMP, "Fire"))
    tree = tree_of(graph, "Fire(Stick(Plank(Elm)) Oak)")
    found = SubstitutionTest(graph).substitutes(tree)
    assert found.shortcut is not None
    assert graph.fits(found.shortcut.takes, tree.leaves)
    assert tree.kinds & ~found.shortcut.steps


def test_circles_come_to_an_end() -> None:
    rules = """
        Red: Blue
        Blue: Red
        Flag: Red Pole
    """
    graph = graph_of(book(rules, "Flag", placed="Blue Pole"))
    test = SubstitutionTest(graph)
    placed = graph.units[graph.numbers["Blue"]] + graph.units[graph.numbers["Pole"]]
    assert test.can_make(graph.numbers["Flag"], placed)
    assert not test.can_make(graph.numbers["Flag"], graph.units[graph.numbers["Blue"]])
