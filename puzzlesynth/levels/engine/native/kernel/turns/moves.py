"""Moves: an input, the commands of its turn obeyed, and all the `again` turns that follow.

A state is the planes of the objects that can change, one after the other; where rules draw random numbers, one more word
counts the numbers drawn so far.
"""

from __future__ import annotations

from puzzlesynth.levels.engine.native.kernel.layout import (
    AFTER,
    AGAIN,
    BACK_AT_START,
    BOARD,
    CANCEL,
    CHANGING,
    CUT_SHORT,
    ENDLESS,
    FAULT,
    FLAGS,
    IS_RANDOM,
    IS_STRIPPED,
    MARK,
    MAX_AGAIN,
    MOVES_MADE,
    MUST_MOVE,
    NEW,
    PLAYER_MOVED,
    PLAYERS_FOUND,
    RESTART,
    SAME,
    START,
    STATE_PLANES,
    STATE_WORDS,
    TAPE_AT,
    WIN,
    WON,
    WORDS,
)
from puzzlesynth.levels.engine.native.kernel.machine import Words, at, copy, words

from .changes import set_plane
from .conditions import is_won
from .turn import run_turn


def load_state(c: Words, state: Words) -> None:
    """Put a state on the board."""
    n = c[WORDS]
    changing = words(c[CHANGING])
    planes = c[STATE_PLANES]
    for k in range(planes):
        set_plane(c, changing[k], at(state, k * n))
    if c[IS_RANDOM]:
        c[TAPE_AT] = state[planes * n]


def read_state(c: Words, state: Words) -> None:
    """Write the board down as a state."""
    n = c[WORDS]
    board = words(c[BOARD])
    changing = words(c[CHANGING])
    planes = c[STATE_PLANES]
    for k in range(planes):
        plane = at(board, changing[k] * n)
        for w in range(n):
            state[k * n + w] = plane[w]
    if c[IS_RANDOM]:
        state[planes * n] = c[TAPE_AT]


def boards_equal(c: Words, one: Words, other: Words) -> int:
    """Whether two states have the same board, whatever numbers were drawn."""
    different = 0
    for k in range(c[STATE_PLANES] * c[WORDS]):
        different |= one[k] ^ other[k]
    return not different


def run_flagged(c: Words, movement: int) -> int:
    """A turn of a search. Returns its commands as bits; a player that had to move and did not is a cancelled turn."""
    run_turn(c, movement)
    if c[MUST_MOVE] and c[PLAYERS_FOUND] and not c[PLAYER_MOVED]:
        return 1 << CANCEL
    return c[FLAGS]


def move(c: Words, before: Words, movement: int) -> int:
    """Make a move from a state. `AFTER` is the state after it, unless the result says that it is the same as before or
    the start's. A fault ends it at once."""
    c[MOVES_MADE] = c[MOVES_MADE] + 1
    load_state(c, before)
    queue = run_flagged(c, movement)
    if c[FAULT]:
        return SAME
    if c[IS_RANDOM]:
        return settle_at_random(c, before, queue)
    if queue & (1 << CANCEL):
        return SAME
    if queue & (1 << RESTART):
        return BACK_AT_START
    after = words(c[AFTER])
    read_state(c, after)
    if queue & (1 << WIN):
        return WON
    if boards_equal(c, after, before) and not (c[IS_STRIPPED] and queue & (1 << AGAIN)):
        return SAME
    if queue & (1 << AGAIN):
        return settle(c, before, after)
    return WON if is_won(c) else NEW


def settle(c: Words, before: Words, after: Words) -> int:
    """Run the `again` turns that follow a move.

    A board that comes up again will come up for ever; looking back at every power of two is enough."""
    size = c[STATE_WORDS]
    mark = words(c[MARK])
    later = at(mark, size)
    copy(mark, after, size)
    wait = 1
    for turns in range(1, c[MAX_AGAIN] + 1):
        if is_won(c):
            return WON
        queue = run_flagged(c, 0)
        if c[FAULT]:
            return SAME
        if queue & (1 << RESTART):
            return BACK_AT_START
        if queue & (1 << CANCEL):
            return NEW
        read_state(c, later)
        if queue & (1 << WIN):
            copy(after, later, size)
            return WON
        if boards_equal(c, later, after):
            return NEW
        copy(after, later, size)
        if not queue & (1 << AGAIN):
            return WON if is_won(c) else NEW
        if boards_equal(c, after, mark):
            c[ENDLESS] = c[ENDLESS] + 1
            return SAME
        if turns == wait:
            copy(mark, after, size)
            wait *= 2
    c[CUT_SHORT] = c[CUT_SHORT] + 1
    return WON if is_won(c) else NEW


def settle_at_random(c: Words, before: Words, queue: int) -> int:
    """Like `settle`, from the first turn on. The look ahead that decides on an `again` turn draws numbers that do not
    come back."""
    size = c[STATE_WORDS]
    drawn = size - 1
    after = words(c[AFTER])
    last = words(c[MARK])
    start = at(last, size)
    copy(start, words(c[START]), size)
    copy(last, before, size)
    for _ in range(c[MAX_AGAIN]):
        read_state(c, after)
        if queue & (1 << CANCEL):
            last[drawn] = after[drawn]
            copy(after, last, size)
            return NEW
        if queue & (1 << RESTART):
            start[drawn] = after[drawn]
            copy(after, start, size)
            return NEW
        if queue & (1 << WIN) or is_won(c):
            return WON
        if not queue & (1 << AGAIN) or boards_equal(c, after, last):
            return NEW
        queue = run_flagged(c, 0)
        if c[FAULT]:
            return SAME
        ahead = c[TAPE_AT]
        quiet = 0
        if queue & (1 << CANCEL):
            quiet = 1
        elif not queue & ((1 << WIN) | (1 << RESTART)):
            read_state(c, last)
            quiet = boards_equal(c, last, after)
        after[drawn] = ahead
        if quiet:
            return NEW
        copy(last, after, size)
        load_state(c, after)
        queue = run_flagged(c, 0)
        if c[FAULT]:
            return SAME
    c[CUT_SHORT] = c[CUT_SHORT] + 1
    read_state(c, after)
    return NEW
