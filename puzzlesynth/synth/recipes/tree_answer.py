"""From trees of recipes to what an answer set would say about their puzzle.

Where a puzzle has more objects of an item than can exist at once, its steps need an order in which there is always room.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from puzzlesynth.synth.answers.answer_set import Answer, Node, ObjectKey

from .recipe_graph import RecipeGraph
from .recipe_tree import RecipeTree, ordered_parts

MANY_ORDERS = 5000
"""Beginnings of an order that are looked at before a puzzle is given up for which there is hardly room."""


class Rooted(NamedTuple):
    """A tree and the goal that it is for."""

    area: str
    goal: int
    tree: RecipeTree
    order: int
    """The number of the order of its parts."""


class StepOfTree(NamedTuple):
    """One step of a puzzle, with the objects that it takes as (position in the list of all steps, or None: placed)."""

    tree: RecipeTree
    area: str
    sources: tuple[int | None, ...]


class OrderUndecided(Exception):
    """Whether there is an order with room for everything was not found out."""


def answer_of(
    graph: RecipeGraph,
    rooted: Sequence[Rooted],
    place: Callable[[str, int], str],
    opened_by: Mapping[str, str],
) -> Answer | None:
    """The answer set of a puzzle with these trees, in the order in which their areas are solved; None: there is never
    room for all that its steps make.

    `place`: where an item is put for an area's tree. A tree takes what an earlier one makes if that is one of its leaves.
    """
    steps: list[StepOfTree] = []
    solving: dict[str, int] = {}
    made: dict[int, int] = {}
    for area, _, tree, number in rooted:
        solving[area] = _add_steps(steps, tree, number, area, made)
        made[tree.item] = solving[area]
    order = _order_with_room(graph, steps, [solving[one.area] for one in rooted])
    if order is None:
        return None
    answer = Answer(opened_by=dict(opened_by))
    names = _Names(graph, answer)
    for step in steps:
        names.place(step, place)
    for position in order:
        names.make(position, steps[position])
    answer.chosen = {one.area: one.goal for one in rooted}
    answer.solved_by = {area: names.made[position] for area, position in solving.items()}
    return answer


def _add_steps(
    steps: list[StepOfTree], tree: RecipeTree, order: int, area: str, made: Mapping[int, int]
) -> int:
    """Adds the steps of a tree, those of its parts first; the position of its last one. `made`: the positions of the last
    steps of earlier trees, by what they make."""
    sources = tuple(
        _add_steps(steps, part, number, area, made) if part.way is not None else made.get(part.item)
        for part, number in ordered_parts(tree, order)
    )
    steps.append(StepOfTree(tree, area, sources))
    return len(steps) - 1


# --- room -------------------------------------------------------------------------------------------------


def _order_with_room(
    graph: RecipeGraph, steps: Sequence[StepOfTree], solving: Sequence[int]
) -> list[int] | None:
    """The steps in an order in which there are never too many of an item; None: there is none.

    `solving`: the last steps of the trees. The trees come one after another. Steps of a later area might make room for
    those of an earlier one if they are done first; whether that helps is not looked at.
    """
    there = Counter(item for step in steps for item in _placed_for(step))
    total = there + Counter(step.tree.item for step in steps)
    if all(number <= graph.copies[item] for item, number in total.items()):
        return list(range(len(steps)))
    dead: set[int] = set()

    def continued(done: int, order: list[int]) -> bool:
        if len(order) == len(steps):
            return True
        if done in dead:
            return False
        if len(dead) > MANY_ORDERS:
            raise OrderUndecided
        for n, step in enumerate(steps):
            if done >> n & 1 or any(s is not None and not done >> s & 1 for s in step.sources):
                continue
            if any(last < n and not done >> last & 1 for last in solving):
                continue
            takes = step.tree.way.takes if step.tree.way else ()
            there.subtract(takes)
            there[step.tree.item] += 1
            if there[step.tree.item] <= graph.copies[step.tree.item]:
                order.append(n)
                if continued(done | 1 << n, order):
                    return True
                order.pop()
            there[step.tree.item] -= 1
            there.update(takes)
        dead.add(done)
        return False

    order: list[int] = []
    if continued(0, order):
        return order
    if len(solving) > 1:
        raise OrderUndecided
    return None


def _placed_for(step: StepOfTree) -> Iterator[int]:
    assert step.tree.way is not None
    for item, source in zip(step.tree.way.takes, step.sources, strict=True):
        if source is None:
            yield item


# --- names ------------------------------------------------------------------------------------------------


class _Names:
    """Gives objects their numbers, and says which one takes the place of which."""

    def __init__(self, graph: RecipeGraph, answer: Answer) -> None:
        self._graph, self._answer = graph, answer
        self._copies: Counter[int] = Counter()
        self._leaves: dict[int, list[Node]] = {}
        """The objects that were placed for each step, by its position."""
        self._ended: dict[int, list[Node]] = {}
        """For each item the steps that ended an object whose place is free."""
        self.made: dict[int, Node] = {}
        self._position = 0

    def place(self, step: StepOfTree, place: Callable[[str, int], str]) -> None:
        """Puts into the world what a step takes and no other makes."""
        placed = []
        for item in _placed_for(step):
            node = self._new(item)
            placed.append(node)
            self._answer.lies[_object(node)] = place(step.area, item)
        self._leaves[self._position] = placed
        self._position += 1

    def make(self, position: int, step: StepOfTree) -> None:
        tree = step.tree
        assert tree.way is not None
        leaves = iter(self._leaves[position])
        node_number = self._copies[tree.item]
        nodes = [next(leaves) if source is None else self.made[source] for source in step.sources]
        node = self._new(tree.item)
        answer = self._answer
        answer.rules[node] = tree.way.rule
        answer.takes[node] = list(enumerate(nodes))
        answer.belongs[node] = step.area
        self.made[position] = node
        for item in tree.way.takes:
            self._ended.setdefault(item, []).append(node)
        if node_number >= self._graph.copies[tree.item]:
            ender = self._ended[tree.item].pop(0)
            if ender != node:
                answer.follows.append((node, ender))

    def _new(self, item: int) -> Node:
        self._copies[item] += 1
        return self._graph.names[item], self._copies[item], 0


def _object(node: Node) -> ObjectKey:
    return node[:2]
