"""How far a board is from winning, in halves of a move; see `search.heuristics` for what is estimated."""

from __future__ import annotations

from puzzlesynth.levels.engine.native.kernel.layout import (
    ALL,
    CONDITION_COUNT,
    DISTANCES,
    HEIGHT,
    NO,
    PAIR_LIMIT,
    PAIRS,
    WIDTH,
    WORDS,
)
from puzzlesynth.levels.engine.native.kernel.machine import Words, at, lowest, ones, words
from puzzlesynth.levels.engine.native.kernel.turns.conditions import (
    cells_fitting,
    condition_at,
    subject_of,
    target_of,
)


def estimate(c: Words) -> int:
    """The sum of the estimates of all win conditions, doubled."""
    total = 0
    for k in range(c[CONDITION_COUNT]):
        total += estimate_condition(c, condition_at(c, k))
    return total


def estimate_condition(c: Words, condition: Words) -> int:
    subject = subject_of(condition)
    target = target_of(condition)
    n = c[WORDS]
    if not condition[1]:
        if condition[0] == ALL:
            return 0
        count = 0
        for w in range(n):
            count += ones(cells_fitting(c, subject, w))
        if condition[0] == NO:
            return 2 * count
        return 0 if count else 2
    if condition[0] == NO:
        count = 0
        for w in range(n):
            count += ones(cells_fitting(c, subject, w) & cells_fitting(c, target, w))
        return 2 * count
    here = words(c[PAIRS])
    if condition[0] == ALL:
        # Those on their targets, and the targets under them, are left out.
        from_count = list_cells(c, subject, target, 1, here)
        if not from_count:
            return 0
        there = at(here, 2 * from_count)
        return match_greedily(c, here, from_count, there, list_cells(c, target, subject, 1, there))
    from_count = list_cells(c, subject, target, 0, here)
    there = at(here, 2 * from_count)
    return 2 * nearest(c, here, from_count, there, list_cells(c, target, subject, 0, there))


def list_cells(c: Words, name: Words, other: Words, apart: int, places: Words) -> int:
    """Write down the columns and rows of the cells that fit a name, and with `apart` not the other. Returns how many."""
    count = 0
    height = c[HEIGHT]
    for w in range(c[WORDS]):
        word = cells_fitting(c, name, w)
        if apart:
            word &= ~cells_fitting(c, other, w)
        while word:
            index = (w << 6) + lowest(word)
            word &= word - 1
            x = index // height
            places[2 * count] = x
            places[2 * count + 1] = index - x * height
            count += 1
    return count


def distance(one: Words, other: Words) -> int:
    x = one[0] - other[0]
    y = one[1] - other[1]
    return (x if x >= 0 else 0 - x) + (y if y >= 0 else 0 - y)


def nearest(c: Words, here: Words, from_count: int, there: Words, to_count: int) -> int:
    """The least distance between a place here and a place there."""
    best = c[WIDTH] + c[HEIGHT]
    for i in range(from_count):
        for j in range(to_count):
            between = distance(at(here, 2 * i), at(there, 2 * j))
            if between < best:
                best = between
    return best


def match_greedily(c: Words, here: Words, from_count: int, there: Words, to_count: int) -> int:
    """The cost of giving every place here a place there of its own, nearest pairs first. Places left without a partner
    cost as much as the board is wide and high."""
    farthest = c[WIDTH] + c[HEIGHT]
    if from_count == 1:
        return nearest(c, here, 1, there, to_count)
    left = from_count
    cost = 0
    taken = at(there, 2 * to_count)
    for k in range(from_count + to_count):
        taken[k] = 0
    distances = words(c[DISTANCES])
    pairs = at(taken, from_count + to_count)
    if from_count * to_count > c[PAIR_LIMIT]:
        # Too many to write down: nearest pairs are looked for again and again.
        for length in range(farthest):
            for i in range(from_count):
                for j in range(to_count):
                    if taken[i] or taken[from_count + j]:
                        continue
                    if distance(at(here, 2 * i), at(there, 2 * j)) == length:
                        taken[i] = 1
                        taken[from_count + j] = 1
                        cost += length
                        left -= 1
        return cost + farthest * left
    for length in range(farthest + 1):
        distances[length] = 0
    for i in range(from_count):
        for j in range(to_count):
            length = distance(at(here, 2 * i), at(there, 2 * j))
            distances[length + 1] = distances[length + 1] + 1
    for length in range(farthest):
        distances[length + 1] = distances[length + 1] + distances[length]
    for i in range(from_count):
        for j in range(to_count):
            length = distance(at(here, 2 * i), at(there, 2 * j))
            pairs[distances[length]] = (length << 40) + (i << 20) + j
            distances[length] = distances[length] + 1
    return pair_off(pairs, from_count * to_count, taken, from_count, left, farthest)


def pair_off(pairs: Words, count: int, taken: Words, first: int, wanted: int, alone: int) -> int:
    """The cost of pairing, in the order in which pairs are written down, until this many have a partner. What has none
    then costs `alone`. What is here is marked in `taken`, and what is there behind it."""
    cost = 0
    for k in range(count):
        i = pairs[k] >> 20 & 1048575
        j = pairs[k] & 1048575
        if taken[i] or taken[first + j]:
            continue
        taken[i] = 1
        taken[first + j] = 1
        cost += pairs[k] >> 40
        wanted -= 1
        if not wanted:
            break
    return cost + alone * wanted
