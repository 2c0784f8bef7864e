"""Search by walks in machine code; see `kernel.walking_search` for how it goes on."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

from puzzlesynth.levels.engine.native.context import KernelContext
from puzzlesynth.levels.engine.native.kernel.search import search_layout
from puzzlesynth.levels.search.limits import LimitWatch
from puzzlesynth.levels.search.native.memory import SearchMemory
from puzzlesynth.levels.search.native.search import NativeProblem, NativeSearch
from puzzlesynth.levels.search.trail import Moves

from .distances import DistanceTable, distance_tables
from .paths import moves_along


class WalkingSearch(NativeSearch):
    """One search by walks: best first, with five lists of states that take turns."""

    def __init__(
        self, problem: NativeProblem, watch: LimitWatch, context: KernelContext | None = None
    ) -> None:
        super().__init__(problem, watch, context=context)
        tables = problem.tables
        numbers = self.memory.numbers
        numbers[search_layout.LISTS] = search_layout.ALL_LISTS
        numbers[search_layout.WALKS] = int(bool(tables.walks))
        conditions = tables.game.win_conditions
        named = [item.subject_mask | (item.target_mask if item.has_target else 0) for item in conditions]
        numbers[search_layout.PLAYER_WINS] = int(any(mask & tables.game.player_mask for mask in named))
        self._buffer = (ctypes.c_int64 * (2 * tables.state_words + tables.words))()
        numbers[search_layout.BUFFER] = ctypes.addressof(self._buffer)
        self._tables: list[DistanceTable | None] = []
        self._addresses = (ctypes.c_int64 * (len(conditions) + 1))()
        numbers[search_layout.DISTANCES_TO_WIN] = ctypes.addressof(self._addresses)

    def _new_memory(self) -> SearchMemory:
        tables = self.problem.tables
        # A state can lead to as many others as there are cells and inputs.
        most = tables.cells * len(self.problem.inputs) + 2
        return SearchMemory(
            self.problem.code,
            tables.state_words,
            lists=search_layout.ALL_LISTS,
            by_novelty=True,
            region_words=tables.words,
            most=most,
        )

    def _step(self) -> Callable[[int], int]:
        self._tables = distance_tables(self.problem, self.watch.check_time)
        for number, table in enumerate(self._tables):
            self._addresses[number] = table.address if table is not None else 0
        self._leave_out_hopeless()
        code, context, memory = self.problem.code, self.context.address, self.memory.address
        search = code.function("walking_search", 3)
        numbers = self.memory.numbers
        for number in range(search_layout.ALL_LISTS):
            numbers[search_layout.HEAP_COUNT + number * search_layout.NEXT_LIST] = 1
        numbers[search_layout.ORDER] = 1
        return lambda budget: int(search(context, memory, budget))

    def _leave_out_hopeless(self) -> None:
        """Have states left out of which it is known that they cannot be won."""
        reach = self.problem.reach
        if reach is None:
            return
        numbers = self.memory.numbers
        self._frozen, self._demands = reach.frozen_tables(), reach.demand_tables()
        numbers[search_layout.RELAXED] = self._frozen.address
        numbers[search_layout.FROZEN_CREDIT] = search_layout.FROZEN_AT_FIRST
        if reach.demands:
            numbers[search_layout.DEMANDS] = self._demands.address

    def _moves(self) -> Moves:
        numbers = []
        number = self.memory.numbers[search_layout.WINNER]
        while number:
            numbers.append(number)
            number, _ = self.memory.origin(number)
        states = [self.memory.state(number) for number in (0, *reversed(numbers))]
        return moves_along(self.problem, self.context, states)
