"""What makes one suggestion better than another: a measure, or a weighted sum of measures.

    difficulty                            the default: least states over the three solvers
    0.5*difficulty + 2*length - cost      weights, measures, plus and minus

The measures:

* `difficulty`, `challenge`, `length` (moves of the shortest solution), `direction_changes`, `detours`, `dead_ends`, and
  the six of the evaluator with their `score`: as `level generate` gives them;
* `cost`: what the solution costs (see `costs`);
* `chance`: the chance of winning, from 0 to 1; 1 unless rules are random;
* `novelty`: the share of cells in which a level differs from the most similar one among the level that was given and
  those already shown.

Measures that take long are only taken of candidates that could still get past the threshold.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from puzzlesynth.bad_input import BadInput
from puzzlesynth.levels.generate.fitness.score import (
    LENGTH_DEVIATION,
    LENGTH_MEAN,
    RULES_DEVIATION,
    RULES_MEAN,
    normal,
)
from puzzlesynth.levels.model import Level
from puzzlesynth.suggestions import hint_for

from .archive import differing_cells

QUICK = ("difficulty", "length", "direction_changes", "box_line", "novelty", "chance")
"""Known as soon as a candidate is solved."""
SLOW = (
    "cost",
    "score",
    "playing",
    "solution_length",
    "object_numbers",
    "applied_rules",
    "exploration",
    "detours",
    "dead_ends",
    "challenge",
)
MEASURES = (*QUICK, *SLOW)

_MOST = {
    "score": 1.2,
    "playing": 1.0,
    "solution_length": normal(LENGTH_MEAN, LENGTH_MEAN, LENGTH_DEVIATION),
    "object_numbers": 1.0,
    "applied_rules": normal(RULES_MEAN, RULES_MEAN, RULES_DEVIATION),
    "exploration": 1.75,
    "detours": 1.0,
    "dead_ends": 1.0,
    "challenge": 1000.0,
}
"""The most that a slow measure can be; the least is 0 (`playing` and `score`: -1)."""

_TERM = re.compile(r"\s*(?P<sign>[+-])?\s*(?:(?P<weight>\d+(?:\.\d*)?|\.\d+)\s*\*\s*)?(?P<name>[a-z_]+)\s*")


LARGEST_WEIGHT = 1_000_000_000
"""Whatever is measured, a sum of so much of it is still a number."""


class BadRank(BadInput):
    """A ranking that cannot be read; the message says where."""


@dataclass(frozen=True, slots=True)
class Rank:
    """Weights by measure."""

    weights: tuple[tuple[str, float], ...] = (("difficulty", 1.0),)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.weights)

    @property
    def slow(self) -> tuple[str, ...]:
        return tuple(name for name in self.names if name in SLOW)

    @property
    def needs_moves(self) -> bool:
        """Whether a shortest solution must be known, not only how hard the level is."""
        return any(name not in ("difficulty", "novelty") for name in self.names)

    def value(self, measures: Mapping[str, float]) -> float:
        return math.fsum(weight * measures[name] for name, weight in self.weights)

    def at_most(self, measures: Mapping[str, float], dearest: float) -> float:
        """The value that a candidate cannot exceed, given its quick measures (a difficulty that it cannot exceed
        included) and the most that its solution can cost."""
        total = []
        for name, weight in self.weights:
            if name == "difficulty" and weight < 0:
                total.append(weight)
            elif name in measures:
                total.append(weight * measures[name])
            elif name == "cost":
                total.append(weight * dearest if weight > 0 else 0.0)
            else:
                total.append(weight * _MOST[name] if weight > 0 else -weight)
        return math.fsum(total)

    def most_difficulty_within(self, value: float) -> int:
        """A difficulty up to which no candidate exceeds a value, whatever else it has; 0 if that cannot be told."""
        if self.names != ("difficulty",) or self.weights[0][1] <= 0:
            return 0
        weight = self.weights[0][1]
        most = max(0, math.floor(value / weight))
        return most if weight * most <= value else most - 1

    def __str__(self) -> str:
        if self.weights == (("difficulty", 1.0),):
            return "difficulty"
        words: list[str] = []
        for name, weight in self.weights:
            sign = "-" if weight < 0 else "+" if words else ""
            size = "" if abs(weight) == 1 else f"{abs(weight):g}*"
            words.append(f"{sign} {size}{name}" if words else f"{sign}{size}{name}")
        return " ".join(words)


def read_rank(text: str) -> Rank:
    """`0.5*difficulty + 2*length - cost`. Raises `BadRank`."""
    weights: dict[str, float] = {}
    position = 0
    while position < len(text) or not weights:
        match = _TERM.match(text, position)
        if match is None or (weights and match["sign"] is None):
            raise BadRank(
                f"--rank {text}: cannot read it from character {position + 1}; write measures with weights, "
                "as in 0.5*difficulty + 2*length"
            )
        name = match["name"]
        if name not in MEASURES:
            raise BadRank(f"--rank {text}: there is no measure `{name}`; {hint_for(name, MEASURES)}")
        weight = float(match["weight"] or 1) * (-1 if match["sign"] == "-" else 1)
        weights[name] = weights.get(name, 0.0) + weight
        if abs(weights[name]) > LARGEST_WEIGHT:
            raise BadRank(
                f"--rank: the weight of {name} must be between -{LARGEST_WEIGHT:,} and {LARGEST_WEIGHT:,}"
            )
        position = match.end()
    return Rank(tuple(weights.items()))


def novelty(level: Level, others: Iterable[Level]) -> float:
    """The share of cells that differ from the most similar of the others; 1 if there is none of that size."""
    cells = len(level.cells)
    return min([cells, *(differing_cells(level, other) for other in others)]) / cells
