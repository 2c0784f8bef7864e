"""The way in: many candidate levels of one game, each solved or proven unsolvable, with its difficulty."""

from __future__ import annotations

from collections.abc import Sequence

from puzzlesynth.levels.batch.judged import Judged
from puzzlesynth.levels.batch.one_by_one import judge_alone
from puzzlesynth.levels.model import Game, Level
from puzzlesynth.levels.search import SOLVERS, GameSearch


class CannotJudge(ValueError):
    """Levels of this game cannot be searched; the message says why."""


class BatchEvaluator:
    """Judges candidates of one game, many at a time."""

    def __init__(self, game: Game | GameSearch, *, solvers: Sequence[str] = SOLVERS) -> None:
        self.search = game if isinstance(game, GameSearch) else GameSearch(game)
        unknown = [solver for solver in solvers if solver not in SOLVERS]
        if unknown or not solvers:
            raise ValueError(f"no such solver: {', '.join(unknown)} (there are {', '.join(SOLVERS)})")
        self.solvers = tuple(solvers)
        reasons = [*self.search.refusals]
        if self.search.is_random:
            reasons.append("the game has random rules: a solution would not win every time")
        if reasons:
            raise CannotJudge("; ".join(reasons))

    def judge(
        self, levels: Sequence[Level], *, states: int | None = None, seconds: float | None = None
    ) -> list[Judged]:
        """A verdict for every level, in order. `states` and `seconds` are for each candidate. Equal levels are
        judged once."""
        known: dict[tuple[int, tuple[int, ...]], Judged] = {}
        for level in levels:
            key = (level.width, level.cells)
            if key not in known:
                known[key] = judge_alone(self.search, level, self.solvers, states, seconds)
        return [known[level.width, level.cells] for level in levels]
