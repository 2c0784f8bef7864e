"""Changes of the board, and the rules that they concern.

A rule that did not match will not match until something that it wants has come, or something that it does not want
has gone. So rules sleep after they were tried in vain, and every change of a plane wakes those that it concerns. A rule
that matched without making a difference sleeps lightly: it also wakes when something that it sets has gone, or something
that it clears has come. A rule that needs something of which there is none anywhere waits for that alone, and nothing
else wakes it. That holds from turn to turn, and from state to state: setting up another board is a change like others.
Only what matched and has commands is matched again in every turn.
"""

from __future__ import annotations

from puzzlesynth.levels.engine.native.kernel.layout import (
    AWAKE,
    BLOCKED,
    BOARD,
    CREATED,
    DESTROYED,
    DRAWN,
    FAULT,
    GAINED,
    GAINED_COUNT,
    IS_HEARD,
    LAYER_FIRST,
    LAYER_OF,
    LAYER_THINGS,
    LAYERS,
    LIGHT,
    LIVE,
    LOST,
    LOST_COUNT,
    OBJECTS,
    OUT_OF_NUMBERS,
    RIGID_MARKS,
    RIGID_MOVES,
    RULE_WORDS,
    STIRS_ON_GAIN,
    STIRS_ON_LOSS,
    TAPE,
    TAPE_AT,
    TAPE_LENGTH,
    TOUCHED_GAIN,
    TOUCHED_LOSS,
    WAITING,
    WAKES_ON_GAIN,
    WAKES_ON_LOSS,
    WORDS,
)
from puzzlesynth.levels.engine.native.kernel.machine import Octets, Words, at, octets, words


def touch(c: Words, touched: Octets, planes: int, count: int, plane: int) -> None:
    """List a plane among those that have changed, unless it is there."""
    if not touched[plane]:
        touched[plane] = 1
        listed = words(c[planes])
        listed[c[count]] = plane
        c[count] = c[count] + 1


def touch_gain(c: Words, plane: int) -> None:
    """A plane has more cells than before."""
    live = octets(c[LIVE])
    live[plane] = 1
    touch(c, octets(c[TOUCHED_GAIN]), GAINED, GAINED_COUNT, plane)


def touch_loss(c: Words, plane: int) -> None:
    """A plane has fewer cells than before."""
    touch(c, octets(c[TOUCHED_LOSS]), LOST, LOST_COUNT, plane)


def hear(c: Words, heard: Octets, plane: int) -> None:
    """Note for the sounds what a rule has done to an object; planes of movements are not heard."""
    if c[IS_HEARD] and plane < c[OBJECTS]:
        heard[plane] = 1


def note_gain(c: Words, plane: int) -> None:
    """A rule has put something into a plane."""
    touch_gain(c, plane)
    hear(c, octets(c[CREATED]), plane)


def note_loss(c: Words, plane: int) -> None:
    """A rule has taken something out of a plane."""
    touch_loss(c, plane)
    hear(c, octets(c[DESTROYED]), plane)


def set_plane(c: Words, plane: int, cells: Words) -> None:
    """Give a plane all of its cells, as a board is set up."""
    n = c[WORDS]
    here = at(words(c[BOARD]), plane * n)
    gained = 0
    lost = 0
    some = 0
    for w in range(n):
        before = here[w]
        after = cells[w]
        gained |= after & ~before
        lost |= before & ~after
        some |= after
        here[w] = after
    if gained:
        touch_gain(c, plane)
    if lost:
        touch_loss(c, plane)
        if not some:
            live = octets(c[LIVE])
            live[plane] = 0


def is_empty(c: Words, plane: int) -> int:
    n = c[WORDS]
    cells = at(words(c[BOARD]), plane * n)
    for w in range(n):
        if cells[w]:
            return 0
    return 1


def end_wait(c: Words, plane: int) -> None:
    """Wake the rules that waited for anything in a plane."""
    n = c[RULE_WORDS]
    awake = words(c[AWAKE])
    blocked = words(c[BLOCKED])
    waiting = at(words(c[WAITING]), plane * n)
    for w in range(n):
        blocked[w] = blocked[w] & ~waiting[w]
        awake[w] = awake[w] | waiting[w]
        waiting[w] = 0


def wake(c: Words, rules: Words, light_rules: Words) -> None:
    """Wake these rules, as far as they wait for nothing else, and those of the others that sleep lightly."""
    awake = words(c[AWAKE])
    light = words(c[LIGHT])
    blocked = words(c[BLOCKED])
    for w in range(c[RULE_WORDS]):
        awake[w] = awake[w] | (rules[w] & ~blocked[w]) | (light_rules[w] & light[w])


def wake_concerned(c: Words) -> None:
    """Wake the rules that the changes since the last call concern."""
    n = c[RULE_WORDS]
    touched = octets(c[TOUCHED_GAIN])
    planes = words(c[GAINED])
    for k in range(c[GAINED_COUNT]):
        touched[planes[k]] = 0
        end_wait(c, planes[k])
    for k in range(c[GAINED_COUNT]):
        wake(c, at(words(c[WAKES_ON_GAIN]), planes[k] * n), at(words(c[STIRS_ON_GAIN]), planes[k] * n))
    c[GAINED_COUNT] = 0
    live = octets(c[LIVE])
    touched = octets(c[TOUCHED_LOSS])
    planes = words(c[LOST])
    for k in range(c[LOST_COUNT]):
        touched[planes[k]] = 0
        if is_empty(c, planes[k]):
            live[planes[k]] = 0
        wake(c, at(words(c[WAKES_ON_LOSS]), planes[k] * n), at(words(c[STIRS_ON_LOSS]), planes[k] * n))
    c[LOST_COUNT] = 0


def put(c: Words, plane: int, index: int) -> int:
    """Add a cell to a plane. Returns whether it was not there."""
    board = words(c[BOARD])
    place = plane * c[WORDS] + (index >> 6)
    bit = 1 << (index & 63)
    if board[place] & bit:
        return 0
    board[place] = board[place] | bit
    note_gain(c, plane)
    return 1


def take(c: Words, plane: int, index: int) -> int:
    """Remove a cell from a plane. Returns whether it was there."""
    board = words(c[BOARD])
    place = plane * c[WORDS] + (index >> 6)
    bit = 1 << (index & 63)
    if not board[place] & bit:
        return 0
    board[place] = board[place] & ~bit
    note_loss(c, plane)
    return 1


def draw(c: Words, count: int) -> int:
    """The next random number below `count`."""
    position = c[TAPE_AT]
    c[TAPE_AT] = position + 1
    if position >= c[TAPE_LENGTH]:
        c[FAULT] = OUT_OF_NUMBERS
        return 0
    tape = words(c[TAPE])
    # Seven bytes over 2**56 - 1, which as a double is 2**56.
    number = int(float(tape[position]) / 72057594037927936.0 * float(count))
    return number if number < count else count - 1


def change_cell(c: Words, effects: Words, rigid: int, index: int) -> int:
    """Put a right side's objects and movements into a cell. Returns whether that made a difference.

    The effects: planes to clear, planes to set, objects to draw one from, layers that get a random direction, and what
    a rigid rule marks. The size comes first.
    """
    changed = 0
    clear = at(effects, 2)
    given = at(clear, clear[-1] + 1)
    drawable = at(given, given[-1] + 1)
    turning = at(drawable, drawable[-1] + 1)
    if drawable[-1] or turning[-1]:
        return change_at_random(c, clear, given, drawable, turning, rigid, index)
    for k in range(clear[-1]):
        changed |= take(c, clear[k], index)
    return changed | put_all(c, given, given[-1], index) | mark(c, turning, rigid, index)


def put_all(c: Words, planes: Words, count: int, index: int) -> int:
    """Add a cell to this many planes. Returns whether it was missing in one of them."""
    changed = 0
    for k in range(count):
        changed |= put(c, planes[k], index)
    return changed


def mark(c: Words, turning: Words, rigid: int, index: int) -> int:
    """Note the marks of a rigid rule, which follow the layers that get a random direction."""
    return mark_rigid(c, at(turning, turning[-1]), index) if rigid else 0


def change_at_random(
    c: Words, clear: Words, given: Words, drawable: Words, turning: Words, rigid: int, index: int
) -> int:
    """Like `change_cell`, with draws. Every plane is given its final value at once."""
    changed = 0
    drawn = -1
    objects = c[OBJECTS]
    if drawable[-1]:
        drawn = drawable[draw(c, drawable[-1])]
    turned = words(c[DRAWN])
    for k in range(turning[-1]):
        turned[k] = objects + 5 * turning[k] + draw(c, 4)
    for k in range(clear[-1]):
        if clear[k] != drawn and not contains(turned, turning[-1], clear[k]):
            changed |= take(c, clear[k], index)
    if drawn >= 0:
        layers = words(c[LAYER_OF])
        layer = layers[drawn]
        firsts = words(c[LAYER_FIRST])
        things = words(c[LAYER_THINGS])
        for k in range(firsts[layer], firsts[layer + 1]):
            thing = things[k]
            if thing != drawn and not contains(given, given[-1], thing):
                changed |= take(c, thing, index)
        for k in range(5):
            plane = objects + 5 * layer + k
            if not contains(given, given[-1], plane) and not contains(turned, turning[-1], plane):
                changed |= take(c, plane, index)
        changed |= put(c, drawn, index)
    changed |= put_all(c, given, given[-1], index)
    changed |= put_all(c, turned, turning[-1], index)
    return changed | mark(c, turning, rigid, index)


def contains(items: Words, count: int, wanted: int) -> int:
    for k in range(count):
        if items[k] == wanted:
            return 1
    return 0


def mark_rigid(c: Words, marks: Words, index: int) -> int:
    """Remember which rigid group set a cell's movements. Returns whether that was not known before.

    The marks: for each layer its number, the group's mark, and the movements concerned; their number comes first.
    """
    layers = c[LAYERS]
    groups = at(octets(c[RIGID_MARKS]), index * layers)
    moves = at(octets(c[RIGID_MOVES]), index * layers)
    new_mark = 0
    new_move = 0
    for k in range(marks[0]):
        layer = marks[1 + 3 * k]
        new_mark |= marks[2 + 3 * k] & ~groups[layer]
        new_move |= marks[3 + 3 * k] & ~moves[layer]
    if not new_mark or not new_move:
        return 0
    for k in range(marks[0]):
        layer = marks[1 + 3 * k]
        groups[layer] = groups[layer] | marks[2 + 3 * k]
        moves[layer] = moves[layer] | marks[3 + 3 * k]
    return 1


def change_all(c: Words, effects: Words, found: Words) -> int:
    """Do to all these cells what a right side of one cell does; nothing is drawn and no rule is rigid."""
    n = c[WORDS]
    board = words(c[BOARD])
    changed = 0
    clear = at(effects, 2)
    given = at(clear, clear[-1] + 1)
    for k in range(clear[-1]):
        plane = at(board, clear[k] * n)
        hit = 0
        for w in range(n):
            hit |= plane[w] & found[w]
            plane[w] = plane[w] & ~found[w]
        if hit:
            note_loss(c, clear[k])
            changed = 1
    for k in range(given[-1]):
        plane = at(board, given[k] * n)
        hit = 0
        for w in range(n):
            hit |= found[w] & ~plane[w]
            plane[w] = plane[w] | found[w]
        if hit:
            note_gain(c, given[k])
            changed = 1
    return changed
