"""What a recipe book with one area would have if it asked for something else: for other depths, or with more placed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import NamedTuple

from puzzlesynth.pack.model import Area
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import replace
from puzzlesynth.synth.recipes.goal_trees import (
    Candidate,
    GoalTrees,
    Patience,
    Root,
    narrowed_for,
    only_area,
)
from puzzlesynth.synth.recipes.proposal import PASSES, Pass
from puzzlesynth.synth.recipes.recipe_graph import RecipeGraph, affordable, recipe_graph
from puzzlesynth.synth.recipes.recipe_synthesis import RecipeSynthesis
from puzzlesynth.synth.recipes.recipe_tree import TreeStore
from puzzlesynth.synth.recipes.shortcuts.needless_steps import NeedlessSteps
from puzzlesynth.synth.recipes.tree_space import TreeBudget, TreeSpace
from puzzlesynth.synth.relevance import PackAnalysis

TRIES = (PASSES[0], Pass(TreeBudget(6_000, 3_000, 20_000), False, 0))
"""The first one finds a puzzle quickly where there are many; the second one proves that there is none."""

HARD = (*TRIES, PASSES[-1])
"""For what all other questions rest on."""

DEEPER = 6
"""How much deeper trees are looked for to see whether there are any."""


class BookAnswer(NamedTuple):
    """Whether there is a puzzle."""

    candidate: Candidate | None = None
    is_none: bool = False
    """That there is none is proven."""


UNDECIDED, NONE = BookAnswer(), BookAnswer(is_none=True)


class BookQuestions:
    def __init__(self, possible: PackAnalysis, graph: RecipeGraph, area: Area) -> None:
        """`possible`: the pack with everything placeable that the questions are about."""
        self._possible, self._graph, self._area = possible, graph, area
        self._shortcuts = TreeStore(graph).shortcuts
        self._known: dict[tuple[frozenset[str], range, int], BookAnswer] = {}
        self._needless: dict[int, int] = {}
        self._narrow: dict[tuple[int, frozenset[int], tuple[int, ...]], RecipeGraph] = {}

    @cached_property
    def relevant(self) -> frozenset[str]:
        """What can play a part in a puzzle, and may be placed."""
        return frozenset(self._graph.names[item] for item in self._graph.placeable)

    def puzzle(self, placed: Collection[str], depths: range, tries: Sequence[Pass] = TRIES) -> BookAnswer:
        """Without a shortcut, as deep as this, made of these things."""
        key = (frozenset(placed) & self.relevant, depths, len(tries))
        if key not in self._known:
            self._known[key] = self._decided(self._with(key[0]), depths, tries)
        return self._known[key]

    def tree(self, placed: Collection[str], depths: range) -> Candidate | None:
        """Whatever its shortcuts; None: none was found."""
        random = Random(0)
        for trees in self._trees(self._with(placed), depths, Pass(TreeBudget(0, 0, 0), True, 0)):
            growth = trees.growth_with(lambda tree: False)
            patience = Patience()
            while patience.lasts(growth.tests):
                candidate = trees.grow(random, growth)
                if candidate is not None and self.puzzle_of(candidate) is not None:
                    return candidate
        return None

    def deepest(self, placed: Collection[str], deepest: int) -> int | None:
        """No tree that may be part of a puzzle is deeper, where these things are placed; None: that is not known."""
        graph = self._with(placed)
        accepted = [item for goal in self._area.goals for item in self._possible.accepted(goal)]
        goals = frozenset(graph.numbers[item.name] for item in accepted)
        # Nothing more can occur in deeper trees than in those that go through everything twice.
        repeatable = graph.repeatable(graph.occurring(goals, 2 * len(graph.names))[1])
        space = TreeSpace(graph, goals, repeatable, TRIES[-1].budget, strict=False)
        depths = range(deepest, deepest + DEEPER)
        return next((depth for depth in depths if space.nothing_is_as_deep(depth)), None)

    def puzzle_of(self, candidate: Candidate) -> Puzzle | None:
        """None: there is no order of its steps with room for everything, or none was found."""
        return RecipeSynthesis(self._possible, self._graph, self._area).puzzle_of(candidate)

    # --- searches -------------------------------------------------------------------------------------

    def _with(self, placed: Collection[str]) -> RecipeGraph:
        numbers = self._graph.numbers
        items = frozenset(numbers[name] for name in placed if name in numbers) & self._graph.placeable
        return affordable(replace(self._graph, placeable=items))

    def _trees(
        self, graph: RecipeGraph, depths: range, how: Pass, *, narrowed: bool = False
    ) -> Iterator[GoalTrees]:
        """`narrowed`: whether trees that are certainly no puzzles are left out."""
        for number, goal in enumerate(self._area.goals):
            items = [graph.numbers[item.name] for item in self._possible.accepted(goal)]
            forest = TreeStore(graph)
            # A way around some step is one whatever else may be placed.
            forest.shortcuts = self._shortcuts
            roots = [Root(number, item, depth) for item in items for depth in depths]
            ways = self._narrowed(graph, number, roots) if narrowed else graph
            yield only_area(ways, roots, how.budget, forest, strict=how.strict)

    def _narrowed(self, graph: RecipeGraph, goal: int, roots: Sequence[Root]) -> RecipeGraph:
        """What may be part of a puzzle; asked for again by the next try."""
        key = (goal, graph.placeable, tuple(root.depth for root in roots))
        if key not in self._narrow:
            needless = self._needless_for(goal, frozenset(root.item for root in roots))
            left = tuple(way for way in graph.ways if not needless >> way.kind & 1)
            self._narrow[key] = narrowed_for(affordable(replace(graph, ways=left, world=graph)), roots)
        return self._narrow[key]

    def _needless_for(self, goal: int, items: frozenset[int]) -> int:
        """Kinds of steps that no puzzle for a goal has, as bits: whatever is placed, they are none."""
        if goal not in self._needless:
            self._needless[goal] = NeedlessSteps().kinds(self._graph, items, 0)
        return self._needless[goal]

    def _decided(self, graph: RecipeGraph, depths: range, tries: Sequence[Pass]) -> BookAnswer:
        for how in tries:
            all_trees = list(self._trees(graph, depths, how, narrowed=True))
            listed = [trees for trees in all_trees if trees.is_listed]
            candidates = [one for trees in listed for one in trees.candidates()]
            found = next((one for one in candidates if one.proven and self.puzzle_of(one) is not None), None)
            if found is not None:
                return BookAnswer(found)
            if not candidates and listed == all_trees and not any(trees.dropped for trees in all_trees):
                return NONE
            grown = self._grown([trees for trees in all_trees if not trees.is_listed]) if how.strict else None
            if grown is not None:
                return BookAnswer(grown)
        return UNDECIDED

    def _grown(self, all_trees: Sequence[GoalTrees]) -> Candidate | None:
        random, patience = Random(0), Patience(60, 500)
        while all_trees and patience.lasts(sum(trees.growth.tests for trees in all_trees)):
            candidate = random.choice(all_trees).grow(random)
            if candidate is not None and self.puzzle_of(candidate) is not None:
                return candidate
        return None


def book_questions(possible: PackAnalysis) -> BookQuestions | None:
    """None: the pack is no recipe book of which anything can be asked here."""
    areas = possible.start.areas
    if len(areas) != 1 or areas[0].name not in possible.start.open or not possible.uses_up_all:
        return None
    graph = recipe_graph(possible, possible.start.open)
    return None if graph is None else BookQuestions(possible, graph, areas[0])
