"""Candidates for the puzzles of a recipe book, found as trees without a logic program.

First everything is listed that could be part of a puzzle. Where that ends, all puzzles are among the candidates and each
has the same chance to come first; otherwise trees are drawn until no new ones come. `complete` then says whether the
logic program has anything left to find.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from random import Random
from typing import NamedTuple

from puzzlesynth.deadline import check_time
from puzzlesynth.pack.model import Area, Policy
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import replace
from puzzlesynth.synth.decoder import Decoder
from puzzlesynth.synth.options import SynthesisOptions
from puzzlesynth.synth.relevance import PackAnalysis

from .goal_trees import Candidate, GoalTrees, Root
from .recipe_graph import RecipeGraph, recipe_graph
from .recipe_tree import orders
from .tree_answer import OrderUndecided, Rooted, answer_of
from .tree_space import Evenness, TreeBudget, weighted

BUDGETS = (TreeBudget(6_000, 3_000, 20_000), TreeBudget(20_000, 12_000, 100_000))
"""First doubtful trees are left out; then, unless that was all, none is left out without proof."""

FUTILE_DRAWS = {Evenness.EVEN: 40, Evenness.FLAT: 60, Evenness.SLIM: 400}
"""Draws without a new puzzle after which they are made less even, and at last the logic program goes on."""

MANY_CANDIDATES = 20_000
"""More candidates than this, in all orders of their parts, are drawn and not listed."""


class Proposal(NamedTuple):
    puzzle: Puzzle
    is_proven: bool
    """Whether it has no shortcut for certain; otherwise playing has to decide."""


class RecipeSynthesis:
    """The candidates of a book with one area."""

    def __init__(self, possible: PackAnalysis, graph: RecipeGraph) -> None:
        self._possible, self._graph = possible, graph
        (self._area,) = possible.start.areas
        self._undecided = False
        self._seed = 0
        self.complete = False
        """Whether there are no puzzles but those among the candidates. Known once there are no more of them."""

    @cached_property
    def _spaces(self) -> list[list[GoalTrees]]:
        """For each budget the trees for each goal, worked out when they are asked for."""
        return [[], []]

    def _trees(self, widely: bool) -> list[GoalTrees]:
        known = self._spaces[widely]
        if not known:
            budget = BUDGETS[widely]
            known += [GoalTrees(self._graph, roots, budget, strict=not widely) for roots in self._roots()]
        return known

    @property
    def is_small(self) -> bool:
        """Whether all candidates can be listed."""
        return any(_are_few(self._trees(widely)) for widely in (False, True))

    def puzzles(self, seed: int) -> Iterator[Proposal]:
        """Candidates in an order that the seed decides; the same one may come again."""
        random, self._seed = Random(seed), seed
        for widely in (False, True):
            trees = self._trees(widely)
            few = _are_few(trees)
            for candidate, order in self._shuffled(trees, random) if few else self._drawn(trees, random):
                yield from self._proposed(candidate, order, random)
            if few and not any(of_goal.dropped for of_goal in trees):
                self.complete = not self._undecided
                return

    def _roots(self) -> Iterator[list[Root]]:
        """One list for each goal of the area: what meets a goal is no part of a tree for it."""
        area, numbers = self._area, self._graph.numbers
        for number, goal in enumerate(area.goals):
            items = [numbers[item.name] for item in self._possible.accepted(goal)]
            yield [Root(number, item, depth) for item in items for depth in _depths(area)]

    def _shuffled(self, trees: Sequence[GoalTrees], random: Random) -> Iterator[tuple[Candidate, int]]:
        """All of them, in every order of their parts."""
        candidates = [one for of_goal in trees for one in of_goal.candidates()]
        found = [(one, order) for one in candidates for order in range(orders(one.tree))]
        random.shuffle(found)
        yield from found

    def _drawn(self, trees: Sequence[GoalTrees], random: Random) -> Iterator[tuple[Candidate, int]]:
        """Drawn ones, until there is hardly any that has not come before."""
        known: set[tuple[int, int, int]] = set()
        for evenness, futile_draws in FUTILE_DRAWS.items():
            futile = 0
            while futile < futile_draws:
                check_time()
                futile += 1
                of_goal = weighted(random, trees, [evenness.weight(one.number) for one in trees])
                candidate = None if of_goal is None else of_goal.draw(random, evenness)
                if candidate is not None:
                    order = random.randrange(orders(candidate.tree))
                    key = (candidate.root.goal, candidate.tree.number, order)
                    if key not in known:
                        known.add(key)
                        futile = 0
                        yield candidate, order

    def _proposed(self, candidate: Candidate, order: int, random: Random) -> Iterator[Proposal]:
        root, tree, proven = candidate
        graph, area = self._graph, self._area
        places = {area.name: {item: self._places_for(item) for item, _ in graph.members(tree.leaves)}}
        try:
            answer = answer_of(graph, [Rooted(area.name, root.goal, tree, order)], places, {}, random)
        except OrderUndecided:
            self._undecided = True
            return
        if answer is not None:
            again = not graph.fits(tree.items, graph.copies_vector)
            decoder = self._decoder_for_more if again else self._decoder
            yield Proposal(decoder.decode(answer, self._seed), proven)

    @cached_property
    def _decoder(self) -> Decoder:
        return Decoder(self._possible)

    @cached_property
    def _decoder_for_more(self) -> Decoder:
        """For puzzles with more objects of an item than can exist at once."""
        return Decoder(replace(self._possible, widened=True))

    def _places_for(self, item: int) -> list[str]:
        start = self._possible.start
        places = start.places_for(self._possible.pack.items[self._graph.names[item]])
        return [name for name in places if name in start.open]


def _are_few(trees: Sequence[GoalTrees]) -> bool:
    return all(one.is_listed for one in trees) and sum(one.number for one in trees) <= MANY_CANDIDATES


def _depths(area: Area) -> range:
    assert area.max_depth is not None
    return range(max(1, area.min_depth), area.max_depth + 1)


def recipe_synthesis(possible: PackAnalysis, options: SynthesisOptions) -> RecipeSynthesis | None:
    """Where a pack is a recipe book that can be searched as trees, and nothing else is asked for; None: it is not."""
    start = possible.start
    if options.places or options.steering or options.cube or options.constraints or possible.pack.constraints:
        return None
    if possible.herrings or possible.targets.bounds or possible.pattern is not None:
        return None
    if not possible.uses_up_all or start.progress is not None or len(start.areas) != 1:
        return None
    (area,) = start.areas
    if (
        area.max_depth is None
        or area.guarantees.shortcuts is not Policy.FORBID
        or area.name not in start.open
    ):
        return None
    graph = recipe_graph(possible, start.open)
    return None if graph is None else RecipeSynthesis(possible, graph)
