"""All trees that may be part of a puzzle, by what they make and how deep they are: listed where there are few, counted
where there are many.

A tree is left out together with everything that it would be part of as soon as it is certain that a puzzle with it has a
shortcut. So lists stay short in books where nearly everything can be made in many ways, and a search that could list
everything has proven that there is no other puzzle. Where there are too many, trees are drawn at random, each choice with
the chance that the number of trees behind it gives it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from itertools import accumulate
from math import prod
from random import Random
from typing import NamedTuple, TypeVar

from puzzlesynth.deadline import check_time

from .recipe_graph import RecipeGraph, Repeatable, Way
from .recipe_tree import RecipeTree, TreeStore, orders
from .shortcuts.substitution_test import RecipeShortcut, SubstitutionTest

Choice = TypeVar("Choice")

REDRAWS = 40
"""Draws of parts of a tree before the tree itself is given up."""


class Evenness(Enum):
    """How trees are drawn."""

    EVEN = "each has the same chance"
    FLAT = "each way has nearly the same chance, however many trees are behind it"
    SLIM = "the same, and most parts are placed"

    def weight(self, count: int, depth: int = 0) -> int:
        """Of a choice with this many trees behind it, for a part this many steps deep."""
        if self is Evenness.EVEN:
            return count
        return count.bit_length() << (0 if self is Evenness.FLAT else max(0, 20 - 2 * depth))


class Cell(NamedTuple):
    """The trees of one item that are this many steps deep."""

    number: int
    """How many there are; more than there are where they are not listed."""
    trees: tuple[RecipeTree, ...] | None
    """None: there are too many."""


class TreeBudget(NamedTuple):
    """How many trees are looked at before the rest is only counted."""

    trees: int
    of_one_item: int
    combinations: int
    """Of parts that are put together."""


class TreeSpace:
    def __init__(
        self,
        graph: RecipeGraph,
        barred: frozenset[int],
        repeatable: Repeatable,
        budget: TreeBudget,
        *,
        strict: bool,
        forest: TreeStore | None = None,
        is_in_vain: Callable[[RecipeTree], bool] = lambda _: False,
    ) -> None:
        """`barred`: what no part of a tree may be, since it would meet a goal too soon. `repeatable`: what a puzzle
        may have twice. `strict`: a tree with a step that may be spare is left out even where that is not
        certain. `forest`: trees that an earlier search of the same space has looked at. `is_in_vain`: whether a tree
        is certainly part of no puzzle for another reason."""
        self.graph, self.barred, self._strict = graph, barred, strict
        self._trees_left, self._most_of_one, self._combinations_left = budget
        self.forest = TreeStore(graph) if forest is None else forest
        self.test = SubstitutionTest(graph)
        self.dropped = 0
        """Trees that were left out without proof."""
        self._left_out: set[int] = set()
        self._cells: dict[tuple[int, int], Cell] = {}
        self._up_to: dict[tuple[int, int], int] = {}
        self._weights: dict[tuple[int, int, Evenness], tuple[list[Way], list[int]]] = {}
        self._redraws = 0
        self._of_all = False
        """Whether what does not fit is not drawn again, since that would favour what does."""
        self._repeatable, self._is_in_vain = repeatable, is_in_vain

    # --- cells ----------------------------------------------------------------------------------------

    def cell(self, item: int, depth: int) -> Cell:
        known = self._cells.get((item, depth))
        if known is None:
            known = self._cells[item, depth] = self._new_cell(item, depth)
        return known

    def _new_cell(self, item: int, depth: int) -> Cell:
        if depth == 0:
            found = (self.forest.leaf(item),) if item in self.graph.placeable else ()
            return Cell(len(found), found)
        ways = self.ways(item, depth)
        number = sum(self.count_of(way, depth) for way in ways)
        if not number:
            return Cell(0, ())
        listed = self.listed(ways, depth)
        if listed is None:
            return Cell(number, None)
        trees = tuple(tree for tree in listed if not self.is_needless(tree))
        return Cell(sum(map(orders, trees)), trees)

    def nothing_is_as_deep(self, depth: int) -> bool:
        """Whether certainly no tree of this depth may be part of a puzzle, and so none that is deeper."""
        numbers = [self.cell(item, depth).number for item in range(len(self.graph.names))]
        return not any(numbers) and not self.dropped

    def ways(self, item: int, depth: int) -> list[Way]:
        """The ways in which an item can be made by a tree of this depth."""
        heights, barred = self.graph.heights, self.barred
        return [
            way
            for way in self.graph.makers[item]
            if all(heights[one] < depth and one not in barred for one in way.takes)
        ]

    def count_of(self, way: Way, depth: int) -> int:
        """How many trees of this depth end in a way."""
        return prod(self.up_to(item, depth - 1) for item in way.takes) - prod(
            self.up_to(item, depth - 2) for item in way.takes
        )

    def up_to(self, item: int, depth: int) -> int:
        if depth < 0:
            return 0
        known = self._up_to.get((item, depth))
        if known is None:
            known = self.up_to(item, depth - 1) + self.cell(item, depth).number
            self._up_to[item, depth] = known
        return known

    def listed(self, ways: Sequence[Way], depth: int) -> list[RecipeTree] | None:
        """The trees that end in these ways, of this depth, as far as there is enough of everything; None: too many."""
        cells = [self.cell(item, n) for way in ways for item in set(way.takes) for n in range(depth)]
        if any(cell.trees is None for cell in cells):
            return None
        most = min(self._trees_left, self._most_of_one)
        found: list[RecipeTree] = []
        for way in ways:
            check_time()
            for tree in self._list(way, depth):
                found.append(tree)
                if len(found) > most:
                    return None
            if self._combinations_left < 0:
                return None
        self._trees_left -= len(found)
        return found

    def _list(self, way: Way, depth: int) -> Iterator[RecipeTree]:
        """Parts are put together one by one, so that what there is too little of is noticed early."""
        fits, copies = self.graph.fits, self.graph.supply
        items = sorted(way.takes)
        partial: list[tuple[int, int, tuple[RecipeTree, ...]]] = [(0, 0, ())]
        for n, item in enumerate(items):
            trees = [tree for deep in range(depth) for tree in self.cell(item, deep).trees or ()]
            same = n > 0 and items[n - 1] == item
            following = []
            for leaves, last, parts in partial:
                # Inputs that take the same thing are interchangeable: their parts are put in line.
                begin = last if same else 0
                for position, tree in enumerate(trees[begin:], begin):
                    if fits(leaves + tree.leaves, copies):
                        following.append((leaves + tree.leaves, position, (*parts, tree)))
            partial = following
            self._combinations_left -= len(following)
            if self._combinations_left < 0:
                return
        for _, _, chosen in partial:
            parts = in_line(way, chosen)
            if max(part.depth for part in parts) == depth - 1:
                tree = self.forest.made(way, parts)
                if self.is_possible(tree):
                    yield tree

    def is_possible(self, tree: RecipeTree) -> bool:
        """Whether there can be as much of everything as it takes."""
        graph = self.graph
        return graph.fits(tree.leaves, graph.supply) and graph.fits(tree.items, graph.most_vector)

    def is_needless(self, tree: RecipeTree) -> bool:
        """Whether some of its steps can be left out wherever it is a part."""
        if tree.is_needless is None and not (self._strict and tree.is_doubtful):
            tree.is_needless = tree.way is not None and self._looks_needless(tree)
            tree.is_doubtful = tree.is_needless is None
        if tree.is_needless is None and tree.number not in self._left_out:
            self._left_out.add(tree.number)
            self.dropped += 1
        return tree.is_needless is not False

    def _looks_needless(self, tree: RecipeTree) -> bool | None:
        """None: perhaps, and that is enough for a first look."""
        # Where the same step is in a puzzle twice, the other one may still need it.
        needless = ~self._repeatable.kinds
        if self.has_known_shortcut(tree) or self._is_in_vain(tree):
            return True
        found = self.test.substitutes(tree, -1 if self._strict else needless)
        if found.certain & needless:
            self.learn(tree.item, found.shortcut)
            return True
        return None if found.spare and self._strict else False

    def learn(self, item: int, shortcut: RecipeShortcut | None) -> None:
        """From a tree for an item: other trees for it have the same shortcut, if they have the same things."""
        if shortcut is not None:
            self.forest.shortcuts.setdefault(item, []).append(shortcut)

    def has_known_shortcut(self, tree: RecipeTree) -> bool:
        """Whether it certainly has one that was found in another tree."""
        known, fits = self.forest.shortcuts.get(tree.item, []), self.graph.fits
        kinds = tree.kinds & ~self._repeatable.kinds
        for n, shortcut in enumerate(known):
            if kinds & ~shortcut.steps and fits(shortcut.takes, tree.leaves):
                # Trees that come one after another are alike.
                known.insert(0, known.pop(n))
                return True
        return False

    # --- drawing --------------------------------------------------------------------------------------

    def draw(self, item: int, depth: int, random: Random, evenness: Evenness) -> RecipeTree | None:
        """A tree of this depth, not looked at as a whole; None: no luck."""
        self._redraws = REDRAWS
        return self._draw_once(item, depth, random, evenness)

    def draw_of_all(self, item: int, depth: int, random: Random) -> RecipeTree | None:
        """One of all that are counted, each with exactly the same chance; None: the one drawn is no tree."""
        self._of_all = True
        tree = self._draw_once(item, depth, random, Evenness.EVEN)
        self._of_all = False
        return tree

    def _draw(self, item: int, depth: int, random: Random, evenness: Evenness) -> RecipeTree | None:
        """A tree that may be a part of others."""
        cell = self.cell(item, depth)
        if cell.trees is not None:
            return weighted(random, cell.trees, [tree.orders for tree in cell.trees])
        while self._redraws > 0 or self._of_all:
            self._redraws -= 1
            tree = self._draw_once(item, depth, random, evenness)
            if tree is not None and self.is_possible(tree) and not self.is_needless(tree):
                return tree
            if self._of_all:
                break
        return None

    def _draw_once(self, item: int, depth: int, random: Random, evenness: Evenness) -> RecipeTree | None:
        known = self._weights.get((item, depth, evenness))
        if known is None:
            ways = self.ways(item, depth)
            weights = [evenness.weight(self.count_of(way, depth)) for way in ways]
            known = self._weights[item, depth, evenness] = (ways, weights)
        way = weighted(random, *known)
        if way is None:
            return None
        # Some part is as deep as can be; those before the first such part are less deep.
        lower = [self.up_to(one, depth - 2) for one in way.takes]
        upper = [self.up_to(one, depth - 1) for one in way.takes]
        chances = [
            prod(lower[:n]) * (upper[n] - lower[n]) * prod(upper[n + 1 :]) for n in range(len(way.takes))
        ]
        first = weighted(random, range(len(way.takes)), list(map(evenness.weight, chances)))
        assert first is not None
        parts = []
        for n, one in enumerate(way.takes):
            depths = range(depth - 1) if n < first else range(depth) if n > first else (depth - 1,)
            chances = [evenness.weight(self.cell(one, deep).number, deep) for deep in depths]
            part_depth = weighted(random, depths, chances)
            part = None if part_depth is None else self._draw(one, part_depth, random, evenness)
            if part is None:
                return None
            parts.append(part)
        return self.forest.made(way, in_line(way, sorted(parts, key=_number)))


def in_line(way: Way, parts: Iterable[RecipeTree]) -> tuple[RecipeTree, ...]:
    """The parts in the order of the rule's inputs."""
    waiting: dict[int, list[RecipeTree]] = {}
    for part in parts:
        waiting.setdefault(part.item, []).append(part)
    queues = {item: iter(trees) for item, trees in waiting.items()}
    return tuple(next(queues[item]) for item in way.takes)


def _number(tree: RecipeTree) -> int:
    return tree.number


def weighted(random: Random, things: Sequence[Choice], weights: Sequence[int]) -> Choice | None:
    """One of them; weights may be too large for floating point."""
    total = sum(weights)
    if not total:
        return None
    point = random.randrange(total)
    for thing, reached in zip(things, accumulate(weights), strict=True):
        if point < reached:
            return thing
    raise AssertionError("the weights add up")
