"""The memory of a native search, which grows with it."""

from __future__ import annotations

import ctypes
import mmap

from puzzlesynth.levels.engine.native.compiler.machine_code import NativeCode
from puzzlesynth.levels.engine.native.kernel.search import search_layout as at

CHUNK = 1 << at.CHUNK_BITS
_MOST_CHUNKS = 1 << 15
_FIRST_TABLE = 13
"""Entries of the first hash table, as a power of 2."""
_FULL = 0.7
"""The share of a hash table's entries that are used before there is a larger one."""


class MappedMemory:
    """Memory that the operating system gives when it is first used."""

    def __init__(self, size: int) -> None:
        try:
            self._map = mmap.mmap(-1, max(size, mmap.PAGESIZE))
        except OSError as problem:
            raise MemoryError(problem.strerror) from None
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self._map))


class SearchMemory:
    """All states of a search: the words that the kernel calls a search, and what they point to."""

    def __init__(
        self,
        code: NativeCode,
        state_words: int,
        *,
        lists: int = 0,
        by_novelty: bool = False,
        region_words: int = 0,
        most: int = 0,
    ) -> None:
        """For a search with this many heaps of states to be expanded, each of which leads to so many others at most.
        Searches by walks keep regions."""
        self.numbers = (ctypes.c_int64 * at.SEARCH_SIZE)()
        self.address = ctypes.addressof(self.numbers)
        self._rehash = code.function("rehash", 4)
        self._pages = [MappedMemory(8 * _MOST_CHUNKS) for _ in range(4)]
        self._page_numbers = [
            (ctypes.c_int64 * _MOST_CHUNKS).from_address(page.address) for page in self._pages
        ]
        self._chunks: list[tuple[MappedMemory, ...]] = []
        self._table = MappedMemory(8 << _FIRST_TABLE)
        self._heaps = [MappedMemory(0) for _ in range(lists)]
        self._most = most
        self._ahead = max(CHUNK // 2, 2 * most)
        """States for which there is always room."""
        for field, page in zip((at.STATES, at.ORIGINS, at.COSTS, at.REGIONS), self._pages, strict=True):
            self.numbers[field] = page.address
        self.numbers[at.SIZE] = state_words
        self.numbers[at.TABLE], self.numbers[at.TABLE_BITS] = self._table.address, _FIRST_TABLE
        if by_novelty:
            self._known = MappedMemory(8 * at.PARTITIONS * state_words), MappedMemory(1 << at.PAIR_BITS - 3)
            self.numbers[at.KNOWN_FACTS], self.numbers[at.KNOWN_PAIRS] = (
                block.address for block in self._known
            )
        if region_words:
            self._fine = MappedMemory(8 * at.PARTITIONS * state_words), MappedMemory(1 << at.PAIR_BITS - 3)
            self.numbers[at.FINE_FACTS], self.numbers[at.FINE_PAIRS] = (block.address for block in self._fine)
            self._covered, self._types = MappedMemory(8 << _FIRST_TABLE), MappedMemory(8 << at.TYPE_BITS)
            self.numbers[at.COVERED], self.numbers[at.TYPES] = self._covered.address, self._types.address
            self.numbers[at.REGION_SIZE] = region_words
        self.make_room()

    @property
    def count(self) -> int:
        return self.numbers[at.COUNT]

    def make_room(self) -> None:
        """Provide for more states than there are."""
        while self.count + self._ahead > len(self._chunks) * CHUNK:
            self._add_chunk()
        bits = self.numbers[at.TABLE_BITS]
        while self.count > _FULL / 2 * (1 << bits) or self.count + self._most > _FULL * (1 << bits):
            bits += 1
        if bits > self.numbers[at.TABLE_BITS]:
            self._grow_table(bits)
        self.numbers[at.ROOM] = min(
            len(self._chunks) * CHUNK, int(_FULL * (1 << self.numbers[at.TABLE_BITS]))
        )
        for number in range(len(self._heaps)):
            shift = number * at.NEXT_LIST
            while self.numbers[at.HEAP_COUNT + shift] + self._ahead > self.numbers[at.HEAP_ROOM + shift]:
                self._grow_heap(number, 2 * self.numbers[at.HEAP_ROOM + shift] or CHUNK)

    def _add_chunk(self) -> None:
        number = len(self._chunks)
        if number == _MOST_CHUNKS:
            raise MemoryError("more states than there are numbers for")
        sizes = [8 * self.numbers[at.SIZE], 4] + ([4] if self._heaps else [])
        if self.numbers[at.REGION_SIZE]:
            sizes.append(8 * self.numbers[at.REGION_SIZE])
        blocks = tuple(MappedMemory(CHUNK * size) for size in sizes)
        for page, block in zip(self._page_numbers, blocks, strict=False):
            page[number] = block.address
        self._chunks.append(blocks)

    def _grow_table(self, bits: int) -> None:
        old = self.numbers[at.TABLE_BITS]
        self._table = self._grown(self._table, old, bits)
        self.numbers[at.TABLE], self.numbers[at.TABLE_BITS] = self._table.address, bits
        if self.numbers[at.COVERED]:
            self._covered = self._grown(self._covered, old, bits)
            self.numbers[at.COVERED] = self._covered.address

    def _grown(self, table: MappedMemory, old: int, bits: int) -> MappedMemory:
        larger = MappedMemory(8 << bits)
        self._rehash(table.address, old, larger.address, bits)
        return larger

    def _grow_heap(self, number: int, entries: int) -> None:
        shift = number * at.NEXT_LIST
        heap = MappedMemory(16 * entries)
        ctypes.memmove(heap.address, self._heaps[number].address, 16 * self.numbers[at.HEAP_COUNT + shift])
        self._heaps[number] = heap
        self.numbers[at.HEAP + shift], self.numbers[at.HEAP_ROOM + shift] = heap.address, entries

    def state(self, number: int) -> bytes:
        """The words of a state."""
        size = 8 * self.numbers[at.SIZE]
        block = self._chunks[number >> at.CHUNK_BITS][0]
        return ctypes.string_at(block.address + size * (number & CHUNK - 1), size)

    def origin(self, number: int) -> tuple[int, int]:
        """The state that a state came from, and the place of the input."""
        block = self._chunks[number >> at.CHUNK_BITS][1]
        packed = ctypes.c_uint32.from_address(block.address + 4 * (number & CHUNK - 1)).value
        return packed >> 3, packed & 7
