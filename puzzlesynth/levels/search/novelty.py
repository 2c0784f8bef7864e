"""Best-first width search (Lipovetzky and Geffner 2017): states with something new first, whatever their estimate.

A fact is that an object is in a cell. States with a fact that no state with as many goals left had come first, then those
with a new pair of facts, then all others; among equals, the least estimate. Nothing is left out, so a search that comes
to an end has seen everything. Goals left are the things that a win condition counts, or wants elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable

from puzzlesynth.levels.bitmask import bits
from puzzlesynth.levels.engine.native.kernel.search.search_layout import NOVELTY_SHIFT, PAIR_BITS, PARTITIONS
from puzzlesynth.levels.engine.runtime.turn_jit import LevelCode
from puzzlesynth.levels.model import WinCondition

from .heuristics import cells_holding

NOVELTY = "novelty"
"""The solver's name."""

_WORD = (1 << 64) - 1
Count = Callable[[int], int]


def goal_counter(code: LevelCode) -> Count:
    """How many things keep a state from being won."""
    parts = [_left(condition, code) for condition in code.code.game.win_conditions]
    return lambda state: sum([part(state) for part in parts])


def _left(condition: WinCondition, code: LevelCode) -> Count:
    subjects = cells_holding(condition.subject_mask, condition.subject_is_aggregate, code)
    targets = cells_holding(condition.target_mask, condition.target_is_aggregate, code)
    full = code.board.full

    def counted(state: int) -> int:
        return (
            (subjects(state) & targets(state) if condition.has_target else subjects(state)) & full
        ).bit_count()

    def missing(state: int) -> int:
        return (subjects(state) & ~targets(state) & full).bit_count() if condition.has_target else 0

    def none(state: int) -> int:
        return 0 if counted(state) else 1

    return {"no": counted, "some": none, "all": missing}[condition.quantifier]


class NoveltyRecord:
    """The facts and pairs of facts that a search has seen: the kernel's equal, with the same hash."""

    def __init__(self, code: LevelCode) -> None:
        self._goals = goal_counter(code)
        self._board = (1 << code.width) - 1
        self._count = code.board.count
        self._stride = 64 * -(-self._count // 64)
        self._facts = [0] * PARTITIONS
        self._pairs: set[int] = set()

    def worth(self, before: int, after: int) -> int:
        """1 for a new fact, 2 for a new pair, 3 for neither, in units above any estimate."""
        group = self._goals(after) % PARTITIONS
        after &= self._board
        is_new = after & ~self._facts[group]
        self._facts[group] |= after
        size = len(self._pairs)
        others = [self._number(fact) for fact in bits(after)]
        for fact in bits(after & ~before):
            one = self._number(fact)
            self._pairs.update(_pair_place(group, one, other) for other in others)
        return (1 if is_new else 2 if len(self._pairs) > size else 3) << NOVELTY_SHIFT

    def _number(self, fact: int) -> int:
        """The kernel's number of a fact: there, planes begin with words."""
        plane, cell = divmod(fact, self._count)
        return plane * self._stride + cell


def _pair_place(group: int, one: int, other: int) -> int:
    low, high = (one, other) if one < other else (other, one)
    hashed = (((group << 24) + high << 24) + low) * -7046029288634856825 & _WORD
    hashed ^= hashed >> 29
    return (hashed * -4417276706812531889 & _WORD) >> 64 - PAIR_BITS
