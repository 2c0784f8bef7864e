"""What can be promised on a graph of positions, moves and their outcomes.

*Certain*: a plan that wins whatever happens, within a number of moves that is known beforehand. Such positions are the
least fixed point of "some move of it has only outcomes that are won or certain" (strong plans of AND/OR search). *Sure
in the end*: a plan that wins with probability 1, though nobody can say when: the largest chance is 1. *Likely*: the
largest chance of winning, by value iteration over the best moves. Positions that were not explored count as lost, so
that a chance on a part of the graph is a lower bound.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from puzzlesynth.levels.engine.session import Input

from .outcomes import Cells, Outcomes

PRECISION = 1e-9
MOST_SWEEPS = 20_000


class PlanKind(StrEnum):
    """What a plan promises."""

    CERTAIN = "certain"
    SURE = "sure in the end"
    LIKELY = "likely"
    HOPELESS = "hopeless"
    UNKNOWN = "unknown"


@dataclass(slots=True)
class PositionGraph:
    """Positions in the order in which they were found, and what each input leads to in those that were explored."""

    starts: Outcomes
    moves: dict[Cells, dict[Input, Outcomes]] = field(default_factory=dict)
    complete: bool = False


def certain_moves(graph: PositionGraph) -> dict[Cells, tuple[int, Input]]:
    """For every position that can be won whatever happens: the moves that are needed at most, and the first of them."""
    waiting: dict[tuple[Cells, Input], int] = {}
    needed_by: dict[Cells, list[tuple[Cells, Input]]] = {}
    ready: list[tuple[Cells, Input]] = []
    for position, inputs in graph.moves.items():
        for key, outcomes in inputs.items():
            if sum(outcomes.values()) < 1 - 1e-6:
                continue
            others = [after for after in outcomes if after is not None]
            if not others:
                ready.append((position, key))
            elif position not in others:
                waiting[position, key] = len(others)
                for after in others:
                    needed_by.setdefault(after, []).append((position, key))
    found: dict[Cells, tuple[int, Input]] = {}
    rank = 0
    while ready:
        rank += 1
        fresh = []
        for position, key in ready:
            if position not in found:
                found[position] = rank, key
                fresh.append(position)
        ready = []
        for position in fresh:
            for item in needed_by.get(position, ()):
                waiting[item] -= 1
                if not waiting[item] and item[0] not in found:
                    ready.append(item)
    return found


def best_chances(
    graph: PositionGraph, check: Callable[[], None]
) -> tuple[dict[Cells, float], dict[Cells, Input]]:
    """The largest chance of winning from every position, and a move that has it."""
    chances = dict.fromkeys(graph.moves, 0.0)
    chosen: dict[Cells, Input] = {}
    order = list(graph.moves)[::-1]
    for _ in range(MOST_SWEEPS):
        check()
        change = 0.0
        for position in order:
            best, best_key = chances[position], None
            for key, outcomes in graph.moves[position].items():
                value = sum(
                    chance * (1.0 if after is None else chances.get(after, 0.0))
                    for after, chance in outcomes.items()
                )
                if value > best + PRECISION:
                    best, best_key = value, key
            if best_key is not None:
                change = max(change, best - chances[position])
                chances[position], chosen[position] = best, best_key
        if change <= PRECISION:
            break
    return chances, chosen
