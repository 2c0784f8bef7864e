"""The one interface of all ways to make levels: they propose levels and learn the results."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from puzzlesynth.levels.analysis.game_analysis import GameAnalysis
from puzzlesynth.levels.generate.fitness.fitness_function import CandidateFitness
from puzzlesynth.levels.generate.fitness.play_requirements import PlayRequirements
from puzzlesynth.levels.generate.placement.layout import LevelLayout
from puzzlesynth.levels.generate.placement.placement_solver import NoPlacement, PlacementSolver
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search import SearchableGame

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class StrategyContext:
    """What every generator works with."""

    game: PuzzleScriptGame
    analysis: GameAnalysis
    search: SearchableGame
    placement: PlacementSolver
    outcomes: PlayRequirements

    @property
    def layout(self) -> LevelLayout:
        return self.placement.layout

    def draw(self, rng: random.Random, numbers: Mapping[int, int] | None = None) -> Level | None:
        """A start drawn by logic; None if all that there are have been forbidden."""
        try:
            return self.placement.draw(rng, numbers)
        except NoPlacement:
            if self.placement.forbidden:
                return None
            raise


class Strategy(Protocol):
    """A way to make levels. `propose` gives the next candidate, None if there is none left; `tell` says what came
    of the last one. All chance comes from the `rng` that the generator was made with."""

    name: str

    def propose(self) -> Level | None: ...

    def tell(self, level: Level, judgement: CandidateFitness) -> None: ...

    def restart(self) -> None:
        """Go on elsewhere: what was found of late is too much like what is known."""


class Incumbent(Generic[Found]):
    """The best that a local search has found since it began, and how many candidates have not been better since."""

    def __init__(self, patience: int) -> None:
        """`patience`: candidates without an improvement after which the search is stuck."""
        self._patience = patience
        self.forget()

    def forget(self) -> None:
        """Begin again, with nothing found."""
        self.best: Found | None = None
        self._worth = -1.0
        self._failures = 0

    @property
    def is_stuck(self) -> bool:
        return self._failures >= self._patience

    def give_up(self) -> None:
        """Be stuck, whatever was found."""
        self._failures = self._patience

    def compare(self, found: Found, worth: float) -> None:
        """Keep a candidate if it is the best so far; otherwise it is a failure."""
        if not self.adopt(found, worth):
            self.fail()

    def adopt(self, found: Found, worth: float) -> bool:
        """Keep a candidate if it is the best so far, and count nothing otherwise. Returns whether it is kept."""
        if worth <= self._worth:
            return False
        self.best, self._worth, self._failures = found, worth, 0
        return True

    def fail(self) -> None:
        self._failures += 1


def draw_from(rng: random.Random, weights: dict[int, float]) -> int:
    """One of the keys, by weight."""
    return rng.choices(list(weights), list(weights.values()))[0]
