"""Plans for levels of games with random rules, and for games in real time, where waiting is a move too."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from puzzlesynth.deadline import check_time
from puzzlesynth.levels.engine.session import Input, LevelSession
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search.transitions import SearchableGame, one_level_game

from .outcomes import BranchingSession, Cells, Outcomes
from .plans import PlanKind, PositionGraph, best_chances, certain_moves

CERTAINTY = 1 - 1e-6
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

    kind: PlanKind
    chance: float
    """The chance of the best plan. A lower bound, unless `exact`."""
    exact: bool
    most_moves: int | None
    """How many moves a certain plan needs at most."""
    line: tuple[Input, ...]
    """The plan's moves if always the most probable thing happens."""
    line_chance: float
    """How probable that is."""
    policy: Mapping[Cells, Input]
    """What to do in every position that the plan can lead to."""
    positions: int
    """How many were explored."""
    stopped_by: str | None
    waits: bool
    """Whether waiting for a tick is among the moves."""


class PlanFailed(AssertionError):
    """A plan that should always win lost a play: a mistake in the search."""


def solve_with_chance(
    game: PuzzleScriptGame,
    level: Level,
    limits: ChanceLimits | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> ChanceReport:
    """The best plan for a level. `progress` hears of explored and waiting positions."""
    limits = limits if limits is not None else ChanceLimits()
    session = BranchingSession(game, level)
    inputs: list[Input] = [*SearchableGame(game).inputs]
    waits = bool(game.settings.realtime_interval)
    if waits:
        inputs.append("tick")
    graph, stopped_by = _explored(session, inputs, limits, progress)
    report = _planned(graph, stopped_by, waits)
    if report.kind is PlanKind.CERTAIN:
        _try_out(game, level, report)
    return report


def _explored(
    session: BranchingSession,
    inputs: list[Input],
    limits: ChanceLimits,
    progress: Callable[[int, int], None] | None,
) -> tuple[PositionGraph, str | None]:
    """Breadth-first over all positions, as far as the limits go."""
    end = None if limits.seconds is None else time.monotonic() + limits.seconds
    graph = PositionGraph(session.starts())
    waiting = deque(cells for cells in graph.starts if cells is not None)
    seen = set(waiting)
    while waiting:
        check_time()
        if end is not None and time.monotonic() > end:
            return graph, "time"
        if limits.positions is not None and len(graph.moves) >= limits.positions:
            return graph, "positions"
        cells = waiting.popleft()
        moves: dict[Input, Outcomes] = {}
        for key in inputs:
            outcomes = session.outcomes(cells, key)
            if set(outcomes) != {cells}:
                moves[key] = outcomes
        graph.moves[cells] = moves
        for outcomes in moves.values():
            for after in outcomes:
                if after is not None and after not in seen:
                    seen.add(after)
                    waiting.append(after)
        if progress is not None and not len(graph.moves) & 63:
            progress(len(graph.moves), len(waiting))
    graph.complete = all(
        sum(outcomes.values()) > CERTAINTY for moves in graph.moves.values() for outcomes in moves.values()
    )
    return graph, None if graph.complete else "too many outcomes"


def _planned(graph: PositionGraph, stopped_by: str | None, waits: bool) -> ChanceReport:
    certain = certain_moves(graph)
    starts = [cells for cells in graph.starts if cells is not None]
    if starts and sum(graph.starts.values()) > CERTAINTY and all(cells in certain for cells in starts):
        chosen = {cells: key for cells, (_, key) in certain.items()}
        kind, chance, exact = PlanKind.CERTAIN, 1.0, True
        most: int | None = max(certain[cells][0] for cells in starts)
    else:
        chances, chosen = best_chances(graph, check_time)
        # What is certain is certain after whatever number of moves: its moves come first.
        chosen |= {cells: key for cells, (_, key) in certain.items()}
        chance = sum(weight * chances.get(cells, 0.0) for cells, weight in graph.starts.items() if cells)
        exact, most = graph.complete, None
        kind = _kind(chance, exact)
    line, line_chance = _likely_line(graph, chosen)
    policy = _reached(graph, chosen)
    return ChanceReport(
        kind, min(1.0, chance), exact, most, line, line_chance, policy, len(graph.moves), stopped_by, waits
    )


def _kind(chance: float, exact: bool) -> PlanKind:
    if chance > CERTAINTY:
        return PlanKind.SURE
    if chance > 1e-6:
        return PlanKind.LIKELY
    return PlanKind.HOPELESS if exact else PlanKind.UNKNOWN


def _likely_line(graph: PositionGraph, chosen: Mapping[Cells, Input]) -> tuple[tuple[Input, ...], float]:
    """The moves of a plan as long as the most probable thing happens, and how probable all of that is."""
    position = max(graph.starts, key=lambda cells: graph.starts[cells])
    chance = graph.starts[position]
    moves: list[Input] = []
    seen: set[Cells] = set()
    while position is not None and position in chosen and position not in seen:
        seen.add(position)
        key = chosen[position]
        moves.append(key)
        outcomes = graph.moves[position][key]
        # Where the plan can come round, only what leads on is of interest.
        new = {after: weight for after, weight in outcomes.items() if after is None or after not in seen}
        if not new:
            return (), 0.0
        position = max(new, key=lambda cells: new[cells])
        chance *= new[position]
    return (tuple(moves), chance) if position is None else ((), 0.0)


def _reached(graph: PositionGraph, chosen: Mapping[Cells, Input]) -> dict[Cells, Input]:
    """The part of a plan that can come up."""
    found: dict[Cells, Input] = {}
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
