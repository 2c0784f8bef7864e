"""All states reached, packed into numpy arrays, with a hash table to find out which are new.

States themselves are kept and compared, not their hashes alone: a state is never taken for another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Words = NDArray[np.uint64]
    Numbers = NDArray[np.int32] | NDArray[np.int64]

_EMPTY = -1
_ODD = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xD6E8FEB86659FD93, 0xA0761D6478BD642F)


def hashes(rows: Words) -> Words:
    """A well-mixed number for every state; `rows` has a row for each word, a column for each state."""
    import numpy as np

    mixed = np.zeros(rows.shape[1], dtype=np.uint64)
    for number, row in enumerate(rows):
        mixed ^= row
        mixed *= np.uint64(_ODD[number % len(_ODD)])
        mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(_ODD[0])
    mixed ^= mixed >> np.uint64(32)
    return mixed


class StateTable:
    """States by the order of their discovery."""

    def __init__(self, words: int, capacity: int = 1 << 14) -> None:
        import numpy as np

        self.count = 0
        self._states = np.empty((words, capacity), dtype=np.uint64)
        self._slots = np.full(capacity * 4, _EMPTY, dtype=np.int32)

    def states(self, start: int, stop: int) -> Words:
        return self._states[:, start:stop]

    def add(self, rows: Words) -> Numbers:
        """Add those states that are new, once each. Returns the columns of `rows` that were, in order."""
        import numpy as np

        self._make_room(rows.shape[1])
        mask = np.uint64(len(self._slots) - 1)
        slots = (hashes(rows) & mask).astype(np.int64)
        waiting = np.arange(rows.shape[1])
        fresh: list[Numbers] = []
        table = self._slots
        while len(waiting):
            held = table[slots]
            # Who finds an empty slot leaves a mark there; of several, the first one's is left standing.
            open_ = np.flatnonzero(held == _EMPTY)
            if len(open_):
                marks = -2 - waiting[open_].astype(np.int32)
                table[slots[open_][::-1]] = marks[::-1]
                held = table[slots]
            owner = -2 - held
            mine = owner == waiting
            if mine.any():
                fresh.append(waiting[mine])
            same = self._same(rows, waiting, held)
            again = ~(same | mine)
            waiting = waiting[again]
            slots = (slots[again] + 1) & int(mask)
        new = np.sort(np.concatenate(fresh)) if fresh else np.empty(0, dtype=np.int64)
        self._settle(rows, new)
        return new

    def _same(self, rows: Words, waiting: Numbers, held: Numbers) -> NDArray[np.bool_]:
        """Which states equal the one that holds their slot: a known state, or one of this batch."""
        import numpy as np

        same = np.zeros(len(waiting), dtype=bool)
        known = np.flatnonzero(held >= 0)
        if len(known):
            same[known] = (self._states[:, held[known]] == rows[:, waiting[known]]).all(axis=0)
        marked = np.flatnonzero(held < _EMPTY)
        if len(marked):
            others = -2 - held[marked]
            same[marked] = (rows[:, others] == rows[:, waiting[marked]]).all(axis=0)
        return same

    def _settle(self, rows: Words, new: Numbers) -> None:
        """Store new states and turn the marks into their numbers."""
        import numpy as np

        if not len(new):
            return
        total = self.count + len(new)
        chosen = rows[:, new]
        self._states[:, self.count : total] = chosen
        self._enter(chosen, np.arange(self.count, total, dtype=np.int32), -2 - new.astype(np.int32))
        self.count = total

    def _enter(self, rows: Words, numbers: Numbers, marks: Numbers) -> None:
        """Find the slots that carry the marks, and put the numbers there."""
        import numpy as np

        mask = len(self._slots) - 1
        slots = (hashes(rows) & np.uint64(mask)).astype(np.int64)
        pending = np.arange(len(numbers))
        while len(pending):
            found = self._slots[slots] == marks[pending]
            self._slots[slots[found]] = numbers[pending[found]]
            pending = pending[~found]
            slots = (slots[~found] + 1) & mask

    def _make_room(self, more: int) -> None:
        import numpy as np

        needed = self.count + more
        if needed > self._states.shape[1]:
            grown = np.empty((self._states.shape[0], max(needed, self.count * 3 // 2)), dtype=np.uint64)
            grown[:, : self.count] = self._states[:, : self.count]
            self._states = grown
        if needed * 2 > len(self._slots):
            size = len(self._slots)
            while size < needed * 2:
                size *= 2
            self._slots = np.full(size, _EMPTY, dtype=np.int32)
            for start in range(0, self.count, 1 << 20):
                self._rehash(start, min(start + (1 << 20), self.count))

    def _rehash(self, start: int, stop: int) -> None:
        """Put states that are known to differ from each other into the slots."""
        import numpy as np

        mask = len(self._slots) - 1
        numbers = np.arange(start, stop, dtype=np.int32)
        slots = (hashes(self._states[:, start:stop]) & np.uint64(mask)).astype(np.int64)
        while len(numbers):
            empty = self._slots[slots] == _EMPTY
            self._slots[slots[empty]] = numbers[empty]
            placed = self._slots[slots] == numbers
            numbers = numbers[~placed]
            slots = (slots[~placed] + 1) & mask
