"""Which actions interfere: one takes what another needs, gives what it lacks, or opens the area in which that lies.

Stubborn sets are computed from this relation, for the whole game and for a single goal. Independent actions give a
lower bound: n that are possible at once lead to 2 to the n states, without exploring any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from puzzlesynth.deadline import check_time
from puzzlesynth.pack.model import Area
from puzzlesynth.world.ground_task import BitLayout, Fact, GroundTask, Mask


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
        self._rivals: dict[int, Mask] = {}
        self._touched: dict[int, Mask] = {}

    def rivals(self, number: int) -> Mask:
        """The actions that can take from this one what it needs, or lose to it what they need."""
        found = self._rivals.get(number)
        if found is None:
            found, flow = 0, self._flows[number]
            for fact in flow.needs:
                found |= self._taking.get(fact, 0)
            for fact in flow.takes:
                found |= self._needing.get(fact, 0)
            found = self._rivals[number] = found & ~(1 << number)
        return found

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


# --- independent actions ---------------------------------------------------------------------------------------


def has_more_states(task: GroundTask, limit: int, start: int, goal: int) -> bool:
    """True: certainly more than `limit` states follow from one. False: unknown."""
    last = next(area for area, bit in reversed(task.solved_bit.items()) if goal & bit & ~start)
    openings = Openings(task)
    harmless = {areas: last not in openings.following(areas).areas for areas in set(task.solves)}
    # The game cannot be won without this area, so nothing ends it.
    actions = [number for number, areas in enumerate(task.solves) if harmless[areas]]
    return has_wide_state(task, start, actions, limit.bit_length())


def has_wide_state(task: GroundTask, start: int, actions: Iterable[int], width: int) -> bool:
    """Whether this many of these actions are found to be possible at once, and independent of each other.

    Does them one after the other, each once: first those that open areas, and among them the one that has been possible
    longest."""
    openings = Openings(task)
    opens = {areas: bool(openings.following(areas).facts) for areas in set(task.solves)}
    state, waiting, ready = start, list(dict.fromkeys(actions)), list[int]()
    while True:
        check_time()
        ready = [number for number in ready if number in waiting and task.holds(state, number)]
        ready += [number for number in waiting if number not in ready and task.holds(state, number)]
        if len(ready) >= width and len(_independent(task, ready)) >= width:
            return True
        if not ready:
            return False
        number = next((one for one in ready if opens[task.solves[one]]), ready[0])
        waiting.remove(number)
        state = task.successor(state, number)


def _independent(task: GroundTask, actions: Sequence[int]) -> list[int]:
    """Of some possible actions, those that take something that no other one needs, takes or gives."""
    flows = [task.layout.flows[task.numbers[number]] for number in actions]
    chosen: list[int] = []
    taken: set[int] = set()
    involved: set[int] = set()
    for number, flow in zip(actions, flows, strict=True):
        takes, all_of_it = set(flow.takes), {*flow.needs, *flow.takes, *flow.gives}
        if takes and takes.isdisjoint(involved) and all_of_it.isdisjoint(taken):
            chosen.append(number)
            taken |= takes
            involved |= all_of_it
    return chosen
