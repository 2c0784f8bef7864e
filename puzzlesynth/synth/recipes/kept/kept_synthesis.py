"""Candidates for the puzzles of a book in which every step keeps what it takes.

One object of an item serves all steps that need it, and what is placed decides everything: the steps of a puzzle are
those that all ways to its goals have in common. Where few things may be placed, every choice of them is looked at;
otherwise, where few recipes can be part of a puzzle, all of these. Where there are too many, puzzles are drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from random import Random

from puzzlesynth.deadline import check_time
from puzzlesynth.synth.answers.decoder import Decoder
from puzzlesynth.synth.exhaustion import LIFTABLE
from puzzlesynth.synth.recipes.areas.area_chain import ChosenGoals
from puzzlesynth.synth.recipes.goal_trees import shuffled
from puzzlesynth.synth.recipes.proposal import Proposal
from puzzlesynth.synth.recipes.recipe_graph import Way
from puzzlesynth.synth.relevance import PackAnalysis

from .growth import Growth
from .joint_supports import JointSupports
from .kept_book import KeptBook
from .kept_puzzle import KeptPuzzle, answer_of, is_sound
from .needless_recipes import ways_of_use
from .placements import Placements, TooManyPlacements
from .supports import Support, TooManySupports
from .wiring import TooManyWirings, Wiring

WORK = (600_000, 20_000_000)
"""Recipes that are looked at to list all puzzles: before anything is drawn, and after that has become futile."""

CHOICES = 100_000
"""Of who takes what, before not all puzzles are listed."""

FEW_CHOICES = 300
"""The same for one puzzle that is drawn."""

MANY_PUZZLES = 500
"""More than this are not listed."""

FUTILE_DRAWS = 300
"""Draws without a new puzzle after which the logic program goes on."""

OF_KNOWN = 0.5
"""How often things of a known puzzle are put together in another way, where there are several of an item."""


class KeptSynthesis:
    """The candidates of a book with one area, or with several that open one after another."""

    def __init__(self, possible: PackAnalysis, book: KeptBook) -> None:
        self._book = book
        self._decoder = Decoder(possible)
        self._seed = 0
        self.complete = False

    def all_of_it(self) -> None:
        """They cannot be drawn evenly."""

    def puzzles(self, seed: int) -> Iterator[Proposal]:
        random, self._seed = Random(seed), seed
        for work in WORK:
            recipes = max(1, len(self._book.graph.ways))
            found = self._listed(1 + work // recipes // len(self._book.areas))
            if found is not None:
                puzzles, self.complete = found
                for puzzle in shuffled(puzzles, random):
                    yield self._proposal(puzzle, random)
                return
            if work == WORK[0]:
                for puzzle in self._drawn(random):
                    yield self._proposal(puzzle, random)

    def _proposal(self, puzzle: KeptPuzzle, random: Random) -> Proposal:
        answer = answer_of(self._book, puzzle, random)
        limit = LIFTABLE["again"][1] if puzzle.is_made_again else ""
        return Proposal(self._decoder.decode(answer, self._seed), True, limit)

    # --- all of them ----------------------------------------------------------------------------------

    def _listed(self, tests: int) -> tuple[list[KeptPuzzle], bool] | None:
        """Puzzles, and whether there are no others; None: there are too many to list."""
        placements = self._placements
        if (placements is not None and placements[1]) or not self._book.is_plain:
            return placements
        found: list[KeptPuzzle] = []
        try:
            for goals in self._book.choices:
                listed = self._with_supports(goals, tests)
                if listed is None:
                    return placements
                found += listed
        except (TooManySupports, TooManyWirings):
            return placements
        return found, True

    @cached_property
    def _placements(self) -> tuple[list[KeptPuzzle], bool] | None:
        placements = Placements(self._book)
        if not placements.are_few:
            return None
        try:
            found = placements.puzzles()
        except TooManyPlacements:
            return None
        return found, not found or placements.are_all

    @cached_property
    def _of_use(self) -> dict[ChosenGoals, list[list[Way]]]:
        """For each choice of goals and each area the ways that may be part of its tree."""
        stages = range(len(self._book.areas))
        return {
            goals: [ways_of_use(self._book, goals, stage) for stage in stages] for goals in self._book.choices
        }

    def _with_supports(self, goals: ChosenGoals, tests: int) -> list[KeptPuzzle] | None:
        """All puzzles for a choice of goals; None: that cannot be told."""
        book = self._book
        merges = len(book.areas) == 1 or all(copies == 1 for copies in book.graph.copies)
        joint = JointSupports(book, goals, self._of_use[goals], tests)
        puzzles: list[KeptPuzzle] = []
        left = CHOICES
        for supports in joint.supports():
            if not merges:
                return None
            wiring = _wired(book, goals, [_ways(one) for one in supports], _mixed(supports), left)
            puzzles += (puzzle for puzzle in wiring.puzzles() if is_sound(book, puzzle))
            left = wiring.budget
            if len(puzzles) > MANY_PUZZLES:
                return None
        return puzzles

    # --- drawn ----------------------------------------------------------------------------------------

    def _drawn(self, random: Random) -> Iterator[KeptPuzzle]:
        known: set[tuple[object, ...]] = set()
        growths = [Growth(self._book, goals, self._of_use[goals]) for goals in self._book.choices]
        several = any(copies > 1 for copies in self._book.graph.copies)
        grown: list[tuple[ChosenGoals, list[Mapping[int, Way]]]] = []
        futile = 0
        while growths and futile < FUTILE_DRAWS:
            check_time()
            futile += 1
            if grown and several and random.random() < OF_KNOWN:
                goals, ways = random.choice(grown)
            else:
                number = random.randrange(len(growths))
                drawn = growths[number].draw(random)
                if drawn is None:
                    continue
                goals, ways = self._book.choices[number], drawn
            puzzle = self._one_of(goals, ways, random)
            if puzzle is not None and _form(puzzle) not in known:
                known.add(_form(puzzle))
                grown.append((goals, ways))
                futile = 0
                yield puzzle

    def _one_of(
        self, goals: ChosenGoals, ways: Sequence[Mapping[int, Way]], random: Random
    ) -> KeptPuzzle | None:
        """One of the puzzles in which things are made like this."""
        wiring = _wired(self._book, goals, ways, frozenset(), FEW_CHOICES, random)
        try:
            return next((one for one in islice(wiring.puzzles(), 10) if is_sound(self._book, one)), None)
        except TooManyWirings:
            return None


def _wired(
    book: KeptBook,
    goals: ChosenGoals,
    ways: Sequence[Mapping[int, Way]],
    mixed: frozenset[int],
    budget: int,
    random: Random | None = None,
) -> Wiring:
    """`ways`: for each area how things are made; what is taken beside them is placed. `mixed`: what is made and
    placed."""
    made = {item for of_area in ways for item in of_area}
    taken = {item for of_area in ways for way in of_area.values() for item in way.takes}

    def makers(stage: int, item: int) -> list[Way]:
        way = ways[stage].get(item)
        return [] if way is None else [way]

    return Wiring(book, goals, makers, frozenset(taken - made | mixed), budget=budget, random=random)


def _ways(support: Support) -> dict[int, Way]:
    return {item: one.way for item, one in support.items()}


def _mixed(supports: Sequence[Support]) -> frozenset[int]:
    return frozenset(item for support in supports for item, one in support.items() if one.placed)


def _form(puzzle: KeptPuzzle) -> tuple[object, ...]:
    things = ((thing.item, thing.way and thing.way.number, thing.takes) for thing in puzzle.things)
    return puzzle.goals.numbers, *things
