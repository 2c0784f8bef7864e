"""Whether the game can always be won, by partial-order reduction with stubborn sets.

In each state only some of the possible actions are followed, a *stubborn set* (Valmari 1989). It contains every action
that interferes with one of its possible actions (one takes what the other needs), and for each action that is not
possible yet, every action that could add a fact that it lacks. Whatever a player does instead, the actions of the set
can still be done later, with the same result. Therefore, if every kept state leads to a win, so does every state of the
whole game; and a kept state without possible actions in which the game is not won is a dead end. If kept states form a
cycle and none of them leads to a win, the actions that were left out there are followed too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple
from weakref import WeakKeyDictionary

from puzzlesynth.deadline import check_time
from puzzlesynth.pack.model import Area
from puzzlesynth.state_limits import STATE_LIMIT
from puzzlesynth.world.ground_task import BitLayout, Fact, GroundTask, Mask

_decided: WeakKeyDictionary[GroundTask, tuple[bool, int]] = WeakKeyDictionary()
"""Whether games have a dead end, and after how many states that was known."""


def has_dead_end(task: GroundTask, limit: int = STATE_LIMIT) -> bool | None:
    """Whether the game can be made unwinnable, without saying how; None: not decided within `limit` states."""
    known = _decided.get(task)
    if known is not None and known[1] <= limit:
        return known[0]
    always = can_always_be_won(task)
    if always is not None:
        _decided[task] = not always, 0
        return not always
    reduced = _Reduced(task)
    winnable = reduced.walk(limit)
    if winnable is None:
        return None
    _decided[task] = not winnable, reduced.size
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


# --- all others ---------------------------------------------------------------------------------------------


class _Reduced:
    def __init__(self, task: GroundTask) -> None:
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
        """The actions that nothing in this puzzle gets in the way of."""
        self._solving: Mask = 0
        """The actions after which some area may be solved."""
        for number, action in enumerate(interference.actions):
            self._own |= (known[action].rule in rules) << number
            self._peaceful |= (not interference.rivals[number]) << number
            self._solving |= (task.solving >> action & 1) << number
        self._states = [task.start]
        self._possible = [interference.possible(task.start, interference.all)]
        """For each state the actions that are possible there."""
        self._index = {task.start: 0}
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
            new = state + interference.deltas[action]
            settles = low & self._solving
            if settles:
                new = self._task.settle(new)[0]
            target = index.get(new)
            if target is None:
                target = index[new] = len(index)
                self._states.append(new)
                touched = interference.all if settles else interference.touched(action)
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

    def _closed(self, state: int, possible: Mask, seed: Mask, fewest: int) -> Mask:
        """The possible actions of the stubborn set of a seed; 0: it is not smaller than the best so far."""
        inside = todo = seed
        outside, rivals = self._interference.all & ~seed, self._interference.rivals
        while todo:
            low = todo & -todo
            todo ^= low
            action = low.bit_length() - 1
            new = (rivals[action] if low & possible else self._bringing(state, action)) & outside
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


def given_by_opening(task: GroundTask, interference: Interference) -> dict[Fact, Mask]:
    """For each fact that opening areas can add, the actions that can solve an area on the way to it."""
    found: dict[Fact, Mask] = {}
    openings = Openings(task)
    for area, facts in task.goal_facts.items():
        solvers = 0
        for number in facts:
            solvers |= interference.givers(("object", number))
        for fact in openings.following([area]).facts:
            found[fact] = found.get(fact, 0) | solvers
    return found


class Consequences(NamedTuple):
    """The facts that may follow at once when areas are solved."""

    areas: list[str]
    """The areas that are solved, these among them."""
    facts: set[Fact]
    """Areas that open, and what comes into reach in them."""


class Openings:
    """The facts that follow when areas open."""

    def __init__(self, task: GroundTask) -> None:
        self._areas: Mapping[str, Area] = task.axioms.areas
        self._open_bit: Collection[str] = task.open_bit
        objects = task.objects
        self._revealed: dict[str, list[Fact]] = {}
        """For each area, the objects that come into reach when it opens."""
        hidden_in: dict[int, list[str]] = {}
        for before, after in task.reached.revealed:
            hidden_in.setdefault(after, []).append(objects[before].area)
            self._revealed.setdefault(objects[before].area, []).append(("object", after))
        self._met_in: dict[str, list[str]] = {}
        """For each area, the areas whose goal an object meets that may lie there at the start."""
        # Nothing happens in an area before it opens, so it then contains only what lies there at the start.
        lying = set(task.reached.start)
        for goal, facts in task.goal_facts.items():
            for fact in facts:
                for place in (objects[fact].area if fact in lying else "", *hidden_in.get(fact, ())):
                    if place:
                        self._met_in.setdefault(place, []).append(goal)

    def following(self, solved: Iterable[str]) -> Consequences:
        """When these areas are solved others open, and what is there may solve yet others."""
        found: set[Fact] = set()
        todo = list(dict.fromkeys(solved))
        for area in todo:
            for name in self._areas[area].connects:
                if name in self._open_bit and ("open", name) not in found:
                    found.add(("open", name))
                    found.update(self._revealed.get(name, ()))
                    todo += [other for other in self._met_in.get(name, ()) if other not in todo]
        return Consequences(todo, found)


class Settlement:
    """The states after actions, with the axioms applied. These depend on few facts, so the result is cached."""

    def __init__(self, task: GroundTask) -> None:
        self._task, self._openings = task, Openings(task)
        self._known: dict[tuple[str, ...], tuple[int, dict[int, int]]] = {}
        """By the areas that an action may solve: the bits that it depends on, and by these what is added to a state."""

    def settled(self, state: int, action: int) -> int:
        """A state to which the action's own change has been added."""
        areas = self._task.solves[action]
        known = self._known.get(areas)
        if known is None:
            known = self._known[areas] = self._bits(areas), {}
        bits, changes = known
        change = changes.get(state & bits)
        if change is None:
            change = changes[state & bits] = self._task.settle(state, areas)[0] - state
        return state + change

    def _bits(self, solved: Iterable[str]) -> int:
        task = self._task
        areas, facts = self._openings.following(solved)
        found = 0
        for area in areas:
            found |= task.solved_bit[area]
            for mask, gate in task.axioms.goals[area]:
                found |= mask | gate
        for fact in facts:
            kind, name = fact
            if kind == "open":
                found |= task.open_bit[str(name)]
                for mask, _, _ in task.axioms.reveals.get(str(name), ()):
                    found |= mask
        return found


class Interference:
    def __init__(self, layout: BitLayout, actions: Collection[int], rank: Callable[[int], int]) -> None:
        """Those with the lowest rank come first."""
        self.actions = sorted(actions, key=lambda action: (rank(action), layout.names[action]))
        """By the numbers that the grounder has for them."""
        self.all: Mask = (1 << len(actions)) - 1
        self._tests = [(c.bias, c.guard) for c in map(layout.conditions.__getitem__, self.actions)]
        self.deltas = [layout.deltas[action] for action in self.actions]
        self._needs = [layout.needs[action] for action in self.actions]
        self._fields = layout.fields
        self._flows = [layout.flows[action] for action in self.actions]
        # By where the fields of facts begin, which is quicker to look up than facts.
        self._needing: dict[int, Mask] = {}
        self._taking: dict[int, Mask] = {}
        self._giving: dict[int, Mask] = {}
        needing, taking, giving = self._needing.get, self._taking.get, self._giving.get
        bit = 1
        for flow in self._flows:
            for fact in flow.needs:
                self._needing[fact] = needing(fact, 0) | bit
            for fact in flow.takes:
                self._taking[fact] = taking(fact, 0) | bit
            for fact in flow.gives:
                self._giving[fact] = giving(fact, 0) | bit
            bit <<= 1
        self.rivals = [self._rivals(number) for number in range(len(actions))]
        """For each action those that can take from it what it needs, or lose to it what they need."""
        self._touched: dict[int, Mask] = {}

    def _rivals(self, number: int) -> Mask:
        check_time()
        found, flow = 0, self._flows[number]
        for fact in flow.needs:
            found |= self._taking.get(fact, 0)
        for fact in flow.takes:
            found |= self._needing.get(fact, 0)
        return found & ~(1 << number)

    def touched(self, number: int) -> Mask:
        """The actions that may become possible, or impossible, when this one is done."""
        found = self._touched.get(number)
        if found is None:
            found, flow = 0, self._flows[number]
            for fact in (*flow.takes, *flow.gives):
                found |= self._needing.get(fact, 0)
            self._touched[number] = found
        return found

    def givers(self, fact: Fact) -> Mask:
        """The actions that bring a fact about."""
        return self._giving.get(self._fields[fact][0], 0)

    def missing(self, number: int, state: int) -> Fact | None:
        """The first fact that an action lacks in a state; None: it is possible."""
        for fact, bias, guard in self._needs[number]:
            if (state + bias) & guard != guard:
                return fact
        return None

    def needs(self, number: int) -> Iterator[Fact]:
        return (fact for fact, _, _ in self._needs[number])

    def tests(self, number: int) -> list[tuple[Fact, int, int]]:
        """The facts that an action needs, each with the bias and the guard of its test."""
        return self._needs[number]

    def possible(self, state: int, actions: Mask) -> Mask:
        """Those of some actions that are possible in a state."""
        tests, found = self._tests, 0
        while actions:
            low = actions & -actions
            actions ^= low
            bias, guard = tests[low.bit_length() - 1]
            if (state + bias) & guard == guard:
                found |= low
        return found
