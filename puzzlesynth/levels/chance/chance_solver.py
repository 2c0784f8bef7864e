"""Plans for levels of games with random rules, and for games in real time, where waiting is a move too."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from puzzlesynth.deadline import check_time
from puzzlesynth.levels.engine.runtime import CompiledEngine
from puzzlesynth.levels.engine.session import LevelSession
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search.transitions import SearchableGame, one_level_game

from .outcomes import BranchingSession, Cells, Outcomes
from .plans import PlanKind, PlanPromise, PositionGraph, best_chances, certain_moves, likely_line

CERTAINTY = 1 - 1e-6
FIRST_LOOK = 64
"""Positions after which a plan that always wins is looked for, and again after twice as many each time."""
TRIALS = 20
"""Plays with seeds of their own in which a plan that should always win is tried out."""


@dataclass(frozen=True, slots=True)
class ChanceLimits:
    """How far positions are explored."""

    seconds: float | None = 60.0
    positions: int | None = None


@dataclass(frozen=True, slots=True)
class ChanceReport:
    """What is known about a level."""

    promise: PlanPromise
    line: tuple[int, ...]
    """The plan's moves if always the most probable thing happens; if it would go round and round then, those of the most
    probable way to win."""
    line_chance: float
    """How probable that is."""
    policy: Mapping[Cells, int]
    """What to do in every position that the plan can lead to."""
    positions: int
    """How many were explored."""
    complete: bool
    """Whether these are all there are."""
    stopped_by: str | None
    waits: bool
    """Whether waiting for a tick is among the moves."""

    @property
    def kind(self) -> PlanKind:
        return self.promise.kind

    @property
    def chance(self) -> float:
        return self.promise.chance

    @property
    def exact(self) -> bool:
        return self.promise.exact

    @property
    def most_moves(self) -> int | None:
        return self.promise.most_moves


class PlanFailed(AssertionError):
    """A plan that should always win lost a play: a mistake in the search."""


def solve_with_chance(
    game: PuzzleScriptGame,
    level: Level,
    limits: ChanceLimits | None = None,
    progress: Callable[[int, int], None] | None = None,
    *,
    search: SearchableGame | None = None,
    engine: CompiledEngine | None = None,
) -> ChanceReport:
    """The best plan for a level. `progress` hears of explored and waiting positions. For many levels of one game, make
    `search` and `engine` once."""
    limits = limits if limits is not None else ChanceLimits()
    inputs = (search if search is not None else SearchableGame(game)).inputs
    graph, stopped_by = _explored(BranchingSession(game, level, engine), inputs, limits, progress)
    report = _planned(graph, stopped_by, bool(game.settings.realtime_interval))
    if report.kind is PlanKind.CERTAIN:
        _try_out(game, level, report)
    return report


def _explored(
    session: BranchingSession,
    inputs: tuple[int, ...],
    limits: ChanceLimits,
    progress: Callable[[int, int], None] | None,
) -> tuple[PositionGraph, str | None]:
    """Breadth-first over all positions, as far as the limits go, or until a certain plan is known to be the shortest."""
    end = None if limits.seconds is None else time.monotonic() + limits.seconds
    graph = PositionGraph(session.starts())
    waiting = deque((cells, 0) for cells in graph.starts if cells is not None)
    seen = {cells for cells, _ in waiting}
    look = FIRST_LOOK
    while waiting:
        check_time()
        if end is not None and time.monotonic() > end:
            return graph, "time"
        if limits.positions is not None and len(graph.moves) >= limits.positions:
            return graph, "positions"
        cells, depth = waiting.popleft()
        if len(graph.moves) >= look:
            # What is farther away than this plan is long cannot make it shorter.
            most = _most_moves(graph, certain_moves(graph))
            if most is not None and most <= depth:
                return graph, None
            look *= 2
        moves: dict[int, Outcomes] = {}
        for key in inputs:
            outcomes = session.outcomes(cells, key)
            if set(outcomes) != {cells}:
                moves[key] = outcomes
        graph.moves[cells] = moves
        for outcomes in moves.values():
            for after in outcomes:
                if after is not None and after not in seen:
                    seen.add(after)
                    waiting.append((after, depth + 1))
        if progress is not None and not len(graph.moves) & 63:
            progress(len(graph.moves), len(waiting))
    graph.complete = all(
        sum(outcomes.values()) > CERTAINTY for moves in graph.moves.values() for outcomes in moves.values()
    )
    return graph, None if graph.complete else "too many outcomes"


def _most_moves(graph: PositionGraph, certain: Mapping[Cells, tuple[int, int]]) -> int | None:
    """How many moves a plan needs at most that wins whatever happens; None if there is none."""
    starts = [cells for cells in graph.starts if cells is not None]
    if not starts or sum(graph.starts.values()) <= CERTAINTY or any(cells not in certain for cells in starts):
        return None
    return max(certain[cells][0] for cells in starts)


def _planned(graph: PositionGraph, stopped_by: str | None, waits: bool) -> ChanceReport:
    certain = certain_moves(graph)
    most = _most_moves(graph, certain)
    if most is not None:
        chosen = {cells: key for cells, (_, key) in certain.items()}
        kind, chance, exact = PlanKind.CERTAIN, 1.0, True
    else:
        chances, chosen = best_chances(graph, check_time)
        # What is certain is certain after whatever number of moves: its moves come first.
        chosen |= {cells: key for cells, (_, key) in certain.items()}
        chance = sum(weight * chances.get(cells, 0.0) for cells, weight in graph.starts.items() if cells)
        exact = graph.complete
        kind = _kind(chance, exact)
    line, line_chance = likely_line(graph, chosen)
    return ChanceReport(
        PlanPromise(kind, min(1.0, chance), exact, most),
        line,
        line_chance,
        _reached(graph, chosen),
        len(graph.moves),
        graph.complete,
        stopped_by,
        waits,
    )


def _kind(chance: float, exact: bool) -> PlanKind:
    if chance > CERTAINTY:
        return PlanKind.SURE
    if chance > 1e-6:
        return PlanKind.LIKELY
    return PlanKind.HOPELESS if exact else PlanKind.UNKNOWN


def _reached(graph: PositionGraph, chosen: Mapping[Cells, int]) -> dict[Cells, int]:
    """The part of a plan that can come up."""
    found: dict[Cells, int] = {}
    waiting = [cells for cells in graph.starts if cells is not None]
    while waiting:
        cells = waiting.pop()
        if cells in found or cells not in chosen:
            continue
        found[cells] = chosen[cells]
        waiting += [after for after in graph.moves[cells][chosen[cells]] if after is not None]
    return found


def _try_out(game: PuzzleScriptGame, level: Level, report: ChanceReport) -> None:
    """Play a certain plan with real random numbers."""
    for seed in range(TRIALS):
        session = LevelSession(one_level_game(game, level), 0, seed=f"trial {seed}")
        for _ in range(report.most_moves or 0):
            key = report.policy.get(session.engine.cells(session.board))
            if key is None or session.levels_won:
                break
            session.press(key)
        if not session.levels_won:
            raise PlanFailed(f"the plan lost with the seed `trial {seed}`")
