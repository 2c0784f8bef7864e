"""Candidates for the puzzles of a recipe book whose areas open one after another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import prod
from random import Random

from puzzlesynth.deadline import check_time
from puzzlesynth.pack.model import Area
from puzzlesynth.synth.answers.answer_set import Answer
from puzzlesynth.synth.exhaustion import LIFTABLE
from puzzlesynth.synth.recipes.book_decoder import BookDecoder
from puzzlesynth.synth.recipes.goal_trees import Patience
from puzzlesynth.synth.recipes.proposal import (
    FUTILE_DRAWS,
    MANY_CANDIDATES,
    OF_ALL,
    PASSES,
    Pass,
    Proposal,
    depths_of,
)
from puzzlesynth.synth.recipes.recipe_graph import RecipeGraph
from puzzlesynth.synth.recipes.recipe_tree import orders
from puzzlesynth.synth.recipes.tree_answer import OrderUndecided, Rooted, answer_of
from puzzlesynth.synth.recipes.tree_space import Evenness, weighted
from puzzlesynth.synth.relevance import PackAnalysis

from .area_chain import ChosenGoals, Places
from .forest import ForestSpace
from .last_trees import Forest

FEW_DRAWS = 6
"""Even draws without a new forest after which forests grow. For most trees that are drawn no others are found."""

FUTILE_TESTS = 3_000
"""Of unfinished trees, without a new forest, after which no more forests grow."""

REDRAWS = 12
"""Trees that are tried for an area before the trees of the areas behind it are given up."""


class ChainSynthesis:
    """The candidates of a book with several areas."""

    def __init__(
        self,
        possible: PackAnalysis,
        graph: RecipeGraph,
        areas: Sequence[Area],
        choices: Sequence[ChosenGoals],
    ) -> None:
        self._possible, self._graph, self._areas, self._choices = possible, graph, areas, choices
        self._places = Places(possible, areas, graph)
        self._decoder = BookDecoder(possible, graph)
        self._undecided = False
        self._seed = 0
        self._spaces: dict[Pass, list[ForestSpace]] = {}
        self._known: set[tuple[int, ...]] = set()
        """The forests that were drawn or have grown, each with the orders of its parts."""
        self._forests: dict[Pass, list[tuple[ForestSpace, Forest]] | None] = {}
        self.complete = False
        """Whether there are no puzzles but those among the candidates. Known once there are no more of them."""

    def puzzles(self, seed: int) -> Iterator[Proposal]:
        """Candidates in an order that the seed decides; the same one may come again."""
        random, self._seed = Random(seed), seed
        for how in PASSES:
            few = self._listed(how)
            forests = self._drawn(how, random) if few is None else self._shuffled(few, random)
            for space, forest, numbers in forests:
                yield from self._proposed(space, forest, numbers, random)
            if few is not None and not any(space.left_out for space in self._of(how)):
                self.complete = not self._undecided
                return

    def all_of_it(self) -> AllForests:
        return AllForests(self._of(OF_ALL), self._proposed)

    def _of(self, how: Pass) -> list[ForestSpace]:
        """For each choice of goals its forests."""
        if how not in self._spaces:
            depths = [depths_of(area) for area in self._areas]
            earlier = next(iter(self._spaces.values()), [None] * len(self._choices))
            self._spaces[how] = [
                ForestSpace(
                    self._graph, goals, depths, self._places, how.budget, strict=how.strict, earlier=one
                )
                for goals, one in zip(self._choices, earlier, strict=True)
            ]
        return self._spaces[how]

    def _listed(self, how: Pass) -> list[tuple[ForestSpace, Forest]] | None:
        """All forests; None: there are too many."""
        if how not in self._forests:
            self._forests[how] = self._list(how)
        return self._forests[how]

    def _list(self, how: Pass) -> list[tuple[ForestSpace, Forest]] | None:
        spaces = self._of(how)
        if not all(space.is_listed for space in spaces):
            return None
        found: list[tuple[ForestSpace, Forest]] = []
        for space in spaces:
            forests = space.listed(how.forests)
            if forests is None:
                return None
            found += [(space, forest) for forest in forests]
        number = sum(_orders(forest) for _, forest in found)
        return found if number <= MANY_CANDIDATES else None

    # --- one by one -----------------------------------------------------------------------------------

    def _shuffled(
        self, few: Sequence[tuple[ForestSpace, Forest]], random: Random
    ) -> Iterator[tuple[ForestSpace, Forest, list[int]]]:
        """All of them, in every order of their parts."""
        found = [(space, forest, number) for space, forest in few for number in range(_orders(forest))]
        random.shuffle(found)
        for space, forest, number in found:
            numbers = []
            for one in forest.trees:
                number, own = divmod(number, orders(one.tree))
                numbers.append(own)
            yield space, forest, numbers

    def _drawn(self, how: Pass, random: Random) -> Iterator[tuple[ForestSpace, Forest, list[int]]]:
        """Drawn ones, until there is hardly any that has not come before. Only the last pass insists."""
        spaces = self._of(how)
        yield from self._new_draws(spaces, random, Evenness.EVEN, FEW_DRAWS)
        yield from self._grown(spaces, random)
        if how is PASSES[-1]:
            for evenness in (Evenness.FLAT, Evenness.SLIM):
                yield from self._new_draws(spaces, random, evenness, FUTILE_DRAWS[evenness])

    def _new_draws(
        self, spaces: Sequence[ForestSpace], random: Random, evenness: Evenness, futile_draws: int
    ) -> Iterator[tuple[ForestSpace, Forest, list[int]]]:
        futile = 0
        while futile < futile_draws:
            check_time()
            futile += 1
            space = weighted(random, spaces, [evenness.weight(space.number) for space in spaces])
            forest = None if space is None else _draw(space, random, evenness)
            if space is None or forest is None:
                continue
            numbers = [random.randrange(orders(one.tree)) for one in forest.trees]
            if self._is_new(space, forest, numbers):
                futile = 0
                yield space, forest, numbers

    def _grown(
        self, spaces: Sequence[ForestSpace], random: Random
    ) -> Iterator[tuple[ForestSpace, Forest, list[int]]]:
        """Found from the goals down."""
        patience = Patience(tests=FUTILE_TESTS)
        possible = [space for space in spaces if not space.is_empty]
        while possible and patience.lasts(sum(space.tests for space in possible)):
            space = random.choice(possible)
            forest = space.grown(random)
            if forest is None:
                continue
            numbers = [random.randrange(orders(one.tree)) for one in forest.trees]
            if self._is_new(space, forest, numbers):
                patience.renew()
                yield space, forest, numbers

    def _is_new(self, space: ForestSpace, forest: Forest, numbers: Sequence[int]) -> bool:
        key = (*space.goals.numbers, *(one.tree.number for one in forest.trees), *numbers)
        is_new = key not in self._known
        self._known.add(key)
        return is_new

    # --- puzzles --------------------------------------------------------------------------------------

    def _proposed(
        self, space: ForestSpace, forest: Forest, numbers: Sequence[int], random: Random
    ) -> Iterator[Proposal]:
        rooted = [
            Rooted(area.name, one.root.goal, one.tree, number)
            for area, one, number in zip(self._areas, forest.trees, numbers, strict=True)
        ]
        places = self._laid(space, forest, random)

        def place(area: str, item: int) -> str:
            return places[area, item].pop()

        names = [area.name for area in self._areas]
        try:
            answer = answer_of(self._graph, rooted, place, dict(zip(names[1:], names, strict=False)))
        except OrderUndecided:
            self._undecided = True
            return
        if answer is not None:
            self._wait(answer, space.goals)
            limit = LIFTABLE["again"][1] if space.made_again(forest) else ""
            yield Proposal(self._decoder.decode(answer, forest.items, self._seed), forest.proven, limit)

    def _laid(self, space: ForestSpace, forest: Forest, random: Random) -> dict[tuple[str, int], list[str]]:
        """For each area and item where what is placed for its tree lies: anywhere, if that gives no shortcut."""
        for anywhere in (True, False):
            places: dict[tuple[str, int], list[str]] = {}
            lying = [0] * len(self._areas)
            for stage, one in enumerate(forest.trees):
                for item, number in self._graph.members(one.tree.leaves):
                    allowed = [] if space.is_left_over(item) else self._places.up_to(stage, item)
                    for _ in range(number if allowed else 0):
                        place = random.choice(allowed) if anywhere else allowed[-1]
                        lying[place] += self._graph.units[item]
                        places.setdefault((self._areas[stage].name, item), []).append(self._areas[place].name)
            if not anywhere or (forest.proven and space.is_proven(forest._replace(placed=tuple(lying)))):
                return places
        raise AssertionError("things can be placed")

    def _wait(self, answer: Answer, goals: ChosenGoals) -> None:
        """Nothing meets an area's goal before the step that solves it."""
        numbers = self._graph.numbers
        for node in answer.rules:
            for area, accepted in zip(self._areas, goals.accepted, strict=True):
                if numbers[node[0]] in accepted and answer.solved_by[area.name] != node:
                    answer.waits.append((node, area.name))


class AllForests:
    """All choices of a tree for each area, whether or not they go together."""

    def __init__(
        self,
        spaces: Sequence[ForestSpace],
        proposed: Callable[[ForestSpace, Forest, Sequence[int], Random], Iterator[Proposal]],
    ) -> None:
        self._spaces, self._proposed = spaces, proposed
        self.number = sum(space.number for space in spaces)

    def draw(self, random: Random) -> Proposal | None:
        space = weighted(random, self._spaces, [space.number for space in self._spaces])
        if space is None:
            return None
        forest: Forest | None = space.nothing
        for area in reversed(space.areas):
            candidate = area.draw_of_all(random)
            if candidate is None or forest is None:
                return None
            forest = space.extended(forest, candidate)
        if forest is None:
            return None
        numbers = [random.randrange(orders(one.tree)) for one in forest.trees]
        return next(self._proposed(space, forest, numbers, random), None)


def _orders(forest: Forest) -> int:
    return prod(orders(one.tree) for one in forest.trees)


def _draw(space: ForestSpace, random: Random, evenness: Evenness) -> Forest | None:
    """Even draws start over whenever a tree does not go with those behind."""
    forest = space.nothing
    for area in reversed(space.areas):
        longer = None
        for _ in range(1 if evenness is Evenness.EVEN else REDRAWS):
            candidate = area.draw(random, evenness)
            longer = None if candidate is None else space.extended(forest, candidate)
            if longer is not None:
                break
        if longer is None:
            return None
        forest = longer
    # To play one is dear, and most that are not proven to have no shortcut have one.
    return forest if forest.proven else None
