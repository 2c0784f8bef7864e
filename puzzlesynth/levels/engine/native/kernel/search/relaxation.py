"""What may come of a state if nothing that was once so ever ends, and whether that may win.

The operators and their planes are written by `search.relaxation`; its `level_facts` says what is done here. An operator
is tried again only when a plane that it asks for has grown.
"""

from __future__ import annotations

from puzzlesynth.levels.engine.native.kernel.layout import FULL, STATE_PLANES, WALK_ROOMS, WORDS
from puzzlesynth.levels.engine.native.kernel.machine import Words, at, copy, lowest, words, zero
from puzzlesynth.levels.engine.native.kernel.turns.matching import and_shifted, shift_cells

# a relaxed level
X_PLANES = 0
X_OPERATOR_WORDS = 1
X_START = 2
"""The planes that are true in the beginning."""
X_NOW = 3
X_STREAM = 4
X_OPERATORS = 5
"""Where each operator begins in the stream."""
X_WAKES = 6
"""For every plane the operators that ask for it."""
X_AWAKE = 7
X_GOALS = 8
"""For each goal its plane, and whether all cells must be in it."""
X_GOAL_COUNT = 9
X_WINNING = 10
X_MATCHES = 11
"""Room for the matches of an operator's segments, and three planes more."""
X_TRIED = 12
"""How many operators have been tried."""
X_ALL = 13
"""All operators, as they are awake in the beginning."""
X_SIZE = 14

# an operator: its direction and rows; a row: its segments; then those, one after the other
O_DIRECTION = 0
O_ROWS = 1
O_FIRST_ROW = 2

S_SIZE = 0
S_LENGTH = 1
S_CONDITIONS = 2
S_EFFECTS = 3
S_EFFECT_AT = 4
S_ANCHORS = 5


def may_win(c: Words, x: Words, state: Words) -> int:
    """Find all facts that may come of a state. Returns whether they do not rule out a win."""
    n = c[WORDS]
    count = c[STATE_PLANES]
    full = words(c[FULL])
    now = words(x[X_NOW])
    copy(now, words(x[X_START]), x[X_PLANES] * n)
    copy(now, state, count * n)
    away = away_planes(c, x)
    for k in range(count):
        for w in range(n):
            away[k * n + w] = full[w] & ~state[k * n + w]
    copy(words(x[X_AWAKE]), words(x[X_ALL]), x[X_OPERATOR_WORDS])
    x[X_TRIED] = 0
    while go_round(c, x):
        pass
    return goals_can_be_met(c, x)


def away_planes(c: Words, x: Words) -> Words:
    """The planes of cells that things may be away from, one for each plane of a state."""
    return at(words(x[X_NOW]), c[STATE_PLANES] * c[WORDS])


def goals_can_be_met(c: Words, x: Words) -> int:
    """Whether all that winning needs may come up."""
    n = c[WORDS]
    now = words(x[X_NOW])
    full = words(c[FULL])
    goals = words(x[X_GOALS])
    winning = at(now, x[X_WINNING] * n)
    some = 0
    for w in range(n):
        some |= winning[w]
    if some:
        return 1
    for k in range(x[X_GOAL_COUNT]):
        plane = at(now, goals[2 * k] * n)
        some = 0
        missing = 0
        for w in range(n):
            some |= plane[w]
            missing |= full[w] & ~plane[w]
        if missing if goals[2 * k + 1] else not some:
            return 0
    return x[X_GOAL_COUNT] != 0


def go_round(c: Words, x: Words) -> int:
    """Try all operators that are awake, in order. Returns whether there are new facts."""
    awake = words(x[X_AWAKE])
    stream = words(x[X_STREAM])
    operators = words(x[X_OPERATORS])
    grown = 0
    for w in range(x[X_OPERATOR_WORDS]):
        passed = 0
        while awake[w] & ~passed:
            bit = awake[w] & ~passed
            bit &= 0 - bit
            awake[w] = awake[w] & ~bit
            passed |= bit | (bit - 1)
            x[X_TRIED] = x[X_TRIED] + 1
            grown |= apply_operator(c, x, at(stream, operators[(w << 6) + lowest(bit)]))
    return grown


def apply_operator(c: Words, x: Words, operator: Words) -> int:
    """Bring about all effects of an operator that hold by now. Returns whether there are new facts."""
    n = c[WORDS]
    found = words(x[X_MATCHES])
    row = at(operator, O_FIRST_ROW)
    for _ in range(operator[O_ROWS]):
        count = row[0]
        segment = at(row, 1)
        for k in range(count):
            if not match_relaxed(c, x, segment, at(found, k * n)):
                return 0
            segment = at(segment, segment[S_SIZE])
        if count > 1 and not match_gaps(c, x, operator[O_DIRECTION], at(row, 1), count, found):
            return 0
        found = at(found, count * n)
        row = segment
    found = words(x[X_MATCHES])
    row = at(operator, O_FIRST_ROW)
    grown = 0
    for _ in range(operator[O_ROWS]):
        segment = at(row, 1)
        for _ in range(row[0]):
            grown |= add_effects(c, x, segment, found)
            found = at(found, n)
            segment = at(segment, segment[S_SIZE])
        row = segment
    return grown


def match_relaxed(c: Words, x: Words, segment: Words, found: Words) -> int:
    """The first cells of a segment where it matches. Returns whether there are any."""
    n = c[WORDS]
    now = words(x[X_NOW])
    copy(found, at(segment, S_ANCHORS), n)
    condition = at(segment, S_ANCHORS + n)
    for _ in range(segment[S_CONDITIONS]):
        count = condition[1]
        plane = at(now, condition[2] * n)
        if count > 1:
            plane = scratch_of(c, x, 0)
            unite(c, x, at(condition, 2), count, plane)
        if not and_shifted(found, plane, condition[0], n):
            return 0
        condition = at(condition, 2 + count)
    return 1


def scratch_of(c: Words, x: Words, number: int) -> Words:
    """One of three planes behind the matches that are written down."""
    n = c[WORDS]
    return at(at(words(x[X_MATCHES]), 0 - 3 * n), number * n)


def unite(c: Words, x: Words, planes: Words, count: int, target: Words) -> None:
    """The cells that are in one of these planes."""
    n = c[WORDS]
    now = words(x[X_NOW])
    zero(target, n)
    for k in range(count):
        plane = at(now, planes[k] * n)
        for w in range(n):
            target[w] = target[w] | plane[w]


def match_gaps(c: Words, x: Words, direction: int, segment: Words, count: int, found: Words) -> int:
    """Keep the matches of segments that have one of the next segment beyond them. Returns whether there are any."""
    n = c[WORDS]
    moved = scratch_of(c, x, 1)
    back = direction ^ 1
    lengths = segment[S_LENGTH]
    length = lengths
    if count > 2:
        segment = at(segment, segment[S_SIZE])
        length = segment[S_LENGTH]
    for k in range(count - 1):
        # From the last but one to the first.
        j = count - 2 - k
        copy(moved, at(found, (j + 1) * n), n)
        smear(c, x, back, moved)
        step_on(c, x, back, length, moved)
        if not and_shifted(at(found, j * n), moved, 0, n):
            return 0
        length = lengths
    length = lengths
    for j in range(count - 1):
        copy(moved, at(found, j * n), n)
        step_on(c, x, direction, length, moved)
        smear(c, x, direction, moved)
        if not and_shifted(at(found, (j + 1) * n), moved, 0, n):
            return 0
        length = segment[S_LENGTH]
    return 1


def step_on(c: Words, x: Words, direction: int, steps: int, cells: Words) -> None:
    """Move cells by so many steps; those that leave the board are lost."""
    n = c[WORDS]
    rooms = words(c[WALK_ROOMS])
    room = at(rooms, direction * n)
    lengths = at(rooms, 4 * n)
    moved = scratch_of(c, x, 2)
    for _ in range(steps):
        for w in range(n):
            cells[w] = cells[w] & room[w]
        shift_cells(moved, cells, lengths[direction], n)
        copy(cells, moved, n)


def smear(c: Words, x: Words, direction: int, cells: Words) -> None:
    """Add all cells beyond these in a direction."""
    n = c[WORDS]
    rooms = words(c[WALK_ROOMS])
    room = at(rooms, direction * n)
    lengths = at(rooms, 4 * n)
    leaving = scratch_of(c, x, 0)
    moved = scratch_of(c, x, 2)
    grown = 1
    while grown:
        grown = 0
        for w in range(n):
            leaving[w] = cells[w] & room[w]
        shift_cells(moved, leaving, lengths[direction], n)
        for w in range(n):
            grown |= moved[w] & ~cells[w]
            cells[w] = cells[w] | moved[w]


def add_effects(c: Words, x: Words, segment: Words, found: Words) -> int:
    """Add to planes what a segment's matches bring about. Returns whether there are new facts."""
    n = c[WORDS]
    now = words(x[X_NOW])
    reached = scratch_of(c, x, 0)
    either = scratch_of(c, x, 1)
    effect = at(segment, segment[S_EFFECT_AT])
    grown = 0
    for _ in range(segment[S_EFFECTS]):
        shift_cells(reached, found, effect[0], n)
        plane = effect[1]
        groups = effect[2]
        effect = at(effect, 3)
        for _ in range(groups):
            unite(c, x, at(effect, 1), effect[0], either)
            and_shifted(reached, either, 0, n)
            effect = at(effect, 1 + effect[0])
        target = at(now, plane * n)
        new = 0
        for w in range(n):
            new |= reached[w] & ~target[w]
            target[w] = target[w] | reached[w]
        if new:
            grown = 1
            wake_operators(x, plane)
    return grown


def wake_operators(x: Words, plane: int) -> None:
    """Wake the operators that ask for a plane that has grown."""
    count = x[X_OPERATOR_WORDS]
    awake = words(x[X_AWAKE])
    wakes = at(words(x[X_WAKES]), plane * count)
    for w in range(count):
        awake[w] = awake[w] | wakes[w]
