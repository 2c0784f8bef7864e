"""Rules of several rows, or with gaps: every combination of their rows' matches, one after the other."""

from __future__ import annotations

from puzzlesynth.levels.engine.native.kernel.layout import (
    PLACES,
    R_EFFECTS,
    R_FIRST_ROW,
    R_RIGID,
    R_ROWS,
    ROW_CELLS,
    ROW_SIZE,
)
from puzzlesynth.levels.engine.native.kernel.machine import Words, at, words

from .matching import place_fits
from .replacements import change_place


def combination_fits(c: Words, rule: Words) -> int:
    """Whether the combination of matches that the indices say still holds."""
    rows = rule[R_ROWS]
    counts = words(c[PLACES])
    places = at(counts, 2 * rows)
    row = at(rule, R_FIRST_ROW)
    for k in range(rows):
        place = at(places, 3 * counts[rows + k])
        if not place_fits(c, rule, row, place[0], place[1], place[2]):
            return 0
        places = at(places, 3 * counts[k])
        row = at(row, row[ROW_SIZE])
    return 1


def change_combination(c: Words, rule: Words) -> int:
    """Put a rule's right side in place of the combination of matches that the indices say."""
    rows = rule[R_ROWS]
    counts = words(c[PLACES])
    places = at(counts, 2 * rows)
    row = at(rule, R_FIRST_ROW)
    effects = at(rule, rule[R_EFFECTS])
    changed = 0
    for k in range(rows):
        place = at(places, 3 * counts[rows + k])
        changed |= change_place(c, rule, row, effects, place[0], place[1], place[2])
        for _ in range(row[ROW_CELLS]):
            effects = at(effects, effects[0])
        places = at(places, 3 * counts[k])
        row = at(row, row[ROW_SIZE])
    return changed


def takes_numbers(effects: Words) -> int:
    """Whether effects on a cell draw random numbers; see `change_cell`."""
    clear = at(effects, 2)
    given = at(clear, clear[-1] + 1)
    drawable = at(given, given[-1] + 1)
    turning = at(drawable, drawable[-1] + 1)
    return drawable[-1] | turning[-1]


def conditions_first(rule: Words) -> int:
    """How many of a rule's first rows are left as they are; 0 if changing the same place twice may make a difference."""
    if rule[R_RIGID]:
        return 0
    row = at(rule, R_FIRST_ROW)
    effects = at(rule, rule[R_EFFECTS])
    count = 0
    changes = 0
    for k in range(rule[R_ROWS]):
        for _ in range(row[ROW_CELLS]):
            if effects[0] > 1:
                changes = 1
                if takes_numbers(effects):
                    return 0
            effects = at(effects, effects[0])
        if not changes:
            count = k + 1
        row = at(row, row[ROW_SIZE])
    return count


def change_combinations(c: Words, rule: Words, total: int) -> int:
    """Apply a rule to every combination of its rows' matches, the first row's first, that still holds. With other matches
    of rows that are left as they are, the same would be done once more: those are passed over."""
    if not total:
        return 0
    rows = rule[R_ROWS]
    counts = words(c[PLACES])
    for k in range(rows):
        counts[rows + k] = 0
    conditions = conditions_first(rule)
    changed = 0
    while True:
        k = 0
        if not changed or combination_fits(c, rule):
            changed |= change_combination(c, rule)
            for j in range(conditions):
                counts[rows + j] = 0
            k = conditions
        while k < rows:
            counts[rows + k] = counts[rows + k] + 1
            if counts[rows + k] < counts[k]:
                break
            counts[rows + k] = 0
            k += 1
        if k == rows:
            return changed
