"""The number of states that a player can reach, without visiting each of them, and of orders of actions.

Actions are put into an order in which every state can be reached: an action that brings about what another one needs
comes before it, and so does one that needs what another one takes away. Whatever a player does can be done in this
order as well, since of two neighbours in the wrong order neither needs the other. So it is enough to do each action
once in all states that the earlier ones lead to. Actions that have to wait for each other, in a circle, are repeated
until they lead to nothing new.

Facts that no later action needs or changes make no difference any more. They are set aside: states that differ in
nothing else become one, with the set of everything that was set aside. These sets are shared and joined like the nodes
of a decision diagram, and counted at the end.

A game that is won is over. So the states in which the game is won are counted last: one action leads to them from the
states in which it is not won.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from puzzlesynth.deadline import check_time
from puzzlesynth.world.ground_task import GroundTask, Mask

from .interference import Openings, Settlement

MANY_AREAS = 12
"""With this many, many may be possible at once, which is tested first."""


def count_states(
    task: GroundTask, limit: int, start: int | None = None, goal: int | None = None
) -> int | None:
    """The number of states that an exploration finds; None: more than `limit`.

    `start`: another state than that of the task. `goal`: bits that end the game when all are there, if it does not end
    when it is won.
    """
    begin = task.start if start is None else start
    bits = task.won if goal is None else goal
    if begin & bits == bits:
        return 1
    if len(task.solved_bit) >= MANY_AREAS:
        from .interference import has_more_states

        if has_more_states(task, limit, begin, bits):
            return None
    count = _StateCount(task, begin, bits, limit)
    last = bits & ~count.opening
    while True:
        found = count.run(last)
        more = count.possibly_last() & ~last
        if found is None or not more:
            return found
        last |= more


class _AsideSets:
    """Sets of what was set aside, as linked nodes: which bits, and the set of what was set aside before."""

    NOTHING = 0
    """The set in which nothing was set aside."""

    def __init__(self) -> None:
        self._members: list[dict[int, int]] = [{}]
        self.sizes = [1]
        self._known: dict[tuple[int, int] | frozenset[tuple[int, int]], int] = {}
        self._unions: dict[tuple[int, int], int] = {}

    def make(self, members: dict[int, int]) -> int:
        key = next(iter(members.items())) if len(members) == 1 else frozenset(members.items())
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = len(self._members)
            self._members.append(members)
            self.sizes.append(sum(map(self.sizes.__getitem__, members.values())))
        return found

    def union(self, one: int, other: int) -> int:
        """The union of two sets at the same depth."""
        if one == other:
            return one
        key = (one, other) if one < other else (other, one)
        found = self._unions.get(key)
        if found is None:
            members = dict(self._members[one])
            for aside, before in self._members[other].items():
                known = members.get(aside)
                members[aside] = before if known is None else self.union(known, before)
            found = self._unions[key] = self.make(members)
        return found


States = dict[int, int]
"""What still makes a difference in a state, and the set of what was set aside."""


Operator = tuple[int, int, int, int, int]
"""An action with the bias and the guard of its condition, its change, and the areas whose goals it may meet."""


class _StateCount:
    def __init__(self, task: GroundTask, start: int, goal: int, limit: int) -> None:
        self._task, self._start, self._goal, self._limit = task, start, goal, limit
        self._solving = [task.solved_bits(areas) for areas in task.solves]
        """For each action the areas whose goals it may meet."""
        self._tests = [(condition.bias, condition.guard) for condition in task.conditions]
        self._winning: list[Mask] = []
        """For each action the areas that may be solved when it is done."""
        self.opening = self._sole_openers()
        self._gates = self._goals_and_gates()
        self._settlement = Settlement(task)
        self._touched: list[int] = []
        """For each action the bits that it may need or change."""
        self._blocks = self._in_order()
        self._seen: States = {}

    def _in_order(self) -> list[list[int]]:
        """The actions in the order in which they are done; together those that have to wait for each other."""
        task, layout = self._task, self._task.layout
        flows, needing = task.flows, task.needing
        taking: dict[int, Mask] = {}
        for number, flow in enumerate(flows):
            for begin in flow.takes:
                taking[begin] = taking.get(begin, 0) | 1 << number
        openings = Openings(task)
        after: list[Mask] = []
        for number, flow in enumerate(flows):
            check_time()
            later = touched = solved = 0
            if task.solves[number]:
                areas, facts = openings.following(task.solves[number])
                solved = sum(task.solved_bit[area] for area in areas)
                for fact in facts:
                    touched |= layout.mask(fact)
                    later |= needing.get(layout.fields[fact][0], 0)
            for begin in flow.gives:
                later |= needing.get(begin, 0)
            for begin in flow.needs:
                later |= taking.get(begin, 0)
            for fact in (*task.conditions[number].needs, *task.changes[number]):
                touched |= layout.mask(fact)
            after.append(later & ~(1 << number))
            self._touched.append(touched)
            self._winning.append(solved)
        return strong_components(after)

    def _goals_and_gates(self) -> int:
        """The bits that solving and opening depend on."""
        task = self._task
        found = sum(task.open_bit.values()) | sum(task.solved_bit.values())
        for ways in task.axioms.goals.values():
            for mask, _ in ways:
                found |= mask
        for revealed in task.axioms.reveals.values():
            for mask, _, _ in revealed:
                found |= mask
        return found

    def _sole_openers(self) -> int:
        """The areas that are hardly solved last: they alone open another one."""
        task = self._task
        opened_by: dict[str, list[int]] = {}
        for area, bit in task.solved_bit.items():
            for name in task.axioms.areas[area].connects:
                if task.open_bit.get(name, 0) & ~self._start:
                    opened_by.setdefault(name, []).append(bit)
        return sum({bits[0] for bits in opened_by.values() if len(bits) == 1})

    def run(self, last: int) -> int | None:
        """The number of states, if no other area than these is solved last."""
        final = [number for number, solved in enumerate(self._solving) if solved & last]
        sets = _AsideSets()
        kept = list(self._kept(final))
        states: States = {self._start & kept[-1]: sets.NOTHING}
        for block, now, then in zip(self._blocks, kept[-1::-1], kept[-2::-1], strict=False):
            if not self._closed(states, block, sets):
                return None
            # If no two states become one, all of it can be set aside later.
            if now != then and len({state & then for state in states}) < len(states):
                apart: dict[int, dict[int, int]] = {}
                for state, aside in states.items():
                    kept_part = state & then
                    apart.setdefault(kept_part, {})[state ^ kept_part] = aside
                states = {state: sets.make(asides) for state, asides in apart.items()}
        self._seen = states
        won: States = {}
        for number in final:
            for state, aside in self._winning_states(states, number):
                known = won.get(state)
                won[state] = aside if known is None else sets.union(known, aside)
        total = _size(states, sets) + _size(won, sets)
        return total if total <= self._limit else None

    def possibly_last(self) -> int:
        """The areas of the actions that may win in one of the states that were found."""
        missing = {self._goal & ~state for state in self._seen}
        pairs = zip(self._solving, self._winning, strict=True)
        found = 0
        for solving, winning in pairs:
            if solving and any(bits & ~winning == 0 for bits in missing):
                found |= solving
        return found

    def _kept(self, final: Iterable[int]) -> Iterator[int]:
        """The bits that make a difference after the last block, after the one before it, ..., and at the start."""
        bits = self._gates
        for number in final:
            bits |= self._touched[number]
        yield bits
        for block in reversed(self._blocks):
            for number in block:
                bits |= self._touched[number]
            yield bits

    def _closed(self, states: States, block: list[int], sets: _AsideSets) -> bool:
        """Adds what the actions of a block lead to. False: there are too many."""
        sizes, known_as, room = sets.sizes, states.get, self._limit - _size(states, sets)
        goal, settled = self._goal, self._settlement.settled
        operators = [(n, *self._tests[n], self._task.deltas[n], self._solving[n]) for n in block]
        changed = dict.fromkeys(states)
        """The states that are new, or have a larger set."""
        while changed:
            check_time()
            batch, changed = changed, {}
            for state in batch:
                aside = states[state]
                for number, bias, guard, delta, solving in operators:
                    if (state + bias) & guard != guard:
                        continue
                    after = state + delta
                    if solving:
                        if solving & ~state:
                            after = settled(after, number)
                        if after & goal == goal:
                            continue
                    known = known_as(after)
                    if known is None:
                        room -= sizes[aside]
                    elif known == aside or (joined := sets.union(known, aside)) == known:
                        continue
                    else:
                        room -= sizes[joined] - sizes[known]
                    states[after] = aside if known is None else joined
                    changed[after] = None
                if room < 0:
                    return False
        return True

    def _winning_states(self, states: States, number: int) -> Iterator[tuple[int, int]]:
        """The states after an action in which the game is won, each with what was set aside."""
        (bias, guard), delta = self._tests[number], self._task.deltas[number]
        for state, aside in states.items():
            if (state + bias) & guard == guard:
                after = self._settlement.settled(state + delta, number)
                if after & self._goal == self._goal:
                    yield after, aside


def _size(states: States, sets: _AsideSets) -> int:
    return sum(map(sets.sizes.__getitem__, states.values()))


def strong_components(after: list[Mask]) -> list[list[int]]:
    """The strongly connected components of a graph, each before those that it leads to (Tarjan 1972), without recursion.

    `after`: for each node those that it leads to."""
    size = len(after)
    order, low = [0] * size, [0] * size
    """When each was met (0: not yet), and the earliest that it leads back to."""
    open_nodes: list[int] = []
    found: list[list[int]] = []
    met, done = 0, size + 1
    left = list(after)
    for root in range(size - 1, -1, -1):
        path = [] if order[root] else [root]
        while path:
            node = path[-1]
            if not order[node]:
                met += 1
                order[node] = low[node] = met
                open_nodes.append(node)
            if left[node]:
                bit = left[node] & -left[node]
                left[node] ^= bit
                target = bit.bit_length() - 1
                if not order[target]:
                    path.append(target)
                else:
                    low[node] = min(low[node], low[target])
                continue
            path.pop()
            if path:
                low[path[-1]] = min(low[path[-1]], low[node])
            if low[node] == order[node]:
                place = open_nodes.index(node)
                found.append(open_nodes[place:])
                for member in open_nodes[place:]:
                    low[member] = done
                del open_nodes[place:]
    return found[::-1]


PendingTest = tuple[Mask, int, int]
"""The bit of a pending action with the bias and the guard that tell whether it is possible."""


class PendingAction(NamedTuple):
    """An action with *still to be done* among its conditions."""

    action: int
    bias: int
    guard: int
    delta: int
    solving: int
    """The areas whose goals it may meet."""
    todo: int
    """The bits that count how often it is still to be done."""
    shift: int


Followers = tuple[PendingAction, Mask, list[PendingTest]]
"""A pending action, those that are as possible after it as before unless areas open, and the tests of the others."""


class PendingActions:
    """Actions that are still to be done, each a number of times. The number is kept in bits above those of the state, so
    that one test says whether an action is possible and not done yet."""

    def __init__(self, task: GroundTask, start: int, goal: int, actions: Sequence[int]) -> None:
        self._task, self.actions, self.goal, self.size = task, actions, goal, len(actions)
        self._settled = Settlement(task).settled
        self.entries: list[PendingAction] = []
        self.start = start  # with nothing done
        shift, conditions, deltas = task.layout.end, task.conditions, task.deltas
        for action, times in sorted(Counter(actions).items()):
            width = times.bit_length()
            todo = ((1 << width) - 1) << shift
            condition = conditions[action]
            self.entries.append(
                PendingAction(
                    action,
                    # As in `BitLayout`: adding 2^w - 1 sets the spare bit where the count is not 0.
                    condition.bias + todo,
                    condition.guard | 1 << (shift + width),
                    deltas[action] - (1 << shift),
                    task.solved_bits(task.solves[action]),
                    todo,
                    shift,
                )
            )
            self.start += times << shift
            shift += width + 1

    @cached_property
    def _tests(self) -> list[PendingTest]:
        return [(1 << entry.action, entry.bias, entry.guard) for entry in self.entries]

    @cached_property
    def followers(self) -> dict[Mask, Followers]:
        """By the bit of each pending action, which is that of the action."""
        retests, found = self._task.retests, dict[Mask, Followers]()
        for entry in self.entries:
            # It is one of them itself, and is to be done once less.
            own = 1 << entry.action
            untouched = retests(entry.action)[0] & ~own
            tests = [test for test in self._tests if not test[0] & untouched]
            found[own] = entry, untouched, tests
        return found

    def possible(self, state: int) -> Mask:
        """The pending actions that can be done in a state."""
        found = 0
        for bit, bias, guard in self._tests:
            if (state + bias) & guard == guard:
                found |= bit
        return found

    def after(self, state: int, entry: PendingAction) -> int:
        new = state + entry.delta
        if entry.solving & ~state:
            return self._settled(new, entry.action)
        return new

    def is_over(self, state: int) -> bool:
        return state & self.goal == self.goal


def count_orders(
    task: GroundTask, actions: Sequence[int], most: int, start: int | None = None, goal: int | None = None
) -> int | None:
    """In how many orders these actions can be done so that the last one wins; None: there are more than `most` sets.

    `start`, `goal`: another state than that of the task, and the bits that end it, if it is not the whole game."""
    begin = task.start if start is None else start
    pending = PendingActions(task, begin, task.won if goal is None else goal, actions)
    if len(actions) >= 2 * most.bit_length():
        from .interference import has_wide_state

        if has_wide_state(task, begin, actions, most.bit_length()):
            return None
    layer = {pending.start: 1}
    possible = {pending.start: pending.possible(pending.start)}
    room = most - 1
    for _ in actions:
        new = _next_layer(pending, layer, possible, room)
        if new is None:
            return None
        layer, possible = new
        room -= len(layer)
    return sum(ways for state, ways in layer.items() if pending.is_over(state))


def _next_layer(
    pending: PendingActions, layer: dict[int, int], possible: dict[int, Mask], room: int
) -> tuple[dict[int, int], dict[int, Mask]] | None:
    """The sets with one more action, in how many orders each can have been done, and what is possible next; None: they
    are more than there is room for."""
    ways_to: dict[int, int] = {}
    next_possible: dict[int, Mask] = {}
    followers, after, known = pending.followers, pending.after, ways_to.get
    check_time()
    for state, ways in layer.items():
        can_be_done = left = possible[state]
        while left:
            bit = left & -left
            left ^= bit
            entry, untouched, tests = followers[bit]
            new = state + entry.delta
            settles = entry.solving & ~state
            if settles:
                new = after(state, entry)
            before = known(new)
            if before is not None:
                ways_to[new] = before + ways
                continue
            ways_to[new] = ways
            if settles:
                next_possible[new] = pending.possible(new)
                continue
            can = can_be_done & untouched
            for other, bias, guard in tests:
                if (new + bias) & guard == guard:
                    can |= other
            next_possible[new] = can
        if len(ways_to) > room:
            return None
    return ways_to, next_possible
