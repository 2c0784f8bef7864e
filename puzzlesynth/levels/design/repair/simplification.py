"""Takes away what does not matter in a level ("window dressing"), and leaves what does.

The core of a level is its shortest solution. A thing does not matter if without it

* the same moves still win, with the last of them and not before,
* no fewer moves do, and
* the level is not much easier: its difficulty is at least a given share of what it was at the beginning.

Where rules draw random numbers, the core is what the best plan promises: it has to stay the same.

A wall matters also if without it the level would be much harder (by the same share), for it shows the player the way.

Things go one by one: first objects other than walls, then walls inside the border; or, with `closing`, bare cells that
do not matter become walls instead. At last, outer rows and columns of walls behind other such rows go. It ends when
no single thing can go any more; that is proven if every try was decided.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from puzzlesynth.deadline import Deadline, OutOfTime, check_time
from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.chance import ChanceMeaning, LevelSolver, PlanPromise
from puzzlesynth.levels.design.locks import LevelLocks
from puzzlesynth.levels.design.object_roles import ObjectRoles, roles
from puzzlesynth.levels.generate.generation import require_searchable
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search import SearchLimits
from puzzlesynth.levels.search.results import LevelVerdict

from .level_edits import LevelEdit

KEEP = 0.75
STATES = 500_000


@dataclass(slots=True)
class SimplificationReport:
    """What is left. `changes` are in the order in which they were made, with places in the level as it was given."""

    given: Literal["solved", "unsolvable", "undecided"]
    level: Level
    moves: tuple[int, ...] = ()
    difficulty_before: int = 0
    difficulty: int = 0
    changes: list[LevelEdit] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)
    """Outer rows and columns that went: top, bottom, left or right, each as often as it happened."""
    tried: int = 0
    undecided: int = 0
    """Tries of the last round that could not be decided."""
    stopped: Literal["done", "time", "interrupted"] = "done"
    plan: PlanPromise | None = None
    """What the plan of the simpler level promises, if the game has random rules."""

    @property
    def proven(self) -> bool:
        """Whether nothing more can go."""
        return self.given == "solved" and self.stopped == "done" and not self.undecided


def simplify(
    game: PuzzleScriptGame,
    level: Level,
    *,
    frozen: LevelLocks | None = None,
    keep: float = KEEP,
    closing: bool = False,
    states: int = STATES,
    time_limit: float | None = None,
    progress: Callable[[SimplificationReport], None] | None = None,
    chance: ChanceMeaning | None = None,
) -> SimplificationReport:
    """Simplify a level. Raises `CannotGenerate` for games whose levels cannot be judged."""
    require_searchable(game)
    with Deadline(time_limit).applied():
        solver, limits = LevelSolver(game, chance), SearchLimits(None, states)
        first = solver.solve(level, limits=limits)
        if first.moves is None or not first.shortest or first.difficulty is None:
            unsolvable = first.verdict is LevelVerdict.UNSOLVABLE
            return SimplificationReport("unsolvable" if unsolvable else "undecided", level)
        result = SimplificationReport(
            "solved", level, first.moves, first.difficulty, first.difficulty, plan=solver.promise(level)
        )
        bounds = keep * first.difficulty, first.difficulty / keep if keep > 0 else math.inf
        _Simplification(solver, frozen or LevelLocks(), result, bounds, limits, progress).run(closing)
        return result


class _Simplification:
    def __init__(
        self,
        solver: LevelSolver,
        frozen: LevelLocks,
        result: SimplificationReport,
        bounds: tuple[float, float],
        limits: SearchLimits,
        progress: Callable[[SimplificationReport], None] | None,
    ) -> None:
        self._game, self._solver, self._frozen, self._result = solver.game, solver, frozen, result
        self._bounds, self._limits, self._progress = bounds, limits, progress
        self._roles: ObjectRoles = roles(solver.game, analyse(solver.game), result.level)

    def run(self, closing: bool) -> None:
        result = self._result
        try:
            while self._round(closing):
                pass
            self._cut()
        except KeyboardInterrupt:
            result.stopped = "interrupted"
        except OutOfTime:
            result.stopped = "time"

    def _round(self, closing: bool) -> bool:
        """Try everything once; whether something went."""
        result = self._result
        result.undecided = 0
        gone = False
        for change in [*self._things(), *(self._spaces() if closing else self._walls())]:
            if change.kind == "remove" and not result.level.cells[change.index] >> change.thing & 1:
                continue
            opens = change.kind == "remove" and change.thing in self._roles.walls
            if self._accept(change.applied(result.level), opens=opens):
                result.changes.append(change)
                gone = True
        return gone

    def _open(self, thing: int, index: int) -> bool:
        full = (1 << len(self._result.level.cells)) - 1
        return not self._frozen.plane(thing, full) >> index & 1

    def _things(self) -> Iterator[LevelEdit]:
        """Everything but walls, the player and the background."""
        game, level = self._game, self._result.level
        kept = game.player_mask | game.ground_mask | sum(1 << wall for wall in self._roles.walls)
        for thing in game.objects:
            for index, cell in enumerate(level.cells):
                if cell & thing.mask & ~kept and self._open(thing.id, index):
                    yield LevelEdit("remove", thing.id, index)

    def _inner(self) -> Iterator[int]:
        level = self._result.level
        for index in range(len(level.cells)):
            x, y = divmod(index, level.height)
            if 0 < x < level.width - 1 and 0 < y < level.height - 1:
                yield index

    def _walls(self) -> Iterator[LevelEdit]:
        level = self._result.level
        for wall in self._roles.walls:
            for index in self._inner():
                if level.cells[index] >> wall & 1 and self._open(wall, index):
                    yield LevelEdit("remove", wall, index)

    def _spaces(self) -> Iterator[LevelEdit]:
        """Bare cells that may become walls."""
        wall, level = self._roles.wall, self._result.level
        ground = self._game.ground_mask
        if wall is not None:
            for index, cell in enumerate(level.cells):
                if not cell & ~ground and self._open(wall, index):
                    yield LevelEdit("add", wall, index)

    def _accept(self, level: Level, *, opens: bool = False) -> bool:
        """Whether the core is still there; if so, this is the level from now on."""
        result = self._result
        check_time()
        result.tried += 1
        if self._progress is not None:
            self._progress(result)
        if not self._solver.plans and not self._solver.wins(level, result.moves):
            return False
        report = self._solver.solve(level, limits=self._limits)
        if report.verdict is LevelVerdict.UNSOLVABLE:
            return False
        if report.difficulty is None or not report.shortest or report.moves is None:
            result.undecided += 1
            return False
        least, most = self._bounds
        if len(report.moves) < len(result.moves) or report.difficulty < least:
            return False
        plan = self._solver.promise(level)
        if plan is not None and result.plan is not None and not _same_promise(plan, result.plan):
            return False
        if opens and report.difficulty > most:
            return False
        result.level, result.difficulty, result.plan = level, report.difficulty, plan
        result.moves = report.moves if self._solver.plans else result.moves
        return True

    # rows and columns of walls behind walls

    def _cut(self) -> None:
        wall = self._roles.wall
        if wall is None or self._frozen:
            return
        again = True
        while again:
            again = False
            for side in ("top", "bottom", "left", "right"):
                smaller = _without(self._result.level, side, wall, self._game)
                if smaller is not None and self._accept(smaller):
                    self._result.cut.append(side)
                    again = True


def _same_promise(one: PlanPromise, other: PlanPromise) -> bool:
    """Whether plans win as surely, and neither sooner nor later if they always do."""
    return (
        one.kind is other.kind
        and one.most_moves == other.most_moves
        and abs(one.chance - other.chance) < 1e-6
    )


def _without(level: Level, side: str, wall: int, game: PuzzleScriptGame) -> Level | None:
    """The level without an outer line, if that line and the next one are nothing but walls."""
    width, height = level.width, level.height
    outer = {"top": 0, "left": 0, "bottom": height - 1, "right": width - 1}[side]
    inner = outer + (1 if side in ("top", "left") else -1)
    across = side in ("top", "bottom")
    if (height if across else width) < 4:
        return None
    bare = 1 << wall | game.ground_mask
    for line in (outer, inner):
        cells = (
            [level.cell(x, line) for x in range(width)]
            if across
            else [level.cell(line, y) for y in range(height)]
        )
        if any(not cell >> wall & 1 or cell & ~bare for cell in cells):
            return None
    columns = [x for x in range(width) if across or x != outer]
    rows = [y for y in range(height) if not across or y != outer]
    return Level(len(columns), len(rows), tuple(level.cell(x, y) for x in columns for y in rows), 0)
