"""Applying rules, groups of rules, and whole programs of groups."""

from __future__ import annotations

from puzzlesynth.levels.engine.native.kernel.layout import (
    ALL_GROUPS,
    AWAKE,
    BANNED,
    BLOCKED,
    CANCEL,
    CHANGES_MADE,
    COMMANDS,
    EARLY_GROUPS,
    ENDLESS_GROUP,
    ENDLESS_LOOP,
    FAULT,
    FLAGS,
    GATHERED,
    GROUPS,
    HAS_EFFECTS,
    HORIZONTAL,
    LIGHT,
    LIVE,
    LOOPS,
    MAX_LOOPS,
    MAX_PASSES,
    MESSAGE,
    MESSAGE_RULE,
    MOST_NOTICES,
    NOTICE_COUNT,
    NOTICES,
    OUT_OF_PLACES,
    PLACE_LIMIT,
    PLACES,
    PLAIN,
    QUEUE,
    QUEUED,
    R_COMMAND,
    R_EFFECTS,
    R_FIRST_ROW,
    R_FLAGS,
    R_GATHERED,
    R_NEEDS,
    R_NUMBER,
    R_ROWS,
    R_STEP,
    RESTART,
    RESTLESS,
    ROW_CELLS,
    ROW_SEGMENT,
    ROW_SEGMENTS,
    ROW_SIZE,
    RULE_AT,
    RULE_WORDS,
    SEGMENTS,
    STREAM,
    TURNED,
    WAITING,
    WORDS,
)
from puzzlesynth.levels.engine.native.kernel.machine import Words, at, copy, lowest, octets, words

from .changes import draw, wake_concerned
from .combinations import change_combination, change_combinations
from .matching import first_cell, match_row, room_beyond, turn_around
from .replacements import change_matches, gathered_row, match_gathered, stands_apart

MATCHED = 1
CHANGED = 2


def note(c: Words, kind: int, line: int) -> None:
    """Something went wrong; Python finds the words."""
    count = c[NOTICE_COUNT]
    if count < MOST_NOTICES:
        notices = words(c[NOTICES])
        notices[2 * count] = kind
        notices[2 * count + 1] = line
        c[NOTICE_COUNT] = count + 1


def queue_commands(c: Words, rule: Words) -> None:
    """Queue the commands of a rule that matched. Cancel beats restart, and restart beats all others."""
    if rule[R_COMMAND] < 0:
        return
    names = at(words(c[COMMANDS]), rule[R_COMMAND])
    mask = names[1]
    queued = c[FLAGS]
    if queued & (1 << CANCEL):
        return
    if queued & (1 << RESTART) and not mask & (1 << CANCEL):
        return
    if mask & ((1 << CANCEL) | (1 << RESTART)):
        c[QUEUED] = 0
        c[FLAGS] = 0
        c[MESSAGE_RULE] = -1
        queued = 0
    queue = words(c[QUEUE])
    for k in range(names[0]):
        name = names[2 + k]
        if not queued & (1 << name):
            queued |= 1 << name
            queue[c[QUEUED]] = name
            c[QUEUED] = c[QUEUED] + 1
            if name == MESSAGE:
                c[MESSAGE_RULE] = rule[R_NUMBER]
    c[FLAGS] = queued


def list_places(c: Words, rule: Words, row: Words, places: Words, limit: int) -> int:
    """Write down every match of a row, as start and gaps, in the order in which they are applied. Returns how many."""
    if not match_row(c, rule, row):
        return 0
    n = c[WORDS]
    found = words(c[SEGMENTS])
    starts = words(c[TURNED])
    across = rule[R_FLAGS] & HORIZONTAL
    if across:
        turn_around(c, found, starts)
    else:
        copy(starts, found, n)
    count = 0
    segments = row[ROW_SEGMENTS]
    for w in range(n):
        word = starts[w]
        while word:
            index = first_cell(c, w, word, across)
            word &= word - 1
            if count + 1 > limit:
                c[FAULT] = OUT_OF_PLACES
                return 0
            if segments == 1:
                places[3 * count] = index
                places[3 * count + 1] = 0
                places[3 * count + 2] = 0
                count += 1
            else:
                count = list_gaps(c, rule, row, places, limit, count, index)
                if c[FAULT]:
                    return 0
    return count


def list_gaps(c: Words, rule: Words, row: Words, places: Words, limit: int, count: int, start: int) -> int:
    """Write down the matches that begin in a cell: shorter gaps first."""
    n = c[WORDS]
    step = rule[R_STEP]
    second = at(words(c[SEGMENTS]), n)
    third = at(second, n)
    room = room_beyond(c, rule, start, row[ROW_CELLS])
    after = start + row[ROW_SEGMENT] * step
    for gap in range(room + 1):
        index = after + gap * step
        if not second[index >> 6] >> (index & 63) & 1:
            continue
        if row[ROW_SEGMENTS] == 2:
            if count >= limit:
                c[FAULT] = OUT_OF_PLACES
                return 0
            places[3 * count] = start
            places[3 * count + 1] = gap
            places[3 * count + 2] = 0
            count += 1
            continue
        index += row[ROW_SEGMENT + 2] * step
        for more in range(room - gap + 1):
            if third[index >> 6] >> (index & 63) & 1:
                if count >= limit:
                    c[FAULT] = OUT_OF_PLACES
                    return 0
                places[3 * count] = start
                places[3 * count + 1] = gap
                places[3 * count + 2] = more
                count += 1
            index += step
    return count


def list_rows(c: Words, rule: Words) -> int:
    """Write down the matches of all rows of a rule. Returns how many combinations there are.

    `PLACES` holds the numbers of the rows' matches, then room for as many indices, then the matches.
    """
    rows = rule[R_ROWS]
    counts = words(c[PLACES])
    places = at(counts, 2 * rows)
    limit = c[PLACE_LIMIT]
    row = at(rule, R_FIRST_ROW)
    total = 1
    for k in range(rows):
        count = list_places(c, rule, row, places, limit)
        if not count:
            return 0
        counts[k] = count
        total *= count
        limit -= count
        places = at(places, 3 * count)
        row = at(row, row[ROW_SIZE])
    return total


def lacking_plane(c: Words, rule: Words) -> int:
    """A plane without cells that a rule needs, -1 if there is none."""
    needs = at(rule, rule[R_NEEDS])
    live = octets(c[LIVE])
    for k in range(needs[0]):
        if not live[needs[1 + k]]:
            return needs[1 + k]
    return -1


def apply_rule(c: Words, rule: Words) -> int:
    """Apply a rule wherever it matches. Returns whether it did, and whether that made a difference."""
    flags = rule[R_FLAGS]
    changed = 0
    if flags & PLAIN:
        row = at(rule, R_FIRST_ROW)
        if not match_row(c, rule, row):
            return 0
        if flags & HAS_EFFECTS:
            changed = change_matches(c, rule, row, at(rule, rule[R_EFFECTS]))
    elif flags & GATHERED:
        block = at(rule, rule[R_GATHERED])
        row = gathered_row(rule, block[0])
        if not match_gathered(c, rule, row):
            return 0
        if flags & HAS_EFFECTS:
            if stands_apart(c, words(c[SEGMENTS]), at(block, 3), block[2], rule[R_STEP]):
                changed = change_matches(c, rule, row, at(rule, block[1]))
            else:
                # What one match undoes is done again for every match of the other rows.
                changed = change_combinations(c, rule, list_rows(c, rule))
    else:
        total = list_rows(c, rule)
        if not total:
            return 0
        if flags & HAS_EFFECTS:
            changed = change_combinations(c, rule, total)
    queue_commands(c, rule)
    if changed:
        c[CHANGES_MADE] = c[CHANGES_MADE] + 1
        wake_concerned(c)
        return MATCHED | CHANGED
    return MATCHED


def apply_random_group(c: Words, first: int, beyond: int) -> int:
    """Apply one match, drawn from all matches of all rules of a group."""
    stream = words(c[STREAM])
    offsets = words(c[RULE_AT])
    total = 0
    for r in range(first, beyond):
        total += list_rows(c, at(stream, offsets[r]))
    if not total or c[FAULT]:
        return 0
    number = draw(c, total)
    if c[FAULT]:
        return 0
    for r in range(first, beyond):
        rule = at(stream, offsets[r])
        here = list_rows(c, rule)
        if number >= here:
            number -= here
            continue
        counts = words(c[PLACES])
        rows = rule[R_ROWS]
        for k in range(rows):
            counts[rows + k] = number % counts[k]
            number = number // counts[k]
        changed = change_combination(c, rule)
        queue_commands(c, rule)
        if changed:
            wake_concerned(c)
        return changed
    return 0


def apply_group(c: Words, first: int, beyond: int, line: int) -> int:
    """Apply the rules of a group until none of them changes anything. Returns whether one did."""
    awake = words(c[AWAKE])
    light = words(c[LIGHT])
    blocked = words(c[BLOCKED])
    stream = words(c[STREAM])
    offsets = words(c[RULE_AT])
    changed = 0
    for _ in range(c[MAX_PASSES]):
        changed_now = 0
        r = first
        while r < beyond:
            word = awake[r >> 6] >> (r & 63)
            if not word:
                r = ((r >> 6) + 1) << 6
                continue
            r += lowest(word)
            if r >= beyond:
                break
            rule = at(stream, offsets[r])
            bit = 1 << (r & 63)
            lacking = lacking_plane(c, rule)
            result = 0
            if lacking < 0:
                result = apply_rule(c, rule)
            elif not rule[R_FLAGS] & RESTLESS:
                waiting = at(words(c[WAITING]), lacking * c[RULE_WORDS])
                waiting[r >> 6] = waiting[r >> 6] | bit
                blocked[r >> 6] = blocked[r >> 6] | bit
            if result & CHANGED:
                changed_now = 1
            elif not rule[R_FLAGS] & RESTLESS:
                awake[r >> 6] = awake[r >> 6] & ~bit
                light[r >> 6] = light[r >> 6] | bit if result else light[r >> 6] & ~bit
            if c[FAULT]:
                return 0
            r += 1
        if not changed_now:
            return changed
        changed = 1
    note(c, ENDLESS_GROUP, line)
    return changed


def apply_program(c: Words, late: int) -> None:
    """Run rule groups in order, going back to the start of a loop as long as something changes."""
    start = c[EARLY_GROUPS] if late else 0
    count = c[ALL_GROUPS] - c[EARLY_GROUPS] if late else c[EARLY_GROUPS]
    groups = at(words(c[GROUPS]), 4 * start)
    loops = words(c[LOOPS])
    if late:
        loops = at(loops, c[EARLY_GROUPS] + 1)
    banned = octets(c[BANNED])
    changed = 0
    rounds = 0
    index = 0
    while index < count:
        group = at(groups, 4 * index)
        if group[0] < group[1] and (late or not banned[index + 1]):
            if group[2]:
                changed |= apply_random_group(c, group[0], group[1])
            else:
                changed |= apply_group(c, group[0], group[1], group[3])
            if c[FAULT]:
                return
        back = loops[index] if changed else -1
        if back < 0:
            index += 1
            if index == count and changed:
                back = loops[index]
        if back >= 0:
            index = back
            changed = 0
            rounds += 1
            if rounds > c[MAX_LOOPS]:
                line = -1
                if index < count:
                    line = groups[4 * index + 3]
                note(c, ENDLESS_LOOP, line)
                return
