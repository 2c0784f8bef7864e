"""Which steps of a tree can be left out with what is placed for it."""

from __future__ import annotations

from puzzlesynth.synth.recipes.recipe_graph import RecipeGraph
from puzzlesynth.synth.recipes.recipe_tree import Forest, RecipeTree
from puzzlesynth.synth.recipes.substitution_test import SubstitutionTest
from tests.support.recipe_books import book, graph_of


def tree_of(graph: RecipeGraph, text: str) -> RecipeTree:
    """`Stick(Plank(Log))`"""
    forest = Forest(graph)

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


def spare(rules: str, goal: str, text: str, copies: int = 1) -> tuple[set[str], set[str]]:
    """The results of the steps that may be spare, and of those that certainly are."""
    graph = graph_of(book(rules, goal, copies=copies))
    found = SubstitutionTest(graph).substitutes(tree_of(graph, text), graph.copies_vector)
    assert found.complete
    bits = range(len(graph.kinds))
    may, must = ({graph.kinds[n][1] for n in bits if mask >> n & 1} for mask in (found.spare, found.certain))
    return may, must


CAMP = """
    Plank: Oak
    Plank: Elm
    Stick: Plank
    Fire: Stick Oak
    Fire: Stick Elm
"""


def test_a_log_that_can_stand_in_for_another_makes_steps_spare() -> None:
    may, must = spare(CAMP, "Fire", "Fire(Stick(Plank(Elm)) Oak)")
    assert may == must == {"Plank", "Fire"}


def test_what_is_used_up_makes_nothing_else() -> None:
    # The one log that there is for the fire is no log for the stick.
    assert spare(CAMP + "Stick: Cane\n", "Fire", "Fire(Stick(Cane) Oak)") == (set(), set())
    assert spare(CAMP, "Fire", "Fire(Stick(Plank(Oak)) Oak)", copies=2) == (set(), set())


def test_without_room_on_the_way_nothing_is_certain() -> None:
    rules = """
        Bar: Ore
        Ring: Bar
        Cup: Bar Ring
        Cup: Bar Bar
    """
    may, must = spare(rules, "Cup", "Cup(Bar(Ore) Ring(Bar(Ore)))", copies=2)
    assert may == must == {"Cup", "Ring"}
    graph = graph_of(book(rules, "Cup", copies=2))
    tree = tree_of(graph, "Cup(Bar(Ore) Ring(Bar(Ore)))")
    room = graph.vector(dict.fromkeys(range(len(graph.names)), 1))
    found = SubstitutionTest(graph).substitutes(tree, room)
    assert found.spare
    assert not found.certain


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
