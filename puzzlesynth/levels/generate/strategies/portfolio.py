"""The default: several generators side by side, and most of the work for the one that does best.

Every generator proposes the same number of candidates first. After that, three of four candidates come from the one
whose two best candidates are worth most, the fourth from the others in turn, so that one which gets better late is
noticed. Hill climbing goes on from what the others find, and what they find counts as its own. Only candidates are
counted, never seconds: the same seed gives the same levels on any machine.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzlesynth.levels.generate.fitness.fitness_function import CandidateFitness
from puzzlesynth.levels.model import Level

from .hill_climbing import HillClimbing
from .strategy import Strategy

TRIAL = 10
"""Candidates that each generator proposes before they are compared."""


class Portfolio:
    """A generator made of others."""

    name = "auto"

    def __init__(self, generators: Sequence[Strategy]) -> None:
        self._left = list(generators)
        self._worths: dict[str, list[float]] = {generator.name: [] for generator in generators}
        self.accepted = {generator.name: 0 for generator in generators}
        self.proposed = {generator.name: 0 for generator in generators}
        self._turn = 0
        self._now: Strategy | None = None

    @property
    def last(self) -> str:
        """Who made the last candidate."""
        return self._now.name if self._now is not None else self.name

    def propose(self) -> Level | None:
        while self._left:
            self._now = self._next()
            level = self._now.propose()
            if level is not None:
                self.proposed[self._now.name] += 1
                return level
            self._left.remove(self._now)
        return None

    def tell(self, level: Level, judgement: CandidateFitness) -> None:
        assert self._now is not None
        self._worths[self._now.name].append(judgement.worth)
        self.accepted[self._now.name] += judgement.accepted
        self._now.tell(level, judgement)
        for other in self._left:
            if other is not self._now and isinstance(other, HillClimbing):
                other.adopt(level, judgement.worth)
                self._worths[other.name].append(judgement.worth)

    def restart(self) -> None:
        for generator in self._left:
            generator.restart()

    def _next(self) -> Strategy:
        for generator in self._left:
            if self.proposed[generator.name] < TRIAL:
                return generator
        self._turn += 1
        ranked = sorted(self._left, key=lambda generator: -self._value(generator))
        if self._turn % 4 or len(ranked) == 1:
            return ranked[0]
        return ranked[1 + self._turn // 4 % (len(ranked) - 1)]

    def _value(self, generator: Strategy) -> float:
        best = sorted(self._worths[generator.name], reverse=True)[:2]
        return sum(best) / len(best) if best else 0.0
