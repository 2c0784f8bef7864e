"""Trees of recipes: how one thing is made of things that are placed. Equal trees are one object."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import factorial, prod
from typing import TYPE_CHECKING

from .recipe_graph import RecipeGraph, Way

if TYPE_CHECKING:
    from .shortcuts.substitution_test import RecipeShortcut


class RecipeTree:
    """An item that is placed, or made in a way from other trees."""

    __slots__ = (
        "depth",
        "is_doubtful",
        "is_needless",
        "item",
        "items",
        "kinds",
        "leaves",
        "number",
        "orders",
        "parts",
        "steps",
        "way",
    )

    def __init__(
        self, number: int, item: int, way: Way | None, parts: tuple[RecipeTree, ...], unit: int
    ) -> None:
        self.number, self.item, self.way, self.parts = number, item, way, parts
        self.leaves: int = sum(part.leaves for part in parts) if way else unit
        """What is placed for it, as a multiset."""
        self.items: int = sum(part.items for part in parts) + unit
        """All that is in it, placed or made, as a multiset."""
        self.depth: int = 1 + max(part.depth for part in parts) if way else 0
        self.steps: int = 1 + sum(part.steps for part in parts) if way else 0
        self.kinds = 1 << way.kind if way else 0
        for part in parts:
            self.kinds |= part.kinds
        self.orders = 0 if way else 1
        """In how many orders its parts, and theirs, can be handed to the inputs; 0: not computed yet."""
        self.is_needless: bool | None = None
        """Whether a puzzle with it certainly has a shortcut; None: that was not looked at."""
        self.is_doubtful = False
        """Whether a first look has found that it may have one."""

    def walk(self) -> Iterator[RecipeTree]:
        """The tree and its parts, parts first."""
        for part in self.parts:
            yield from part.walk()
        yield self


class TreeStore:
    """Makes trees: equal ones are the same object, and have the same number."""

    def __init__(self, graph: RecipeGraph) -> None:
        self._units = graph.units
        self._known: dict[tuple[int, ...], RecipeTree] = {}
        self.shortcuts: dict[int, list[RecipeShortcut]] = {}
        """For each item ways around some tree for it. Other trees for it have them too, if they have the same things."""

    def leaf(self, item: int) -> RecipeTree:
        return self._tree((-1, item), item, None, ())

    def made(self, way: Way, parts: tuple[RecipeTree, ...]) -> RecipeTree:
        return self._tree((way.number, *[part.number for part in parts]), way.result, way, parts)

    def _tree(
        self, key: tuple[int, ...], item: int, way: Way | None, parts: tuple[RecipeTree, ...]
    ) -> RecipeTree:
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = RecipeTree(len(self._known), item, way, parts, self._units[item])
        return known


# --- orders -----------------------------------------------------------------------------------------------
# A rule may take the same thing several times. Which of these inputs gets which part makes puzzles different, though not
# trees: a tree stands for all orders of its parts, and these are numbered.


def orders(tree: RecipeTree) -> int:
    """In how many orders the parts of a tree, and theirs, can be handed to the inputs."""
    if not tree.orders:
        ways = prod(map(orders, tree.parts))
        if len({part.item for part in tree.parts}) < len(tree.parts):
            ways *= prod(_arrangements(group) for group in _groups(tree).values())
        tree.orders = ways
    return tree.orders


def ordered_parts(tree: RecipeTree, number: int) -> Iterator[tuple[RecipeTree, int]]:
    """The parts of a tree in the order of this number, each with the number of its own order."""
    assert tree.way is not None
    queues = {}
    for item, group in _groups(tree).items():
        number, index = divmod(number, _arrangements(group))
        queues[item] = iter(_arranged(group, index))
    for item in tree.way.takes:
        part = next(queues[item])
        number, index = divmod(number, orders(part))
        yield part, index


def _groups(tree: RecipeTree) -> dict[int, Counter[RecipeTree]]:
    """For each item that is taken the parts that are it, and how often."""
    found: dict[int, Counter[RecipeTree]] = {}
    for part in tree.parts:
        found.setdefault(part.item, Counter())[part] += 1
    return found


def _arrangements(group: Counter[RecipeTree]) -> int:
    return factorial(group.total()) // prod(map(factorial, group.values()))


def _arranged(group: Counter[RecipeTree], index: int) -> Iterator[RecipeTree]:
    """The arrangement of a multiset that has this number among all of them."""
    left = Counter(group)
    while left:
        for part in sorted(left, key=lambda one: one.number):
            rest = left - Counter([part])
            number = _arrangements(rest)
            if index < number:
                yield part
                left = rest
                break
            index -= number
