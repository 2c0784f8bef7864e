"""All states that a search has reached, without repetition, in memory that grows by chunks."""

from __future__ import annotations

from puzzlesynth.levels.engine.native.kernel.machine import Halves, Words, at, copy, fetch, halves, words

from .search_layout import (
    CHUNK_BITS,
    COSTS,
    COUNT,
    COVERED,
    ORIGINS,
    REGION_SIZE,
    REGIONS,
    SIZE,
    STATES,
    TABLE,
    TABLE_BITS,
)


def record_at(chunks: Words, number: int, size: int) -> Words:
    """What is kept of a state, by its number, in chunks of records of this many words."""
    chunk = words(chunks[number >> CHUNK_BITS])
    return at(chunk, (number & ((1 << CHUNK_BITS) - 1)) * size)


def half_at(chunks: Words, number: int) -> Halves:
    """The place of what is kept of a state in half a word."""
    return at(halves(chunks[number >> CHUNK_BITS]), number & ((1 << CHUNK_BITS) - 1))


def state_at(s: Words, number: int) -> Words:
    """A state by its number."""
    return record_at(words(s[STATES]), number, s[SIZE])


def set_origin(s: Words, number: int, origin: int) -> None:
    """Note the state that another was reached from, and by which input."""
    kept = half_at(words(s[ORIGINS]), number)
    kept[0] = origin


def cost_of(s: Words, number: int) -> Halves:
    """The place of the moves that lead to a state, with the mark `DONE`."""
    return half_at(words(s[COSTS]), number)


def hash_state(state: Words, size: int) -> int:
    """Half a hash: 32 bits that depend on all bits of a state."""
    mixed = 7046029254386353131
    for k in range(size):
        mixed = (mixed ^ state[k]) * -7046029288634856825
        mixed ^= mixed >> 32
    mixed *= -4417276706812531889
    return mixed >> 32


def prepare_lookup(s: Words, hashed: int) -> None:
    """Have the entry loaded that will be looked at."""
    table = words(s[TABLE])
    fetch(at(table, hashed >> (32 - s[TABLE_BITS])))


def find_or_add(s: Words, state: Words, hashed: int, origin: int) -> int:
    """The number of a state, and -1 - number if it is new. There must be room."""
    table = words(s[TABLE])
    bits = s[TABLE_BITS]
    mask = (1 << bits) - 1
    size = s[SIZE]
    slot = hashed >> (32 - bits)
    while table[slot]:
        if table[slot] >> 32 == hashed:
            number = (table[slot] & 4294967295) - 1
            known = state_at(s, number)
            k = 0
            while k < size and known[k] == state[k]:
                k += 1
            if k == size:
                return number
        slot = (slot + 1) & mask
    number = s[COUNT]
    s[COUNT] = number + 1
    table[slot] = (hashed << 32) | (number + 1)
    copy(state_at(s, number), state, size)
    set_origin(s, number, origin)
    return -1 - number


def rehash(old: Words, old_bits: int, table: Words, bits: int) -> None:
    """Copy all entries to a larger table, which has 2 to the power of `bits` empty ones."""
    mask = (1 << bits) - 1
    for k in range(1 << old_bits):
        entry = old[k]
        if entry:
            slot = (entry >> 32) >> (32 - bits)
            while table[slot]:
                slot = (slot + 1) & mask
            table[slot] = entry


def region_at(s: Words, number: int) -> Words:
    """The cells that the player could walk to, for a state that was expanded with its walks."""
    return record_at(words(s[REGIONS]), number, s[REGION_SIZE])


def is_covered(s: Words, state: Words, hashed: int, place: int, cell: int) -> int:
    """Whether the moves of a state have been made: there was one that differs from it by a walk. The state holds no
    player, which is in a cell and would be in the plane that begins at a place."""
    table = words(s[COVERED])
    bits = s[TABLE_BITS]
    mask = (1 << bits) - 1
    slot = hashed >> (32 - bits)
    while table[slot]:
        if table[slot] >> 32 == hashed:
            number = (table[slot] & 4294967295) - 1
            region = region_at(s, number)
            if region[cell >> 6] >> (cell & 63) & 1 and equal_but(
                state_at(s, number), state, s[SIZE], place, s[REGION_SIZE]
            ):
                return 1
        slot = (slot + 1) & mask
    return 0


def equal_but(one: Words, other: Words, size: int, place: int, count: int) -> int:
    """Whether two states are equal in all but some words."""
    different = 0
    for k in range(place):
        different |= one[k] ^ other[k]
    for k in range(place + count, size):
        different |= one[k] ^ other[k]
    return not different


def cover(s: Words, number: int, hashed: int) -> None:
    """Note that the moves of a state are made, wherever the player can walk to."""
    table = words(s[COVERED])
    bits = s[TABLE_BITS]
    mask = (1 << bits) - 1
    slot = hashed >> (32 - bits)
    while table[slot]:
        slot = (slot + 1) & mask
    table[slot] = (hashed << 32) | (number + 1)


def add_state(s: Words, state: Words) -> int:
    """Add a state without origin, for Python."""
    return find_or_add(s, state, hash_state(state, s[SIZE]), 4294967295)
