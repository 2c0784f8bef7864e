"""All trees of an item, listed or counted."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from puzzlesynth.synth.recipes.recipe_graph import Repeatable
from puzzlesynth.synth.recipes.recipe_tree import RecipeTree, orders
from puzzlesynth.synth.recipes.shortcuts.substitution_test import Substitution, SubstitutionTest
from puzzlesynth.synth.recipes.tree_space import Evenness, TreeBudget, TreeSpace, weighted
from tests.support.recipe_books import book, graph_of

PLENTY = TreeBudget(10_000, 10_000, 10_000)

DYES = """
    Red: Rose
    Red: Beet
    Blue: Berry
    Pink: Red White
    Purple: Red Blue
    Mauve: Pink Purple
    Mauve: Purple White
"""


def space_of(budget: TreeBudget, copies: int = 1, *, strict: bool = True) -> TreeSpace:
    graph = graph_of(book(DYES, "Mauve", copies=copies))
    mauve = frozenset([graph.numbers["Mauve"]])
    repeatable = graph.repeatable(graph.occurring(mauve, 4)[1])
    return TreeSpace(graph, mauve, repeatable, budget, strict=strict)


def test_trees_with_a_step_that_is_certainly_spare_are_not_listed() -> None:
    space = space_of(PLENTY)
    mauve = space.graph.numbers["Mauve"]
    # Two roses are too many, and with one of each red the mauve needs only one of them.
    listed = space.cell(mauve, 3).trees
    assert listed is not None
    assert {space.graph.names[part.item] for tree in listed for part in tree.parts} == {"Purple", "White"}


def test_what_is_too_much_to_list_is_counted_and_drawn() -> None:
    listed, counted = space_of(PLENTY, 2), space_of(TreeBudget(3, 3, 10_000), 2)
    mauve = listed.graph.numbers["Mauve"]
    assert listed.cell(mauve, 3).trees is not None
    assert counted.cell(mauve, 3).trees is None
    assert counted.cell(mauve, 3).number >= listed.cell(mauve, 3).number
    random = Random(1)
    for evenness in Evenness:
        drawn = [counted.draw(mauve, 3, random, evenness) for _ in range(20)]
        assert all(tree is not None and tree.depth == 3 for tree in drawn)


def test_even_draws_give_every_tree_the_same_chance() -> None:
    space = space_of(TreeBudget(0, 0, 0), 4)
    mauve = space.graph.numbers["Mauve"]
    space._looks_needless = lambda tree: False  # type: ignore[method-assign]
    random = Random(2)
    drawn = Counter(space.draw(mauve, 3, random, Evenness.EVEN) for _ in range(3000))
    number = space.cell(mauve, 3).number
    assert None not in drawn
    assert number == sum(orders(tree) for tree in drawn if tree is not None)
    assert all(abs(times * number / 3000 - 1) < 0.35 for times in drawn.values())


def test_weights_may_be_larger_than_any_float() -> None:
    assert weighted(Random(1), "ab", [0, 10**400]) == "b"
    assert weighted(Random(1), "ab", [0, 0]) is None


WOODS = """
    Oak: OakLog
    Elm: ElmLog
    Stick: Oak
    Stick: Elm
    Ladder: Stick Oak
    Ladder: Stick Elm
    Ladder: Stick Nail
    Ladder: OakLog ElmLog
"""


def test_a_shortcut_of_one_tree_is_known_in_others(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = graph_of(book(WOODS, "Ladder"))
    ladder = graph.numbers["Ladder"]
    tested: list[RecipeTree] = []
    test = SubstitutionTest.substitutes

    def noted(self: SubstitutionTest, tree: RecipeTree, *others: int) -> Substitution:
        tested.append(tree)
        return test(self, tree, *others)

    monkeypatch.setattr(SubstitutionTest, "substitutes", noted)
    space = TreeSpace(graph, frozenset([ladder]), Repeatable(0, 0), PLENTY, strict=False)
    listed = space.listed(space.ways(ladder, 3), 3)
    assert listed is not None
    assert len(listed) == 4
    needless = [tree for tree in listed if space.is_needless(tree)]
    # With both logs there is no need for a stick; who has found that once need not look for it again.
    assert len(needless) == 2
    assert len([tree for tree in tested if tree in needless]) == 1
    # And what is known is true.
    assert all(test(space.test, tree).certain for tree in needless)


def test_a_second_search_knows_what_the_first_has_found() -> None:
    strict = space_of(PLENTY, 2)
    mauve = strict.graph.numbers["Mauve"]
    strict.cell(mauve, 3)
    again = TreeSpace(
        strict.graph, frozenset([mauve]), strict._repeatable, PLENTY, strict=False, forest=strict.forest
    )
    fresh = space_of(PLENTY, 2, strict=False)
    assert again.cell(mauve, 3).number == fresh.cell(mauve, 3).number
    assert again.dropped == fresh.dropped == 0
