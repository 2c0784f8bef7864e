"""Whether the game can always be won, by partial-order reduction with stubborn sets.

In each state only some of the possible actions are followed, a *stubborn set* (Valmari 1989). It contains every action
that interferes with one of its possible actions (one takes what the other needs), and for each action that is not
possible yet, every action that could add a fact that it lacks. Whatever a player does instead, the actions of the set
can still be done later, with the same result. Therefore, if every kept state leads to a win, so does every state of the
whole game; and a kept state without possible actions in which the game is not won is a dead end. If kept states form a
cycle and none of them leads to a win, the actions that were left out there are followed too.

An action without *rivals*, that is without actions that interfere with it, is a stubborn set by itself. One that has the
very same effect is no rival (two keys for one lock): if a player does that one instead, at any time, the state is one
that is also reached with this one done at once. Most solutions consist of such actions; the search begins behind them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from weakref import WeakKeyDictionary

from puzzlesynth.deadline import check_time
from puzzlesynth.state_limits import STATE_LIMIT
from puzzlesynth.world.ground_task import BitLayout, Fact, GroundTask, Mask, members

from .interference import Interference, given_by_opening

_decided: WeakKeyDictionary[GroundTask, tuple[bool, int]] = WeakKeyDictionary()
"""Whether games have a dead end, and after how many states that was known."""


def has_dead_end(task: GroundTask, limit: int = STATE_LIMIT) -> bool | None:
    """Whether the game can be made unwinnable, without saying how; None: not decided within `limit` states."""
    known = _decided.get(task)
    if known is not None and known[1] <= limit:
        return known[0]
    state, done = after_undisturbed_actions(task)
    if done >= limit:
        return None
    if task.is_won(state):
        _decided[task] = False, done + 1
        return False
    always = can_always_be_won(task)
    if always is not None:
        _decided[task] = not always, 0
        return not always
    reduced = _Reduced(task, state)
    winnable = reduced.walk(limit - done)
    if winnable is None:
        return None
    _decided[task] = not winnable, done + reduced.size
    return not winnable


# --- games in which nothing is ever lost ---------------------------------------------------------------------
# Let every action do no more than make one thing, and always the same thing of an item, whose place nothing else takes.
# Take a way to win, and any state of the game. Go this way from that state, and leave out each action for which there
# is no room: of what it would make, there is then as much as there can be. So there is never less of anything than on
# the way itself, no area is closed that is open there, and at its end the game is won. Hence such a game has no dead
# end if it can be won at all, and whoever does whatever is possible wins it.


def can_always_be_won(task: GroundTask) -> bool | None:
    """Whether every state leads to the win; None: something may be lost."""
    if not _nothing_is_lost(task):
        return None
    # The puzzle's own steps are enough, as a rule.
    rules = {step.rule - 1 for step in task.instance.puzzle.steps}
    known = task.grounder.actions
    own = [number for number in task.numbers if known[number].rule in rules]
    state = _grown(task, task.start, own)
    return task.is_won(state) or task.is_won(_grown(task, state, task.numbers))


def _nothing_is_lost(task: GroundTask) -> bool:
    made: dict[Fact, Fact] = {}
    """For each item's room the thing that takes it."""
    for number in task.numbers:
        change = task.layout.changes[number]
        if not change:
            continue
        if len(change) != 2 or sorted(change.values()) != [-1, 1]:
            return False
        taken, given = sorted(change, key=change.__getitem__)
        if taken[0] != "room" or given[0] != "object" or made.setdefault(taken, given) != given:
            return False
        if any(fact[0] == "room" and fact != taken for fact in task.layout.conditions[number].needs):
            return False
    return True


def _grown(task: GroundTask, state: int, numbers: Iterable[int]) -> int:
    """The state once these actions change nothing any more, or the game is won."""
    layout, solving = task.layout, task.solving
    changed = True
    while changed and not task.is_won(state):
        changed = False
        for number in numbers:
            check_time()
            condition = layout.conditions[number]
            while layout.deltas[number] and (state + condition.bias) & condition.guard == condition.guard:
                state += layout.deltas[number]
                if solving >> number & 1:
                    state = task.settle(state)[0]
                changed = True
    return state


# --- all other games ------------------------------------------------------------------------------------------


class _Rivalries:
    """The rivals of all actions of a layout, by their numbers in the grounder. It grows with the layout."""

    def __init__(self) -> None:
        self._size = 0
        self._needing: dict[int, list[int]] = {}
        self._taking: dict[int, list[int]] = {}
        """By where the fields of facts begin."""
        self._rivals: dict[int, frozenset[int]] = {}

    def grow(self, layout: BitLayout) -> None:
        if self._size < len(layout.flows):
            self._rivals.clear()
        while self._size < len(layout.flows):
            flow = layout.flows[self._size]
            for facts, actions in ((flow.needs, self._needing), (flow.takes, self._taking)):
                for fact in facts:
                    actions.setdefault(fact, []).append(self._size)
            self._size += 1

    def of(self, action: int, layout: BitLayout) -> frozenset[int]:
        found = self._rivals.get(action)
        if found is None:
            flow, deltas = layout.flows[action], layout.deltas
            takers = (other for fact in flow.needs for other in self._taking.get(fact, ()))
            needers = (other for fact in flow.takes for other in self._needing.get(fact, ()))
            found = frozenset([other for other in (*takers, *needers) if deltas[other] != deltas[action]])
            self._rivals[action] = found
        return found


_rivalries: WeakKeyDictionary[BitLayout, _Rivalries] = WeakKeyDictionary()


def after_undisturbed_actions(task: GroundTask) -> tuple[int, int]:
    """The state after those actions of the solution that have no rivals in this puzzle, and how many they are."""
    layout, known, everything = task.layout, task.grounder.actions, frozenset(task.numbers)
    rivalries = _rivalries.get(layout) or _rivalries.setdefault(layout, _Rivalries())
    rivalries.grow(layout)
    state, done = task.start, 0
    for action, after in task.path:
        if not everything.isdisjoint(rivalries.of(action, layout)):
            break
        state, done = after, done + 1
    by_rule: dict[int, list[int]] = {}
    for action in () if task.is_won(state) else task.numbers:
        by_rule.setdefault(known[action].rule, []).append(action)
    for step in task.instance.puzzle.steps:
        for action in by_rule.get(step.rule - 1, ()):
            bias, guard = layout.conditions[action].bias, layout.conditions[action].guard
            possible = (state + bias) & guard == guard and not task.is_won(state)
            if possible and everything.isdisjoint(rivalries.of(action, layout)):
                state += layout.deltas[action]
                if task.solving >> action & 1:
                    state = task.settle(state)[0]
                done += 1
    return state, done


class _Reduced:
    def __init__(self, task: GroundTask, start: int) -> None:
        self._task, self._won_bits = task, task.won
        known = task.grounder.actions
        # What the puzzle asks for late comes first: then there is less that others still wait for.
        rules = {step.rule - 1: -n for n, step in enumerate(task.instance.puzzle.steps)}
        self._interference = interference = Interference(
            task.layout, task.numbers, lambda action: rules.get(known[action].rule, 1)
        )
        self._own: Mask = 0
        """The actions that apply a rule of the puzzle's own steps."""
        self._peaceful: Mask = 0
        """Of the actions that were looked at, those that nothing in this puzzle gets in the way of."""
        self._looked_at: Mask = 0
        self._solving: Mask = 0
        """The actions after which some area may be solved."""
        solving, bit = task.solving, 1
        for action in interference.actions:
            if known[action].rule in rules:
                self._own |= bit
            if solving >> action & 1:
                self._solving |= bit
            bit <<= 1
        self._states = [start]
        self._possible = [interference.possible(start, interference.all)]
        """For each state the actions that are possible there."""
        self._index = {start: 0}
        self._before: list[list[int]] = [[]]
        self._whole = bytearray(1)
        """For each state, whether all of its possible actions have been followed."""
        self._won: list[int] = []
        self._new = [0]

    @property
    def size(self) -> int:
        """The number of states kept so far."""
        return len(self._states)

    @cached_property
    def _opening(self) -> dict[Fact, Mask]:
        return given_by_opening(self._task, self._interference)

    def walk(self, limit: int) -> bool | None:
        at_once = 1
        while True:
            if not self._follow_new(limit):
                return None if len(self._states) > limit else False
            lost = self._lost()
            if not lost:
                return True
            # A cycle: what was left out may lead out of it. The state that was found last comes first.
            partly = [position for position in lost if not self._whole[position]]
            if not partly:
                return False
            for position in partly[-at_once:]:
                self._follow(position, self._possible[position])
                self._whole[position] = 1
            at_once *= 2

    def _follow_new(self, limit: int) -> bool:
        """Expands every new state. False: there were too many, or one of them is a dead end."""
        states, won = self._states, self._won_bits
        while self._new:
            # Depth first: dead ends are at the end of the way.
            position = self._new.pop()
            check_time()
            state = states[position]
            if state & won == won:
                self._won.append(position)
                continue
            possible = self._possible[position]
            if not possible or len(states) > limit:
                return False
            followed = self._stubborn(state, possible)
            self._whole[position] = followed == possible
            # Actions that are not part of the puzzle come first, because they are more likely to spoil something.
            self._follow(position, followed & self._own)
            self._follow(position, followed & ~self._own)
        return True

    def _follow(self, position: int, actions: Mask) -> None:
        """Adds the states after some actions of a state."""
        interference, index, state = self._interference, self._index, self._states[position]
        while actions:
            low = actions & -actions
            actions ^= low
            action = low.bit_length() - 1
            new = done = state + interference.deltas[action]
            if low & self._solving:
                new = self._task.settle(new)[0]
            target = index.get(new)
            if target is None:
                target = index[new] = len(index)
                self._states.append(new)
                touched = interference.all if new != done else interference.touched(action)
                still = self._possible[position] & ~touched
                self._possible.append(still | interference.possible(new, touched))
                self._before.append([])
                self._whole.append(0)
                self._new.append(target)
            self._before[target].append(position)

    def _lost(self) -> list[int]:
        """The kept states from which no kept state leads to the win."""
        todo = self._won[:]
        fine = bytearray(len(self._states))
        for position in todo:
            fine[position] = 1
        while todo:
            for position in self._before[todo.pop()]:
                if not fine[position]:
                    fine[position] = 1
                    todo.append(position)
        return [position for position, leads in enumerate(fine) if not leads]

    def _stubborn(self, state: int, possible: int) -> int:
        """The possible actions of the smallest stubborn set that one of them leads to, the puzzle's own steps first:
        they lead to the win."""
        if possible & ~self._looked_at:
            self._look_at(possible & ~self._looked_at)
        alone = possible & self._peaceful & self._own or possible & self._peaceful
        if alone:
            return alone & -alone
        best, fewest = possible, possible.bit_count()
        for todo in (possible & self._own, possible & ~self._own):
            while todo and fewest > 1:
                seed = todo & -todo
                todo ^= seed
                found = self._closed(state, possible, seed, fewest)
                if found:
                    best, fewest = found, found.bit_count()
        return best

    def _look_at(self, actions: Mask) -> None:
        """Finds out which of these actions are peaceful."""
        self._looked_at |= actions
        for action in members(actions):
            if not self._interference.rivals(action):
                self._peaceful |= 1 << action

    def _closed(self, state: int, possible: Mask, seed: Mask, fewest: int) -> Mask:
        """The possible actions of the stubborn set of a seed; 0: it is not smaller than the best so far."""
        inside = todo = seed
        outside, rivals = self._interference.all & ~seed, self._interference.rivals
        while todo:
            low = todo & -todo
            todo ^= low
            action = low.bit_length() - 1
            new = (rivals(action) if low & possible else self._bringing(state, action)) & outside
            if new:
                inside |= new
                outside ^= new
                todo |= new
                if (inside & possible).bit_count() >= fewest:
                    return 0
        return inside & possible

    def _bringing(self, state: int, action: int) -> Mask:
        """A set of actions one of which must come before an action that is not possible now."""
        fact = self._interference.missing(action, state)
        assert fact is not None, "the action is possible"
        return self._interference.givers(fact) | self._opening.get(fact, 0)
