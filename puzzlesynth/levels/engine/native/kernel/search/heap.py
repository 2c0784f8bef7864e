"""The states that wait in a search, each with a number: the one with the least comes first."""

from __future__ import annotations

from puzzlesynth.levels.engine.native.kernel.machine import Words, words

from .search_layout import HEAP, HEAP_COUNT, HEAP_ROOM


def heap_first(s: Words) -> Words:
    """The first entry: its worth, and the state."""
    return words(s[HEAP])


def heap_has_room(s: Words, more: int) -> int:
    return s[HEAP_COUNT] + more <= s[HEAP_ROOM]


def heap_set(heap: Words, k: int, worth: int, item: int) -> None:
    heap[2 * k] = worth
    heap[2 * k + 1] = item


def heap_push(s: Words, worth: int, item: int) -> None:
    heap = words(s[HEAP])
    k = s[HEAP_COUNT]
    s[HEAP_COUNT] = k + 1
    while k:
        above = (k - 1) >> 1
        if heap[2 * above] <= worth:
            break
        heap_set(heap, k, heap[2 * above], heap[2 * above + 1])
        k = above
    heap_set(heap, k, worth, item)


def heap_drop(s: Words) -> None:
    """Remove the first entry."""
    heap = words(s[HEAP])
    count = s[HEAP_COUNT] - 1
    s[HEAP_COUNT] = count
    worth = heap[2 * count]
    item = heap[2 * count + 1]
    k = 0
    while True:
        below = 2 * k + 1
        if below >= count:
            break
        if below + 1 < count and heap[2 * below + 2] < heap[2 * below]:
            below += 1
        if heap[2 * below] >= worth:
            break
        heap_set(heap, k, heap[2 * below], heap[2 * below + 1])
        k = below
    heap_set(heap, k, worth, item)
