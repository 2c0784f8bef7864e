"""Movement: once the rules have said what wants to move, cells are gone through until nothing moves."""

from __future__ import annotations

from puzzlesynth.levels.engine.native.kernel.layout import (
    BANNED,
    BOARD,
    CELLS,
    EDGES,
    FAILURE_SOUNDS,
    FAILURES_HEARD,
    FAILURES_HEARD_COUNT,
    HAS_RIGID,
    HEIGHT,
    IS_HEARD,
    LAYER_FIRST,
    LAYER_THINGS,
    LAYERS,
    LIVE,
    MOVE_SOUNDS,
    MOVES_HEARD,
    MOVES_HEARD_COUNT,
    MOVING,
    MOVING_LAYERS,
    OBJECTS,
    RIGID_COUNT,
    RIGID_MARKS,
    RIGID_MOVES,
    RIGID_TABLE,
    WORDS,
)
from puzzlesynth.levels.engine.native.kernel.machine import Words, at, lowest, octets, words, zero

from .changes import contains, touch_gain, touch_loss


def find_moving(c: Words) -> int:
    """All cells in which something wants to move, and all layers. Returns whether there are any."""
    n = c[WORDS]
    moving = words(c[MOVING])
    zero(moving, n)
    board = words(c[BOARD])
    live = octets(c[LIVE])
    layers = words(c[MOVING_LAYERS])
    count = 0
    for layer in range(c[LAYERS]):
        some = 0
        for plane in range(c[OBJECTS] + 5 * layer, c[OBJECTS] + 5 * layer + 5):
            if live[plane]:
                here = at(board, plane * n)
                for w in range(n):
                    moving[w] = moving[w] | here[w]
                    some |= here[w]
        if some:
            count += 1
            layers[count] = layer
    layers[0] = count
    return count != 0


def layer_movement(board: Words, n: int, plane: int, index: int) -> int:
    """How the object of a layer, whose first movement plane is given, wants to move: five bits."""
    w = index >> 6
    b = index & 63
    found = board[plane * n + w] >> b & 1
    found |= (board[(plane + 1) * n + w] >> b & 1) << 1
    found |= (board[(plane + 2) * n + w] >> b & 1) << 2
    found |= (board[(plane + 3) * n + w] >> b & 1) << 3
    return found | (board[(plane + 4) * n + w] >> b & 1) << 4


def layer_holds(board: Words, n: int, things: Words, count: int, index: int) -> int:
    """Whether a cell holds one of these things."""
    found = 0
    for k in range(count):
        found |= board[things[k] * n + (index >> 6)]
    return found >> (index & 63) & 1


def neighbour(c: Words, index: int, movement: int) -> int:
    """The cell next to a cell, -1 beyond the edge."""
    edges = octets(c[EDGES])
    if edges[index] & movement:
        return -1
    if movement == 1:
        return index - 1
    if movement == 2:
        return index + 1
    if movement == 4:
        return index - c[HEIGHT]
    return index + c[HEIGHT]


def hear_move(c: Words, layer: int, movement: int, index: int) -> None:
    """Note the sounds of an object that moves: for each of its layer's sounds object, movements and seed."""
    board = words(c[BOARD])
    n = c[WORDS]
    sounds = words(c[MOVE_SOUNDS])
    sounds = at(sounds, sounds[layer])
    heard = words(c[MOVES_HEARD])
    for k in range(sounds[0]):
        thing = sounds[1 + 3 * k]
        if board[thing * n + (index >> 6)] >> (index & 63) & 1 and sounds[2 + 3 * k] & movement:
            seed = sounds[3 + 3 * k]
            if not contains(heard, c[MOVES_HEARD_COUNT], seed):
                heard[c[MOVES_HEARD_COUNT]] = seed
                c[MOVES_HEARD_COUNT] = c[MOVES_HEARD_COUNT] + 1


def move_layer(c: Words, layer: int, movement: int, index: int) -> int:
    """Move one layer's object, if the way is free. Action moves nothing and always succeeds."""
    board = words(c[BOARD])
    n = c[WORDS]
    firsts = words(c[LAYER_FIRST])
    things = at(words(c[LAYER_THINGS]), firsts[layer])
    count = firsts[layer + 1] - firsts[layer]
    target = index
    if not movement & (movement - 1) and movement < 16:
        target = neighbour(c, index, movement)
        if target < 0 or layer_holds(board, n, things, count, target):
            return 0
    elif movement != 16 and layer_holds(board, n, things, count, index):
        return 0
    if c[IS_HEARD]:
        hear_move(c, layer, movement, index)
    if target != index:
        for k in range(count):
            thing = things[k]
            word = board[thing * n + (index >> 6)]
            if word >> (index & 63) & 1:
                board[thing * n + (index >> 6)] = word & ~(1 << (index & 63))
                place = thing * n + (target >> 6)
                board[place] = board[place] | (1 << (target & 63))
                touch_gain(c, thing)
                touch_loss(c, thing)
    return 1


def move_cell(c: Words, index: int) -> int:
    """Move what can move out of one cell, layer by layer. Returns 1 if something moved, and 2 if something is left."""
    board = words(c[BOARD])
    n = c[WORDS]
    layers = words(c[MOVING_LAYERS])
    result = 0
    for j in range(layers[0]):
        layer = layers[1 + j]
        plane = c[OBJECTS] + 5 * layer
        movement = layer_movement(board, n, plane, index)
        if movement:
            if move_layer(c, layer, movement, index):
                for k in range(5):
                    if movement >> k & 1:
                        place = (plane + k) * n + (index >> 6)
                        board[place] = board[place] & ~(1 << (index & 63))
                        touch_loss(c, plane + k)
                result |= 1
            else:
                result |= 2
    return result


def hear_failures(c: Words, index: int) -> None:
    """Note the sounds of what could not move in a cell, as far as it is rigid if something there is."""
    board = words(c[BOARD])
    n = c[WORDS]
    layers = c[LAYERS]
    sounds = words(c[FAILURE_SOUNDS])
    heard = words(c[FAILURES_HEARD])
    rigid = at(octets(c[RIGID_MOVES]), index * layers)
    is_rigid = cell_is_rigid(c, index)
    for k in range(sounds[0]):
        thing = sounds[1 + 4 * k]
        layer = sounds[2 + 4 * k]
        if board[thing * n + (index >> 6)] >> (index & 63) & 1:
            movement = layer_movement(board, n, c[OBJECTS] + 5 * layer, index) & sounds[3 + 4 * k]
            if is_rigid:
                movement &= rigid[layer]
            seed = sounds[4 + 4 * k]
            if movement and not contains(heard, c[FAILURES_HEARD_COUNT], seed):
                heard[c[FAILURES_HEARD_COUNT]] = seed
                c[FAILURES_HEARD_COUNT] = c[FAILURES_HEARD_COUNT] + 1


def cell_is_rigid(c: Words, index: int) -> int:
    """Whether a rigid rule set a movement in a cell."""
    if not c[HAS_RIGID]:
        return 0
    layers = c[LAYERS]
    rigid = at(octets(c[RIGID_MOVES]), index * layers)
    found = 0
    for layer in range(layers):
        found |= rigid[layer]
    return found


def ban_stopped_group(c: Words, index: int) -> int:
    """Ban the rigid group behind the first layer of a cell that could not move. Returns whether that is news."""
    layers = c[LAYERS]
    board = words(c[BOARD])
    rigid = at(octets(c[RIGID_MOVES]), index * layers)
    marks = at(octets(c[RIGID_MARKS]), index * layers)
    banned = octets(c[BANNED])
    for layer in range(layers):
        if layer_movement(board, c[WORDS], c[OBJECTS] + 5 * layer, index) & rigid[layer]:
            number = (marks[layer] & 31) - 1
            group = -1
            if number >= 0 and number < c[RIGID_COUNT]:
                table = words(c[RIGID_TABLE])
                group = table[number]
            if banned[group + 1]:
                return 0
            banned[group + 1] = 1
            return 1
    return 0


def drop_movements(c: Words) -> None:
    """Nothing wants to move any more."""
    n = c[WORDS]
    board = words(c[BOARD])
    live = octets(c[LIVE])
    for plane in range(c[OBJECTS], c[OBJECTS] + 5 * c[LAYERS]):
        if live[plane]:
            here = at(board, plane * n)
            some = 0
            for w in range(n):
                some |= here[w]
                here[w] = 0
            if some:
                touch_loss(c, plane)
            live[plane] = 0
    if c[HAS_RIGID]:
        zero(octets(c[RIGID_MARKS]), c[CELLS] * c[LAYERS])
        zero(octets(c[RIGID_MOVES]), c[CELLS] * c[LAYERS])


def resolve_movements(c: Words) -> int:
    """Move everything that can move, then drop all movements. Returns whether a rigid group was stopped that had not
    been before; the turn must be run again without it."""
    if not find_moving(c):
        drop_movements(c)
        return 0
    n = c[WORDS]
    moving = words(c[MOVING])
    left = 1
    moved = 1
    while moved:
        moved = 0
        left = 0
        for w in range(n):
            word = moving[w]
            while word:
                bit = word & (0 - word)
                word ^= bit
                result = move_cell(c, (w << 6) + lowest(bit))
                moved |= result & 1
                if result & 2:
                    left = 1
                else:
                    moving[w] = moving[w] & ~bit
        if not left:
            break
    stopped = 0
    if left and (c[HAS_RIGID] or c[IS_HEARD]):
        for w in range(n):
            word = moving[w]
            while word:
                index = (w << 6) + lowest(word)
                word &= word - 1
                if cell_is_rigid(c, index):
                    stopped |= ban_stopped_group(c, index)
                if c[IS_HEARD]:
                    hear_failures(c, index)
    drop_movements(c)
    return stopped
