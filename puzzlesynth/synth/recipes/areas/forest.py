"""Trees for the areas of a chain, put together one area after another.

A tree may take what an earlier one has made for its goal; everything else is made for one tree alone, since every step
uses up what it takes. What is placed for a tree lies where it is of least use for other trees: in the last area that is
open when it is needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from itertools import accumulate
from math import prod
from random import Random
from typing import NamedTuple

from puzzlesynth.quick_dataclasses import replace
from puzzlesynth.synth.recipes.goal_trees import AreaTrees, Candidate, Root, TreeGrowth
from puzzlesynth.synth.recipes.recipe_graph import BITS, RecipeGraph, Repeatable, affordable
from puzzlesynth.synth.recipes.recipe_tree import RecipeTree, TreeStore
from puzzlesynth.synth.recipes.shortcuts.substitution_test import Substitution
from puzzlesynth.synth.recipes.tree_space import TreeBudget, TreeSpace

from .area_chain import ChosenGoals, Places
from .area_narrowing import kinds_of, narrowed_areas, placed_for
from .chain_test import ChainTest

REGROWN = 3
"""Trees that are grown for an area before those of the areas before it are given up."""


class Forest(NamedTuple):
    """Trees for the first areas of a chain."""

    trees: tuple[Candidate, ...] = ()
    placed: tuple[int, ...] = ()
    """What lies in each area, as multisets."""
    leaves: int = 0
    items: int = 0
    """All that is there at some time, as a multiset."""
    used: int = 0
    """The areas, as bits, whose goal a later tree takes."""
    proven: bool = True
    """Whether none of these areas has a shortcut, and no other area can be solved too soon, for certain."""


class ForestSpace:
    """The forests for one choice of goals."""

    def __init__(
        self,
        graph: RecipeGraph,
        goals: ChosenGoals,
        depths: Sequence[range],
        places: Places,
        budget: TreeBudget,
        *,
        strict: bool,
        earlier: ForestSpace | None = None,
    ) -> None:
        """`earlier`: a search of the same space, whose work need not be done again."""
        self.graph, self.goals, self._places, self._strict = graph, goals, places, strict
        self._everywhere = frozenset().union(*goals.accepted)
        """What meets some goal; nothing of that is ever placed."""
        self._test = ChainTest(graph, goals)
        self.dropped = 0
        """Forests that were left out without proof."""
        self.tests = 0
        """Of unfinished trees, where forests grow."""
        self._first_growth: TreeGrowth | None = None
        self._graphs: list[RecipeGraph]
        self._twice: list[Repeatable]
        self._trees: list[TreeStore]
        if earlier is None:
            shared = self._shared([self._graph_of(stage) for stage in range(len(depths))])
            self._graphs = graphs = narrowed_areas(shared, goals, depths, places)
            self._twice = self._repeatable(graphs, depths)
            self._trees = [TreeStore(graph) for graph in graphs]
        else:
            self._graphs, self._twice, self._trees = earlier._graphs, earlier._twice, earlier._trees
            graphs = self._graphs
        self._areas: dict[int, AreaTrees] = {}
        # If there is certainly no tree for one area, the others need not be listed.
        for stage in sorted(
            range(len(depths)), key=lambda stage: len(graphs[stage].below(goals.solving(stage)))
        ):
            roots = [
                Root(goals.numbers[stage], item, depth)
                for item in goals.solving(stage)
                for depth in depths[stage]
            ]
            barred, forest = goals.too_soon(stage), self._trees[stage]
            twice = self._twice[stage]
            space = TreeSpace(graphs[stage], barred, twice, budget, strict=strict, forest=forest)
            self._areas[stage] = AreaTrees(space, roots)
            if self._areas[stage].is_empty:
                break

    @property
    def areas(self) -> list[AreaTrees]:
        """In the order in which they open, if there may be a tree for each of them."""
        return [self._areas[stage] for stage in sorted(self._areas)]

    @property
    def is_empty(self) -> bool:
        """Whether there is certainly no forest."""
        return any(area.is_empty for area in self._areas.values())

    @property
    def is_listed(self) -> bool:
        return self.is_empty or all(area.is_listed for area in self.areas)

    @property
    def number(self) -> int:
        """How many there are at the most."""
        return 0 if self.is_empty else prod(area.number for area in self.areas)

    @property
    def left_out(self) -> int:
        """Whatever was left out without proof."""
        return 0 if self.is_empty else self.dropped + sum(area.dropped for area in self.areas)

    def _graph_of(self, stage: int) -> RecipeGraph:
        """What an area's tree may be made of."""
        left_over = frozenset(
            item for earlier in range(stage) for item in self.goals.solving(earlier)
        ) - self.goals.too_soon(stage)
        placeable = self.graph.placeable & self._places.placeable(stage) - self._everywhere
        return replace(self.graph, placeable=placeable | left_over, left_over=left_over)

    def _shared(self, graphs: list[RecipeGraph]) -> list[RecipeGraph]:
        """Without ways for which there is too little if the other trees get what they need in any case."""
        needs: list[Counter[int]] = [Counter() for _ in graphs]
        while True:
            before = list(needs)
            for stage, graph in enumerate(graphs):
                others: Counter[int] = sum((need for n, need in enumerate(needs) if n != stage), Counter())
                taken = tuple(others[item] for item in range(len(graph.names)))
                if taken != graph.needed_elsewhere:
                    graphs[stage] = graph = affordable(replace(graph, needed_elsewhere=taken))
                needs[stage] = self._needs(graph, stage)
            if needs == before:
                return graphs

    def _needs(self, graph: RecipeGraph, stage: int) -> Counter[int]:
        """What is placed for an area's tree in any case."""
        roots = [least for item in self.goals.solving(stage) if (least := graph.least_for(item)) is not None]
        found = Counter(roots[0]) if roots else Counter()
        for other in roots[1:]:
            found &= other
        return Counter({item: number for item, number in found.items() if item not in self._everywhere})

    def _repeatable(self, graphs: Sequence[RecipeGraph], depths: Sequence[range]) -> list[Repeatable]:
        """For each area what its tree may have although that is in the tree, or in that of an earlier area, once more."""
        found = []
        earlier = 0
        for stage, graph in enumerate(graphs):
            here, often = graph.occurring(self.goals.solving(stage), max(depths[stage], default=0))
            own, both = self.graph.repeatable(often), self.graph.repeatable(earlier & here)
            shared = both.kinds & kinds_of(graphs[:stage])
            found.append(Repeatable(own.items | both.items, own.kinds | shared))
            earlier |= here
        return found

    @cached_property
    def _open(self) -> list[int]:
        """For each number of trees a mask for the items of which nothing is placed for the others."""
        every, mask = [(1 << BITS) - 1] * len(self.graph.names), []
        for stage in range(len(self._graphs) + 1):
            later = frozenset().union(*map(placed_for, self._graphs[stage:]))
            mask.append(self.graph.vector({n: 0 if n in later else one for n, one in enumerate(every)}))
        return mask

    # --- putting together -----------------------------------------------------------------------------

    def extended(self, forest: Forest, candidate: Candidate) -> Forest | None:
        """With a tree for the next area; None: that is no part of a puzzle, or strictly not proven to be."""
        graph, tree, stage = self.graph, candidate.tree, len(forest.trees)
        used, own = forest.used, tree.leaves
        roots = {earlier.tree.item: n for n, earlier in enumerate(forest.trees)}
        for item, _ in graph.members(tree.leaves):
            if item in self._everywhere:
                maker = roots.get(item)
                if maker is None or used >> maker & 1:
                    return None
                used |= 1 << maker
                own -= graph.units[item]
        leaves = forest.leaves + own
        items = forest.items + tree.items - (tree.leaves - own)
        if not (graph.fits(leaves, graph.copies_vector) and graph.fits(items, graph.most_vector)):
            return None
        placed, first = self._laid(forest.placed, own, stage)
        longer = Forest((*forest.trees, candidate), placed, leaves, items, used, forest.proven)
        return self.tested(longer, first)

    def grown(self, random: Random) -> Forest | None:
        """One without shortcuts, found from the goals down; None: no luck."""
        forest = Forest()
        for stage, area in enumerate(self.areas):
            growth = area.growth_with(partial(self._is_refused, forest), forest.leaves)
            if not stage:
                growth = self._first_growth = self._first_growth or growth
            before = growth.tests
            longer = None
            for _ in range(REGROWN):
                candidate = area.grow(random, growth)
                longer = None if candidate is None else self.extended(forest, candidate)
                if longer is not None:
                    break
            self.tests += growth.tests - before
            if longer is None or not longer.proven:
                return None
            forest = longer
        return forest

    def _is_refused(self, forest: Forest, tree: RecipeTree) -> bool:
        """Whether the top of a tree for the next area has a way around a step."""
        own = tree.leaves - self.graph.vector(
            {item: number for item, number in self.graph.members(tree.leaves) if item in self._everywhere}
        )
        placed = (*forest.placed, own)
        found = self._test.ways_around(placed, tree.kinds, [self.graph.copies_vector] * len(placed))
        return bool(found.spare) or not found.complete

    def tested(self, forest: Forest, first: int = 0) -> Forest | None:
        """Whether some area from the first of these on has a way around a step; None: certainly."""
        proven, room = forest.proven, self._room_of(forest)
        for stage in range(first, len(forest.trees)):
            found = self._ways_around(forest, stage, room)
            if found.certain:
                return None
            proven = proven and found.complete and not found.spare
        if self._strict and not proven:
            self.dropped += 1
            return None
        return forest._replace(proven=proven)

    def is_proven(self, forest: Forest) -> bool:
        """Whether it has no shortcut for certain with its things where they are now."""
        room = self._room_of(forest)
        found = [self._ways_around(forest, stage, room) for stage in range(len(forest.trees))]
        return all(one.complete and not one.spare for one in found)

    def _ways_around(self, forest: Forest, stage: int, room: Sequence[int]) -> Substitution:
        kinds = forest.trees[stage].tree.kinds
        return self._test.ways_around(forest.placed[: stage + 1], kinds, room[: stage + 1])

    def _room_of(self, forest: Forest) -> list[int]:
        """For each area how many of each item there can be at once beside what lies behind it."""
        mask, total = self._open[len(forest.trees)], sum(forest.placed)
        room = self.graph.copies_vector
        # Of what may be placed later, only as many as are in reach already are certainly not out of reach.
        return [room - (total - here) & mask | here & ~mask for here in accumulate(forest.placed)]

    def is_left_over(self, item: int) -> bool:
        """Whether a leaf is never placed, but what an earlier area has made."""
        return item in self._everywhere

    def _laid(self, placed: Sequence[int], own: int, stage: int) -> tuple[tuple[int, ...], int]:
        """What lies where if as much as possible lies in the newest area; the first area that has got something."""
        lying, first = [*placed, 0], stage
        for item, number in self.graph.members(own):
            place = self._places.up_to(stage, item)[-1]
            lying[place] += number * self.graph.units[item]
            first = min(first, place)
        return tuple(lying), first

    def made_again(self, forest: Forest) -> bool:
        """Whether something is made again though an earlier area has left one over that would do."""
        for n, candidate in enumerate(forest.trees):
            way = candidate.tree.way
            assert way is not None
            is_left_over = not forest.used >> n & 1
            if is_left_over and any(later.tree.kinds >> way.kind & 1 for later in forest.trees[n + 1 :]):
                return True
        return False

    def listed(self, most: int) -> list[Forest] | None:
        """All of them; None: there are too many to look at."""
        found: list[Forest] = []
        if self.is_empty:
            return found
        left = most
        lists = [list(area.candidates()) for area in self.areas]

        def go_on(forest: Forest) -> Iterator[None]:
            nonlocal left
            if len(forest.trees) == len(lists):
                found.append(forest)
                return
            for candidate in lists[len(forest.trees)]:
                left -= 1
                if left < 0:
                    yield None
                    return
                longer = self.extended(forest, candidate)
                if longer is not None:
                    yield from go_on(longer)

        return None if any(True for _ in go_on(Forest())) else found
