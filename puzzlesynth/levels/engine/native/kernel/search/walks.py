"""Walking: where the player can go without anything else happening, without making the turns.

A step is *pure* if its turn does nothing but move the player. Where it is depends on the cells around the player alone,
if the rest of the board is at rest: if a turn without a player and without an input applies no rule that makes a
difference. Rules that have to do with the player are then matched as if it stood in all cells at once, and wherever one
of them may match, the step is not pure.
"""

from __future__ import annotations

from puzzlesynth.levels.engine.native.kernel.layout import (
    AGAIN,
    BOARD,
    CANCEL,
    CHANGES_MADE,
    FAULT,
    FLAGS,
    FULL,
    LAYER_FIRST,
    LAYER_OF,
    LAYER_THINGS,
    LIVE,
    OBJECTS,
    PLAYER_COUNT,
    PLAYER_THINGS,
    R_FIRST_ROW,
    R_FLAGS,
    R_ROWS,
    R_STEP,
    RESTART,
    ROW_SIZE,
    SEGMENTS,
    WALK_CELL,
    WALK_CELLS,
    WALK_ENTRIES,
    WALK_MOVEMENTS,
    WALK_PLAYER,
    WALK_ROOMS,
    WALK_SETS,
    WALK_SIZE,
    WIN,
    WORDS,
)
from puzzlesynth.levels.engine.native.kernel.machine import Words, at, copy, lowest, octets, ones, words, zero
from puzzlesynth.levels.engine.native.kernel.turns.matching import match_row, shift_cells
from puzzlesynth.levels.engine.native.kernel.turns.turn import run_turn

LATE = 2
"""The stage of an entry: 1 before movement, 2 after it."""


def find_walker(c: Words) -> int:
    """The cell of the player, if it is one object in one cell; -1 otherwise. Its object is noted."""
    n = c[WORDS]
    board = words(c[BOARD])
    things = words(c[PLAYER_THINGS])
    count = 0
    cell = -1
    for k in range(c[PLAYER_COUNT]):
        for w in range(n):
            word = board[things[k] * n + w]
            if word:
                count += ones(word)
                cell = (w << 6) + lowest(word)
                c[WALK_PLAYER] = things[k]
    return cell if count == 1 else -1


def is_at_rest(c: Words) -> int:
    """Whether a turn on the board, which holds no player, applies no rule that makes a difference."""
    c[CHANGES_MADE] = 0
    run_turn(c, 0)
    harmful = (1 << CANCEL) | (1 << RESTART) | (1 << WIN) | (1 << AGAIN)
    return not c[CHANGES_MADE] and not c[FAULT] and not c[FLAGS] & harmful


def add_concerned(c: Words, entry: Words, concerned: Words) -> None:
    """Add the cells of the player for which a rule may match."""
    n = c[WORDS]
    found = words(c[SEGMENTS])
    moved = at(words(c[WALK_SETS]), 0)
    places = at(entry, entry[WALK_CELL])
    step = entry[R_STEP]
    row = at(entry, R_FIRST_ROW)
    for _ in range(entry[R_ROWS]):
        if not match_row(c, entry, row):
            return
        row = at(row, row[ROW_SIZE])
    # Every row has matches; those that hold the player say where it would be.
    for j in range(entry[WALK_CELLS]):
        row = at(entry, R_FIRST_ROW)
        for _ in range(places[3 * j]):
            row = at(row, row[ROW_SIZE])
        match_row(c, entry, row)
        shift_cells(moved, at(found, places[3 * j + 1] * n), places[3 * j + 2] * step, n)
        for w in range(n):
            concerned[w] = concerned[w] | moved[w]


def find_concerned(c: Words, stage: int, movement: int, concerned: Words) -> None:
    """The cells in which the player may concern a rule of a stage, with an input's movement. The player's plane, and
    that of the movement, hold all cells in which it could be."""
    n = c[WORDS]
    zero(concerned, n)
    entries = words(c[WALK_ENTRIES])
    while entries[WALK_SIZE]:
        if entries[R_FLAGS] == stage and not (movement and entries[WALK_MOVEMENTS] & movement):
            add_concerned(c, entries, concerned)
        entries = at(entries, entries[WALK_SIZE])


def lay_out_walks(c: Words, inputs: Words, count: int) -> None:
    """Find out where steps are pure. The board is at rest and holds no player.

    Of the sets in `WALK_SETS`, the second are the cells that are free for the player, the third those that concern no
    late rule; then, for every input, those from which it is pure, and those in which it does nothing at all.
    """
    n = c[WORDS]
    board = words(c[BOARD])
    live = octets(c[LIVE])
    sets = words(c[WALK_SETS])
    full = words(c[FULL])
    free = at(sets, n)
    calm = at(sets, 2 * n)
    moved = sets
    thing = c[WALK_PLAYER]
    layers = words(c[LAYER_OF])
    layer = layers[thing]
    firsts = words(c[LAYER_FIRST])
    things = words(c[LAYER_THINGS])
    copy(free, full, n)
    for k in range(firsts[layer], firsts[layer + 1]):
        plane = at(board, things[k] * n)
        for w in range(n):
            free[w] = free[w] & ~plane[w]
    rooms = words(c[WALK_ROOMS])
    player = at(board, thing * n)
    copy(player, free, n)
    live[thing] = 1
    find_concerned(c, LATE, 0, calm)
    for w in range(n):
        calm[w] = free[w] & ~calm[w]
    for k in range(count):
        pure = at(sets, (3 + 2 * k) * n)
        idle = at(pure, n)
        movement = inputs[k]
        if movement:
            moving = c[OBJECTS] + 5 * layer + lowest(movement)
            copy(at(board, moving * n), free, n)
            live[moving] = 1
            find_concerned(c, 1, movement, pure)
            zero(at(board, moving * n), n)
            live[moving] = 0
        else:
            find_concerned(c, 1, 0, pure)
        if movement and movement < 16:
            # Where the next cell is free and calm; where there is none, or it is not free.
            room = at(rooms, lowest(movement) * n)
            step = step_of(c, movement)
            shift_cells(moved, free, 0 - step, n)
            for w in range(n):
                idle[w] = calm[w] & ~pure[w] & ~(moved[w] & room[w])
            shift_cells(moved, calm, 0 - step, n)
            for w in range(n):
                pure[w] = free[w] & ~pure[w] & moved[w] & room[w]
        else:
            for w in range(n):
                idle[w] = calm[w] & ~pure[w]
                pure[w] = 0
    zero(player, n)
    live[thing] = 0


def step_of(c: Words, movement: int) -> int:
    """How far the next cell is in a direction."""
    steps = at(words(c[WALK_ROOMS]), 4 * c[WORDS])
    return steps[lowest(movement)]


def walk(c: Words, inputs: Words, count: int, start: int, region: Words) -> None:
    """The cells that pure steps lead to."""
    n = c[WORDS]
    sets = words(c[WALK_SETS])
    moved = sets
    leaving = at(sets, (3 + 2 * count) * n)
    zero(region, n)
    region[start >> 6] = 1 << (start & 63)
    grown = 1
    while grown:
        grown = 0
        for k in range(count):
            movement = inputs[k]
            if movement and movement < 16:
                pure = at(sets, (3 + 2 * k) * n)
                for w in range(n):
                    leaving[w] = region[w] & pure[w]
                shift_cells(moved, leaving, step_of(c, movement), n)
                for w in range(n):
                    grown |= moved[w] & ~region[w]
                    region[w] = region[w] | moved[w]
