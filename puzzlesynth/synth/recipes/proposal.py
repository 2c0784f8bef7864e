"""What searches for the puzzles of a book have in common: their bounds, and what they give out."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple, Protocol

from puzzlesynth.pack.model import Area
from puzzlesynth.puzzle.model import Puzzle

from .tree_space import Evenness, TreeBudget


class Pass(NamedTuple):
    """How far a search for trees goes."""

    budget: TreeBudget
    """For the trees of each area."""
    strict: bool
    """Whether doubtful trees and forests are left out."""
    forests: int
    """With several areas: trees that are added to others before forests are drawn instead of listed."""


PASSES = (
    Pass(TreeBudget(1_200, 600, 4_000), True, 3_000),
    Pass(TreeBudget(6_000, 3_000, 20_000), True, 3_000),
    Pass(TreeBudget(20_000, 12_000, 100_000), False, 20_000),
)
"""The last one leaves out nothing without proof. It is not made where an earlier one has left out nothing either."""

FUTILE_DRAWS = {Evenness.EVEN: 40, Evenness.FLAT: 60, Evenness.SLIM: 400}
"""Draws without a new puzzle after which they are made less even, and at last the logic program goes on."""

OF_ALL = Pass(TreeBudget(1_200, 600, 4_000), False, 3_000)
"""For counting: nothing is left out without proof, and what is not listed is counted too high."""

MANY_CANDIDATES = 20_000
"""More candidates than this, in all orders of their parts, are drawn and not listed."""


class Proposal(NamedTuple):
    puzzle: Puzzle
    is_proven: bool
    """Whether it has no shortcut for certain; otherwise playing has to decide."""
    limit: str = ""
    """What keeps it out though it may be a puzzle, as a sentence for designers."""


class EvenDraws(Protocol):
    """A set with all puzzles of a book in it, from which each can be drawn with the same chance."""

    @property
    def number(self) -> int:
        """Of what can be drawn: there are no more puzzles than this."""

    def draw(self, random: Random) -> Proposal | None:
        """None: what was drawn is no puzzle."""


class BookSynthesis(Protocol):
    """A search for puzzles without the program of the whole pack: for those of a recipe book, or for a first one."""

    complete: bool
    """Whether there are no puzzles but those among the candidates. Known once there are no more of them."""

    def puzzles(self, seed: int) -> Iterator[Proposal]:
        """Candidates in an order that the seed decides; the same one may come again."""

    def all_of_it(self) -> EvenDraws | None:
        """For counting; None: the puzzles cannot be drawn evenly."""


def depths_of(area: Area) -> range:
    assert area.max_depth is not None
    return range(max(1, area.min_depth), area.max_depth + 1)
