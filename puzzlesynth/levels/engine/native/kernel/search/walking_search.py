"""Best-first search in which a walk of the player is one step.

Several lists of states take turns, and every state is in each of them:

* by estimate, the earliest first
* by novelty among the states with as many goals left, then by estimate
* by how many states of the same type came before
* by estimate, the latest first
* by novelty among the states with as many goals left and the same estimate, then by estimate

A state that is expanded stands for all those that the player can walk to: what they lead to is found, and they are not
expanded again.
"""

from __future__ import annotations

from puzzlesynth.levels.engine.native.kernel.layout import (
    AFTER,
    CELLS,
    CHANGING,
    FAULT,
    INPUT_COUNT,
    INPUTS,
    MOVES_MADE,
    NEW,
    STATE_PLANES,
    WALK_PLAYER,
    WALK_SETS,
    WON,
    WORDS,
)
from puzzlesynth.levels.engine.native.kernel.machine import Words, at, copy, lowest, ones, words
from puzzlesynth.levels.engine.native.kernel.turns.changes import set_plane
from puzzlesynth.levels.engine.native.kernel.turns.conditions import is_won
from puzzlesynth.levels.engine.native.kernel.turns.moves import load_state, move

from .demands import fails_demands, falls_short
from .distances import estimate_left
from .heap import heap_drop, heap_first, heap_has_room, heap_push
from .novelty import fine_novelty, novelty
from .relaxation import away_planes, may_win
from .search_layout import (
    AT_LIMIT,
    BUFFER,
    BY_FINE_NOVELTY,
    BY_NOVELTY,
    BY_TYPE,
    COUNT,
    DONE,
    EXHAUSTED,
    EXPLORED,
    FAULTY,
    FOUND,
    FROZEN_CREDIT,
    FROZEN_GAIN,
    FROZEN_PASSED,
    FROZEN_PAUSE,
    GOES_ON,
    HEAP_COUNT,
    LATEST_FIRST,
    LISTS,
    MOST_EXPLORED,
    MOST_FROZEN_CREDIT,
    MOST_STATES,
    NEEDS_ROOM,
    NEXT_LIST,
    NOVELTY_SHIFT,
    ORDER,
    ORDER_BITS,
    PAUSED,
    PLAYER_WINS,
    PRUNED,
    RELAXED,
    ROOM,
    SIZE,
    TURN,
    TYPE_BITS,
    TYPES,
    WALKED,
    WALKS,
)
from .searches import forget_again, is_pausing, set_winner, take_up_again
from .state_table import cost_of, cover, find_or_add, hash_state, is_covered, region_at, state_at
from .walks import find_walker, is_at_rest, lay_out_walks, walk


def rest_of(c: Words, s: Words, state: Words, place: int, rest: Words) -> int:
    """Write down a state without the player's plane, which begins at a place. Returns the cell of the player in it, -1 if
    there is not one."""
    n = c[WORDS]
    copy(rest, state, s[SIZE])
    cell = -1
    count = 0
    for w in range(n):
        word = state[place + w]
        if word:
            count += ones(word)
            cell = (w << 6) + lowest(word)
        rest[place + w] = 0
    return cell if count == 1 else -1


def count_type(c: Words, s: Words, state: Words, value: int) -> int:
    """How many states with the same estimate and as many things of each kind have been found before."""
    n = c[WORDS]
    mixed = value
    for k in range(c[STATE_PLANES]):
        count = 0
        for w in range(n):
            count += ones(state[k * n + w])
        mixed = (mixed ^ count) * -7046029288634856825
        mixed ^= mixed >> 32
    types = words(s[TYPES])
    place = mixed * -4417276706812531889 >> (64 - TYPE_BITS)
    types[place] = types[place] + 1
    return types[place]


def try_move(c: Words, s: Words, number: int, before: Words, k: int, place: int) -> int:
    """Make a move and take up what it leads to. The player's plane begins at a place of the states if its walks are
    foretold, which is -1 otherwise."""
    inputs = words(c[INPUTS])
    size = s[SIZE]
    result = move(c, before, inputs[k])
    if c[FAULT]:
        return FAULTY
    if result == WON:
        set_winner(s, number, k)
        return FOUND
    if result != NEW:
        return GOES_ON
    after = words(c[AFTER])
    if falls_short(c, s, after):
        s[PRUNED] = s[PRUNED] + 1
        return GOES_ON
    if place >= 0:
        rest = at(words(s[BUFFER]), size)
        cell = rest_of(c, s, after, place, rest)
        if cell >= 0 and is_covered(s, rest, hash_state(rest, size), place, cell):
            return GOES_ON
    found = find_or_add(s, after, hash_state(after, size), number * 8 + k)
    if found >= 0:
        return GOES_ON
    found = -1 - found
    load_state(c, after)
    value = estimate_left(c, s)
    for j in range(s[LISTS]):
        worth = value
        order = s[ORDER]
        if j == BY_NOVELTY:
            worth += novelty(c, s, before, after) << NOVELTY_SHIFT
        elif j == BY_TYPE:
            worth = count_type(c, s, after, value)
        elif j == LATEST_FIRST:
            order = (1 << ORDER_BITS) - 1 - order
        elif j == BY_FINE_NOVELTY:
            worth += fine_novelty(c, s, value, before, after) << NOVELTY_SHIFT
        heap_push(at(s, j * NEXT_LIST), (worth << ORDER_BITS) | order, found)
    s[ORDER] = s[ORDER] + 1
    return GOES_ON


def expand_walks(c: Words, s: Words, number: int, cell: int, place: int) -> int:
    """Make all moves from wherever the player can walk to; the steps of the walk itself are known."""
    n = c[WORDS]
    inputs = words(c[INPUTS])
    count = c[INPUT_COUNT]
    sets = words(c[WALK_SETS])
    region = region_at(s, number)
    base = words(s[BUFFER])
    walk(c, inputs, count, cell, region)
    cover(s, number, hash_state(base, s[SIZE]))
    for w in range(n):
        word = region[w]
        while word:
            bit = word & (0 - word)
            word ^= bit
            base[place + w] = bit
            s[EXPLORED] = s[EXPLORED] + 1
            if s[PLAYER_WINS]:
                load_state(c, base)
                if is_won(c):
                    set_winner(s, number, WALKED)
                    return FOUND
            for k in range(count):
                pure = at(sets, (3 + 2 * k) * n)
                idle = at(pure, n)
                if not (pure[w] | idle[w]) & bit:
                    result = try_move(c, s, number, base, k, place)
                    if result != GOES_ON:
                        return result
        base[place + w] = 0
    return GOES_ON


def player_place(c: Words) -> int:
    """Where the plane of the player's object begins in states."""
    changing = words(c[CHANGING])
    place = 0
    while changing[place] != c[WALK_PLAYER]:
        place += 1
    return place * c[WORDS]


def is_hopeless(c: Words, s: Words, state: Words) -> int:
    """Whether a state cannot be won because of things that are frozen, as far as it pays to ask."""
    if not s[RELAXED]:
        return 0
    if not s[FROZEN_CREDIT]:
        s[FROZEN_PASSED] = s[FROZEN_PASSED] + 1
        s[FROZEN_CREDIT] = s[FROZEN_PASSED] % FROZEN_PAUSE == 0
        return 0
    s[FROZEN_CREDIT] = s[FROZEN_CREDIT] - 1
    x = words(s[RELAXED])
    if may_win(c, x, state) and not fails_demands(c, s, state, away_planes(c, x), 1):
        return 0
    if s[FROZEN_CREDIT] + FROZEN_GAIN <= MOST_FROZEN_CREDIT:
        s[FROZEN_CREDIT] = s[FROZEN_CREDIT] + FROZEN_GAIN
    s[PRUNED] = s[PRUNED] + 1
    return 1


def expand_state(c: Words, s: Words, number: int) -> int:
    """Make all moves of a state, and of those that it differs from by a walk."""
    before = state_at(s, number)
    base = words(s[BUFFER])
    place = -1
    if s[WALKS]:
        load_state(c, before)
        cell = find_walker(c)
        if cell >= 0:
            place = player_place(c)
            rest_of(c, s, before, place, base)
            if is_covered(s, base, hash_state(base, s[SIZE]), place, cell):
                return GOES_ON
            if is_hopeless(c, s, before):
                return GOES_ON
            set_plane(c, c[WALK_PLAYER], at(base, place))
            c[MOVES_MADE] = c[MOVES_MADE] + 1
            if is_at_rest(c):
                lay_out_walks(c, words(c[INPUTS]), c[INPUT_COUNT])
                return expand_walks(c, s, number, cell, place)
    if is_hopeless(c, s, before):
        return GOES_ON
    s[EXPLORED] = s[EXPLORED] + 1
    copy(base, before, s[SIZE])
    for k in range(c[INPUT_COUNT]):
        result = try_move(c, s, number, base, k, place)
        if result != GOES_ON:
            return result
    return GOES_ON


def lacks_room(c: Words, s: Words) -> int:
    most = c[CELLS] * c[INPUT_COUNT] + 2
    if s[COUNT] + most > s[ROOM]:
        return 1
    for j in range(s[LISTS]):
        if not heap_has_room(at(s, j * NEXT_LIST), most):
            return 1
    return 0


def walking_search(c: Words, s: Words, budget: int) -> int:
    """Search of at most `budget` more states."""
    stop = s[EXPLORED] + budget
    lists = s[LISTS]
    while True:
        q = at(s, s[TURN] * NEXT_LIST)
        if not q[HEAP_COUNT]:
            # Every state is in every list.
            return EXHAUSTED
        heap = heap_first(q)
        number = heap[1]
        mark = cost_of(s, number)
        if mark[0] & DONE:
            heap_drop(q)
            continue
        if s[EXPLORED] >= s[MOST_EXPLORED] or s[COUNT] > s[MOST_STATES]:
            return AT_LIMIT
        if s[EXPLORED] >= stop:
            return GOES_ON
        if is_pausing(c, s):
            return PAUSED
        if lacks_room(c, s):
            return NEEDS_ROOM
        worth = heap[0]
        explored = s[EXPLORED]
        forget_again(c)
        heap_drop(q)
        mark[0] = DONE
        result = expand_state(c, s, number)
        if result == FAULTY:
            # What has been added already will be found to be known.
            s[EXPLORED] = explored
            mark[0] = 0
            heap_push(q, worth, number)
        else:
            take_up_again(c, s)
        if result != GOES_ON:
            return result
        s[TURN] = s[TURN] + 1 if s[TURN] + 1 < lists else 0
