"""How far a board is from winning, by tables of how far each thing is from where it is wanted.

A table comes from moving one thing about alone, by all turns that a player near it can make.
"""

from __future__ import annotations

from puzzlesynth.levels.engine.native.kernel.layout import (
    AFTER,
    ALL,
    CELLS,
    CONDITION_COUNT,
    FAULT,
    HEIGHT,
    INPUT_COUNT,
    INPUTS,
    NO,
    PAIR_LIMIT,
    PAIRS,
    WON,
    WORDS,
)
from puzzlesynth.levels.engine.native.kernel.machine import Words, at, lowest, octets, words, zero
from puzzlesynth.levels.engine.native.kernel.turns.conditions import (
    cells_fitting,
    condition_at,
    subject_of,
    target_of,
)
from puzzlesynth.levels.engine.native.kernel.turns.moves import move

from .estimates import estimate_condition, pair_off
from .search_layout import DEAD, DISTANCES_TO_WIN

FAR = 255
"""A distance that no moves bridge."""

# a table
T_TARGETS = 0
T_NEAREST = 1
"""For every cell the distance to the nearest target."""
T_DISTANCES = 2
"""For every target the distances of all cells."""
T_CELLS = 3
"""The cells of the targets."""
T_SUBJECT_MOVES = 4
T_SIZE = 5


# what is traced
P_BASE = 0
"""A state without the thing and the player."""
P_MOVER = 1
P_PLAYER = 2
"""The player's place among the planes of a state, -1 if the thing is the player."""
P_MOVER_CELLS = 3
P_PLAYER_CELLS = 4
P_REACH = 5
P_EDGES = 6
"""For every cell the cells that the thing goes to, and a word that says whether it vanishes."""
P_PLANES = 7
"""What counts as the thing after a move: how many planes of a state, and which."""
P_SAME_LAYER = 8
P_SIZE = 9

UNPAIRED = 40
"""What a thing or a place counts for that is left without a partner."""


def estimate_left(c: Words, s: Words) -> int:
    """The sum of the estimates of all win conditions, at most `DEAD`."""
    tables = words(s[DISTANCES_TO_WIN])
    total = 0
    for k in range(c[CONDITION_COUNT]):
        condition = condition_at(c, k)
        if tables[k]:
            total += estimate_by_table(c, condition, words(tables[k]))
        else:
            total += estimate_condition(c, condition)
    return total if total < DEAD else DEAD


def estimate_by_table(c: Words, condition: Words, table: Words) -> int:
    subject = subject_of(condition)
    target = target_of(condition)
    mover = subject if table[T_SUBJECT_MOVES] else target
    nearest = octets(table[T_NEAREST])
    n = c[WORDS]
    if condition[0] == ALL:
        return estimate_all(c, table, mover)
    total = 0
    best = FAR
    for w in range(n):
        word = cells_fitting(c, mover, w)
        while word:
            far = nearest[(w << 6) + lowest(word)]
            word &= word - 1
            total += 1 + far
            if far < best:
                best = far
    if condition[0] == NO:
        return 2 * total
    return 2 * best if best < FAR else DEAD


def estimate_all(c: Words, table: Words, mover: Words) -> int:
    """Things and places for them are paired, nearest first. `DEAD` if one that needs a partner can never have one."""
    n = c[WORDS]
    goals = words(table[T_CELLS])
    count = table[T_TARGETS]
    nearest = octets(table[T_NEAREST])
    here = words(c[PAIRS])
    movers = 0
    useful = 0
    stuck = 0
    for w in range(n):
        word = cells_fitting(c, mover, w)
        while word:
            cell = (w << 6) + lowest(word)
            word &= word - 1
            if nearest[cell] < FAR:
                useful += 1
            else:
                stuck += 1
            if nearest[cell]:
                here[movers] = cell
                movers += 1
    if stuck if table[T_SUBJECT_MOVES] else useful < count:
        return DEAD
    there = at(here, movers)
    open_count = 0
    for t in range(count):
        if not cells_fitting(c, mover, goals[t] >> 6) >> (goals[t] & 63) & 1:
            there[open_count] = t
            open_count += 1
    wanted = movers if table[T_SUBJECT_MOVES] else open_count
    if wanted and movers * open_count <= c[PAIR_LIMIT]:
        return 2 * pair_by_table(c, table, movers, open_count, wanted)
    return 2 * UNPAIRED * wanted


def pair_by_table(c: Words, table: Words, movers: int, places: int, wanted: int) -> int:
    """Pair the things and the places that are written down, until all that need a partner have one."""
    cells = c[CELLS]
    far_apart = octets(table[T_DISTANCES])
    here = words(c[PAIRS])
    there = at(here, movers)
    taken = at(there, places)
    buckets = at(taken, movers + places)
    pairs = at(buckets, FAR + 1)
    zero(taken, movers + places)
    zero(buckets, FAR + 1)
    for i in range(movers):
        for j in range(places):
            length = far_apart[there[j] * cells + here[i]]
            if length < FAR:
                buckets[length + 1] = buckets[length + 1] + 1
    for k in range(FAR):
        buckets[k + 1] = buckets[k + 1] + buckets[k]
    total = buckets[FAR]
    for i in range(movers):
        for j in range(places):
            length = far_apart[there[j] * cells + here[i]]
            if length < FAR:
                pairs[buckets[length]] = (length << 40) + (i << 20) + j
                buckets[length] = buckets[length] + 1
    return pair_off(pairs, total, taken, movers, wanted, UNPAIRED)


def trace_thing(c: Words, p: Words) -> int:
    """Where one thing goes by one move from every cell, with the player in any cell not too far off. Returns whether
    all went well."""
    n = c[WORDS]
    base = words(p[P_BASE])
    starts = words(p[P_MOVER_CELLS])
    edges = words(p[P_EDGES])
    for cell in range(c[CELLS]):
        if starts[cell >> 6] >> (cell & 63) & 1:
            bit = 1 << (cell & 63)
            own = p[P_MOVER] * n + (cell >> 6)
            base[own] = base[own] | bit
            went = trace_from(c, p, base, cell, at(edges, cell * (n + 1)))
            base[own] = base[own] & ~bit
            if not went:
                return 0
    return 1


def trace_from(c: Words, p: Words, base: Words, cell: int, edges: Words) -> int:
    """The moves of all players near a thing in a cell."""
    height = c[HEIGHT]
    stands = words(p[P_PLAYER_CELLS])
    reach = p[P_REACH]
    if p[P_PLAYER] < 0:
        return trace_moves(c, p, base, edges)
    for q in range(c[CELLS]):
        x = q // height - cell // height
        y = q % height - cell % height
        if x > reach or 0 - x > reach or y > reach or 0 - y > reach:
            continue
        if (q == cell and p[P_SAME_LAYER]) or not stands[q >> 6] >> (q & 63) & 1:
            continue
        place = p[P_PLAYER] * c[WORDS] + (q >> 6)
        base[place] = base[place] | (1 << (q & 63))
        went = trace_moves(c, p, base, edges)
        base[place] = base[place] & ~(1 << (q & 63))
        if not went:
            return 0
    return 1


def trace_moves(c: Words, p: Words, base: Words, edges: Words) -> int:
    """All moves from one position. Returns whether they could be made."""
    n = c[WORDS]
    inputs = words(c[INPUTS])
    planes = words(p[P_PLANES])
    after = words(c[AFTER])
    for k in range(c[INPUT_COUNT]):
        result = move(c, base, inputs[k])
        if c[FAULT]:
            return 0
        if result <= WON:
            # It is new, or it wins.
            some = 0
            for w in range(n):
                for j in range(planes[0]):
                    word = after[planes[1 + j] * n + w]
                    edges[w] = edges[w] | word
                    some |= word
            if not some:
                edges[n] = 1
    return 1
