"""The memory of a native search, which grows with it."""

from __future__ import annotations

import ctypes
import mmap

from puzzlesynth.levels.engine.native.kernel import search_layout as at
from puzzlesynth.levels.engine.native.machine_code import NativeCode

CHUNK = 1 << at.CHUNK_BITS
_MOST_CHUNKS = 1 << 15
_FIRST_TABLE = 13
"""Entries of the first hash table, as a power of 2."""
_FULL = 0.7
"""The share of a hash table's entries that are used before there is a larger one."""


class Block:
    """Memory that the operating system gives when it is first used."""

    def __init__(self, size: int) -> None:
        self._map = mmap.mmap(-1, max(size, mmap.PAGESIZE))
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self._map))


class SearchMemory:
    """All states of a search: the words that the kernel calls a search, and what they point to."""

    def __init__(
        self, code: NativeCode, state_words: int, *, best_first: bool, by_novelty: bool = False
    ) -> None:
        self.numbers = (ctypes.c_int64 * at.SEARCH_SIZE)()
        self.address = ctypes.addressof(self.numbers)
        self._rehash = code.function("rehash", 3)
        self._best_first = best_first
        self._pages = [Block(8 * _MOST_CHUNKS) for _ in range(3)]
        self._page_numbers = [
            (ctypes.c_int64 * _MOST_CHUNKS).from_address(page.address) for page in self._pages
        ]
        self._chunks: list[tuple[Block, ...]] = []
        self._table = Block(8 << _FIRST_TABLE)
        self._heap = Block(0)
        for field, page in zip((at.STATES, at.ORIGINS, at.COSTS), self._pages, strict=True):
            self.numbers[field] = page.address
        self.numbers[at.SIZE] = state_words
        self.numbers[at.TABLE], self.numbers[at.TABLE_BITS] = self._table.address, _FIRST_TABLE
        if by_novelty:
            self._known = Block(8 * at.PARTITIONS * state_words), Block(1 << at.PAIR_BITS - 3)
            self.numbers[at.KNOWN_FACTS], self.numbers[at.KNOWN_PAIRS] = (
                block.address for block in self._known
            )
        self.make_room()

    @property
    def count(self) -> int:
        return self.numbers[at.COUNT]

    def make_room(self) -> None:
        """Provide for more states than there are."""
        if self.count + CHUNK // 2 > len(self._chunks) * CHUNK:
            self._add_chunk()
        bits = self.numbers[at.TABLE_BITS]
        if self.count > _FULL / 2 * (1 << bits):
            self._grow_table(bits + 1)
        self.numbers[at.ROOM] = min(
            len(self._chunks) * CHUNK, int(_FULL * (1 << self.numbers[at.TABLE_BITS]))
        )
        if self._best_first and self.numbers[at.HEAP_COUNT] + CHUNK // 2 > self.numbers[at.HEAP_ROOM]:
            self._grow_heap(2 * self.numbers[at.HEAP_ROOM] or CHUNK)

    def _add_chunk(self) -> None:
        number = len(self._chunks)
        if number == _MOST_CHUNKS:
            raise MemoryError("more states than there are numbers for")
        sizes = [8 * self.numbers[at.SIZE], 4] + ([4] if self._best_first else [])
        blocks = tuple(Block(CHUNK * size) for size in sizes)
        for page, block in zip(self._page_numbers, blocks, strict=False):
            page[number] = block.address
        self._chunks.append(blocks)

    def _grow_table(self, bits: int) -> None:
        table = Block(8 << bits)
        self._rehash(self.address, table.address, bits)
        self._table = table
        self.numbers[at.TABLE] = table.address

    def _grow_heap(self, entries: int) -> None:
        heap = Block(16 * entries)
        ctypes.memmove(heap.address, self._heap.address, 16 * self.numbers[at.HEAP_COUNT])
        self._heap = heap
        self.numbers[at.HEAP], self.numbers[at.HEAP_ROOM] = heap.address, entries

    def origin(self, number: int) -> tuple[int, int]:
        """The state that a state came from, and the place of the input."""
        block = self._chunks[number >> at.CHUNK_BITS][1]
        packed = ctypes.c_uint32.from_address(block.address + 4 * (number & CHUNK - 1)).value
        return packed >> 3, packed & 7
