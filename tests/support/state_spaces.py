"""The states of a level, one after the other, and which of them can still be won."""

from __future__ import annotations

import ctypes

from puzzlesynth.levels.engine.native.kernel import layout
from puzzlesynth.levels.search.native.search import NativeProblem

Planes = dict[int, int]
"""For every thing that can change its cells."""


class StateSpace:
    """All states of a level, or as many as are looked at."""

    def __init__(self, problem: NativeProblem, most: int) -> None:
        self.problem = problem
        self.size = 8 * problem.tables.state_words
        self.states = [problem.start.raw[: self.size]]
        self.leads_to: list[list[int]] = []
        self.wins: set[int] = set()
        numbers = {self.states[0]: 0}
        while len(self.leads_to) < len(self.states) < most:
            found = []
            for result, after in self._moves(self.states[len(self.leads_to)]):
                if result == layout.WON:
                    self.wins.add(len(self.leads_to))
                elif result == layout.NEW:
                    if after not in numbers:
                        numbers[after] = len(self.states)
                        self.states.append(after)
                    found.append(numbers[after])
            self.leads_to.append(found)

    @property
    def is_complete(self) -> bool:
        return len(self.leads_to) == len(self.states)

    def _moves(self, state: bytes) -> list[tuple[int, bytes]]:
        count, stride = len(self.problem.inputs), self.size + 16
        out = ctypes.create_string_buffer(count * stride)
        context = self.problem.contexts[0].address
        self.problem.code.function("expand_one", 3)(context, state, ctypes.addressof(out))
        records = [out.raw[k * stride : (k + 1) * stride] for k in range(count)]
        return [(int.from_bytes(record[:8], "little"), record[16:]) for record in records]

    def planes(self, number: int) -> Planes:
        tables = self.problem.tables
        size = 8 * tables.words
        state = self.states[number]
        return {
            thing: int.from_bytes(state[place * size : (place + 1) * size], "little")
            for place, thing in enumerate(tables.changing)
        }

    def winnable(self) -> set[int]:
        """The states from which a win is known to be reached, without restarts."""
        origins: list[list[int]] = [[] for _ in self.states]
        for number, others in enumerate(self.leads_to):
            for other in others:
                origins[other].append(number)
        found, waiting = set(self.wins), list(self.wins)
        while waiting:
            for origin in origins[waiting.pop()]:
                if origin not in found:
                    found.add(origin)
                    waiting.append(origin)
        return found
