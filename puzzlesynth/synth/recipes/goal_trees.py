"""The trees for one goal, each looked at as a whole: a puzzle, no puzzle, or one for playing to decide.

Where too many can be made from the bottom up, trees grow from the goal down. The top of a tree without a shortcut has
none either, with the things placed that it would be made of: these could be made first. (A kind of step that comes again
further down is an exception.) So a tree is refused as soon as its top has a shortcut, and whatever else could grow from
it is never looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import NamedTuple, TypeVar

from puzzlesynth.deadline import check_time
from puzzlesynth.quick_dataclasses import replace

from .recipe_graph import RecipeGraph, Way
from .recipe_tree import RecipeTree, TreeStore, orders
from .shortcuts.narrowing import Wanted, narrowed
from .tree_space import Evenness, TreeBudget, TreeSpace, in_line, weighted

MOST_TESTS = 100
"""Of unfinished trees, for one draw."""

FUTILE_TESTS = 1_000
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


class Root(NamedTuple):
    """What one area may ask for: a goal by its number, an item that meets it, and how deep the tree is."""

    goal: int
    item: int
    depth: int


class Candidate(NamedTuple):
    root: Root
    tree: RecipeTree
    proven: bool


class GoalTrees:
    """The trees for one goal of the only area."""

    def __init__(self, space: TreeSpace, roots: Sequence[Root]) -> None:
        self._space, self._roots = space, roots
        self._listed = {root: self._list(root) for root in roots}
        self._numbers = [self._number(root) for root in roots]

    @property
    def is_listed(self) -> bool:
        return all(found is not None for found in self._listed.values())

    @property
    def is_empty(self) -> bool:
        """Whether there is certainly no tree."""
        return self.is_whole and not any(self._listed.values())

    @property
    def dropped(self) -> int:
        return self._space.dropped

    @property
    def number(self) -> int:
        """How many candidates there are; more than there are where they are not listed."""
        return sum(self._numbers)

    @property
    def is_whole(self) -> bool:
        """Whether all of them are listed, and none was left out without proof."""
        return self.is_listed and not self.dropped

    def candidates(self) -> Iterator[Candidate]:
        for found in self._listed.values():
            yield from found or ()

    def draw(self, random: Random, evenness: Evenness) -> Candidate | None:
        root = weighted(
            random,
            self._roots,
            [evenness.weight(n, r.depth) for n, r in zip(self._numbers, self._roots, strict=True)],
        )
        if root is None:
            return None
        listed = self._listed[root]
        if listed is not None:
            return weighted(random, listed, [orders(one.tree) for one in listed])
        tree = self._space.draw(root.item, root.depth, random, evenness)
        if tree is None or not self._space.is_possible(tree):
            return None
        candidate = self._looked_at(root, tree)
        # To play one is dear, and most that are not proven to have no shortcut have one.
        return candidate if candidate is not None and candidate.proven else None

    def draw_of_all(self, random: Random) -> Candidate | None:
        """One of all that are counted, each with exactly the same chance; None: what was drawn is no candidate."""
        root = weighted(random, self._roots, self._numbers)
        if root is None:
            return None
        listed = self._listed[root]
        if listed is not None:
            return weighted(random, listed, [orders(one.tree) for one in listed])
        tree = self._space.draw_of_all(root.item, root.depth, random)
        return self._looked_at(root, tree) if tree is not None and self._space.is_possible(tree) else None

    def grow(self, random: Random, growth: TreeGrowth | None = None) -> Candidate | None:
        """One that has no shortcut, found from the goal down; None: no luck."""
        if not self._roots:
            return None
        root = random.choice(self._roots)
        tree = (growth or self.growth).draw(root.item, root.depth, random)
        return None if tree is None else Candidate(root, tree, True)

    @cached_property
    def growth(self) -> TreeGrowth:
        """Of a tree that has everything for itself."""
        return self.growth_with(self._has_shortcut)

    def growth_with(self, refuses: Callable[[RecipeTree], bool], taken: int = 0) -> TreeGrowth:
        """`refuses`: whether a tree has a shortcut. `taken`: what is placed for other trees."""
        return TreeGrowth(self._space, refuses, taken)

    def _has_shortcut(self, tree: RecipeTree) -> bool:
        if self._space.has_known_shortcut(tree):
            return True
        found = self._space.test.substitutes(tree)
        return bool(found.spare) or not found.complete

    def _list(self, root: Root) -> list[Candidate] | None:
        space = self._space
        ways = space.ways(root.item, root.depth)
        if not any(space.count_of(way, root.depth) for way in ways):
            return []
        trees = space.listed(ways, root.depth)
        if trees is None:
            return None
        looked_at = [self._looked_at(root, tree) for tree in trees]
        return [candidate for candidate in looked_at if candidate is not None]

    def _number(self, root: Root) -> int:
        space, listed = self._space, self._listed[root]
        if listed is not None:
            return sum(orders(one.tree) for one in listed)
        return sum(space.count_of(way, root.depth) for way in space.ways(root.item, root.depth))

    def _looked_at(self, root: Root, tree: RecipeTree) -> Candidate | None:
        """None: it certainly has a shortcut."""
        if self._space.has_known_shortcut(tree):
            return None
        found = self._space.test.substitutes(tree)
        if found.certain:
            self._space.learn(tree.item, found.shortcut)
            return None
        return Candidate(root, tree, found.complete and not found.spare)


def narrowed_for(graph: RecipeGraph, roots: Sequence[Root]) -> RecipeGraph:
    """The ways that may be part of a puzzle with one of these roots, in the only area."""
    goals = frozenset(root.item for root in roots)
    depths = [root.depth for root in roots]
    if not depths:
        return replace(graph, ways=(), world=graph)
    return narrowed(graph, Wanted(goals, goals, range(min(depths), max(depths) + 1)))


def only_area(
    graph: RecipeGraph, roots: Sequence[Root], budget: TreeBudget, forest: TreeStore, *, strict: bool
) -> GoalTrees:
    goals = frozenset(root.item for root in roots)
    deepest = max((root.depth for root in roots), default=0)
    repeatable = graph.repeatable(graph.occurring(goals, deepest)[1])
    return GoalTrees(TreeSpace(graph, goals, repeatable, budget, strict=strict, forest=forest), roots)


class AreaTrees(GoalTrees):
    """The trees for one goal of one of several areas. What is in the others is not looked at yet."""

    def _looked_at(self, root: Root, tree: RecipeTree) -> Candidate | None:
        return None if self._space.is_needless(tree) else Candidate(root, tree, True)
