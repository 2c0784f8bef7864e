"""Searches in machine code: the same states in the same order as those in Python, and so the same answers."""

from __future__ import annotations

import ctypes
import time
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial
from threading import Lock

from puzzlesynth.levels.engine.bitboard.planes import planes_of
from puzzlesynth.levels.engine.native.compiler.machine_code import NativeCode
from puzzlesynth.levels.engine.native.context import KernelContext
from puzzlesynth.levels.engine.native.kernel import layout
from puzzlesynth.levels.engine.native.kernel.search import search_layout
from puzzlesynth.levels.engine.native.numbers import number_generator
from puzzlesynth.levels.engine.native.tables.level_tables import LevelTables
from puzzlesynth.levels.engine.rng import RandomStream
from puzzlesynth.levels.engine.turn import (
    INPUT_MOVEMENTS,
    MAX_GROUP_PASSES,
    MAX_LOOPS,
    MAX_RIGID_RUNS,
    NO_INPUT,
)
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search import transitions
from puzzlesynth.levels.search.limits import NO_LIMIT, LimitWatch
from puzzlesynth.levels.search.novelty import NOVELTY
from puzzlesynth.levels.search.relaxation.reach import LevelReach
from puzzlesynth.levels.search.results import SolverReport
from puzzlesynth.levels.search.trail import Moves, moves_back, reported
from puzzlesynth.levels.search.transitions import AgainLog, SearchableGame

from .memory import SearchMemory

ENGINE = "machine code"
_SLICE = 0.02
"""Seconds after which a search looks at its limits."""
_FIRST_BUDGET = 256
_LARGEST_BUDGET = 1 << 16
_FIRST_NUMBERS = 1024
"""Random numbers that a search is given at first."""
_LARGE = 50_000
"""States that a search has reached before threads share it."""
_TOGETHER = 1024
"""States whose moves a thread makes before others take up what they lead to."""


@dataclass(frozen=True, slots=True)
class _Batch:
    """States whose moves a thread makes."""

    first: int
    last: int
    context: KernelContext
    out: ctypes.Array[ctypes.c_int64]
    done: Future[None]


class NativeFault(Exception):
    """A turn that the kernel has no room for; other engines can run it."""


class NativeProblem:
    """A level, ready to be searched in machine code."""

    engine = ENGINE

    def __init__(
        self, code: NativeCode, search: SearchableGame, level: Level, seed: str | None = None
    ) -> None:
        self.code, self.level = code, level
        self.doubt, self._is_stripped = search.doubt, search.is_stripped
        self.again, self._noting = AgainLog(), Lock()
        self.inputs = search.inputs
        self.tables: LevelTables = search.tables.on(level)
        self._tape_stream = RandomStream(seed or "") if self.tables.is_random else None
        self._cells, self._drawn = search.start_of(level, seed)
        self._find_reach = partial(search.reach_of, level, seed)
        planes = planes_of(self._cells, search.game.object_count)
        self.start_planes = planes
        size = 8 * self.tables.words
        self._board = b"".join(plane.to_bytes(size, "little") for plane in planes)
        changing = b"".join(planes[thing].to_bytes(size, "little") for thing in self.tables.changing)
        drawn = self._drawn.to_bytes(8, "little") if self.tables.is_random else b""
        self.start = ctypes.create_string_buffer(changing + drawn, max(8, len(changing + drawn)))
        self._inputs = (ctypes.c_int64 * len(self.inputs))(*[_movement(key) for key in self.inputs])
        self.contexts: list[KernelContext] = []
        context = self.context()
        self.starts_won = bool(code.function("is_board_won", 2)(context.address, self._board))

    @cached_property
    def reach(self) -> LevelReach | None:
        """What can ever come up in the level, if that is known."""
        return self._find_reach()

    def context(self) -> KernelContext:
        """One more context, with the start on its board."""
        context = KernelContext(self.tables)
        numbers = context.numbers
        numbers[layout.MAX_PASSES], numbers[layout.MAX_LOOPS] = MAX_GROUP_PASSES, MAX_LOOPS
        numbers[layout.MAX_RUNS], numbers[layout.MAX_AGAIN] = MAX_RIGID_RUNS, transitions.MAX_AGAIN
        numbers[layout.IS_STRIPPED] = int(self._is_stripped)
        numbers[layout.INPUTS], numbers[layout.INPUT_COUNT] = ctypes.addressof(self._inputs), len(self.inputs)
        numbers[layout.START] = ctypes.addressof(self.start)
        self.set_start(context)
        self.contexts.append(context)
        if self._tape_stream is not None:
            self.lengthen_tape(_FIRST_NUMBERS)
        return context

    def set_start(self, context: KernelContext) -> None:
        """Put the start on a context's board."""
        self.code.function("set_board", 2)(context.address, self._board)

    def lengthen_tape(self, count: int | None = None) -> None:
        """Random numbers for all contexts, at least `count` or more than there are."""
        stream = self._tape_stream
        assert stream is not None
        stream.look_ahead(count or 4 * len(stream.ahead), number_generator(self.code))
        for context in self.contexts:
            context.numbers[layout.TAPE], context.numbers[layout.TAPE_LENGTH] = stream.ahead.buffer_info()

    def note_again(self, memory: SearchMemory) -> None:
        """Add what a search has seen of `again` turns that do not come to rest."""
        with self._noting:
            self.again.endless += memory.numbers[search_layout.ENDLESS_MOVES]
            self.again.cut_short += memory.numbers[search_layout.CUT_SHORT_MOVES]


def _movement(key: int) -> int:
    """What an input gives the player; nothing, for a tick."""
    return 0 if key == NO_INPUT else INPUT_MOVEMENTS[key]


class NativeSearch:
    """One search of a level: breadth-first, A*, greedy best-first or by novelty, as the watch says. A breadth-first
    search can have the moves of its states made by several threads (`jobs`)."""

    def __init__(
        self, problem: NativeProblem, watch: LimitWatch, jobs: int = 1, context: KernelContext | None = None
    ) -> None:
        """`context` is the search's own, if others go on at the same time."""
        self.problem, self.watch = problem, watch
        # Numbers that one thread lacks cannot be moved while another reads them.
        self._jobs = 1 if problem.tables.is_random else jobs
        self.context = context or (problem.contexts[0] if problem.contexts else problem.context())
        self._best_first = watch.solver != "bfs"
        self.memory = self._new_memory()
        numbers = self.memory.numbers
        numbers[search_layout.EVERY] = watch.interval(problem.tables.cells)
        numbers[search_layout.MOST_EXPLORED] = watch.most
        limit = watch.limits.states
        numbers[search_layout.MOST_STATES] = NO_LIMIT if limit is None else limit
        numbers[search_layout.IS_GREEDY] = int(watch.solver in ("gbfs", NOVELTY))
        problem.code.function("add_state", 2)(self.memory.address, ctypes.addressof(problem.start))

    def _new_memory(self) -> SearchMemory:
        lists, by_novelty = int(self._best_first), self.watch.solver == NOVELTY
        return SearchMemory(
            self.problem.code, self.problem.tables.state_words, lists=lists, by_novelty=by_novelty
        )

    def run(self) -> SolverReport:
        return self.reported(self._search)

    def reported(self, search: Callable[[], Moves | None]) -> SolverReport:
        """The report of a search that ends with what this gives, or raises."""
        return reported(self.problem, self.watch, search, lambda: self.memory.count)

    def pause_after(self, moves: int) -> None:
        """Let `advance` pause after this many more moves."""
        made = self.context.numbers[layout.MOVES_MADE]
        self.memory.numbers[search_layout.MOST_MOVES] = made + moves

    def _search(self) -> Moves | None:
        way = self.advance()
        while True:
            try:
                next(way)
            except StopIteration as end:
                found: Moves | None = end.value
                return found

    def advance(self) -> Generator[None, None, Moves | None]:
        """Search, pausing as `pause_after` says; returns the moves that win, or None if there are none."""
        run = self._step()
        numbers, watch = self.memory.numbers, self.watch
        budget = _FIRST_BUDGET
        try:
            watch.check(0, 1, 1)
            while True:
                begin = time.perf_counter()
                end = run(budget)
                if end == search_layout.EXHAUSTED:
                    return None
                if end == search_layout.FOUND:
                    return self._moves()
                if end == search_layout.PAUSED:
                    self._look(end)
                    yield
                    continue
                if end == search_layout.NEEDS_ROOM:
                    self.memory.make_room()
                elif end == search_layout.FAULTY:
                    self._mend()
                self._look(end)
                if self._jobs > 1 and not self._best_first and self.memory.count > _LARGE:
                    return self._search_together()
                took = time.perf_counter() - begin
                budget = (
                    min(2 * budget, _LARGEST_BUDGET)
                    if took < _SLICE
                    else max(budget // 2, search_layout.BATCH)
                )
        finally:
            watch.explored = numbers[search_layout.EXPLORED]
            self.problem.note_again(self.memory)

    def _step(self) -> Callable[[int], int]:
        """Continues the search for this many states."""
        code, context, memory = self.problem.code, self.context.address, self.memory.address
        if self._best_first:
            best_first = code.function("best_first", 3)
            self.problem.set_start(self.context)
            worth = code.function("estimate", 1)(context) << search_layout.ORDER_BITS
            (ctypes.c_int64 * 2).from_address(self.memory.numbers[search_layout.HEAP])[0] = worth
            self.memory.numbers[search_layout.HEAP_COUNT] = self.memory.numbers[search_layout.ORDER] = 1
            return lambda budget: int(best_first(context, memory, budget))
        explore = code.function("explore", 4)
        stride = 2 + self.problem.tables.state_words
        out = (ctypes.c_int64 * (search_layout.BATCH * len(self.problem.inputs) * stride))()
        return lambda budget: int(explore(context, memory, ctypes.addressof(out), budget))

    def _search_together(self) -> Moves | None:
        """Go on breadth-first: threads make moves, this one takes up what they lead to, in order."""
        numbers, memory, inputs = self.memory.numbers, self.memory, len(self.problem.inputs)
        absorb = self.problem.code.function("absorb", 5)
        contexts = [*self.problem.contexts]
        contexts += [self.problem.context() for _ in range(self._jobs - len(contexts))]
        size = _TOGETHER * inputs * (2 + self.problem.tables.state_words)
        free = [(context, (ctypes.c_int64 * size)()) for context in contexts]
        first = numbers[search_layout.EXPLORED]
        waiting: deque[_Batch] = deque()
        with ThreadPoolExecutor(self._jobs) as threads:
            while True:
                while free and first < memory.count:
                    last = min(first + _TOGETHER, memory.count)
                    context, out = free.pop()
                    done = threads.submit(self._expand, context, first, last, out)
                    waiting.append(_Batch(first, last, context, out, done))
                    first = last
                if not waiting:
                    return None
                batch = waiting.popleft()
                batch.done.result()
                while memory.count + _TOGETHER * inputs > numbers[search_layout.ROOM]:
                    memory.make_room()
                end = absorb(memory.address, batch.first, batch.last, ctypes.addressof(batch.out), inputs)
                if end == search_layout.FOUND:
                    return self._moves()
                self._look(end)
                free.append((batch.context, batch.out))

    def _look(self, end: int) -> None:
        """Look at the clock, and at the counts only where the kernel has found them too large: a slice of time may end
        anywhere, and counts must not depend on that."""
        state = self.memory.numbers[search_layout.EXPLORED], self.memory.count, self._waiting()
        if end == search_layout.AT_LIMIT:
            self.watch.check(*state)
        self.watch.look_around(*state)

    def _expand(
        self, context: KernelContext, first: int, last: int, out: ctypes.Array[ctypes.c_int64]
    ) -> None:
        """Make all moves of these states, for another thread to take up."""
        expand = self.problem.code.function("expand", 5)
        while not expand(context.address, self.memory.address, first, last, ctypes.addressof(out)):
            self._mend()

    def _waiting(self) -> int:
        numbers = self.memory.numbers
        if self._best_first:
            return numbers[search_layout.HEAP_COUNT]
        return self.memory.count - numbers[search_layout.EXPLORED]

    def _mend(self) -> None:
        """Provide what a turn lacked."""
        if any(context.numbers[layout.FAULT] == layout.OUT_OF_PLACES for context in self.problem.contexts):
            raise NativeFault
        self.problem.lengthen_tape()

    def _moves(self) -> Moves:
        numbers, keys = self.memory.numbers, self.problem.inputs

        def origin(number: int) -> tuple[int, int]:
            parent, place = self.memory.origin(number)
            return parent, keys[place]

        last = keys[numbers[search_layout.WINNING_INPUT]]
        return moves_back(origin, numbers[search_layout.WINNER], 0, last)
