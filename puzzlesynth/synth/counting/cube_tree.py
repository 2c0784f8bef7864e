"""Estimates the size of a space that is too large to list: a tree of cubes, gone down at random again and again.

Each inner node cuts its cube in two by a feature of some puzzles that are in it; each leaf is listed to the end. A way
from the root to a leaf takes every turn with a chance that is known, so the number of puzzles in the leaf, divided by the
chance of having come there, is right on average (Knuth, *Estimating the efficiency of backtrack programs*, 1975). The
chances themselves only decide how far single guesses are apart. They follow the sizes that earlier ways have found, so
guesses get better; and what is listed on both sides of a cut is known from then on and costs no chance at all.

Parities, as in ApproxMC, would bound the error beforehand. But a clingo program of a story has hundreds of features, few
of which decide the others. With sixteen parities over them a single answer took six seconds; a cube makes the program
smaller instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Protocol

from puzzlesynth.synth.cubes import Cube, cut

Features = frozenset[str]

FEWEST_SAMPLES = 5
"""A cube of which fewer puzzles are known is looked at more closely before it is cut."""

MANY_DRAWS, FEW_DRAWS = 24, 8
"""How many puzzles are drawn from the whole space, which every guess goes through, and from a cube."""

LEAST_CHANCE = 0.08
"""Of each side of a cut: samples are few, and what they miss must not weigh too much."""


class CountedSpace(Protocol):
    """What can be asked about the space."""

    def listed(self, cube: Cube) -> int | None:
        """How many puzzles a cube has; None: more than are worth listing before it is cut."""

    def listed_whole(self, cube: Cube) -> int:
        """The same, whatever it takes."""

    def samples(self, cube: Cube, draws: int) -> tuple[Sequence[Features], bool]:
        """Some different ones of a cube's candidates, and whether it seems to be small."""


class CubeNode:
    """A cube, and what is known about it."""

    def __init__(self, cube: Cube, samples: Sequence[Features] = ()) -> None:
        self.cube, self.samples = cube, samples
        self.number: int | None = None
        """How many puzzles it has, where that is known."""
        self.sides: tuple[CubeNode, CubeNode] | None = None
        self.first_share = 0.5
        """The share of the first side, by samples."""
        self.visits = 0
        self._total = 0.0

    def note(self, guess: float) -> None:
        self.visits += 1
        self._total += guess

    @property
    def size(self) -> float | None:
        """As far as is known."""
        if self.number is not None:
            return self.number
        return self._total / self.visits if self.visits else None


class CubeTree:
    def __init__(self, space: CountedSpace, seed: int = 0) -> None:
        self._space, self._random = space, Random(seed)
        self._root = CubeNode(())

    @property
    def number(self) -> int | None:
        """How many puzzles there are, if all have been listed."""
        return self._root.number

    def guesses(self) -> Iterator[float]:
        """Each of them is right on average."""
        while True:
            yield self._guess(self._root)

    def _guess(self, node: CubeNode) -> float:
        if node.number is None and node.sides is None:
            self._open(node)
        if node.number is not None or node.sides is None:
            return node.number or 0
        one, other = node.sides
        if one.number is not None:
            guess = one.number + self._guess(other)
        elif other.number is not None:
            guess = other.number + self._guess(one)
        else:
            chance = _chance(node)
            side, chance = (one, chance) if self._random.random() < chance else (other, 1 - chance)
            guess = self._guess(side) / chance
        node.note(guess)
        if one.number is not None and other.number is not None:
            node.number = one.number + other.number
        return guess

    def _open(self, node: CubeNode) -> None:
        """Lists a cube or cuts it in two."""
        if len(node.samples) < FEWEST_SAMPLES:
            samples, is_small = self._space.samples(node.cube, FEW_DRAWS if node.cube else MANY_DRAWS)
            if is_small:
                node.number = self._space.listed(node.cube)
            if node.number is not None:
                return
            node.samples = samples
        cells = cut(node.samples, 2, node.cube, least=1)
        if len(cells) < 2:
            node.number = self._space.listed_whole(node.cube)
            return
        one, other = (CubeNode(cell.cube, [node.samples[n] for n in cell.samples]) for cell in cells)
        node.sides = one, other
        node.first_share = (len(one.samples) + 1) / (len(node.samples) + 2)
        node.samples = ()


def _chance(node: CubeNode) -> float:
    """Of the first side: its share of what both sides seem to have."""
    assert node.sides is not None
    one, other = (side.size for side in node.sides)
    share = node.first_share
    if one is not None and other is not None and one + other > 0:
        # The first guesses may be far off, so the samples keep their say for a while.
        trust = node.visits / (node.visits + 3)
        share = (1 - trust) * share + trust * one / (one + other)
    return min(1 - LEAST_CHANCE, max(LEAST_CHANCE, share))
