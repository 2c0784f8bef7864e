"""All states that a search has reached, without repetition, in memory that grows by chunks."""

from __future__ import annotations

from .machine import Words, at, copy, fetch, halves, words
from .search_layout import CHUNK_BITS, COUNT, ORIGINS, SIZE, STATES, TABLE, TABLE_BITS


def state_at(s: Words, number: int) -> Words:
    """A state by its number."""
    chunks = words(s[STATES])
    chunk = words(chunks[number >> CHUNK_BITS])
    return at(chunk, (number & ((1 << CHUNK_BITS) - 1)) * s[SIZE])


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
    chunks = words(s[ORIGINS])
    origins = halves(chunks[number >> CHUNK_BITS])
    origins[number & ((1 << CHUNK_BITS) - 1)] = origin
    return -1 - number


def rehash(s: Words, table: Words, bits: int) -> None:
    """Move all entries to a larger table, which has 2 to the power of `bits` empty ones."""
    old = words(s[TABLE])
    mask = (1 << bits) - 1
    for k in range(1 << s[TABLE_BITS]):
        entry = old[k]
        if entry:
            slot = (entry >> 32) >> (32 - bits)
            while table[slot]:
                slot = (slot + 1) & mask
            table[slot] = entry
    s[TABLE_BITS] = bits


def add_state(s: Words, state: Words) -> int:
    """Add a state without origin, for Python."""
    return find_or_add(s, state, hash_state(state, s[SIZE]), 4294967295)
