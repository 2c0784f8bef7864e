"""How new a state is: the size of the smallest set of facts that no state before it had; see `search.novelty`.

A fact is that an object is in a cell. Sets of two are remembered by their hash, and one that looks known may be new: that
changes the order of a search, never what it proves.
"""

from __future__ import annotations

from puzzlesynth.levels.engine.native.kernel.layout import ALL, CONDITION_COUNT, NO, STATE_PLANES, WORDS
from puzzlesynth.levels.engine.native.kernel.machine import Words, at, lowest, ones, words
from puzzlesynth.levels.engine.native.kernel.turns.conditions import (
    cells_fitting,
    condition_at,
    subject_of,
    target_of,
)

from .search_layout import FINE_FACTS, FINE_PAIRS, KNOWN_FACTS, KNOWN_PAIRS, PAIR_BITS, PARTITIONS


def goals_left(c: Words) -> int:
    """How many things keep the board from being won."""
    total = 0
    for k in range(c[CONDITION_COUNT]):
        total += goals_left_of(c, condition_at(c, k))
    return total


def goals_left_of(c: Words, condition: Words) -> int:
    subject = subject_of(condition)
    target = target_of(condition)
    if condition[0] == ALL and not condition[1]:
        return 0
    count = 0
    for w in range(c[WORDS]):
        found = cells_fitting(c, subject, w)
        if condition[1]:
            fitting = cells_fitting(c, target, w)
            found = found & ~fitting if condition[0] == ALL else found & fitting
        count += ones(found)
    if condition[0] == ALL or condition[0] == NO:
        return count
    return 0 if count else 1


def note_facts(known: Words, size: int, after: Words) -> int:
    """Remember the facts of a state. Returns whether one of them is new."""
    new = 0
    for k in range(size):
        new |= after[k] & ~known[k]
        known[k] = known[k] | after[k]
    return new != 0


def note_pairs(table: Words, size: int, group: int, before: Words, after: Words) -> int:
    """Remember the pairs of a fact that a move brought about and any other. Returns whether one of them is new."""
    new = 0
    for k in range(size):
        come = after[k] & ~before[k]
        while come:
            one = (k << 6) + lowest(come)
            come &= come - 1
            for j in range(size):
                rest = after[j]
                while rest:
                    place = pair_place(group, one, (j << 6) + lowest(rest))
                    rest &= rest - 1
                    bit = 1 << (place & 63)
                    new |= bit & ~table[place >> 6]
                    table[place >> 6] = table[place >> 6] | bit
    return new != 0


def pair_place(group: int, one: int, other: int) -> int:
    """Where a pair of facts is remembered."""
    low = one if one < other else other
    high = other if one < other else one
    hashed = ((((group << 24) + high) << 24) + low) * -7046029288634856825
    hashed ^= hashed >> 29
    return hashed * -4417276706812531889 >> (64 - PAIR_BITS)


def novelty_among(c: Words, facts: Words, pairs: Words, group: int, before: Words, after: Words) -> int:
    """1 if the state on the board has a new fact among those of its group, 2 if it has a new pair of facts, 3 if
    neither."""
    size = c[STATE_PLANES] * c[WORDS]
    fact = note_facts(at(facts, (group & (PARTITIONS - 1)) * size), size, after)
    pair = note_pairs(pairs, size, group, before, after)
    if fact:
        return 1
    return 2 if pair else 3


def novelty(c: Words, s: Words, before: Words, after: Words) -> int:
    """The novelty among states with as many goals left."""
    group = goals_left(c) & (PARTITIONS - 1)
    return novelty_among(c, words(s[KNOWN_FACTS]), words(s[KNOWN_PAIRS]), group, before, after)


def fine_novelty(c: Words, s: Words, value: int, before: Words, after: Words) -> int:
    """The novelty among states with as many goals left and the same estimate."""
    group = ((goals_left(c) << 16) + value) * -7046029288634856825 >> 48
    return novelty_among(c, words(s[FINE_FACTS]), words(s[FINE_PAIRS]), group, before, after)
