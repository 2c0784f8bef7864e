"""Whether a state falls short of what winning demands of its things one by one; see `search.relaxation.demands`."""

from __future__ import annotations

from puzzlesynth.levels.engine.native.kernel.layout import CELLS, FULL, WORDS
from puzzlesynth.levels.engine.native.kernel.machine import Words, at, lowest, words, zero

from .search_layout import DEMANDS

# the demands of a level: how many there are, room for partners, then the demands
D_COUNT = 0
D_ROOM = 1
D_FIRST = 2

# a demand: its fields, then for each thing its place in states, and its cells or the choices of every cell
D_SIZE = 0
D_KIND = 1
D_PLACES = 2
D_THINGS = 3
D_DATA = 4
"""For partners, first the places that are in every cell."""

ALL_OF_THEM = 0
ONE_OF_THEM = 1
FILL_PLACES = 2
MOST_PLACES = 64


def falls_short(c: Words, s: Words, state: Words) -> int:
    """Whether a demand is not met, as far as can be told without knowing what is frozen."""
    return fails_demands(c, s, state, words(c[FULL]), 0)


def fails_demands(c: Words, s: Words, state: Words, away: Words, frozen: int) -> int:
    """Whether a demand is not met. With `frozen`, planes say for each of a state's what may be away from its cell; what
    may not is a partner only where it is."""
    if not s[DEMANDS]:
        return 0
    demands = words(s[DEMANDS])
    demand = at(demands, D_FIRST)
    for _ in range(demands[D_COUNT]):
        if demand[D_KIND] <= ONE_OF_THEM:
            if not cells_suffice(c, demand, state):
                return 1
        elif not partners_suffice(c, demand, state, words(demands[D_ROOM]), away, frozen):
            return 1
        demand = at(demand, demand[D_SIZE])
    return 0


def cells_suffice(c: Words, demand: Words, state: Words) -> int:
    """Whether all things, or one of them, are where they can come to be as wanted."""
    n = c[WORDS]
    thing = at(demand, D_DATA)
    some = 0
    for _ in range(demand[D_THINGS]):
        plane = at(state, thing[0] * n)
        for w in range(n):
            if demand[D_KIND] == ALL_OF_THEM:
                some |= plane[w] & ~thing[1 + w]
            else:
                some |= plane[w] & thing[1 + w]
        thing = at(thing, 1 + n)
    return some != 0 if demand[D_KIND] == ONE_OF_THEM else some == 0


def partners_suffice(c: Words, demand: Words, state: Words, room: Words, away: Words, frozen: int) -> int:
    """Whether every place, or every thing, has a partner of its own.

    `room` has for every place who has it and who came to it last; then for every thing its choices, its place, and a
    queue.
    """
    n = c[WORDS]
    choices = at(room, 2 * MOST_PLACES)
    own = at(demand, D_DATA)
    thing = at(own, c[CELLS])
    count = 0
    for _ in range(demand[D_THINGS]):
        plane = at(state, thing[0] * n)
        for w in range(n):
            word = plane[w]
            while word:
                cell = (w << 6) + lowest(word)
                bit = word & (0 - word)
                word ^= bit
                chosen = thing[1 + cell]
                if frozen and not away[thing[0] * n + w] & bit:
                    chosen &= own[cell]
                if chosen:
                    choices[count] = chosen
                    count += 1
                elif demand[D_KIND] != FILL_PLACES:
                    return 0
        thing = at(thing, 1 + c[CELLS])
    needed = demand[D_PLACES] if demand[D_KIND] == FILL_PLACES else count
    return match_choices(room, count, needed)


def match_choices(room: Words, count: int, needed: int) -> int:
    """Whether so many things can have one of their choices for themselves."""
    if count < needed:
        return 0
    zero(room, MOST_PLACES)
    spare = count - needed
    free = -1
    for one in range(count):
        choices = at(room, 2 * MOST_PLACES)
        open_choices = choices[one] & free
        if open_choices:
            bit = open_choices & (0 - open_choices)
            free ^= bit
            own = at(choices, count)
            own[one] = lowest(bit)
            room[lowest(bit)] = one + 1
        else:
            if not place_by_moving(room, count, one):
                if not spare:
                    return 0
                spare -= 1
            free = free_places(room)
    return 1


def free_places(room: Words) -> int:
    free = 0
    for place in range(MOST_PLACES):
        if not room[place]:
            free |= 1 << place
    return free


def place_by_moving(room: Words, count: int, one: int) -> int:
    """Find a place for a thing by moving others on to other choices of theirs."""
    came = at(room, MOST_PLACES)
    choices = at(room, 2 * MOST_PLACES)
    own = at(choices, count)
    queue = at(own, count)
    queue[0] = one
    waiting = 1
    tried = 0
    head = 0
    while head < waiting:
        other = queue[head]
        head += 1
        new = choices[other] & ~tried
        tried |= new
        while new:
            place = lowest(new)
            new &= new - 1
            came[place] = other
            if room[place]:
                queue[waiting] = room[place] - 1
                waiting += 1
            else:
                while True:
                    mover = came[place]
                    left = own[mover]
                    own[mover] = place
                    room[place] = mover + 1
                    if mover == one:
                        return 1
                    place = left
    return 0
