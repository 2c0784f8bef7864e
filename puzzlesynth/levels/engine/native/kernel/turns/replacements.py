"""Putting right sides in place of matches: one by one, or all at once where they do not concern each other."""

from __future__ import annotations

from puzzlesynth.levels.engine.native.kernel.layout import (
    GATHERED,
    HORIZONTAL,
    MATCH,
    R_FIRST_ROW,
    R_FLAGS,
    R_GATHERED,
    R_RIGID,
    R_ROWS,
    R_STEP,
    ROW_CELLS,
    ROW_SEGMENT,
    ROW_SEGMENTS,
    ROW_SIZE,
    SEGMENTS,
    WORDS,
)
from puzzlesynth.levels.engine.native.kernel.machine import Words, address, at, copy, ones, words

from .changes import change_all, change_cell
from .matching import first_cell, gap_before, match_row, place_fits, shift_cells, turn_around

FEW = 2
"""Matches that are changed one by one, however small the board."""


def change_place(
    c: Words, rule: Words, row: Words, effects: Words, start: int, gap: int, next_gap: int
) -> int:
    """Put a row's right side in place of one match. Returns whether that made a difference."""
    changed = 0
    step = rule[R_STEP]
    index = start
    for k in range(row[ROW_SEGMENTS]):
        index += gap_before(k, gap, next_gap) * step
        for _ in range(row[ROW_SEGMENT + 2 * k]):
            if effects[0] > 1:
                changed |= change_cell(c, effects, rule[R_RIGID], index)
            effects = at(effects, effects[0])
            index += step
    return changed


def change_found(c: Words, rule: Words, row: Words, effects: Words, found: Words) -> int:
    """Apply a rule of one row without gaps wherever it matched, and still does."""
    changed = 0
    n = c[WORDS]
    across = rule[R_FLAGS] & HORIZONTAL
    starts = words(c[MATCH])
    if across:
        turn_around(c, found, starts)
    else:
        copy(starts, found, n)
    for w in range(n):
        word = starts[w]
        while word:
            index = first_cell(c, w, word, across)
            word &= word - 1
            if not changed or place_fits(c, rule, row, index, 0, 0):
                changed |= change_place(c, rule, row, effects, index, 0, 0)
    return changed


def gathered_row(rule: Words, number: int) -> Words:
    row = at(rule, R_FIRST_ROW)
    for _ in range(number):
        row = at(row, row[ROW_SIZE])
    return row


def match_gathered(c: Words, rule: Words, changing: Words) -> int:
    """Whether all rows match. Where the row does that changes is in `SEGMENTS` then."""
    row = at(rule, R_FIRST_ROW)
    for _ in range(rule[R_ROWS]):
        if address(row) != address(changing) and not match_row(c, rule, row):
            return 0
        row = at(row, row[ROW_SIZE])
    return match_row(c, rule, changing)


def stands_apart(c: Words, found: Words, distances: Words, count: int, step: int) -> int:
    """Whether no two matches are at one of these distances."""
    n = c[WORDS]
    moved = words(c[MATCH])
    for k in range(count):
        shift_cells(moved, found, distances[k] * step, n)
        for w in range(n):
            if moved[w] & found[w]:
                return 0
    return 1


def is_crowded(found: Words, n: int) -> int:
    """Whether going through all words takes fewer steps than going through the cells."""
    count = 0
    for w in range(n):
        count += ones(found[w])
    return count > FEW and 2 * count > n


def change_matches(c: Words, rule: Words, row: Words, effects: Words) -> int:
    """Apply a rule wherever the row that changes matched: at all places at once if they do not concern each other."""
    n = c[WORDS]
    found = words(c[SEGMENTS])
    count = row[ROW_CELLS]
    if not rule[R_FLAGS] & GATHERED:
        return change_found(c, rule, row, effects, found)
    if count > 1:
        block = at(rule, rule[R_GATHERED])
        if not is_crowded(found, n) or not stands_apart(c, found, at(block, 3), block[2], rule[R_STEP]):
            return change_found(c, rule, row, effects, found)
    changed = 0
    if effects[0] > 1:
        changed = change_all(c, effects, found)
    moved = words(c[MATCH])
    for k in range(1, count):
        effects = at(effects, effects[0])
        if effects[0] > 1:
            shift_cells(moved, found, k * rule[R_STEP], n)
            changed |= change_all(c, effects, moved)
    return changed
