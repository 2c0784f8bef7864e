"""One turn: the player is marked as moving, rules run, what wants to move moves, late rules run."""

from __future__ import annotations

from puzzlesynth.levels.engine.native.kernel.layout import (
    AWAKE,
    BANNED,
    BOARD,
    COMMANDING,
    CREATED,
    DESTROYED,
    EARLY_GROUPS,
    ENDLESS_RIGID,
    FAILURES_HEARD_COUNT,
    FAULT,
    FLAGS,
    FULL,
    HAS_RIGID,
    IS_HEARD,
    IS_WARM,
    LAYER_OF,
    LIGHT,
    MAX_RUNS,
    MESSAGE_RULE,
    MOVES_HEARD_COUNT,
    NEVER_SLEEPING,
    NOTICE_COUNT,
    OBJECTS,
    PLAYER_COUNT,
    PLAYER_IS_AGGREGATE,
    PLAYER_MOVED,
    PLAYER_THINGS,
    PLAYERS,
    PLAYERS_FOUND,
    QUEUED,
    RULE_WORDS,
    SAVED,
    WORDS,
)
from puzzlesynth.levels.engine.native.kernel.machine import Words, at, copy, lowest, octets, ones, words, zero

from .changes import set_plane, touch_gain, wake_concerned
from .conditions import is_won
from .movement import drop_movements, resolve_movements
from .rules import apply_program, note


def set_board(c: Words, planes: Words) -> None:
    """Set up a board, given as the planes of all objects."""
    n = c[WORDS]
    for plane in range(c[OBJECTS]):
        set_plane(c, plane, at(planes, plane * n))


def wake_rules(c: Words) -> None:
    """Wake the rules that must be looked at when a turn begins."""
    awake = words(c[AWAKE])
    light = words(c[LIGHT])
    sleepless = words(c[NEVER_SLEEPING])
    commanding = words(c[COMMANDING])
    if not c[IS_WARM]:
        c[IS_WARM] = 1
        for w in range(c[RULE_WORDS]):
            awake[w] = -1
            light[w] = 0
    for w in range(c[RULE_WORDS]):
        awake[w] = awake[w] | sleepless[w] | (light[w] & commanding[w])
    wake_concerned(c)


def find_players(c: Words) -> None:
    """The cells that hold the player."""
    n = c[WORDS]
    board = words(c[BOARD])
    things = words(c[PLAYER_THINGS])
    players = words(c[PLAYERS])
    full = words(c[FULL])
    count = 0
    for w in range(n):
        found = full[w] if c[PLAYER_IS_AGGREGATE] else 0
        for k in range(c[PLAYER_COUNT]):
            if c[PLAYER_IS_AGGREGATE]:
                found &= board[things[k] * n + w]
            else:
                found |= board[things[k] * n + w]
        players[w] = found
        count += ones(found)
    c[PLAYERS_FOUND] = count


def push_players(c: Words, movement: int) -> None:
    """Mark the player's objects as moving."""
    n = c[WORDS]
    board = words(c[BOARD])
    things = words(c[PLAYER_THINGS])
    layers = words(c[LAYER_OF])
    players = words(c[PLAYERS])
    for k in range(c[PLAYER_COUNT]):
        plane = c[OBJECTS] + 5 * layers[things[k]] + lowest(movement)
        some = 0
        for w in range(n):
            found = players[w] & board[things[k] * n + w]
            some |= found
            board[plane * n + w] = board[plane * n + w] | found
        if some:
            touch_gain(c, plane)


def run_turn(c: Words, movement: int) -> None:
    """One turn with an input's movement, or 0. A fault leaves the board in no particular state."""
    n = c[WORDS]
    c[FAULT] = 0
    c[FLAGS] = 0
    c[QUEUED] = 0
    c[MESSAGE_RULE] = -1
    c[NOTICE_COUNT] = 0
    c[MOVES_HEARD_COUNT] = 0
    c[FAILURES_HEARD_COUNT] = 0
    c[PLAYERS_FOUND] = 0
    c[PLAYER_MOVED] = 0
    drop_movements(c)
    if c[IS_HEARD]:
        zero(octets(c[CREATED]), c[OBJECTS])
        zero(octets(c[DESTROYED]), c[OBJECTS])
    if movement:
        find_players(c)
    if c[HAS_RIGID]:
        copy(words(c[SAVED]), words(c[BOARD]), c[OBJECTS] * n)
        zero(octets(c[BANNED]), c[EARLY_GROUPS] + 2)
    runs = 0
    while True:
        if movement:
            push_players(c, movement)
        wake_rules(c)
        apply_program(c, 0)
        if c[FAULT]:
            return
        if not resolve_movements(c):
            wake_concerned(c)
            apply_program(c, 1)
            break
        set_board(c, words(c[SAVED]))
        c[QUEUED] = 0
        c[FLAGS] = 0
        c[MESSAGE_RULE] = -1
        c[MOVES_HEARD_COUNT] = 0
        if c[IS_HEARD]:
            zero(octets(c[CREATED]), c[OBJECTS])
            zero(octets(c[DESTROYED]), c[OBJECTS])
        runs += 1
        if runs == c[MAX_RUNS]:
            note(c, ENDLESS_RIGID, -1)
            break
    if movement:
        look_for_players(c)


def play_turn(c: Words, planes: Words, movement: int) -> None:
    """One turn on a board that is set up for it."""
    set_board(c, planes)
    run_turn(c, movement)


def is_board_won(c: Words, planes: Words) -> int:
    """Whether a board meets the win conditions."""
    set_board(c, planes)
    return is_won(c)


def list_contents(planes: Words, things: int, words_of_plane: int, cells: Words, words_of_cell: int) -> None:
    """For every cell, the objects in it, as bits of as many words as needed. `cells` is empty."""
    for thing in range(things):
        bit = 1 << (thing & 63)
        place = thing >> 6
        for w in range(words_of_plane):
            word = planes[thing * words_of_plane + w]
            while word:
                content = ((w << 6) + lowest(word)) * words_of_cell + place
                word &= word - 1
                cells[content] = cells[content] | bit


def look_for_players(c: Words) -> None:
    """Whether a cell that held the player holds nothing of the player any more."""
    n = c[WORDS]
    board = words(c[BOARD])
    things = words(c[PLAYER_THINGS])
    players = words(c[PLAYERS])
    gone = 0
    for w in range(n):
        here = 0
        for k in range(c[PLAYER_COUNT]):
            here |= board[things[k] * n + w]
        gone |= players[w] & ~here
    c[PLAYER_MOVED] = gone != 0
