"""The trees for one goal, and how they grow from it down."""

from __future__ import annotations

from random import Random

import pytest

from puzzlesynth.pack import Pack
from puzzlesynth.synth.initial_state import fresh_start
from puzzlesynth.synth.recipes import proposal, recipe_synthesis
from puzzlesynth.synth.recipes.goal_trees import (
    FUTILE_DRAWS,
    FUTILE_TESTS,
    GoalTrees,
    Patience,
    Root,
    only_area,
)
from puzzlesynth.synth.recipes.proposal import PASSES, Pass, depths_of
from puzzlesynth.synth.recipes.recipe_tree import RecipeTree, TreeStore
from puzzlesynth.synth.recipes.tree_space import TreeBudget
from puzzlesynth.synth.relevance import PackAnalysis
from tests.support.recipe_books import book, chain, graph_of, random_book

NOTHING_LISTED = Pass(TreeBudget(0, 0, 0), True, 0)

DYES = """
    Red: Rose
    Blue: Berry
    White: Bone
    Pink: Red White
    Purple: Red Blue
    Mauve: Pink Purple
    Mauve: Purple White
    Flag: Mauve Pole
"""


def trees_of(made: Pack, how: Pass = NOTHING_LISTED) -> GoalTrees:
    graph, (area,) = graph_of(made), made.areas.values()
    goals = [
        graph.numbers[item.name] for item in PackAnalysis(made, fresh_start(made)).accepted(area.goals[0])
    ]
    roots = [Root(0, goal, depth) for goal in goals for depth in depths_of(area)]
    return only_area(graph, roots, how.budget, TreeStore(graph), strict=how.strict)


def grown(made: Pack, draws: int = 60) -> list[RecipeTree]:
    trees, random = trees_of(made), Random(1)
    found = [trees.grow(random) for _ in range(draws)]
    return [one.tree for one in found if one is not None]


def test_they_are_as_deep_as_asked_and_made_of_what_can_be_placed() -> None:
    made = book(DYES, "Flag", 3, 4, placed="Rose Berry Bone Red White Blue Pole")
    trees = grown(made)
    assert {tree.depth for tree in trees} == {3, 4}
    graph = graph_of(made)
    for tree in trees:
        assert {item for item, _ in graph.members(tree.leaves)} <= graph.placeable
        assert graph.fits(tree.leaves, graph.supply)


@pytest.mark.parametrize("seed", range(40))
def test_they_are_among_those_that_are_listed(seed: int) -> None:
    made = random_book(seed)
    trees = trees_of(made, PASSES[-1])
    if not trees.is_listed:
        return
    listed = [one.tree for one in trees.candidates() if one.proven]
    known = {_written(tree) for tree in listed}
    assert {_written(tree) for tree in grown(made, 20)} <= known


def _written(tree: RecipeTree) -> str:
    way = tree.way.number if tree.way else "placed"
    return f"{tree.item}/{way}({','.join(sorted(map(_written, tree.parts)))})"


@pytest.mark.parametrize("made", [book(DYES, "Flag", 3, 4), chain(DYES, "Purple Flag", copies=2)])
def test_what_is_too_much_to_list_is_grown(made: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    from puzzlesynth.synth import relevance
    from puzzlesynth.synth.recipes.areas import chain_synthesis

    monkeypatch.setattr(relevance, "MANY_PLAIN_STEPS", -1)
    every = set(_trees(made))
    for module in (recipe_synthesis, chain_synthesis):
        monkeypatch.setattr(module, "PASSES", (NOTHING_LISTED,))
        monkeypatch.setattr(module, "FUTILE_DRAWS", dict.fromkeys(proposal.FUTILE_DRAWS, 0))
    found = _trees(made)
    assert found
    assert set(found) <= every
    assert found == _trees(made)


def _trees(made: Pack) -> list[str]:
    from puzzlesynth.pipeline.generate import synthesizer_for

    making = synthesizer_for(made)
    assert making.book is not None
    return [one.puzzle.tree for one in making.book.puzzles(1) if one.is_proven]


def test_patience_ends_after_draws_or_tests_in_vain() -> None:
    patience = Patience()
    assert sum(patience.lasts(0) for _ in range(FUTILE_DRAWS + 5)) == FUTILE_DRAWS
    patience.renew()
    assert patience.lasts(FUTILE_TESTS)
    assert not patience.lasts(FUTILE_TESTS + 1)
    patience.renew()
    assert patience.lasts(2 * FUTILE_TESTS + 1)
