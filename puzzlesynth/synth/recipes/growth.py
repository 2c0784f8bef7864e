"""Trees that grow from the goal down, for books in which too many can be made from the bottom up.

The top of a tree without a shortcut has none either, with the things placed that it would be made of: these could be made
first. (A kind of step that comes again further down is an exception.) So a tree is refused as soon as its top has a
shortcut, and whatever else could grow from it is never looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import NamedTuple, TypeVar

from puzzlesynth.deadline import check_time

from .recipe_graph import RecipeGraph, Way
from .recipe_tree import RecipeTree, TreeStore
from .tree_space import TreeSpace, in_line

MOST_TESTS = 100
"""Of unfinished trees, for one draw."""

FUTILE_TESTS = 3_000
FUTILE_DRAWS = 300
"""Tests, and draws, without a new tree after which no more trees grow."""

TRIED_LEAVES, TRIED_WAYS = 3, 12
"""Of those that a tree could grow from, before it is given up."""

DOWNWARDS = 0.7
"""How often a tree that is not deep enough grows at its deepest leaves first."""

ON = 0.3
"""How often one that is deep enough grows on elsewhere."""


Thing = TypeVar("Thing")


class Leaf(NamedTuple):
    path: tuple[int, ...]
    """From the root: the numbers of the parts."""
    item: int


class Patience:
    """How long a search goes on that finds nothing new. Counted, not timed, so that it does not depend on the machine."""

    def __init__(self, draws: int = FUTILE_DRAWS, tests: int = FUTILE_TESTS) -> None:
        """How many are made in vain."""
        self._most = draws, tests
        self._draws = self._tests = self._tests_before = 0

    def lasts(self, tests: int) -> bool:
        """Before another draw. `tests`: all that there have been."""
        check_time()
        self._draws, self._tests = self._draws + 1, tests
        draws_in_vain, tests_in_vain = self._most
        return self._draws <= draws_in_vain and tests - self._tests_before <= tests_in_vain

    def renew(self) -> None:
        self._draws, self._tests_before = 0, self._tests


class TreeGrowth:
    def __init__(self, space: TreeSpace, refuses: Callable[[RecipeTree], bool], taken: int = 0) -> None:
        """`refuses`: whether a tree has a shortcut, if its leaves are placed. `taken`: what is placed for other trees, as
        a multiset."""
        self.tests = 0
        """How many unfinished trees were looked at."""
        self._taken = dict(space.graph.members(taken))
        self._graph: RecipeGraph = space.graph
        self._space, self._forest, self._barred = space, space.forest, space.barred
        self._refuses = refuses
        self._tests_left = 0
        self._refused: dict[int, bool] = {}

    def draw(self, item: int, depth: int, random: Random) -> RecipeTree | None:
        """A tree without a shortcut; None: no luck."""
        self._tests_left = MOST_TESTS
        for way in shuffled(self._graph.makers[item], random):
            found = self._with(None, Leaf((), item), way, depth, random)
            if found is not None or self._tests_left <= 0:
                return found
        return None

    def _with(
        self, tree: RecipeTree | None, leaf: Leaf, way: Way, depth: int, random: Random
    ) -> RecipeTree | None:
        """What grows from a tree with a leaf made in this way."""
        heights, below = self._graph.heights, len(leaf.path) + 1
        if any(one in self._barred or below + heights[one] > depth for one in way.takes):
            return None
        if (tree is not None and tree.kinds >> way.kind & 1) or self._tests_left <= 0:
            return None
        parts = in_line(way, sorted(map(self._forest.leaf, way.takes), key=_number))
        made = self._forest.made(way, parts)
        longer = made if tree is None else replaced(self._forest, tree, leaf.path, made)
        return None if self._is_refused(longer) else self._grown(longer, depth, random)

    def _grown(self, tree: RecipeTree, depth: int, random: Random) -> RecipeTree | None:
        """What is deep enough and made of what can be placed."""
        check_time()
        missing = self._not_placed(tree)
        if missing:
            # Each of them has to be made, so it does not matter which one is first.
            return self._from(tree, missing[0], len(self._graph.ways), depth, random)
        is_whole = tree.depth == depth and self._space.is_possible(tree)
        if is_whole and random.random() > ON:
            return tree
        leaves = shuffled(leaves_of(tree), random)
        if tree.depth < depth and random.random() < DOWNWARDS:
            leaves.sort(key=lambda leaf: -len(leaf.path))
        for leaf in leaves[:TRIED_LEAVES]:
            found = self._from(tree, leaf, TRIED_WAYS, depth, random)
            if found is not None:
                return found
        return tree if is_whole else None

    def _from(
        self, tree: RecipeTree, leaf: Leaf, tries: int, depth: int, random: Random
    ) -> RecipeTree | None:
        for way in shuffled(self._graph.makers[leaf.item], random)[:tries]:
            found = self._with(tree, leaf, way, depth, random)
            if found is not None:
                return found
        return None

    def _not_placed(self, tree: RecipeTree) -> list[Leaf]:
        """What has to be made, since it is not placed, or not as often."""
        graph = self._graph
        left = {
            item: graph.available[item] - self._taken.get(item, 0) for item, _ in graph.members(tree.leaves)
        }
        found = []
        for leaf in leaves_of(tree):
            left[leaf.item] -= 1
            if leaf.item not in graph.placeable or left[leaf.item] < 0:
                found.append(leaf)
        return found

    def _is_refused(self, tree: RecipeTree) -> bool:
        if tree.number not in self._refused:
            self.tests += 1
            self._tests_left -= 1
            self._refused[tree.number] = self._refuses(tree)
        return self._refused[tree.number]


def leaves_of(tree: RecipeTree, path: tuple[int, ...] = ()) -> Iterator[Leaf]:
    if tree.way is None:
        yield Leaf(path, tree.item)
    for n, part in enumerate(tree.parts):
        yield from leaves_of(part, (*path, n))


def replaced(forest: TreeStore, tree: RecipeTree, path: tuple[int, ...], new: RecipeTree) -> RecipeTree:
    """The tree with another part in this place."""
    if not path:
        return new
    assert tree.way is not None
    parts = list(tree.parts)
    parts[path[0]] = replaced(forest, parts[path[0]], path[1:], new)
    return forest.made(tree.way, in_line(tree.way, sorted(parts, key=_number)))


def shuffled(things: Iterable[Thing], random: Random) -> list[Thing]:
    found = list(things)
    random.shuffle(found)
    return found


def _number(tree: RecipeTree) -> int:
    return tree.number
