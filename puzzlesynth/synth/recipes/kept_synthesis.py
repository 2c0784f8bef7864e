"""Candidates for the puzzles of a book in which every step keeps what it takes.

There, one object of an item serves all steps that need it, and what is placed decides everything: the steps of a puzzle
are those that all ways to its goal have in common. Where few things may be placed, every choice of them is looked at;
where there are many, puzzles are put together from the goal down and looked at as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from random import Random
from typing import NamedTuple

from puzzlesynth.deadline import check_time
from puzzlesynth.pack.model import Area
from puzzlesynth.synth.answers.answer_set import Answer, Node
from puzzlesynth.synth.answers.decoder import Decoder
from puzzlesynth.synth.relevance import PackAnalysis

from .proposal import Proposal, depths_of
from .recipe_graph import NEVER, RecipeGraph, Way
from .shortcuts.kept_landmarks import landmarks

FEW_PLACEABLE = 8
"""With no more things than this that may be placed, every choice of them is looked at."""

MANY_VARIANTS = 500
"""Of one choice of things, where rules take whole types."""

FUTILE_DRAWS = 1000
"""Draws without a new puzzle after which the logic program goes on."""


SHARES_OF_LEAVES = (0.4, 0.7, 0.95)
"""How often something is placed that could be made as well; each draw takes one of these."""


class _Wanted(NamedTuple):
    """A thing that is to be part of a puzzle."""

    item: int
    depth: int
    """In how many steps."""
    is_deepest: bool
    """Whether in no fewer steps."""
    above: frozenset[int]
    """What it is needed for."""


class KeptPuzzle(NamedTuple):
    goal: int
    """The number of the area's goal."""
    item: int
    """What meets it."""
    ways: Mapping[int, Way]
    """How each thing is made that is not placed."""

    @property
    def placed(self) -> set[int]:
        return {item for way in self.ways.values() for item in way.takes if item not in self.ways}


class KeptSynthesis:
    """The candidates of a book with one area whose steps keep what they take."""

    def __init__(self, possible: PackAnalysis, graph: RecipeGraph, area: Area) -> None:
        self._possible, self._graph, self._area = possible, graph, area
        self._seed = 0
        self._goals = [
            sorted(graph.numbers[item.name] for item in possible.accepted(goal)) for goal in area.goals
        ]
        self.complete = False

    @cached_property
    def _takes_two(self) -> bool:
        """Whether some step takes two of the same. Puzzles with such steps are for others to find."""
        return any(len(set(way.takes)) < len(way.takes) for way in self._graph.ways)

    def all_of_it(self) -> None:
        """They cannot be drawn evenly."""

    def puzzles(self, seed: int) -> Iterator[Proposal]:
        random, self._seed = Random(seed), seed
        if len(self._graph.placeable) > FEW_PLACEABLE:
            for puzzle in self._drawn(random):
                yield self._proposal(puzzle, random)
            return
        found = self._listed()
        if found is None:
            return
        random.shuffle(found)
        for puzzle in found:
            yield self._proposal(puzzle, random)
        # Where there may be several of an item, puzzles may use several where one would do.
        single = all(self._graph.copies[item] == 1 for one in found for item in (*one.ways, *one.placed))
        self.complete = single and not self._takes_two

    # --- every choice of things -----------------------------------------------------------------------

    def _listed(self) -> list[KeptPuzzle] | None:
        """None: there are too many."""
        found: list[KeptPuzzle] = []
        for number, items in enumerate(self._goals):
            placeable = sorted(self._graph.placeable.difference(items))
            for size in range(1, len(placeable) + 1):
                for placed in combinations(placeable, size):
                    check_time()
                    for puzzle in self._of(number, items, placed):
                        found.append(puzzle)
                        if len(found) > MANY_VARIANTS:
                            return None
        return found

    def _of(self, number: int, items: Sequence[int], placed: Sequence[int]) -> Iterator[KeptPuzzle]:
        """The puzzles for a goal with one of each of these placed."""
        common = landmarks(self._graph, items, placed)
        if common is None:
            return
        makers: dict[int, list[Way]] = {}
        for way in self._graph.ways:
            if common >> way.kind & 1 and len(set(way.takes)) == len(way.takes):
                makers.setdefault(way.result, []).append(way)
        for item in items:
            for ways in _choices([item], {}, makers, frozenset(placed)):
                puzzle = KeptPuzzle(number, item, ways)
                if puzzle.placed == set(placed) and self._is_deep_enough(puzzle):
                    yield puzzle

    # --- from the goal down ---------------------------------------------------------------------------

    def _drawn(self, random: Random) -> Iterator[KeptPuzzle]:
        known: set[tuple[int, ...]] = set()
        futile = 0
        while futile < FUTILE_DRAWS:
            check_time()
            futile += 1
            number = random.randrange(len(self._goals))
            puzzle = self._draw(number, random)
            if puzzle is None or not self._is_deep_enough(puzzle):
                continue
            key = (number, *sorted(way.number for way in puzzle.ways.values()))
            if key not in known and self._has_no_shortcut(puzzle):
                known.add(key)
                futile = 0
                yield puzzle

    def _draw(self, number: int, random: Random) -> KeptPuzzle | None:
        """A tree in which each thing is made once; None: no luck."""
        graph, goals = self._graph, self._goals[number]
        if not goals:  # nothing that can be made or placed meets it
            return None
        goal, leaves = random.choice(goals), random.choice(SHARES_OF_LEAVES)
        ways: dict[int, Way] = {}
        # One branch is as deep as the whole is to be; the others end in leaves as soon as chance has it.
        todo = [_Wanted(goal, random.choice(depths_of(self._area)), True, frozenset(goals))]
        while todo:
            item, depth, is_deepest, above = todo.pop()
            may_be_leaf = item in graph.placeable and item not in goals
            if item in ways or (may_be_leaf and not is_deepest and random.random() < leaves):
                continue
            makers = self._makers(item, depth, above)
            if not makers:
                if may_be_leaf:
                    continue
                return None
            way = ways[item] = random.choice(makers)
            deepest = random.randrange(len(way.takes))
            todo += [
                _Wanted(one, depth - 1, is_deepest and n == deepest, above | {item})
                for n, one in enumerate(way.takes)
            ]
        return KeptPuzzle(number, goal, ways)

    def _makers(self, item: int, depth: int, above: frozenset[int]) -> list[Way]:
        """The ways in which an item can be made in this many steps and not of what it is for."""
        heights = self._graph.heights
        return [
            way
            for way in self._graph.makers[item]
            if len(set(way.takes)) == len(way.takes)
            and all(heights[one] < depth and one not in above for one in way.takes)
        ]

    def _has_no_shortcut(self, puzzle: KeptPuzzle) -> bool:
        common = landmarks(self._graph, self._goals[puzzle.goal], puzzle.placed)
        return common is not None and all(common >> way.kind & 1 for way in puzzle.ways.values())

    def _is_deep_enough(self, puzzle: KeptPuzzle) -> bool:
        return self._depth_of(puzzle.item, puzzle.ways) in depths_of(self._area)

    def _depth_of(self, item: int, ways: Mapping[int, Way]) -> int:
        """The longest chain of steps; more than can be where something is made of itself."""
        depths: dict[int, int] = {}

        def depth_of(one: int) -> int:
            if one not in ways:
                return 0
            if one not in depths:
                depths[one] = NEVER
                depths[one] = 1 + max(map(depth_of, ways[one].takes))
            return min(depths[one], NEVER)

        return depth_of(item)

    # --- puzzles --------------------------------------------------------------------------------------

    def _proposal(self, puzzle: KeptPuzzle, random: Random) -> Proposal:
        names, area = self._graph.names, self._area.name

        def node(item: int) -> Node:
            return names[item], 1, 0

        answer = Answer(chosen={area: puzzle.goal}, solved_by={area: node(puzzle.item)})
        for item, way in puzzle.ways.items():
            answer.rules[node(item)] = way.rule
            answer.takes[node(item)] = [(n, node(one)) for n, one in enumerate(way.takes)]
            answer.belongs[node(item)] = area
        start, items = self._possible.start, self._possible.pack.items
        for item in sorted(puzzle.placed):
            places = [name for name in start.places_for(items[names[item]]) if name in start.open]
            answer.lies[names[item], 1] = random.choice(places)
        return Proposal(self._decoder.decode(answer, self._seed), True)

    @cached_property
    def _decoder(self) -> Decoder:
        return Decoder(self._possible)


def _choices(
    todo: list[int], ways: dict[int, Way], makers: Mapping[int, Sequence[Way]], placed: frozenset[int]
) -> Iterator[dict[int, Way]]:
    """All ways to make what is wanted, each thing in one way."""
    wanted = [item for item in todo if item not in ways and item not in placed]
    if not wanted:
        yield ways
        return
    for way in makers.get(wanted[0], ()):
        yield from _choices([*wanted[1:], *way.takes], {**ways, wanted[0]: way}, makers, placed)
