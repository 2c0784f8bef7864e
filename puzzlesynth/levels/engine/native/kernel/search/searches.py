"""Breadth-first and best-first search.

A breadth-first search goes on in two steps: all moves of some states are made (`expand`), then what they lead to is
taken up in order (`absorb`), and only what is taken up is counted. The first can be done by several threads for different
states; the second makes states, counts and solutions the same whichever code did the first.
"""

from __future__ import annotations

from puzzlesynth.levels.engine.native.kernel.layout import (
    AFTER,
    CUT_SHORT,
    ENDLESS,
    FAULT,
    INPUT_COUNT,
    INPUTS,
    MOVES_MADE,
    NEW,
    STATE_WORDS,
    WON,
)
from puzzlesynth.levels.engine.native.kernel.machine import Words, at, copy, words
from puzzlesynth.levels.engine.native.kernel.turns.moves import load_state, move

from .estimates import estimate
from .heap import heap_drop, heap_first, heap_has_room, heap_push
from .novelty import novelty
from .search_layout import (
    AT_LIMIT,
    BATCH,
    COUNT,
    CUT_SHORT_MOVES,
    DONE,
    ENDLESS_MOVES,
    EVERY,
    EXHAUSTED,
    EXPLORED,
    FAULTY,
    FOUND,
    GOES_ON,
    HEAP_COUNT,
    IS_CUT_SHORT,
    IS_ENDLESS,
    IS_GREEDY,
    KNOWN_FACTS,
    MOST_EXPLORED,
    MOST_MOVES,
    MOST_STATES,
    NEEDS_ROOM,
    NOVELTY_SHIFT,
    ORDER,
    ORDER_BITS,
    PAUSED,
    RESULT,
    ROOM,
    SIZE,
    WINNER,
    WINNING_INPUT,
)
from .state_table import cost_of, find_or_add, hash_state, prepare_lookup, set_origin, state_at


def set_winner(s: Words, number: int, winning: int) -> None:
    """Note the state that a winning move is made from, and the move."""
    s[WINNER] = number
    s[WINNING_INPUT] = winning


def expand(c: Words, s: Words, first: int, last: int, out: Words) -> int:
    """Make all moves of these states. For each, `out` gets what it leads to, a hash, and the state after it. Returns
    whether it went well."""
    size = s[SIZE]
    inputs = words(c[INPUTS])
    count = c[INPUT_COUNT]
    after = words(c[AFTER])
    for number in range(first, last):
        before = state_at(s, number)
        for k in range(count):
            forget_again(c)
            result = move(c, before, inputs[k])
            if c[FAULT]:
                return 0
            out[0] = result + IS_ENDLESS * c[ENDLESS] + IS_CUT_SHORT * c[CUT_SHORT]
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
        if k < records and out[k * stride] & RESULT == NEW:
            prepare_lookup(s, out[k * stride + 1])
    left = records - 8
    for number in range(first, last):
        s[EXPLORED] = number
        if number % s[EVERY] == 0 and (number >= s[MOST_EXPLORED] or s[COUNT] > s[MOST_STATES]):
            return AT_LIMIT
        for k in range(count):
            if left > 0:
                if ahead[0] & RESULT == NEW:
                    prepare_lookup(s, ahead[1])
                ahead = at(ahead, stride)
                left -= 1
            result = out[0] & RESULT
            s[ENDLESS_MOVES] = s[ENDLESS_MOVES] + (out[0] & IS_ENDLESS) // IS_ENDLESS
            s[CUT_SHORT_MOVES] = s[CUT_SHORT_MOVES] + (out[0] & IS_CUT_SHORT) // IS_CUT_SHORT
            if result == NEW:
                find_or_add(s, at(out, 2), out[1], number * 8 + k)
            elif result == WON:
                set_winner(s, number, k)
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


def forget_again(c: Words) -> None:
    """Nothing is known yet of the `again` turns of the next moves."""
    c[ENDLESS] = 0
    c[CUT_SHORT] = 0


def take_up_again(c: Words, s: Words) -> None:
    """Count what the moves of a state that is taken up have shown of `again` turns that do not come to rest."""
    s[ENDLESS_MOVES] = s[ENDLESS_MOVES] + c[ENDLESS]
    s[CUT_SHORT_MOVES] = s[CUT_SHORT_MOVES] + c[CUT_SHORT]


def is_pausing(c: Words, s: Words) -> int:
    """Whether as many moves have been made as a search may make before others take their turn."""
    return s[MOST_MOVES] != 0 and c[MOVES_MADE] >= s[MOST_MOVES]


def best_first(c: Words, s: Words, budget: int) -> int:
    """A*, greedy best-first search or search by novelty, of at most `budget` more states."""
    inputs = words(c[INPUTS])
    count = c[INPUT_COUNT]
    size = s[SIZE]
    after = words(c[AFTER])
    heap = heap_first(s)
    stop = s[EXPLORED] + budget
    while s[HEAP_COUNT]:
        number = heap[1]
        moves_to = cost_of(s, number)
        if moves_to[0] & DONE:
            heap_drop(s)
            continue
        explored = s[EXPLORED]
        if explored % s[EVERY] == 0 and (explored >= s[MOST_EXPLORED] or s[COUNT] > s[MOST_STATES]):
            return AT_LIMIT
        if explored >= stop:
            return GOES_ON
        if is_pausing(c, s):
            return PAUSED
        if s[COUNT] + count > s[ROOM] or not heap_has_room(s, count):
            return NEEDS_ROOM
        worth = heap[0]
        heap_drop(s)
        cost = moves_to[0] + 1
        moves_to[0] = moves_to[0] | DONE
        s[EXPLORED] = explored + 1
        before = state_at(s, number)
        forget_again(c)
        for k in range(count):
            result = move(c, before, inputs[k])
            if c[FAULT]:
                # What has been added already will be found to be known.
                moves_to[0] = cost - 1
                s[EXPLORED] = explored
                heap_push(s, worth, number)
                return FAULTY
            if result == WON:
                set_winner(s, number, k)
                take_up_again(c, s)
                return FOUND
            if result != NEW:
                continue
            place = find_or_add(s, after, hash_state(after, size), number * 8 + k)
            if place < 0:
                place = -1 - place
            else:
                known = cost_of(s, place)
                if s[IS_GREEDY] or (known[0] & (DONE - 1)) <= cost:
                    continue
                # A shorter way to a state seen before. The estimate may mislead: look at the state again.
                set_origin(s, place, number * 8 + k)
            own = cost_of(s, place)
            own[0] = cost
            load_state(c, after)
            value = estimate(c)
            if s[KNOWN_FACTS]:
                value += novelty(c, s, before, after) << NOVELTY_SHIFT
            elif not s[IS_GREEDY]:
                value += 2 * cost
            heap_push(s, (value << ORDER_BITS) | s[ORDER], place)
            s[ORDER] = s[ORDER] + 1
        take_up_again(c, s)
    return EXHAUSTED
