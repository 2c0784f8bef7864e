"""Win conditions: each is a quantifier, whether it has a target, a subject, and a target."""

from __future__ import annotations

from puzzlesynth.levels.engine.native.kernel.layout import (
    ALL,
    BOARD,
    CONDITION_COUNT,
    CONDITIONS,
    FULL,
    SOME,
    WORDS,
)
from puzzlesynth.levels.engine.native.kernel.machine import Words, at, words


def condition_at(c: Words, number: int) -> Words:
    offsets = words(c[CONDITIONS])
    return at(offsets, offsets[number])


def subject_of(condition: Words) -> Words:
    return at(condition, 2)


def target_of(condition: Words) -> Words:
    """The name after the subject."""
    subject = subject_of(condition)
    return at(subject, 2 + subject[1])


def cells_fitting(c: Words, name: Words, w: int) -> int:
    """The cells, in one word of the board, that fit a name: whether it is an aggregate, the number of objects, and
    these."""
    n = c[WORDS]
    board = words(c[BOARD])
    if name[0]:
        full = words(c[FULL])
        found = full[w]
        for k in range(name[1]):
            found &= board[name[2 + k] * n + w]
        return found
    found = 0
    for k in range(name[1]):
        found |= board[name[2 + k] * n + w]
    return found


def condition_met(c: Words, condition: Words) -> int:
    """Whether one win condition holds."""
    subject = subject_of(condition)
    target = target_of(condition)
    quantifier = condition[0]
    for w in range(c[WORDS]):
        found = cells_fitting(c, subject, w)
        if not found:
            continue
        fitting = cells_fitting(c, target, w) if condition[1] else found
        if quantifier == ALL:
            if found & ~fitting:
                return 0
        elif found & fitting:
            return quantifier == SOME
    return quantifier != SOME


def is_won(c: Words) -> int:
    """Whether the board meets the win conditions; never, if there are none."""
    if not c[CONDITION_COUNT]:
        return 0
    for k in range(c[CONDITION_COUNT]):
        if not condition_met(c, condition_at(c, k)):
            return 0
    return 1
