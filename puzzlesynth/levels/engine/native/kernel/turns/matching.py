"""Where rules match."""

from __future__ import annotations

from puzzlesynth.levels.engine.native.kernel.layout import (
    BOARD,
    CELL,
    HEIGHT,
    HORIZONTAL,
    LIVE,
    R_FLAGS,
    R_STEP,
    ROOMS,
    ROW_ROOM,
    ROW_SEGMENT,
    ROW_SEGMENTS,
    SEGMENTS,
    UNION,
    WIDTH,
    WORDS,
)
from puzzlesynth.levels.engine.native.kernel.machine import Words, at, copy, lowest, octets, words


def match_in_word(cells: Words, count: int, step: int, room: int, board: Words) -> int:
    """The first cells of all matches of a segment on a board of one word."""
    found = room
    if not found:
        return 0
    p = 0
    shift = 0
    for _ in range(count):
        cell = -1
        stop = p + 1 + cells[p]
        p += 1
        while p < stop:
            cell &= board[cells[p]]
            p += 1
        if not cell:
            return 0
        stop = p + 1 + cells[p]
        p += 1
        while p < stop:
            cell &= ~board[cells[p]]
            p += 1
        groups = cells[p]
        p += 1
        while groups > 0:
            union = 0
            stop = p + 1 + cells[p]
            p += 1
            while p < stop:
                union |= board[cells[p]]
                p += 1
            cell &= union
            groups -= 1
        if shift >= 0:
            found &= cell >> shift
        else:
            found &= cell << (0 - shift)
        if not found:
            return 0
        shift += step
    return found


def match_in_words(c: Words, cells: Words, count: int, step: int, found: Words) -> int:
    """Narrow `found` down to the first cells of all matches of a segment. Returns whether there are any."""
    n = c[WORDS]
    board = words(c[BOARD])
    live = octets(c[LIVE])
    cell = words(c[CELL])
    union = words(c[UNION])
    p = 0
    shift = 0
    some = 1
    for _ in range(count):
        present = cells[p]
        p += 1
        for k in range(present):
            if not live[cells[p + k]]:
                return 0
        if present:
            copy(cell, at(board, cells[p] * n), n)
            for k in range(1, present):
                plane = at(board, cells[p + k] * n)
                for w in range(n):
                    cell[w] = cell[w] & plane[w]
        else:
            for w in range(n):
                cell[w] = -1
        p += present
        missing = cells[p]
        p += 1
        for k in range(missing):
            if live[cells[p + k]]:
                plane = at(board, cells[p + k] * n)
                for w in range(n):
                    cell[w] = cell[w] & ~plane[w]
        p += missing
        groups = cells[p]
        p += 1
        while groups > 0:
            size = cells[p]
            p += 1
            for w in range(n):
                union[w] = 0
            for k in range(size):
                if live[cells[p + k]]:
                    plane = at(board, cells[p + k] * n)
                    for w in range(n):
                        union[w] = union[w] | plane[w]
            for w in range(n):
                cell[w] = cell[w] & union[w]
            p += size
            groups -= 1
        some = and_shifted(found, cell, shift, n)
        if not some:
            return 0
        shift += step
    return some


def word_above(cells: Words, n: int, w: int, distance: int) -> int:
    """For each cell of a word, the cell that is so much further."""
    far = w + (distance >> 6)
    near = distance & 63
    if far >= n:
        return 0
    word = cells[far] >> near
    if near and far + 1 < n:
        word |= cells[far + 1] << (64 - near)
    return word


def word_below(cells: Words, w: int, distance: int) -> int:
    """For each cell of a word, the cell that is so much before it."""
    far = w - (distance >> 6)
    near = distance & 63
    if far < 0:
        return 0
    word = cells[far] << near
    if near and far >= 1:
        word |= cells[far - 1] >> (64 - near)
    return word


def and_shifted(found: Words, cell: Words, shift: int, n: int) -> int:
    """Keep the cells of `found` for which the cell `shift` further is in `cell`. Returns whether some are left."""
    some = 0
    if shift >= 0:
        for w in range(n):
            found[w] = found[w] & word_above(cell, n, w, shift)
            some |= found[w]
    else:
        for w in range(n):
            found[w] = found[w] & word_below(cell, w, 0 - shift)
            some |= found[w]
    return some != 0


def shift_cells(target: Words, source: Words, shift: int, n: int) -> None:
    """Move cells by this many places; what leaves the words is lost. `target` is not `source`."""
    if shift >= 0:
        for w in range(n):
            target[w] = word_below(source, w, shift)
    else:
        for w in range(n):
            target[w] = word_above(source, n, w, 0 - shift)


def match_segment(c: Words, cells: Words, count: int, step: int, room: Words, found: Words) -> int:
    """The first cells of all matches of a segment that lie in `room`. Returns whether there are any."""
    n = c[WORDS]
    if n == 1:
        found[0] = match_in_word(cells, count, step, room[0], words(c[BOARD]))
        return found[0] != 0
    copy(found, room, n)
    return match_in_words(c, cells, count, step, found)


def match_row(c: Words, rule: Words, row: Words) -> int:
    """The first cells of the matches of a row's segments, each segment for itself. Returns whether all have some."""
    n = c[WORDS]
    found = words(c[SEGMENTS])
    rooms = words(c[ROOMS])
    room = at(rooms, row[ROW_ROOM] * n)
    for k in range(row[ROW_SEGMENTS]):
        count = row[ROW_SEGMENT + 2 * k]
        cells = at(row, row[ROW_SEGMENT + 2 * k + 1])
        if not match_segment(c, cells, count, rule[R_STEP], room, at(found, k * n)):
            return 0
        room = rooms
    return 1


def cell_fits(board: Words, n: int, pattern: Words, index: int) -> int:
    """Whether one cell is as a pattern wants it. Returns the size of the pattern, or 0."""
    w = index >> 6
    bit = 1 << (index & 63)
    p = 1
    for _ in range(pattern[0]):
        if not board[pattern[p] * n + w] & bit:
            return 0
        p += 1
    missing = pattern[p]
    p += 1
    for _ in range(missing):
        if board[pattern[p] * n + w] & bit:
            return 0
        p += 1
    groups = pattern[p]
    p += 1
    while groups > 0:
        union = 0
        size = pattern[p]
        p += 1
        for _ in range(size):
            union |= board[pattern[p] * n + w]
            p += 1
        if not union & bit:
            return 0
        groups -= 1
    return p


def gap_before(segment: int, gap: int, next_gap: int) -> int:
    """The cells that the dots before a segment stand for."""
    if segment == 1:
        return gap
    return next_gap if segment == 2 else 0


def place_fits(c: Words, rule: Words, row: Words, start: int, gap: int, next_gap: int) -> int:
    """Whether a match of a row still holds."""
    board = words(c[BOARD])
    n = c[WORDS]
    step = rule[R_STEP]
    index = start
    for k in range(row[ROW_SEGMENTS]):
        index += gap_before(k, gap, next_gap) * step
        pattern = at(row, row[ROW_SEGMENT + 2 * k + 1])
        for _ in range(row[ROW_SEGMENT + 2 * k]):
            size = cell_fits(board, n, pattern, index)
            if not size:
                return 0
            pattern = at(pattern, size)
            index += step
    return 1


def turn_around(c: Words, found: Words, turned: Words) -> None:
    """Cells row by row instead of column by column: the order in which horizontal rules are applied."""
    n = c[WORDS]
    height = c[HEIGHT]
    width = c[WIDTH]
    for w in range(n):
        turned[w] = 0
    for w in range(n):
        word = found[w]
        while word:
            index = (w << 6) + lowest(word)
            word &= word - 1
            x = index // height
            place = (index - x * height) * width + x
            turned[place >> 6] = turned[place >> 6] | (1 << (place & 63))


def turn_back(c: Words, place: int) -> int:
    """The cell that is at a place when cells go row by row."""
    y = place // c[WIDTH]
    return (place - y * c[WIDTH]) * c[HEIGHT] + y


def first_cell(c: Words, w: int, word: int, across: int) -> int:
    """The first cell of a word of the board; `across` if the board is row by row."""
    place = (w << 6) + lowest(word)
    return turn_back(c, place) if across else place


def room_beyond(c: Words, rule: Words, index: int, length: int) -> int:
    """How many cells there are beyond `length` cells from this one on, in the direction of a rule."""
    height = c[HEIGHT]
    x = index // height
    y = index - x * height
    step = rule[R_STEP]
    if rule[R_FLAGS] & HORIZONTAL:
        return c[WIDTH] - x - length if step > 0 else x + 1 - length
    return height - y - length if step > 0 else y + 1 - length
