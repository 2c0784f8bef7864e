"""How different puzzles are, and a choice of some that are as different as possible.

The distance of two puzzles is the share of steps that only one of them has: 0 where all steps are the same, 1 where
none is. Steps are the same if they apply the same rule to the same items.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb

from puzzlesynth.quick_dataclasses import dataclass

from .model import Puzzle

StepKinds = frozenset[tuple[int, tuple[str, ...]]]


def step_kinds(puzzle: Puzzle) -> StepKinds:
    """A puzzle's steps, each as its rule and the items that it is applied to."""
    item = puzzle.items
    return frozenset((step.rule, tuple(item.get(name, "") for name in step.inputs)) for step in puzzle.steps)


def distance(one: StepKinds, other: StepKinds) -> float:
    either = one | other
    return 1 - len(one & other) / len(either) if either else 0.0


@dataclass(frozen=True)
class Spread:
    """How far apart some puzzles are."""

    least: float
    mean: float

    def __str__(self) -> str:
        return f"least distance {self.least:.2f}, mean {self.mean:.2f}"


def spread_of(puzzles: Sequence[Puzzle]) -> Spread:
    kinds = [step_kinds(puzzle) for puzzle in puzzles]
    pairs = [distance(a, b) for n, a in enumerate(kinds) for b in kinds[:n]]
    return Spread(min(pairs), sum(pairs) / len(pairs)) if pairs else Spread(1.0, 1.0)


FEW_CHOICES = 5_000


def most_different(puzzles: Sequence[Puzzle], number: int) -> list[Puzzle]:
    """Some of the puzzles with the closest two of them as far apart as can be found, in their old order.

    Where there are few ways to choose, all are looked at. Otherwise the one that is furthest from all that were chosen
    is added, again and again; then single puzzles are exchanged as long as that helps.
    """
    if len(puzzles) <= number:
        return list(puzzles)
    kinds = [step_kinds(puzzle) for puzzle in puzzles]
    apart = [[distance(a, b) for b in kinds] for a in kinds]
    if comb(len(puzzles), number) <= FEW_CHOICES and number > 1:
        best = max(combinations(range(len(puzzles)), number), key=lambda some: _score(apart, list(some)))
        return [puzzles[n] for n in best]
    chosen = [max(range(len(puzzles)), key=lambda n: (sum(apart[n]), -n))]
    while len(chosen) < number:
        left = [n for n in range(len(puzzles)) if n not in chosen]
        chosen.append(max(left, key=lambda n: (*_nearness(apart[n], chosen), -n)))
    _exchange(apart, chosen)
    return [puzzles[n] for n in sorted(chosen)]


def _nearness(distances: list[float], chosen: list[int]) -> tuple[float, float]:
    """The distance to the nearest of those chosen, then to all of them."""
    return min(distances[n] for n in chosen), sum(distances[n] for n in chosen)


def _exchange(apart: list[list[float]], chosen: list[int]) -> None:
    best = _score(apart, chosen)
    improved = len(chosen) > 1
    while improved:
        improved = False
        for place in range(len(chosen)):
            for new in range(len(apart)):
                if new in chosen:
                    continue
                other = [*chosen[:place], new, *chosen[place + 1 :]]
                score = _score(apart, other)
                if score > best:
                    best, improved = score, True
                    chosen[place] = new


def _score(apart: list[list[float]], chosen: list[int]) -> tuple[float, float]:
    """The least distance, then the sum; rounded, so that rounding errors do not count as progress."""
    pairs = [apart[a][b] for n, a in enumerate(chosen) for b in chosen[:n]]
    return round(min(pairs), 9), round(sum(pairs), 9)
