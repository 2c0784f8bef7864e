"""States as integers: where the field of each fact is, and what each action needs and changes.

A state is one integer, an action an addition, a condition an addition and a mask. Every fact has a field of bits that
counts it, with a spare bit on top. Adding `2^w - k` to a field of width `w` sets the spare bit exactly when the fact is
there at least `k` times, so one addition and one comparison test all the conditions of an action at once.

The layout of a grounder serves every puzzle that shares it.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple
from weakref import WeakKeyDictionary

from puzzlesynth.deadline import check_time
from puzzlesynth.pack.model import Pack, Term

from .grounder import REACH, GroundAction, Grounder

Fact = tuple[str, str | int]
"""("object", number), ("open", area), ("solved", area) or ("room", item)."""

Mask = int
"""A set of actions: the bits at their numbers."""


class Condition(NamedTuple):
    """What must be there, and how often."""

    needs: dict[Fact, int]
    bias: int
    guard: int


class BitLayout:
    """Grows with its grounder; what it said before stays true."""

    def __init__(self, pack: Pack, grounder: Grounder) -> None:
        self.fields: dict[Fact, tuple[int, int]] = {}
        """For each fact where its field begins and how wide it is (without the spare bit)."""
        self._end = 0
        self.open_bit = {name: 1 << self._new_field(("open", name), 1) for name in pack.areas}
        self.solved_bit = {name: 1 << self._new_field(("solved", name), 1) for name in pack.areas}
        self.room_for: dict[str, int] = {}
        """What one more of an item that can be made takes from the room for it."""
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
        """For each action what it is, in words that do not depend on when it was found."""
        self._texts = grounder.texts
        self.deltas: list[int] = []
        self.changes: list[dict[Fact, int]] = []
        self.by_inputs: dict[tuple[int, tuple[int | None, ...]], list[int]] = {}
        """The actions of each rule by the facts of its inputs."""
        self._giving: dict[Fact, Mask] = {}
        self._solving: dict[int, Mask] = {}

    def _new_field(self, fact: Fact, most: int) -> int:
        width = max(1, most.bit_length())
        self.fields[fact] = shift, _ = self._end, width
        self._end += width + 1
        return shift

    def grow(self, grounder: Grounder) -> None:
        """Take in what the grounder has learnt."""
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
        if action.fails:
            return
        self.by_inputs.setdefault((action.rule, action.inputs), []).append(number)
        for fact, count in change.items():
            if count > 0:
                self._giving[fact] = self._giving.get(fact, 0) | 1 << number

    def _test(self, fact: Fact, count: int) -> tuple[int, int]:
        """The bias and the guard that tell whether a fact is there so often."""
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
        """The actions after which something is there that meets a goal of the pack."""
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
