"""The way in: many candidate levels of one game, each solved or proven unsolvable, with its difficulty."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING

from puzzlesynth.levels.engine.codegen.vector_writer import WORD, vector_obstacles
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search import SOLVERS, SearchableGame
from puzzlesynth.levels.search.limits import BATCH_SIZE, BatchLimits
from puzzlesynth.levels.search.results import SolverResults
from puzzlesynth.levels.search.solver import solve_alone
from puzzlesynth.levels.sokoban.deadlocks import BY_PUSHES
from puzzlesynth.levels.sokoban.evaluator import SokobanEvaluator
from puzzlesynth.levels.sokoban.game import sokoban_game

if TYPE_CHECKING:
    from .transitions import BatchedTurns

MOST_CELLS = WORD
"""Boards with more cells are not advanced together: an object's places must fit into one word."""


@dataclass(frozen=True, slots=True)
class LevelEvaluation:
    """A candidate's verdict.

    `moves` are inputs (0 up, 1 left, 2 down, 3 right, 4 action), found by search and not yet replayed in the
    interpreter: `search.steps.confirmed` does that for a level that is going to be shown.
    """

    solved: bool | None
    """None: undecided within the limits."""
    moves: tuple[int, ...] | None
    """A solution; a shortest one if `shortest` is true."""
    shortest: bool
    explored: Mapping[str, int]
    """For each solver that decided the level, the states whose moves it tried. Unless all counts were asked for, a
    solver that has explored more states than another needed is stopped and has no entry. `pushes` stands for a proof by
    pushes alone that there is no solution."""
    difficulty: int | None
    """The least number of states that any of the solvers explores to decide the level; None if none decides it."""
    seconds: float
    """The candidate's share of the time."""
    stopped_by: str | None = None
    """Why an undecided candidate was given up: time, states, memory, or why its rules cannot rule a solution out."""


Size = tuple[int, int]


class UnsearchableGame(ValueError):
    """Levels of this game cannot be searched; the message says why."""


class BatchEvaluator:
    """Judges candidates of one game, many at a time."""

    def __init__(
        self,
        game: PuzzleScriptGame | SearchableGame,
        *,
        solvers: Sequence[str] = SOLVERS,
        all_counts: bool = False,
        brief: bool = False,
    ) -> None:
        """`all_counts`: every solver goes on until it has decided the level, also when it cannot be the one that
        needs least. `brief`: of levels that cannot be won, only that much is wanted; of the others the difficulty,
        and any solution (a shortest one if breadth-first search is the only solver)."""
        self.search = game if isinstance(game, SearchableGame) else SearchableGame(game)
        unknown = [solver for solver in solvers if solver not in SOLVERS]
        if unknown or not solvers:
            raise ValueError(f"no such solver: {', '.join(unknown)} (there are {', '.join(SOLVERS)})")
        self.solvers = tuple(solvers)
        self.all_counts = all_counts
        reasons = [*self.search.refusals]
        if self.search.is_random:
            reasons.append("the game has random rules: a solution would not win every time")
        if reasons:
            raise UnsearchableGame("; ".join(reasons))
        self._rules = sokoban_game(self.search.game) if brief else None
        self._pushes: dict[Size, SokobanEvaluator] = {}

    def judge(
        self,
        levels: Sequence[Level],
        *,
        states: int | None = None,
        seconds: float | None = None,
        uninteresting: int = 0,
    ) -> list[LevelEvaluation]:
        """A verdict for every level, in order. `states` and `seconds` are for each candidate. A difficulty of
        `uninteresting` or less may be given as too large, but not as larger than that. Equal levels are judged once."""
        bounds = BatchLimits(seconds, states, all_counts=self.all_counts, uninteresting=uninteresting)
        by_size: dict[Size, dict[tuple[int, ...], Level]] = defaultdict(dict)
        for level in levels:
            by_size[level.width, level.height].setdefault(level.cells, level)
        known: dict[tuple[Size, tuple[int, ...]], LevelEvaluation] = {}
        for size, distinct in by_size.items():
            candidates = list(distinct.values())
            for first in range(0, len(candidates), BATCH_SIZE):
                batch = candidates[first : first + BATCH_SIZE]
                found = self._find(size, batch, bounds)
                for level, (findings, took) in zip(batch, found, strict=True):
                    known[size, level.cells] = self._judged(findings, took)
        return [known[(level.width, level.height), level.cells] for level in levels]

    def reasons_alone(self, level: Level) -> tuple[str, ...]:
        """Why games of this size are not advanced together; empty if they can be."""
        reasons = vector_obstacles(self.search.game, level)
        if len(level.cells) > MOST_CELLS:
            reasons.append(f"more than {MOST_CELLS} cells")
        if find_spec("numpy") is None:
            reasons.append("numpy is not installed")
        return tuple(reasons)

    def _find(
        self, size: Size, levels: list[Level], bounds: BatchLimits
    ) -> list[tuple[SolverResults, float]]:
        """What is found out about levels of one size, first by pushes where that is possible."""
        found = {} if self._rules is None else self._pushing(size, levels[0]).find(levels, bounds)
        for number, level in enumerate(levels):
            if number not in found:
                found[number] = solve_alone(self.search, level, self.solvers, bounds)
        return [found[number] for number in range(len(levels))]

    def _pushing(self, size: Size, level: Level) -> SokobanEvaluator:
        """What judges levels of a size by pushes, all at once where they can be advanced together."""
        assert self._rules is not None
        if size not in self._pushes:
            turns: BatchedTurns | None = None
            if not self.reasons_alone(level):
                from .transitions import BatchedTurns

                turns = BatchedTurns(self.search, *size)
            self._pushes[size] = SokobanEvaluator(self._rules, self.solvers, turns)
        return self._pushes[size]

    def _judged(self, found: SolverResults, seconds: float) -> LevelEvaluation:
        """One verdict from those of the solvers. That everything was seen proves nothing where rules restart the level
        from checkpoints."""
        restarts = self.search.restarts_from_checkpoints
        solved = {solver: finding for solver, finding in found.items() if finding.solved}
        lost = {solver: finding for solver, finding in found.items() if finding.solved is False}
        decided = solved or ({} if restarts else lost)
        shortest = found["bfs"].moves if "bfs" in solved else None
        others = [finding.moves for finding in solved.values() if finding.moves is not None]
        stopped = next((finding.stopped_by for finding in found.values() if finding.stopped_by), None)
        if lost and restarts:
            stopped = "rules restart from checkpoints"
        return LevelEvaluation(
            solved=bool(solved) if decided else None,
            moves=shortest if shortest is not None else min(others, key=len, default=None),
            shortest=shortest is not None,
            explored={
                solver: decided[solver].explored for solver in (*self.solvers, BY_PUSHES) if solver in decided
            },
            difficulty=min((finding.explored for finding in decided.values()), default=None),
            seconds=seconds,
            stopped_by=None if decided else stopped,
        )
