"""The one interface of all ways to make levels: they propose levels and learn the results."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from puzzlesynth.levels.analysis.game_analysis import GameAnalysis
from puzzlesynth.levels.generate.fitness.fitness_function import CandidateFitness
from puzzlesynth.levels.generate.fitness.play_requirements import PlayRequirements
from puzzlesynth.levels.generate.placement.layout import LevelLayout
from puzzlesynth.levels.generate.placement.placement_solver import NoPlacement, PlacementSolver
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search import SearchableGame


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


def draw_from(rng: random.Random, weights: dict[int, float]) -> int:
    """One of the keys, by weight."""
    return rng.choices(list(weights), list(weights.values()))[0]
