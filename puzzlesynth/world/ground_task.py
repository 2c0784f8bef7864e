"""The ground task of a puzzle: its facts and actions, ready for search and proof.

Facts have the numbers of the grounder that the puzzles of a pack share, and states have its bit layout, so what a
pack's puzzles have in common is computed once. The actions of a puzzle are numbered from 0, in the order in which
relaxed reachability meets them; this order is the same in every process.

A state is one integer, an action an addition, a condition an addition and a mask. Every fact has a field of bits that
counts it, with a spare bit on top. Adding `2^w - k` to a field of width `w` sets the spare bit exactly if the fact holds
at least `k` times, so one addition and one comparison test all the conditions of an action at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple
from weakref import WeakKeyDictionary, ref

from puzzlesynth.deadline import check_time
from puzzlesynth.pack.model import Pack, Term
from puzzlesynth.puzzle.model import Puzzle

from .events import Event
from .grounder import MOST_ACTIONS, REACH, GroundAction, Grounder, located_objects, reachable_from
from .state import Axioms, PuzzleInstance, State, puzzle_instance, start_state, ways_to_meet

Fact = tuple[str, str | int]
"""("object", number), ("open", area), ("solved", area) or ("room", item)."""

Mask = int
"""A set of actions: the bits at their numbers."""


class Condition(NamedTuple):
    """What must be there, and how often."""

    needs: dict[Fact, int]
    bias: int
    guard: int


class FactFlow(NamedTuple):
    """The facts that an action needs, takes and gives, each by where its field begins."""

    needs: tuple[int, ...]
    takes: tuple[int, ...]
    gives: tuple[int, ...]


class BitLayout:
    """Where the field of each fact is, and what each action needs and changes.

    It grows with its grounder and serves every puzzle that shares it; what it contains never changes.
    """

    def __init__(self, pack: Pack, grounder: Grounder) -> None:
        self.fields: dict[Fact, tuple[int, int]] = {}
        """For each fact where its field begins and how wide it is (without the spare bit)."""
        self.end = 0
        """Where the next field begins: all bits of a state are below."""
        self.open_bit = {name: 1 << self._new_field(("open", name), 1) for name in pack.areas}
        self.solved_bit = {name: 1 << self._new_field(("solved", name), 1) for name in pack.areas}
        self.room_for: dict[str, int] = {}
        """What one more object of an item that can be made takes from the room for it."""
        self.empty = 0
        """The state in which there is nothing, and room for everything."""
        for name in grounder.makeable:
            limit = grounder.limit(name)
            shift = self._new_field(("room", name), limit)
            self.room_for[name] = 1 << shift
            self.empty += limit << shift
        self.objects: list[int] = []
        """One object of each fact, as a state has it."""
        self.conditions: list[Condition] = []
        self.needs: list[list[tuple[Fact, int, int]]] = []
        """For each action the things that it needs, each with its own test."""
        self.names = grounder.names
        """For each action, a description that does not depend on when it was found."""
        self._texts = grounder.texts
        self.deltas: list[int] = []
        self.changes: list[dict[Fact, int]] = []
        self.flows: list[FactFlow] = []
        self.by_inputs: dict[tuple[int, tuple[int | None, ...]], list[int]] = {}
        """The actions of each rule by the facts of its inputs."""
        self._giving: dict[Fact, Mask] = {}
        self._solving: dict[int, Mask] = {}

    def _new_field(self, fact: Fact, most: int) -> int:
        width = max(1, most.bit_length())
        self.fields[fact] = shift, _ = self.end, width
        self.end += width + 1
        return shift

    def grow(self, grounder: Grounder) -> None:
        """Take over what the grounder has added."""
        if len(self.objects) == len(grounder.objects) and len(self.conditions) == len(grounder.actions):
            return
        self._solving.clear()
        for number in range(len(self.objects), len(grounder.objects)):
            located = grounder.objects[number]
            limit = grounder.limit(located.node.form.item.name)
            self.objects.append(1 << self._new_field(("object", number), limit))
        for number in range(len(self.conditions), len(grounder.actions)):
            check_time()
            self._add_action(grounder, number)

    def _add_action(self, grounder: Grounder, number: int) -> None:
        action = grounder.actions[number]
        condition, change = self._condition(action), self._net_effect(action)
        self.conditions.append(condition)
        self.needs.append(
            [
                (fact, *self._test(fact, condition.needs[fact]))
                for fact in sorted(condition.needs, key=self._text)
            ]
        )
        self.deltas.append(sum(count << self.fields[fact][0] for fact, count in change.items()))
        self.changes.append(change)
        begin = {fact: self.fields[fact][0] for fact in (*condition.needs, *change)}
        self.flows.append(
            FactFlow(
                tuple([begin[fact] for fact in condition.needs]),
                tuple([begin[fact] for fact, count in change.items() if count < 0]),
                tuple([begin[fact] for fact, count in change.items() if count > 0]),
            )
        )
        if action.fails:
            return
        self.by_inputs.setdefault((action.rule, action.inputs), []).append(number)
        for fact, count in change.items():
            if count > 0:
                self._giving[fact] = self._giving.get(fact, 0) | 1 << number

    def _test(self, fact: Fact, count: int) -> tuple[int, int]:
        """The bias and the guard of the test for a fact that holds this many times."""
        shift, width = self.fields[fact]
        full = 1 << width
        return (full - count if count < full else 0) << shift, full << shift

    def _condition(self, action: GroundAction) -> Condition:
        needs: dict[Fact, int] = {}
        for fact in action.inputs:
            needs["object", fact] = needs.get(("object", fact), 0) + 1
        if action.area != REACH:
            needs["open", action.area] = 1
        created = {item.name for item in action.items}
        needs |= {("room", name): count for name, count in action.made if count > 0 and name in created}
        tests = [self._test(fact, count) for fact, count in needs.items()]
        return Condition(needs, sum(bias for bias, _ in tests), sum(guard for _, guard in tests))

    def _net_effect(self, action: GroundAction) -> dict[Fact, int]:
        change: Counter[Fact] = Counter()
        for fact in action.inputs:
            change["object", fact] -= 1
        for fact in action.outputs:
            change["object", fact] += 1
        for name, count in action.made:
            if name in self.room_for:
                change["room", name] = -count
        return {fact: count for fact, count in change.items() if count}

    def mask(self, fact: Fact) -> int:
        """The bits that count a fact."""
        shift, width = self.fields[fact]
        return ((1 << width) - 1) << shift

    def _text(self, fact: Fact) -> str:
        kind, what = fact
        return self._texts[what] if isinstance(what, int) else f"{kind} {what}"

    def solving(self, grounder: Grounder, goal: Term) -> Mask:
        """The actions whose results can meet a goal of the pack."""
        found = self._solving.get(id(goal))
        if found is None:
            found = 0
            for fact in grounder.meeting(goal):
                found |= self._giving.get(("object", fact), 0)
            self._solving[id(goal)] = found
        return found


_layouts: WeakKeyDictionary[Grounder, BitLayout] = WeakKeyDictionary()


def bit_layout_of(pack: Pack, grounder: Grounder) -> BitLayout:
    """The layout of a grounder, up to date."""
    found = _layouts.get(grounder)
    if found is None:
        found = _layouts[grounder] = BitLayout(pack, grounder)
    try:
        found.grow(grounder)
    except BaseException:
        # Interrupted, it would lack something from now on.
        del _layouts[grounder]
        raise
    return found


ActionTest = tuple[int, int, int]
"""An action, by its number or by its bit, with the bias and the guard of its condition."""


class GroundTask:
    """Everything that a search needs. Made by `ground_task`; what only some searches need is computed on demand."""

    def __init__(
        self, instance: PuzzleInstance, first: State, opening: tuple[Event, ...], most_actions: int
    ) -> None:
        self.instance, self.most_actions = instance, most_actions
        self.first = first
        """The start, with names, after the axioms."""
        self.opening = opening
        """The events of the start."""
        alive = Counter([thing.form.item.name for thing in first.things.values()])
        self.reached = reachable_from(instance, alive, first, most_actions)
        self.grounder = self.reached.grounder
        self.objects = self.grounder.objects
        self.layout = bit_layout_of(instance.pack, self.grounder)
        self.open_bit = self.layout.open_bit
        self.solved_bit = {area: self.layout.solved_bit[area] for area in instance.goals}
        self.won = sum(self.solved_bit.values())
        """The bits that are all set when the game is won."""
        there = set(self.reached.facts)
        meeting = self.grounder.meeting
        self.goal_facts = {area: there & meeting(goal) for area, goal in instance.goals.items()}
        """For each area the things that meet its goal."""
        self.axioms = self._axioms()
        self.settle = self.axioms.settle
        self.start = self._code(first, alive, self.reached.start)
        self.path: list[tuple[int, int]] = []
        """A way to the win, once found: actions by their numbers in the grounder, each with the state after it."""
        self._retests: dict[int, tuple[Mask, list[ActionTest]]] = {}
        self._affected: dict[int, tuple[frozenset[int], list[ActionTest]]] = {}

    def _axioms(self) -> Axioms:
        goals: dict[str, list[tuple[int, int]]] = {}
        for area, facts in self.goal_facts.items():
            places = ((fact, self.objects[fact].area) for fact in facts)
            goals[area] = ways_to_meet(
                (self._mask(fact), self.open_bit.get(place, 0)) for fact, place in places
            )
        reveals: dict[str, list[tuple[int, int, int]]] = {}
        fields = self.layout.fields
        for before, after in self.reached.revealed:
            way = (self._mask(before), fields["object", before][0], fields["object", after][0])
            reveals.setdefault(self.objects[before].area, []).append(way)
        return Axioms(self.instance.pack.areas, goals, self.solved_bit, self.open_bit, reveals)

    def _mask(self, fact: int) -> int:
        return self.layout.mask(("object", fact))

    # --- facts ----------------------------------------------------------------------------------------

    @cached_property
    def facts(self) -> list[Fact]:
        """Everything that can be true in this puzzle."""
        return [
            *(("open", area) for area in self.open_bit),
            *(("solved", area) for area in self.solved_bit),
            *(("room", item) for item in self.layout.room_for),
            *(("object", fact) for fact in self.reached.facts),
        ]

    def encode(self, state: State) -> int:
        """A state with names as an integer."""
        facts = [self.grounder.find(located) for located in located_objects(state)]
        known = [fact for fact in facts if fact is not None]
        if len(known) < len(facts):
            raise KeyError("an object of the state cannot follow from the start")
        alive = Counter([thing.form.item.name for thing in state.things.values()])
        return self._code(state, alive, known)

    def _code(self, state: State, alive: Mapping[str, int], facts: list[int]) -> int:
        room_for = self.layout.room_for
        total = self.layout.empty + sum(map(self.layout.objects.__getitem__, facts))
        for name in alive.keys() & room_for.keys():
            total -= room_for[name] * alive[name]
        for name in state.open:
            total |= self.open_bit[name]
        for name in state.solved:
            total |= self.solved_bit.get(name, 0)
        return total

    def is_won(self, state: int) -> bool:
        return state & self.won == self.won

    # --- actions --------------------------------------------------------------------------------------

    @cached_property
    def numbers(self) -> list[int]:
        """For each action, its number in the grounder. Actions that end the game in defeat are not included."""
        known = self.grounder.actions
        return [number for number in self.reached.actions if not known[number].fails]

    @cached_property
    def actions(self) -> list[GroundAction]:
        return [self.grounder.actions[number] for number in self.numbers]

    @cached_property
    def conditions(self) -> list[Condition]:
        return [self.layout.conditions[number] for number in self.numbers]

    @cached_property
    def deltas(self) -> list[int]:
        return [self.layout.deltas[number] for number in self.numbers]

    @cached_property
    def changes(self) -> list[dict[Fact, int]]:
        return [self.layout.changes[number] for number in self.numbers]

    @cached_property
    def defeats(self) -> list[tuple[GroundAction, Condition]]:
        """The actions that end the game in defeat."""
        known = self.grounder.actions
        found = (number for number in self.reached.actions if known[number].fails)
        return [(known[number], self.layout.conditions[number]) for number in found]

    @cached_property
    def solves(self) -> list[tuple[str, ...]]:
        """For each action the areas whose goal its outputs meet."""
        meeting: dict[int, list[str]] = {}
        for area, facts in self.goal_facts.items():
            for fact in facts:
                meeting.setdefault(fact, []).append(area)
        return [
            tuple(area for fact in action.outputs for area in meeting.get(fact, ()))
            for action in self.actions
        ]

    def solved_bits(self, areas: tuple[str, ...]) -> int:
        return sum(map(self.solved_bit.__getitem__, set(areas))) if areas else 0

    @cached_property
    def solving(self) -> Mask:
        """The actions, by their numbers in the grounder, after which some area may be solved."""
        found = 0
        for goal in self.instance.goals.values():
            found |= self.layout.solving(self.grounder, goal)
        return found

    @cached_property
    def by_step_class(self) -> dict[tuple[int, str], list[int]]:
        """The actions that are the same step up to copies."""
        found: dict[tuple[int, str], list[int]] = {}
        for index, action in enumerate(self.actions):
            if action.step_class is not None:
                found.setdefault(action.step_class, []).append(index)
        return found

    def holds(self, state: int, action: int) -> bool:
        condition = self.conditions[action]
        return (state + condition.bias) & condition.guard == condition.guard

    def successor(self, state: int, action: int) -> int:
        """The state after an action that is possible."""
        new = state + self.deltas[action]
        touched = self.solves[action]
        return self.settle(new, touched)[0] if touched else new

    # --- interference ---------------------------------------------------------------------------------

    @cached_property
    def flows(self) -> list[FactFlow]:
        return [self.layout.flows[number] for number in self.numbers]

    @cached_property
    def needing(self) -> dict[int, Mask]:
        """For each fact, by where its field begins, the actions that need it."""
        found: dict[int, Mask] = {}
        known = found.get
        for index, flow in enumerate(self.flows):
            bit = 1 << index
            for begin in flow.needs:
                found[begin] = known(begin, 0) | bit
        return found

    def touched(self, action: int) -> Mask:
        """The actions that need something that this one changes."""
        flow, needing = self.flows[action], self.needing.get
        found = 0
        for begin in (*flow.takes, *flow.gives):
            found |= needing(begin, 0)
        return found

    def retests(self, action: int) -> tuple[Mask, list[ActionTest]]:
        """The actions that are as possible after this one as before, and the tests of the others by their bits."""
        found = self._retests.get(action)
        if found is None:
            touched, conditions = self.touched(action), self.conditions
            tests = [(1 << n, conditions[n].bias, conditions[n].guard) for n in members(touched)]
            found = self._retests[action] = ~touched, tests
        return found

    def affected(self, action: int) -> tuple[frozenset[int], list[ActionTest]]:
        """The actions that need something that this one changes, and their tests; computed on demand."""
        found = self._affected.get(action)
        if found is None:
            tests = [(bit.bit_length() - 1, bias, guard) for bit, bias, guard in self.retests(action)[1]]
            found = self._affected[action] = (frozenset([test[0] for test in tests]), tests)
        return found


def members(actions: Mask) -> list[int]:
    """The numbers of a set of actions, in order."""
    found: list[int] = []
    while actions:
        low = actions & -actions
        actions ^= low
        found.append(low.bit_length() - 1)
    return found


_latest: ref[GroundTask] | None = None


def ground_task(pack: Pack, puzzle: Puzzle, most_actions: int = MOST_ACTIONS) -> GroundTask:
    """Makes a puzzle ready to be searched. `TooLarge` where there are too many actions.

    As long as the last task is in use, the same puzzle gets it again, with everything that was computed for it. So
    measuring a puzzle that has just been judged is cheap.
    """
    global _latest
    latest = None if _latest is None else _latest()
    if (
        latest is not None
        and latest.most_actions == most_actions
        and _has_game(latest.instance, pack, puzzle)
    ):
        return latest
    instance = puzzle_instance(pack, puzzle)
    task = GroundTask(instance, *start_state(instance), most_actions)
    _latest = ref(task)
    return task


def _has_game(instance: PuzzleInstance, pack: Pack, puzzle: Puzzle) -> bool:
    """Whether an instance belongs to a puzzle, apart from what the puzzle only claims."""
    known = instance.puzzle
    return (
        instance.pack is pack
        and known.steps is puzzle.steps
        and known.objects is puzzle.objects
        and known.areas is puzzle.areas
        and known.creates is puzzle.creates
        and known.solution is puzzle.solution
        and known.progress is puzzle.progress
        and known.rules_off is puzzle.rules_off
        and known.tree == puzzle.tree
    )
