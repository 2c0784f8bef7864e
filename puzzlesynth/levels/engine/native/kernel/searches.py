"""Breadth-first and best-first search.

A breadth-first search goes on in two steps: all moves of some states are made (`expand`), then what they lead to is
taken up in order (`absorb`). The first can be done by several threads for different states; the second makes states,
counts and solutions the same whoever did the first.
"""

from __future__ import annotations

from .estimates import estimate
from .layout import AFTER, CUT_SHORT, ENDLESS, FAULT, INPUT_COUNT, INPUTS, MOVES_MADE, NEW, STATE_WORDS, WON
from .machine import Words, at, copy, halves, words
from .moves import load_state, move
from .novelty import novelty
from .search_layout import (
    AT_LIMIT,
    CHUNK_BITS,
    COSTS,
    COUNT,
    DONE,
    EVERY,
    EXHAUSTED,
    EXPLORED,
    FAULTY,
    FOUND,
    GOES_ON,
    HEAP,
    HEAP_COUNT,
    HEAP_ROOM,
    IS_GREEDY,
    KNOWN_FACTS,
    MOST_EXPLORED,
    MOST_MOVES,
    MOST_STATES,
    NEEDS_ROOM,
    NOVELTY_SHIFT,
    ORDER,
    ORDER_BITS,
    ORIGINS,
    PAUSED,
    ROOM,
    SIZE,
    WINNER,
    WINNING_INPUT,
)
from .state_table import find_or_add, hash_state, prepare_lookup, state_at

BATCH = 32
"""States that are expanded before what they lead to is absorbed."""


def expand(c: Words, s: Words, first: int, last: int, out: Words) -> int:
    """Make all moves of these states. For each, `out` gets what it leads to, a hash, and the state after it. Returns
    whether it went well."""
    size = s[SIZE]
    inputs = words(c[INPUTS])
    count = c[INPUT_COUNT]
    after = words(c[AFTER])
    endless = c[ENDLESS]
    cut_short = c[CUT_SHORT]
    for number in range(first, last):
        before = state_at(s, number)
        for k in range(count):
            result = move(c, before, inputs[k])
            if c[FAULT]:
                # All of it will be done again, and must be counted once.
                c[ENDLESS] = endless
                c[CUT_SHORT] = cut_short
                return 0
            out[0] = result
            if result == NEW:
                out[1] = hash_state(after, size)
                copy(at(out, 2), after, size)
            out = at(out, 2 + size)
    return 1


def expand_one(c: Words, state: Words, out: Words) -> int:
    """Make all moves of one state: for each, what it leads to, and after another word the state after it."""
    inputs = words(c[INPUTS])
    after = words(c[AFTER])
    size = c[STATE_WORDS]
    for k in range(c[INPUT_COUNT]):
        out[0] = move(c, state, inputs[k])
        copy(at(out, 2), after, size)
        out = at(out, 2 + size)
    return not c[FAULT]


def absorb(s: Words, first: int, last: int, out: Words, count: int) -> int:
    """Take up what the moves of these states lead to. `EXPLORED` says how far it got."""
    size = s[SIZE]
    stride = 2 + size
    ahead = at(out, 8 * stride)
    records = (last - first) * count
    for k in range(8):
        if k < records and not out[k * stride]:
            prepare_lookup(s, out[k * stride + 1])
    left = records - 8
    for number in range(first, last):
        s[EXPLORED] = number
        if number % s[EVERY] == 0 and (number >= s[MOST_EXPLORED] or s[COUNT] > s[MOST_STATES]):
            return AT_LIMIT
        for k in range(count):
            if left > 0:
                if not ahead[0]:
                    prepare_lookup(s, ahead[1])
                ahead = at(ahead, stride)
                left -= 1
            if out[0] == NEW:
                find_or_add(s, at(out, 2), out[1], number * 8 + k)
            elif out[0] == WON:
                s[WINNER] = number
                s[WINNING_INPUT] = k
                s[EXPLORED] = number + 1
                return FOUND
            out = at(out, stride)
    s[EXPLORED] = last
    return GOES_ON


def explore(c: Words, s: Words, out: Words, budget: int) -> int:
    """Breadth-first search of at most `budget` more states."""
    count = c[INPUT_COUNT]
    stop = s[EXPLORED] + budget
    while s[EXPLORED] < stop:
        first = s[EXPLORED]
        last = first + BATCH
        if last > s[COUNT]:
            last = s[COUNT]
        if first == last:
            return EXHAUSTED
        if s[COUNT] + BATCH * count > s[ROOM]:
            return NEEDS_ROOM
        if not expand(c, s, first, last, out):
            return FAULTY
        result = absorb(s, first, last, out, count)
        if result != GOES_ON:
            return result
    return GOES_ON


def heap_push(s: Words, worth: int, item: int) -> None:
    heap = words(s[HEAP])
    k = s[HEAP_COUNT]
    s[HEAP_COUNT] = k + 1
    while k:
        above = (k - 1) >> 1
        if heap[2 * above] <= worth:
            break
        heap[2 * k] = heap[2 * above]
        heap[2 * k + 1] = heap[2 * above + 1]
        k = above
    heap[2 * k] = worth
    heap[2 * k + 1] = item


def heap_drop(s: Words) -> None:
    """Remove the first entry of the heap."""
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
        heap[2 * k] = heap[2 * below]
        heap[2 * k + 1] = heap[2 * below + 1]
        k = below
    heap[2 * k] = worth
    heap[2 * k + 1] = item


def best_first(c: Words, s: Words, budget: int) -> int:
    """A*, greedy best-first search or search by novelty, of at most `budget` more states."""
    inputs = words(c[INPUTS])
    count = c[INPUT_COUNT]
    size = s[SIZE]
    after = words(c[AFTER])
    heap = words(s[HEAP])
    chunks = words(s[COSTS])
    low = (1 << CHUNK_BITS) - 1
    stop = s[EXPLORED] + budget
    while s[HEAP_COUNT]:
        number = heap[1]
        costs = halves(chunks[number >> CHUNK_BITS])
        if costs[number & low] & DONE:
            heap_drop(s)
            continue
        explored = s[EXPLORED]
        if explored % s[EVERY] == 0 and (explored >= s[MOST_EXPLORED] or s[COUNT] > s[MOST_STATES]):
            return AT_LIMIT
        if explored >= stop:
            return GOES_ON
        if s[MOST_MOVES] and c[MOVES_MADE] >= s[MOST_MOVES]:
            return PAUSED
        if s[COUNT] + count > s[ROOM] or s[HEAP_COUNT] + count > s[HEAP_ROOM]:
            return NEEDS_ROOM
        worth = heap[0]
        heap_drop(s)
        cost = costs[number & low] + 1
        costs[number & low] = costs[number & low] | DONE
        s[EXPLORED] = explored + 1
        before = state_at(s, number)
        endless = c[ENDLESS]
        cut_short = c[CUT_SHORT]
        for k in range(count):
            result = move(c, before, inputs[k])
            if c[FAULT]:
                # What has been added already will be found to be known.
                c[ENDLESS] = endless
                c[CUT_SHORT] = cut_short
                costs[number & low] = cost - 1
                s[EXPLORED] = explored
                heap_push(s, worth, number)
                return FAULTY
            if result == WON:
                s[WINNER] = number
                s[WINNING_INPUT] = k
                return FOUND
            if result != NEW:
                continue
            place = find_or_add(s, after, hash_state(after, size), number * 8 + k)
            if place < 0:
                place = -1 - place
            else:
                known = halves(chunks[place >> CHUNK_BITS])
                if s[IS_GREEDY] or (known[place & low] & (DONE - 1)) <= cost:
                    continue
                # A shorter way to a state seen before. The estimate may mislead: look at the state again.
                pages = words(s[ORIGINS])
                origins = halves(pages[place >> CHUNK_BITS])
                origins[place & low] = number * 8 + k
            own = halves(chunks[place >> CHUNK_BITS])
            own[place & low] = cost
            load_state(c, after)
            value = estimate(c)
            if s[KNOWN_FACTS]:
                value += novelty(c, s, before, after) << NOVELTY_SHIFT
            elif not s[IS_GREEDY]:
                value += 2 * cost
            heap_push(s, (value << ORDER_BITS) | s[ORDER], place)
            s[ORDER] = s[ORDER] + 1
    return EXHAUSTED
