"""The one interface of all ways to make levels: they propose, and are told what came of it."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Protocol

from puzzlesynth.levels.analysis import GameAnalysis
from puzzlesynth.levels.generate.fitness.fitness_function import Judgement
from puzzlesynth.levels.generate.fitness.play_requirements import Outcomes
from puzzlesynth.levels.generate.placement.layout import Layout
from puzzlesynth.levels.generate.placement.placement_solver import Placement
from puzzlesynth.levels.model import Game, Level
from puzzlesynth.levels.search import GameSearch


@dataclass(frozen=True, slots=True)
class Workshop:
    """What every generator works with."""

    game: Game
    analysis: GameAnalysis
    search: GameSearch
    placement: Placement
    outcomes: Outcomes

    @property
    def layout(self) -> Layout:
        return self.placement.layout


class Generator(Protocol):
    """A way to make levels. `propose` gives the next candidate, None if there is none left; `tell` says what came
    of the last one. All chance comes from the `rng` that the generator was made with."""

    name: str

    def propose(self) -> Level | None: ...

    def tell(self, level: Level, judgement: Judgement) -> None: ...

    def restart(self) -> None:
        """Go on elsewhere: what was found of late is too much like what is known."""


def draw_from(rng: random.Random, weights: dict[int, float]) -> int:
    """One of the keys, by weight."""
    return rng.choices(list(weights), list(weights.values()))[0]
