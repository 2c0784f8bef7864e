"""What can be promised on a graph of positions, moves and their outcomes.

*Certain*: a plan that wins whatever happens, within a number of moves that is known beforehand. Such positions are the
least fixed point of "some move of it has only outcomes that are won or certain" (strong plans of AND/OR search). *Sure
in the end*: a plan that wins with probability 1, after an unknown number of turns: the largest chance is 1. *Likely*: the
largest chance of winning, by value iteration over the best moves. Positions that were not explored count as lost, so
that a chance on a part of the graph is a lower bound.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from heapq import heappop, heappush

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


@dataclass(frozen=True, slots=True)
class PlanPromise:
    """What the best plan for a level promises."""

    kind: PlanKind
    chance: float
    """The chance of winning. A lower bound, unless `exact`."""
    exact: bool
    most_moves: int | None = None
    """How many moves a certain plan needs at most."""

    def words(self) -> str:
        """`solved whatever happens, in at most 6 moves`"""
        most = f"{self.most_moves} move{'' if self.most_moves == 1 else 's'}"
        least = "" if self.exact else "at least "
        return {
            PlanKind.CERTAIN: f"solved whatever happens, in at most {most}",
            PlanKind.SURE: "solved sooner or later, whatever happens; the number of moves has no limit",
            PlanKind.LIKELY: f"solved with a chance of {least}{percent(self.chance)}",
            PlanKind.HOPELESS: "proven unsolvable, whatever happens",
            PlanKind.UNKNOWN: "undecided",
        }[self.kind]

    def brief(self) -> str:
        """For a table: `at most 6 moves`"""
        most = f"{self.most_moves} move{'' if self.most_moves == 1 else 's'}"
        short = {PlanKind.CERTAIN: f"at most {most}", PlanKind.SURE: "sooner or later"}
        return short.get(self.kind, f"chance {percent(self.chance)}")

    def json(self) -> dict[str, str | float | int | None]:
        return {
            "promise": self.kind.value,
            "chance": round(self.chance, 6),
            "exact": self.exact,
            "most_moves": self.most_moves,
        }


def percent(chance: float) -> str:
    """`62.5 %`; what is not certain is not rounded up to it."""
    return f"{min(chance * 100, 99.9):.1f} %" if chance >= 0.001 else "less than 0.1 %"


@dataclass(slots=True)
class PositionGraph:
    """Positions in the order in which they were found, and what each input leads to in those that were explored."""

    starts: Outcomes
    moves: dict[Cells, dict[int, Outcomes]] = field(default_factory=dict)
    complete: bool = False


def certain_moves(graph: PositionGraph) -> dict[Cells, tuple[int, int]]:
    """For every position that can be won whatever happens: the moves that are needed at most, and the first of them."""
    waiting: dict[tuple[Cells, int], int] = {}
    needed_by: dict[Cells, list[tuple[Cells, int]]] = {}
    ready: list[tuple[Cells, int]] = []
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
    found: dict[Cells, tuple[int, int]] = {}
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
) -> tuple[dict[Cells, float], dict[Cells, int]]:
    """The largest chance of winning from every position, and a move that has it."""
    chances = dict.fromkeys(graph.moves, 0.0)
    chosen: dict[Cells, int] = {}
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


def likely_line(graph: PositionGraph, chosen: Mapping[Cells, int]) -> tuple[tuple[int, ...], float]:
    """The moves of a plan as long as the most probable thing happens, and how probable all of that is. If that goes round
    and round, the most probable way to win."""
    position = max(graph.starts, key=lambda cells: graph.starts[cells])
    chance = graph.starts[position]
    moves: list[int] = []
    seen: set[Cells] = set()
    while position is not None and position in chosen and position not in seen:
        seen.add(position)
        key = chosen[position]
        moves.append(key)
        outcomes = graph.moves[position][key]
        # Where the plan can come round, only what leads on is of interest.
        new = {after: weight for after, weight in outcomes.items() if after is None or after not in seen}
        if not new:
            break
        position = max(new, key=lambda cells: new[cells])
        chance *= new[position]
    return (tuple(moves), chance) if position is None else _luckiest_line(graph, chosen)


def _luckiest_line(graph: PositionGraph, chosen: Mapping[Cells, int]) -> tuple[tuple[int, ...], float]:
    """The most probable way in which a plan wins (Dijkstra over chances); no moves if it never does."""
    order = 0
    heap: list[tuple[float, int, Cells | None, tuple[int, ...]]] = []
    for cells, weight in graph.starts.items():
        heappush(heap, (-weight, order, cells, ()))
        order += 1
    done: set[Cells] = set()
    while heap:
        chance, _, position, moves = heappop(heap)
        if position is None:
            return moves, -chance
        if position in done or position not in chosen:
            continue
        done.add(position)
        key = chosen[position]
        for after, weight in graph.moves[position][key].items():
            order += 1
            heappush(heap, (chance * weight, order, after, (*moves, key)))
    return (), 0.0
