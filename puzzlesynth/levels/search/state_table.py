"""The closed list: all states reached, packed into numpy arrays, with a hash table that finds out which are new.

Open addressing with linear probing, for whole batches of states at once. A slot keeps a part of its state's hash, which
decides what is looked at. The states themselves are compared afterwards: if two that differ have the same part, all are
hashed again in another way, so that a state is never taken for another.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]
Marks = NDArray[np.bool_]

_ODD = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xD6E8FEB86659FD93, 0xA0761D6478BD642F)
_REHASHED = 1 << 20
"""States that are entered into a grown table at a time."""


def hashes(rows: Words, salt: int) -> Words:
    """A well-mixed number for every state; `rows` has a row for each word, a column for each state."""
    mixed = np.full(rows.shape[1], salt, dtype=np.uint64)
    for number, row in enumerate(rows):
        mixed ^= row
        mixed *= np.uint64(_ODD[number % len(_ODD)])
        mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(_ODD[0])
    mixed ^= mixed >> np.uint64(32)
    return mixed


class StateTable:
    """States, numbered by the order of their discovery."""

    def __init__(self, words: int, capacity: int = 1 << 14) -> None:
        self.count = 0
        self._salt = 0
        self._states = np.empty((words, capacity), dtype=np.uint64)
        self._set_slots(4 * capacity)

    def _set_slots(self, least: int) -> None:
        """Enter all states, which are known to differ, into a new table of at least this size."""
        size = 1 << (least - 1).bit_length()
        self._tags = np.zeros(size, dtype=np.uint32)
        """For every slot a part of the hash of its state; 0 if it is free."""
        self._numbers = np.empty(size, dtype=np.int32)
        """For every slot the number of its state; for a new one, while it is added, -1 - its column."""
        for start in range(0, self.count, _REHASHED):
            self._rehash(start, min(start + _REHASHED, self.count))

    def clear(self) -> None:
        """Forget all states, and keep the room for others."""
        self.count = 0
        self._tags.fill(0)

    def rows(self, numbers: Numbers | slice) -> Words:
        """States by their numbers: a row for each word, a column for each state."""
        return self._states[:, numbers]

    def add(self, rows: Words) -> tuple[Numbers, Numbers]:
        """The numbers of all states, and the columns of those that are new, in order, each once."""
        self._make_room(rows.shape[1])
        numbers = np.empty(rows.shape[1], dtype=np.int64)
        new, homes = self._look_up(rows, numbers)
        order = np.argsort(new)
        new, homes = new[order], homes[order]
        total = self.count + len(new)
        own = np.arange(self.count, total)
        numbers[new] = own
        self._numbers[homes] = own
        self._states[:, self.count : total] = rows[:, new]
        # A state that equals another of the same batch has only its column so far.
        met = np.flatnonzero(numbers < 0)
        numbers[met] = numbers[-1 - numbers[met]]
        if not (self._states[:, numbers] == rows).all():
            self._salt += 1
            self._set_slots(len(self._tags))
            return self.add(rows)
        self.count = total
        return numbers, new

    def _look_up(self, rows: Words, numbers: Numbers) -> tuple[Numbers, Numbers]:
        """Fill in the numbers of known states. Returns the columns of new ones and the slots they now have."""
        last = len(self._tags) - 1
        slots, tags = self._slots_and_tags(rows)
        waiting = np.arange(rows.shape[1])
        new, homes = [waiting[:0]], [waiting[:0]]
        while len(waiting):
            held = self._tags[slots]
            free = np.flatnonzero(held == 0)
            if len(free):
                # Of several that find the same free slot the first one gets it: it writes last.
                places, columns = slots[free], waiting[free]
                self._tags[places[::-1]] = tags[free[::-1]]
                self._numbers[places[::-1]] = -1 - columns[::-1]
                mine = self._numbers[places] == -1 - columns
                new.append(columns[mine])
                homes.append(places[mine])
                held[free] = self._tags[places]
            same = held == tags
            numbers[waiting[same]] = self._numbers[slots[same]]
            other = np.flatnonzero(~same)
            waiting, tags = waiting[other], tags[other]
            slots = (slots[other] + 1) & last
        return np.concatenate(new), np.concatenate(homes)

    def _slots_and_tags(self, rows: Words) -> tuple[Numbers, NDArray[np.uint32]]:
        hashed = hashes(rows, self._salt)
        slots = (hashed & np.uint64(len(self._tags) - 1)).astype(np.int64)
        return slots, (hashed >> np.uint64(32)).astype(np.uint32) | np.uint32(1)

    def _make_room(self, more: int) -> None:
        needed = self.count + more
        if needed > self._states.shape[1]:
            grown = np.empty((len(self._states), max(needed, self.count * 3 // 2)), dtype=np.uint64)
            grown[:, : self.count] = self._states[:, : self.count]
            self._states = grown
        if needed * 2 > len(self._tags):
            self._set_slots(needed * 2)

    def _rehash(self, start: int, stop: int) -> None:
        """Put states that are known to differ from each other into the slots."""
        slots, tags = self._slots_and_tags(self._states[:, start:stop])
        numbers = np.arange(start, stop)
        while len(numbers):
            free = np.flatnonzero(self._tags[slots] == 0)
            self._tags[slots[free]] = tags[free]
            self._numbers[slots[free]] = numbers[free]
            other = np.flatnonzero((self._tags[slots] != tags) | (self._numbers[slots] != numbers))
            numbers, tags = numbers[other], tags[other]
            slots = (slots[other] + 1) & (len(self._tags) - 1)
