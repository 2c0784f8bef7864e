"""Which of many levels of a game that is nothing but pushing can be won, told by pushes alone, for all of them at once.

The same proof as for one level (`push_search`), with many states in every step.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from puzzlesynth.deadline import check_time
from puzzlesynth.levels.engine.bitboard.geometry import Geometry
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.movements import DIRECTIONS, DOWN, LEFT, OPPOSITE, UP
from puzzlesynth.levels.search.batch.transitions import BatchedTurns, LevelBatch
from puzzlesynth.levels.search.batch.word_sets import count_bits, grown
from puzzlesynth.levels.search.limits import NO_LIMIT, BatchLimits
from puzzlesynth.levels.search.results import SolverResult
from puzzlesynth.levels.search.state_table import Numbers, StateTable, Words

from .game import SokobanGame


class SokobanBatchSolver:
    """The pushes of one game on boards of one size."""

    def __init__(self, rules: SokobanGame, turns: BatchedTurns) -> None:
        self.rules, self.turns, self.board = rules, turns, turns.board
        self.seen = StateTable(3, capacity=1 << 15)

    def decide(self, levels: Sequence[Level], bounds: BatchLimits) -> dict[int, SolverResult]:
        """Which levels have a solution and which have none, by their numbers. Levels that are won as they stand, that
        have no single player, or that would take more than the bounds allow are left out."""
        field = LevelBatch(self.turns, levels)
        numbers = field.unsolved
        players = field.planes[self.rules.player][numbers]
        numbers = numbers[(players != 0) & (players & (players - np.uint64(1)) == 0)]
        return _Exploration(self, field, numbers, bounds).run() if len(numbers) else {}


class _Exploration:
    def __init__(
        self, pushes: SokobanBatchSolver, field: LevelBatch, levels: Numbers, bounds: BatchLimits
    ) -> None:
        self._pushes, self._board, self._bounds = pushes, pushes.board, bounds
        self._most = NO_LIMIT if bounds.states is None else bounds.states
        self._end = None if bounds.seconds is None else time.perf_counter() + bounds.seconds * len(levels)
        total = len(field.levels)
        self._levels = levels
        self._walls = np.zeros(total, dtype=np.uint64)
        for thing in pushes.rules.solid:
            self._walls |= field.planes[thing]
        self._marks = field.planes[pushes.rules.mark]
        self._crates, self._players = field.planes[pushes.rules.crate], field.planes[pushes.rules.player]
        self._useful = self._useful_cells()
        self._needed = count_bits(self._crates if pushes.rules.every_crate else self._marks)
        self._counts = np.zeros(total, dtype=np.int64)
        self._going = np.zeros(total, dtype=bool)
        self._going[levels] = True
        self._found: dict[int, SolverResult] = {}

    def run(self) -> dict[int, SolverResult]:
        seen = self._pushes.seen
        seen.clear()
        levels = self._levels
        crates, players = self._crates[levels], self._players[levels]
        first = 0
        self._enter(crates, players, levels)
        while first < seen.count and not self._is_over():
            check_time()
            rows = seen.rows(slice(first, seen.count))
            first = seen.count
            levels = rows[2].astype(np.int64)
            there = self._going[levels]
            if there.any():
                self._push_all(rows[0][there], rows[1][there], levels[there])
        if first == seen.count:
            for level in np.flatnonzero(self._going).tolist():
                self._found[level] = SolverResult(False, int(self._counts[level]))
        return self._found

    def _is_over(self) -> bool:
        """Whether there is no more time, or no more room, for all levels together."""
        late = self._end is not None and time.perf_counter() > self._end
        return late or self._pushes.seen.count > self._bounds.room

    def _push_all(self, crates: Words, players: Words, levels: Numbers) -> None:
        """All pushes from these states. Players stand for their regions."""
        board, walls = self._board, self._walls[levels]
        full = np.uint64(board.full)
        free = full & ~(walls | crates)
        region = self._regions(players, free)
        offered: list[tuple[Words, Words, Numbers]] = []
        for way in DIRECTIONS:
            pushed = crates & shifted(region, way, board) & shifted(free, OPPOSITE[way], board)
            which = np.flatnonzero(pushed)
            left = pushed[which]
            while len(which):
                crate = left & (~left + np.uint64(1))
                after = crates[which] ^ crate ^ shifted(crate, way, board)
                offered.append((after, crate, levels[which]))
                left = left ^ crate
                some = left != 0
                which, left = which[some], left[some]
        if offered:
            self._enter(*(np.concatenate(parts) for parts in zip(*offered, strict=True)))

    def _enter(self, crates: Words, players: Words, levels: Numbers) -> None:
        """Note new states; levels that are won, or take too long, are done."""
        useful = count_bits(crates & self._useful[levels]) >= self._needed[levels]
        crates, players, levels = crates[useful], players[useful], levels[useful]
        self._finish_won(crates, levels)
        there = self._going[levels]
        crates, players, levels = crates[there], players[there], levels[there]
        if not len(levels):
            return
        free = np.uint64(self._board.full) & ~(self._walls[levels] | crates)
        region = self._regions(players, free)
        rows = np.vstack([crates, region & (~region + np.uint64(1)), levels.astype(np.uint64)])
        _, new = self._pushes.seen.add(rows)
        self._counts += np.bincount(levels[new], minlength=len(self._counts))
        self._going &= self._counts <= self._most

    def _finish_won(self, crates: Words, levels: Numbers) -> None:
        marks = self._marks[levels]
        wrong = crates & ~marks if self._pushes.rules.every_crate else marks & ~crates
        for level in np.unique(levels[wrong == 0]).tolist():
            if self._going[level]:
                self._going[level] = False
                self._found[level] = SolverResult(True, int(self._counts[level]))

    def _regions(self, players: Words, free: Words) -> Words:
        """Everywhere the players can walk."""
        region = players
        while True:
            wider = (grown(region, self._board) & free) | players
            if (wider == region).all():
                return region
            region = wider

    def _useful_cells(self) -> Words:
        """From where a crate that is alone can be pushed onto a mark, level by level."""
        board = self._board
        free = np.uint64(board.full) & ~self._walls
        useful = self._marks & free
        while True:
            wider = useful
            for way in DIRECTIONS:
                # The crate goes on in this way, and the player is behind it.
                before = shifted(wider, OPPOSITE[way], board) & free & shifted(free, way, board)
                wider = wider | before
            if (wider == useful).all():
                return useful
            useful = wider


def shifted(cells: Words, way: int, board: Geometry) -> Words:
    """The neighbours in one direction; what would leave the board is gone."""
    cells = cells & np.uint64(board.room(way, 2))
    step = np.uint64(1 if way in (UP, DOWN) else board.height)
    return cells >> step if way in (UP, LEFT) else cells << step
