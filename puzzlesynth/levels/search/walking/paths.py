"""The moves between states that are a walk and something more apart."""

from __future__ import annotations

import ctypes
from collections import deque
from collections.abc import Iterator, Sequence

from puzzlesynth.levels.engine.native.context import KernelContext
from puzzlesynth.levels.engine.native.kernel import layout
from puzzlesynth.levels.search.native.search import NativeProblem
from puzzlesynth.levels.search.trail import Moves


class LostWay(AssertionError):
    """No walk leads to what a search has found: a mistake in one of them."""


def moves_along(problem: NativeProblem, context: KernelContext, states: Sequence[bytes]) -> Moves:
    """The moves from each state to the next, and from the last to a win."""
    ways = _Ways(problem, context)
    found: list[int] = []
    for state, goal in zip(states, [*states[1:], None], strict=True):
        found += ways.find(state, goal)
    return tuple(found)


class _Ways:
    """Finds the shortest walks."""

    def __init__(self, problem: NativeProblem, context: KernelContext) -> None:
        self._problem, self._context = problem, context
        tables = problem.tables
        self._size, self._plane = 8 * tables.state_words, 8 * tables.words
        mask = tables.game.player_mask
        self._players = [place for place, thing in enumerate(tables.changing) if mask >> thing & 1]

    def find(self, start: bytes, goal: bytes | None) -> list[int]:
        """The moves from a state to another, or to a win if that is None; all but the last move the player only."""
        rest = self._rest(start)
        came: dict[bytes, tuple[bytes, int] | None] = {start: None}
        waiting = deque([start])
        while waiting:
            state = waiting.popleft()
            for key, result, after in self._moves_of(state):
                if result == layout.WON if goal is None else result == layout.NEW and after == goal:
                    moves = [key]
                    while (origin := came[state]) is not None:
                        state, key = origin
                        moves.append(key)
                    return moves[::-1]
                if result == layout.NEW and after not in came and self._rest(after) == rest:
                    came[after] = state, key
                    waiting.append(after)
        raise LostWay("no walk leads to what the search has found")

    def _rest(self, state: bytes) -> bytes:
        """A state without the player."""
        rest = bytearray(state)
        for place in self._players:
            begin = self._plane * place
            rest[begin : begin + self._plane] = bytes(self._plane)
        return bytes(rest)

    def _moves_of(self, state: bytes) -> Iterator[tuple[int, int, bytes]]:
        """Every input, what it leads to, and the state after it."""
        problem = self._problem
        stride = self._size + 16
        out = ctypes.create_string_buffer(len(problem.inputs) * stride)
        problem.code.function("expand_one", 3)(self._context.address, state, ctypes.addressof(out))
        for number, key in enumerate(problem.inputs):
            record = out.raw[number * stride : (number + 1) * stride]
            yield key, int.from_bytes(record[:8], "little"), record[16:]
