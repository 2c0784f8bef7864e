"""Trees for the areas of a chain, put together from the last area on.

A tree may take what an earlier one has made for its goal; everything else is made for one tree alone, since every step
uses up what it takes. What is placed for a tree lies where it is of least use for other trees: in the last area that is
open when it is needed.

A way around a step may need to make something that lies behind the area and takes up the room. So the trees behind are
chosen first, and then it is known what there is room for. Trees in front only add things in reach: a way around that is
found without them is there with them too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from math import prod
from random import Random

from puzzlesynth.quick_dataclasses import replace
from puzzlesynth.synth.recipes.goal_trees import AreaTrees, Candidate, Root, TreeGrowth, shuffled
from puzzlesynth.synth.recipes.recipe_graph import RecipeGraph, Repeatable, affordable
from puzzlesynth.synth.recipes.recipe_tree import RecipeTree, TreeStore
from puzzlesynth.synth.recipes.tree_space import TreeBudget, TreeSpace

from .area_chain import ChosenGoals, Places
from .area_narrowing import kinds_of, narrowed_areas
from .chain_test import AreaVerdict, ChainTest, Site
from .demand_search import FEW_DEMANDS, MANY_DEMANDS
from .last_trees import Forest, Room, is_certainly_too_much

REGROWN = 6
"""Trees that are grown for an area before those of the areas behind it are given up."""

AGAIN = 0.6
"""How often trees are tried first that grew before, in front of other trees."""

TRIED = 60
"""The same where all trees of an area are listed."""


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
        self._depths = depths
        self._grown: list[list[Candidate]] = [[] for _ in depths]
        """For each area trees that have grown."""
        self._graphs: list[RecipeGraph]
        self._twice: list[Repeatable]
        self._trees: list[TreeStore]
        if earlier is None:
            shared = self._shared([self._graph_of(stage) for stage in range(len(depths))])
            shareable = graph.repeatable((1 << len(graph.names)) - 1).kinds
            self._graphs = graphs = narrowed_areas(shared, goals, depths, places, shareable)
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
            roots = self._roots(stage)
            barred, forest = goals.too_soon(stage), self._trees[stage]
            twice = self._twice[stage]
            space = TreeSpace(
                graphs[stage],
                barred,
                twice,
                budget,
                strict=False,
                forest=forest,
                is_in_vain=self._in_vain(stage, max(depths[stage], default=0)),
            )
            self._areas[stage] = AreaTrees(space, roots)
            if self._areas[stage].is_empty:
                break

    def _roots(self, stage: int) -> list[Root]:
        goals = self.goals
        return [
            Root(goals.numbers[stage], item, depth)
            for item in goals.solving(stage)
            for depth in self._depths[stage]
        ]

    def _in_vain(self, stage: int, deepest: int) -> Callable[[RecipeTree], bool]:
        """Which parts make in vain what an earlier area leaves over.

        If no tree in between takes that, and this one makes it but has it no second time, a player can take what is left
        over instead. Then the part's kinds of steps are spare, unless they are elsewhere in this tree or in an
        earlier one.
        """
        graph, graphs = self.graph, self._graphs
        _, twice = graphs[stage].occurring(self.goals.solving(stage), deepest)
        needed = ~self.graph.repeatable(twice).kinds
        makers: dict[int, tuple[int, list[Candidate]]] = {}
        for earlier in range(stage):
            solving, area = self.goals.solving(earlier), self._areas.get(earlier)
            is_left = self._is_left_over_certainly(earlier, stage) and not twice >> solving[0] & 1
            if is_left and area is not None and area.is_whole:
                others = kinds_of([*graphs[:earlier], *graphs[earlier + 1 : stage]])
                makers[solving[0]] = needed & ~others, list(area.candidates())

        def is_in_vain(tree: RecipeTree) -> bool:
            if tree.way is None or tree.item not in makers:
                return False
            kinds, trees = tree.kinds & makers[tree.item][0], makers[tree.item][1]
            placed = self._placed_for(tree)
            return not any(
                kinds & ~one.tree.kinds == 0
                and graph.fits(placed + self._placed_for(one.tree), graph.copies_vector)
                for one in trees
            )

        return is_in_vain

    def _is_left_over_certainly(self, stage: int, until: int) -> bool:
        """Whether what solves an area is there when another one opens, unless its tree or a later one takes it."""
        solving, between = self.goals.solving(stage), self._graphs[stage + 1 : until]
        return len(solving) == 1 and not any(solving[0] in way.takes for book in between for way in book.ways)

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

    # --- putting together -----------------------------------------------------------------------------

    @property
    def nothing(self) -> Forest:
        """A forest without trees."""
        return Forest((0,) * len(self._graphs))

    def stage_before(self, forest: Forest) -> int:
        """The area whose tree is the next to be added."""
        return len(self._graphs) - len(forest.trees) - 1

    def extended(self, forest: Forest, candidate: Candidate) -> Forest | None:
        """With a tree for the area before; None: that is no part of a puzzle, or strictly not proven to be."""
        longer = self._with_tree(forest, candidate)
        return None if longer is None else self.tested(longer)

    def _with_tree(self, forest: Forest, candidate: Candidate) -> Forest | None:
        """None: there is too little of something, or no room for a step."""
        graph, tree, stage = self.graph, candidate.tree, self.stage_before(forest)
        longer = self._unfinished(forest, candidate)
        earlier = frozenset(item for before in range(stage) for item in self.goals.solving(before))
        # Each goal is met once, so what meets it can be taken by one tree.
        taken_twice = forest.expected - {tree.item} & self._taken(tree)
        if taken_twice or not longer.expected <= earlier:
            return None
        if not (
            graph.fits(longer.leaves, graph.copies_vector) and graph.fits(longer.items, graph.most_vector)
        ):
            return None
        room = self._room_for(forest, tree)
        if room is Room.UNCLEAR:
            self.dropped += 1
        return longer if room is Room.ENOUGH else None

    def _unfinished(self, forest: Forest, candidate: Candidate) -> Forest:
        """With a tree, or its top, that need not go with the others."""
        tree, taken = candidate.tree, self._taken(candidate.tree)
        own = self._placed_for(tree)
        return Forest(
            placed=self._laid(forest.placed, own, self.stage_before(forest)),
            trees=(candidate, *forest.trees),
            leaves=forest.leaves + own,
            items=forest.items + tree.items - (tree.leaves - own),
            expected=forest.expected - {tree.item} | taken,
        )

    def _taken(self, tree: RecipeTree) -> frozenset[int]:
        """What a tree takes from others."""
        return frozenset(item for item, _ in self.graph.members(tree.leaves) if item in self._everywhere)

    def _room_for(self, forest: Forest, tree: RecipeTree) -> Room:
        """Whether each step of the next tree is possible beside what lies behind its area."""
        graph, stage = self.graph, self.stage_before(forest)
        room = self._rooms(forest.placed)[stage]
        steps = [part.way for part in tree.walk() if part.way is not None]
        elsewhere = self._twice[stage].kinds & kinds_of(self._graphs[:stage])
        found = Room.ENOUGH
        for way in dict.fromkeys(steps):
            if not graph.fits(graph.needs_room[way.number], room):
                found = Room.UNCLEAR
                if is_certainly_too_much(graph, way, room, steps, elsewhere):
                    return Room.NONE
        return found

    def grown(self, random: Random) -> Forest | None:
        """One without shortcuts, found from the goals down; None: no luck."""
        forest = self.nothing
        for area in reversed(self.areas):
            longer = self._grown_before(forest, area, random)
            if longer is None:
                return None
            forest = longer
        return forest if forest.proven else None

    def _grown_before(self, forest: Forest, area: AreaTrees, random: Random) -> Forest | None:
        if area.is_whole:
            return self._first_that_goes(forest, area.candidates(), TRIED, random)
        stage = self.stage_before(forest)
        known = self._grown[stage]
        if known and random.random() < AGAIN:
            longer = self._first_that_goes(forest, known, REGROWN, random)
            if longer is not None:
                return longer
        growth = area.growth_with(partial(self._is_refused, forest), forest.leaves)
        if not forest.trees:
            growth = self._first_growth = self._first_growth or growth
        before = growth.tests
        longer = None
        for _ in range(REGROWN if forest.trees else 1):
            grown = area.grow(random, growth)
            longer = None if grown is None else self.extended(forest, grown)
            if longer is not None:
                known.append(longer.trees[0])
                break
        self.tests += growth.tests - before
        return longer

    def _first_that_goes(
        self, forest: Forest, candidates: Iterable[Candidate], most: int, random: Random
    ) -> Forest | None:
        for candidate in shuffled(candidates, random)[:most]:
            self.tests += 1
            longer = self.extended(forest, candidate)
            if longer is not None:
                return longer
        return None

    def _is_refused(self, forest: Forest, tree: RecipeTree) -> bool:
        """Whether with the top of a tree for the next area there is a way around a step."""
        if self._room_for(forest, tree) is not Room.ENOUGH:
            return True
        unfinished = self._unfinished(forest, Candidate(Root(0, tree.item, tree.depth), tree, True))
        return not self.is_proven(unfinished)

    def tested(self, forest: Forest) -> Forest | None:
        """Whether some of these areas has a way around a step; None: certainly."""
        verdict = self._verdict(forest)
        if verdict.is_refused:
            return None
        if self._strict and not verdict.is_complete:
            self.dropped += 1
            return None
        return forest._replace(proven=verdict.is_complete)

    def is_proven(self, forest: Forest) -> bool:
        """Whether it has no shortcut for certain with its things where they are now, and no step that is there in vain
        unless trees in front have it too."""
        verdict = self._verdict(forest, first_look=True)
        return verdict.is_complete and not verdict.is_refused

    def _verdict(self, forest: Forest, *, first_look: bool = False) -> AreaVerdict:
        """Of all of its areas. A first look ends early, and takes steps that there is a way around for shortcuts, though
        trees in front may have them as well."""
        first = self.stage_before(forest) + 1
        rooms, left_over = self._rooms(forest.placed), self._left_over(forest)
        sites = [
            Site(there + left_over, room)
            for there, room in zip(accumulate(forest.placed), rooms, strict=True)
        ]
        elsewhere = 0 if first_look else kinds_of(self._graphs[:first])
        most = FEW_DEMANDS if first_look else MANY_DEMANDS
        owed, is_complete = 0, True
        for stage, one in enumerate(forest.trees, first):
            found = self._test.looked_at(sites[first : stage + 1], stage, one.tree.kinds, elsewhere, most)
            if found.is_refused:
                return found
            owed, is_complete = owed | found.owed, is_complete and found.is_complete
        return AreaVerdict(not self._can_be_done_before(forest, owed), owed, is_complete)

    def _can_be_done_before(self, forest: Forest, owed: int) -> bool:
        """Whether there may be trees for the areas before these that have such steps and leave enough for these."""
        graph, first = self.graph, self.stage_before(forest) + 1
        for stage in range(first):
            area = self._areas[stage]
            others = kinds_of([*self._graphs[:stage], *self._graphs[stage + 1 : first]])
            own = owed & ~others
            if not area.is_listed:
                if own & ~kinds_of([self._graphs[stage]]):
                    return False
            elif not any(
                own & ~one.tree.kinds == 0
                and graph.fits(forest.leaves + self._placed_for(one.tree), graph.copies_vector)
                for one in area.candidates()
            ):
                return False
        return True

    def _placed_for(self, tree: RecipeTree) -> int:
        return tree.leaves - sum(self.graph.units[item] for item in self._taken(tree))

    def _left_over(self, forest: Forest) -> int:
        """What earlier areas certainly leave over for these."""
        first = self.stage_before(forest) + 1
        certain = set(forest.expected)
        for stage in range(first):
            if self._is_left_over_certainly(stage, first):
                certain.update(self.goals.solving(stage))
        return sum(self.graph.units[item] for item in certain)

    def _rooms(self, placed: Sequence[int]) -> list[int]:
        """For each area how many of each item there can be at once beside what lies behind it."""
        total, in_world = sum(placed), self.graph.world_vector
        return [in_world - (total - here) for here in accumulate(placed)]

    def is_left_over(self, item: int) -> bool:
        """Whether a leaf is never placed, but what an earlier area has made."""
        return item in self._everywhere

    def _laid(self, placed: Sequence[int], own: int, stage: int) -> tuple[int, ...]:
        """What lies where if as much as possible lies in the newest area. What still has to be made is made there."""
        lying = list(placed)
        for item, number in self.graph.members(own):
            allowed = self._places.up_to(stage, item)
            lying[allowed[-1] if allowed else stage] += number * self.graph.units[item]
        return tuple(lying)

    def made_again(self, forest: Forest) -> bool:
        """Whether something is made again though an earlier area has left one over that would do."""
        for n, candidate in enumerate(forest.trees):
            way, later = candidate.tree.way, forest.trees[n + 1 :]
            assert way is not None
            is_taken = any(self._takes(one.tree, candidate.tree.item) for one in later)
            if not is_taken and any(one.tree.kinds >> way.kind & 1 for one in later):
                return True
        return False

    def _takes(self, tree: RecipeTree, item: int) -> bool:
        """Whether it has this among its leaves."""
        return self.graph.fits(self.graph.units[item], tree.leaves)

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
            for candidate in lists[self.stage_before(forest)]:
                left -= 1
                if left < 0:
                    yield None
                    return
                longer = self.extended(forest, candidate)
                if longer is not None:
                    yield from go_on(longer)

        return None if any(True for _ in go_on(self.nothing)) else found
