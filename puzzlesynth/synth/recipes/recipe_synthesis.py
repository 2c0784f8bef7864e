"""Candidates for the puzzles of a recipe book, found as trees without a logic program.

First everything is listed that could be part of a puzzle. Where that ends, all puzzles are among the candidates and each
has the same chance to come first; otherwise trees are drawn until no new ones come. `complete` then says whether the
logic program has anything left to find.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from random import Random

from puzzlesynth.deadline import check_time
from puzzlesynth.pack.model import Area, Policy
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.synth.options import SynthesisOptions
from puzzlesynth.synth.relevance import PackAnalysis

from .areas.area_chain import area_chain, goal_choices, goals_of
from .areas.chain_synthesis import ChainSynthesis
from .book_decoder import BookDecoder
from .goal_trees import Candidate, GoalTrees, Patience, Root, narrowed_for, only_area
from .kept.kept_book import KeptBook
from .kept.kept_synthesis import KeptSynthesis
from .proposal import (
    FUTILE_DRAWS,
    MANY_CANDIDATES,
    OF_ALL,
    PASSES,
    BookSynthesis,
    Pass,
    Proposal,
    depths_of,
)
from .recipe_graph import RecipeGraph, recipe_graph
from .recipe_tree import TreeStore, orders
from .tree_answer import OrderUndecided, Rooted, answer_of
from .tree_space import Evenness, weighted


class RecipeSynthesis:
    """The candidates of a book with one area."""

    def __init__(self, possible: PackAnalysis, graph: RecipeGraph, area: Area) -> None:
        self._possible, self._graph, self._area = possible, graph, area
        self._decoder = BookDecoder(possible, graph)
        self._undecided = False
        self._seed = 0
        self._spaces: dict[Pass, list[GoalTrees]] = {}
        self._forests = [TreeStore(graph) for _ in area.goals]
        """What one pass finds out about a tree need not be found out by the next."""
        self.complete = False

    def _trees(self, how: Pass) -> list[GoalTrees]:
        """The trees for each goal, worked out when they are asked for."""
        if how not in self._spaces:
            self._spaces[how] = [
                only_area(graph, roots, how.budget, forest, strict=how.strict)
                for graph, roots, forest in zip(self._graphs, self._roots(), self._forests, strict=True)
            ]
        return self._spaces[how]

    @cached_property
    def _graphs(self) -> list[RecipeGraph]:
        """For each goal the ways that may be part of a puzzle."""
        return [narrowed_for(self._graph, roots) for roots in self._roots()]

    def puzzles(self, seed: int) -> Iterator[Proposal]:
        random, self._seed = Random(seed), seed
        for how in PASSES:
            trees = self._trees(how)
            few = _are_few(trees)
            drawn = self._drawn(trees, random, grows=how is PASSES[-1])
            for candidate, order in self._shuffled(trees, random) if few else drawn:
                yield from self._proposed(candidate, order, random)
            if few and not any(of_goal.dropped for of_goal in trees):
                self.complete = not self._undecided
                return

    def all_of_it(self) -> AllTrees:
        return AllTrees(self._trees(OF_ALL), self._proposed)

    def puzzle_of(self, candidate: Candidate) -> Puzzle | None:
        """The puzzle of a tree, with one order of its parts; None: none was found in which there is always room."""
        return next((one.puzzle for one in self._proposed(candidate, 0, Random(0))), None)

    def _roots(self) -> Iterator[list[Root]]:
        """One list for each goal of the area: what meets a goal is no part of a tree for it."""
        area, numbers = self._area, self._graph.numbers
        for number, goal in enumerate(area.goals):
            items = [numbers[item.name] for item in self._possible.accepted(goal)]
            yield [Root(number, item, depth) for item in items for depth in depths_of(area)]

    def _shuffled(self, trees: Sequence[GoalTrees], random: Random) -> Iterator[tuple[Candidate, int]]:
        """All of them, in every order of their parts."""
        candidates = [one for of_goal in trees for one in of_goal.candidates()]
        found = [(one, order) for one in candidates for order in range(orders(one.tree))]
        random.shuffle(found)
        yield from found

    def _drawn(
        self, trees: Sequence[GoalTrees], random: Random, *, grows: bool
    ) -> Iterator[tuple[Candidate, int]]:
        """Drawn ones, until there is hardly any that has not come before."""
        known: set[tuple[int, int, int]] = set()
        for evenness, futile_draws in FUTILE_DRAWS.items():
            if grows and evenness is Evenness.FLAT:
                yield from self._grown(trees, random)
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

    def _grown(self, trees: Sequence[GoalTrees], random: Random) -> Iterator[tuple[Candidate, int]]:
        """Found from the goal down."""
        known: set[tuple[int, int]] = set()
        patience = Patience()
        while patience.lasts(sum(of_goal.growth.tests for of_goal in trees)):
            candidate = random.choice(trees).grow(random)
            if candidate is not None and (candidate.root.goal, candidate.tree.number) not in known:
                known.add((candidate.root.goal, candidate.tree.number))
                patience.renew()
                yield candidate, random.randrange(orders(candidate.tree))

    def _proposed(self, candidate: Candidate, order: int, random: Random) -> Iterator[Proposal]:
        root, tree, proven = candidate
        graph, area = self._graph, self._area
        places = {item: self._places_for(item) for item, _ in graph.members(tree.leaves)}

        def place(_: str, item: int) -> str:
            return random.choice(places[item])

        try:
            answer = answer_of(graph, [Rooted(area.name, root.goal, tree, order)], place, {})
        except OrderUndecided:
            self._undecided = True
            return
        if answer is not None:
            yield Proposal(self._decoder.decode(answer, tree.items, self._seed), proven)

    def _places_for(self, item: int) -> list[str]:
        start = self._possible.start
        places = start.places_for(self._possible.pack.items[self._graph.names[item]])
        return [name for name in places if name in start.open]


class AllTrees:
    """All trees for the goals of the only area, and perhaps some more."""

    def __init__(
        self,
        trees: Sequence[GoalTrees],
        proposed: Callable[[Candidate, int, Random], Iterator[Proposal]],
    ) -> None:
        self._trees, self._proposed = trees, proposed
        self.number = sum(of_goal.number for of_goal in trees)

    def draw(self, random: Random) -> Proposal | None:
        of_goal = weighted(random, self._trees, [one.number for one in self._trees])
        candidate = None if of_goal is None else of_goal.draw_of_all(random)
        if candidate is None:
            return None
        return next(self._proposed(candidate, random.randrange(orders(candidate.tree)), random), None)


def _are_few(trees: Sequence[GoalTrees]) -> bool:
    return all(one.is_listed for one in trees) and sum(one.number for one in trees) <= MANY_CANDIDATES


def recipe_synthesis(possible: PackAnalysis, options: SynthesisOptions) -> BookSynthesis | None:
    """Where a pack is a recipe book that can be searched as trees, and nothing else is asked for; None: it is not."""
    start = possible.start
    if options.places or options.steering or options.cube or options.constraints or possible.pack.constraints:
        return None
    if possible.herrings or possible.targets.bounds or possible.pattern is not None:
        return None
    if start.progress is not None or not all(map(_is_searchable, start.areas)):
        return None
    if len(start.areas) == 1:
        (area,) = start.areas
        graph = recipe_graph(possible, start.open) if area.name in start.open else None
        if graph is None:
            return None
        if possible.uses_up_all:
            return RecipeSynthesis(possible, graph, area)
        every = goals_of(possible, start.areas, graph)
        book = KeptBook(possible, graph, start.areas, [start.open], list(every))
        return KeptSynthesis(possible, book)
    areas = area_chain(start)
    graph = recipe_graph(possible, start.reachable) if areas is not None else None
    if areas is None or graph is None:
        return None
    choices = goal_choices(possible, areas, graph)
    if choices is None:
        return None
    if possible.uses_up_all:
        return ChainSynthesis(possible, graph, areas, choices)
    return KeptSynthesis(possible, KeptBook(possible, graph, areas, [[area.name] for area in areas], choices))


DEEPEST = 60
"""Trees are counted for each item and each depth, by recursion over the depth; deeper ones are left to the program."""


def _is_searchable(area: Area) -> bool:
    return (
        area.max_depth is not None
        and area.max_depth <= DEEPEST
        and area.guarantees.shortcuts is Policy.FORBID
    )
