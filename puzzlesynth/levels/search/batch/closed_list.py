"""The states reached by many searches, in one table: which of those offered are new, and the numbers of all.

Searches are told apart by a number that is one of the words of a state. A slot of the table holds a state's mixed
number, which decides what is looked at; the states themselves are compared afterwards, so that no state is ever
taken for another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzlesynth.levels.search.state_table import hashes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Words = NDArray[np.uint64]
    Numbers = NDArray[np.int64]


class HashCollision(Exception):
    """Two different states have the same mixed number."""


class ClosedList:
    """States, numbered by the order of their discovery."""

    def __init__(self, words: int, capacity: int = 1 << 15) -> None:
        import numpy as np

        self.count = 0
        self._states = np.empty((words, capacity), dtype=np.uint64)
        self._bits = (capacity * 4 - 1).bit_length()
        self._mixed = np.zeros(1 << self._bits, dtype=np.uint64)
        """For every slot the mixed number of its state; 0 if it is free."""
        self._numbers = np.empty(1 << self._bits, dtype=np.int32)
        """For every slot the number of its state."""

    def clear(self) -> None:
        """Forget all states, and keep the room for others."""
        self.count = 0
        self._mixed.fill(0)

    def rows(self, numbers: Numbers | slice) -> Words:
        """States by their numbers: a row for each word, a column for each state."""
        return self._states[:, numbers]

    def add(self, rows: Words) -> tuple[Numbers, Numbers]:
        """The numbers of all states, and the columns of those that are new, in order, each once."""
        import numpy as np

        width = rows.shape[1]
        self._make_room(width)
        mixed = hashes(rows) | np.uint64(1)
        numbers = np.empty(width, dtype=np.int64)
        new, homes = self._look_up(mixed, numbers)
        order = np.argsort(new)
        new, homes = new[order], homes[order]
        total = self.count + len(new)
        own = np.arange(self.count, total)
        numbers[new] = own
        self._numbers[homes] = own
        self._states[:, self.count : total] = rows[:, new]
        self.count = total
        # Who has met a state of the same batch knows its column so far.
        met = np.flatnonzero(numbers < 0)
        numbers[met] = numbers[-1 - numbers[met]]
        if not (self._states[:, numbers] == rows).all():
            raise HashCollision
        return numbers, new

    def _look_up(self, mixed: Words, numbers: Numbers) -> tuple[Numbers, Numbers]:
        """Fill in the numbers of known states. Returns the columns of new ones and the slots they now have, which
        hold their columns as negative numbers for the time being."""
        import numpy as np

        last = (1 << self._bits) - 1
        slots = (mixed >> np.uint64(64 - self._bits)).astype(np.int64)
        waiting = np.arange(len(mixed))
        new, homes = [], []
        while len(waiting):
            held = self._mixed[slots]
            free = np.flatnonzero(held == 0)
            if len(free):
                # Of several that find the same free slot the first one gets it: it writes last.
                places, columns = slots[free], waiting[free]
                self._mixed[places[::-1]] = mixed[free[::-1]]
                self._numbers[places[::-1]] = -1 - columns[::-1]
                mine = self._numbers[places] == -1 - columns
                new.append(columns[mine])
                homes.append(places[mine])
                held[free] = self._mixed[places]
            same = held == mixed
            numbers[waiting[same]] = self._numbers[slots[same]]
            other = np.flatnonzero(~same)
            waiting, mixed = waiting[other], mixed[other]
            slots = (slots[other] + 1) & last
        return np.concatenate(new) if new else waiting, np.concatenate(homes) if homes else waiting

    def _make_room(self, more: int) -> None:
        import numpy as np

        needed = self.count + more
        if needed > self._states.shape[1]:
            grown = np.empty((self._states.shape[0], max(needed, self._states.shape[1] * 2)), dtype=np.uint64)
            grown[:, : self.count] = self._states[:, : self.count]
            self._states = grown
        if needed * 2 > 1 << self._bits:
            self._bits = (needed * 4 - 1).bit_length()
            self._mixed = np.zeros(1 << self._bits, dtype=np.uint64)
            self._numbers = np.empty(1 << self._bits, dtype=np.int32)
            self._enter_again()

    def _enter_again(self) -> None:
        """Give all states, which are known to differ, a slot of the grown table."""
        import numpy as np

        last = (1 << self._bits) - 1
        mixed = hashes(self._states[:, : self.count]) | np.uint64(1)
        slots = (mixed >> np.uint64(64 - self._bits)).astype(np.int64)
        numbers = np.arange(self.count)
        while len(numbers):
            free = np.flatnonzero(self._mixed[slots] == 0)
            self._mixed[slots[free]] = mixed[free]
            self._numbers[slots[free]] = numbers[free]
            other = np.flatnonzero((self._mixed[slots] != mixed) | (self._numbers[slots] != numbers))
            numbers, mixed = numbers[other], mixed[other]
            slots = (slots[other] + 1) & last
