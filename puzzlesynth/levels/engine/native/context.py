"""A thread's own memory for playing levels of one kind."""

from __future__ import annotations

import ctypes

from puzzlesynth.levels.engine.native.tables.level_tables import LevelTables

from .kernel import layout as at

MOST_PLACES = 1 << 16
"""Matches of a rule's rows that are written down, where rows have gaps or there are several."""

MOST_PAIRS = 1 << 14
"""Pairs of cells that are written down to match them."""


MOST_INPUTS = 6


class KernelContext:
    """What the kernel works on. `board` holds the planes, those of the objects first."""

    def __init__(self, tables: LevelTables) -> None:
        self.tables = tables
        self.numbers = (ctypes.c_int64 * at.CONTEXT_SIZE)(*tables.numbers)
        self.address = ctypes.addressof(self.numbers)
        self._memory: list[ctypes.Array[ctypes.c_int64]] = []
        self._unmarked = bytes(tables.objects)
        self.planes: bytes | None = None
        """What is on the board, if that is known."""
        words, planes, cells = tables.words, tables.planes, tables.cells
        self.board = self._take(at.BOARD, planes * words)
        for field, size in (
            (at.AWAKE, tables.rule_words),
            (at.LIGHT, tables.rule_words),
            (at.BLOCKED, tables.rule_words),
            (at.WAITING, planes * tables.rule_words),
            (at.GAINED, planes),
            (at.LOST, planes),
            (at.MATCH, words),
            (at.CELL, words),
            (at.UNION, words),
            (at.TURNED, words),
            (at.SAVED, tables.objects * words),
            (at.MOVES_HEARD, tables.sound_count),
            (at.FAILURES_HEARD, tables.sound_count),
            (at.QUEUE, 64),
            (at.NOTICES, 2 * at.MOST_NOTICES),
            (at.PLAYERS, words),
            (at.MOVING, words),
            (at.MOVING_LAYERS, tables.layers + 1),
            (at.SEGMENTS, 3 * words),
            (at.DRAWN, tables.layers),
        ):
            self._take(field, size)
        for field, octets in (
            (at.LIVE, planes),
            (at.TOUCHED_GAIN, planes),
            (at.TOUCHED_LOSS, planes),
            (at.BANNED, tables.numbers[at.EARLY_GROUPS] + 2),
            (at.CREATED, tables.objects),
            (at.DESTROYED, tables.objects),
            (at.RIGID_MARKS, cells * tables.layers),
            (at.RIGID_MOVES, cells * tables.layers),
        ):
            self._take(field, octets // 8 + 1)
        self.numbers[at.STATE_WORDS] = tables.state_words
        self.numbers[at.PAIR_LIMIT] = pairs = min(cells * cells, MOST_PAIRS)
        self._take(at.AFTER, tables.state_words)
        self._take(at.MARK, 2 * tables.state_words)
        self._take(at.DISTANCES, tables.kind.width + tables.kind.height + 2)
        self._take(at.PAIRS, 6 * cells + pairs + 260)
        self._take(at.WALK_SETS, (5 + 2 * MOST_INPUTS) * words)
        places = MOST_PLACES if tables.has_gaps else max(64, cells * tables.most_rows)
        self.numbers[at.PLACE_LIMIT] = places
        self._take(at.PLACES, 3 * places + 2 * tables.most_rows)

    def _take(self, field: int, size: int) -> ctypes.Array[ctypes.c_int64]:
        memory = (ctypes.c_int64 * max(1, size))()
        self._memory.append(memory)
        self.numbers[field] = ctypes.addressof(memory)
        return memory

    def array(self, field: int, count: int) -> tuple[int, ...]:
        """The first numbers of a table."""
        if not count:
            return ()
        return tuple((ctypes.c_int64 * count).from_address(self.numbers[field]))

    def mask(self, field: int) -> int:
        """The objects that are marked in a table of octets."""
        marks = ctypes.string_at(self.numbers[field], self.tables.objects)
        if marks == self._unmarked:
            return 0
        found, thing = 0, marks.find(1)
        while thing >= 0:
            found |= 1 << thing
            thing = marks.find(1, thing + 1)
        return found
