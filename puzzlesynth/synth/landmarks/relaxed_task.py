"""The delete-relaxed task of a pack: facts, and operators that give more facts. Nothing is ever used up.

An item stands for all its copies, properties of one item are independent of each other, and what is in reach stays
in reach, so this world allows everything that the real one does, and more. `relaxed_task_builder` builds it for a pack.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from puzzlesynth.quick_dataclasses import dataclass, field
from puzzlesynth.synth.relevance import StepKind

Fact = tuple[object, ...]
"""Given: ("start",), ("lies", item, copy, area), ("packed", item, copy, inner, inner copy), ("chosen", area, goal),
("allowed", rule, output, item), ("active", rule). Reached: ("open", area), ("solved", area), ("hand", item),
("spot", item, area), ("value", item, property, value), ("inside", item, content), ("holds", item, type),
("ready", rule, input, area), ("used", rule, area)."""


@dataclass
class RelaxedOperators:
    """A growing list of operators over numbered facts."""

    numbers: dict[Fact, int] = field(default_factory=dict)
    names: list[Fact] = field(default_factory=list)
    needs: list[tuple[int, ...]] = field(default_factory=list)
    gives: list[tuple[int, ...]] = field(default_factory=list)
    bits: list[int] = field(default_factory=list)
    """For each operator the bit of the step kind or of the opened area that it stands for; 0: neither."""
    bit_of: dict[StepKind | str, int] = field(default_factory=dict)

    def fact(self, *fact: object) -> int:
        number = self.numbers.get(fact)
        if number is None:
            number = self.numbers[fact] = len(self.names)
            self.names.append(fact)
        return number

    def add(self, needs: Iterable[int], gives: Iterable[int], bit: int = 0) -> None:
        self.needs.append(tuple(dict.fromkeys(needs)))
        self.gives.append(tuple(gives))
        self.bits.append(bit)

    def bit(self, key: StepKind | str) -> int:
        return self.bit_of.setdefault(key, 1 << len(self.bit_of))

    def remove_unneeded(self) -> None:
        """Leave out given facts that no operator waits for, and the operators that then give nothing."""
        wanted = {fact for needs in self.needs for fact in needs}
        wanted |= {number for number, name in enumerate(self.names) if name[0] == "solved"}
        kept = []
        for operator, gives in enumerate(self.gives):
            useful = tuple(fact for fact in gives if fact in wanted)
            if useful:
                kept.append((self.needs[operator], useful, self.bits[operator]))
        changed = len(kept) < len(self.gives)
        self.needs = [needs for needs, _, _ in kept]
        self.gives = [gives for _, gives, _ in kept]
        self.bits = [bit for _, _, bit in kept]
        if changed:
            self.remove_unneeded()


class RelaxedTask:
    def __init__(self, operators: RelaxedOperators) -> None:
        self.operators = operators
        self._counts = [len(needs) for needs in operators.needs]
        self._waiting: list[list[int]] = [[] for _ in operators.names]
        for operator, needs in enumerate(operators.needs):
            for fact in needs:
                self._waiting[fact].append(operator)
        self._base: tuple[list[int], list[int]] = [-1] * len(operators.names), self._counts
        if ("start",) in operators.numbers:
            self._base = self._marked([operators.numbers["start",]])

    @cached_property
    def _givers(self) -> list[list[int]]:
        """For each fact the operators that give it."""
        found: list[list[int]] = [[] for _ in self.operators.names]
        for operator, gives in enumerate(self.operators.gives):
            for fact in gives:
                found[fact].append(operator)
        return found

    def numbered(self, facts: Iterable[Fact]) -> list[int]:
        """The facts that this world knows."""
        numbers = self.operators.numbers
        return [numbers[fact] for fact in facts if fact in numbers]

    def bit(self, key: StepKind | str) -> int:
        return self.operators.bit_of.get(key, 0)

    def is_wanted(self, fact: int) -> bool:
        """Whether any operator waits for it."""
        return bool(self._waiting[fact])

    def landmarks(self, start: Sequence[int]) -> list[int]:
        """For each fact, as bits, the steps and open areas that every way to it has; -1: it is out of reach."""
        return self._marked(start)[0]

    def done(self, start: Sequence[int]) -> list[int]:
        """The operators that are applicable at some point."""
        return [operator for operator, missing in enumerate(self._marked(start)[1]) if missing == 0]

    def _marked(self, start: Sequence[int]) -> tuple[list[int], list[int]]:
        """The marks of all facts, and the number of unmet needs of each operator. What follows from the start of every
        game is computed once."""
        needs, gives, bits, waiting = (
            self.operators.needs,
            self.operators.gives,
            self.operators.bits,
            self._waiting,
        )
        marks, missing = self._base[0][:], self._base[1][:]
        queue: list[int] = []
        shrunk: list[int] = []
        for fact in start:
            if marks[fact]:
                (queue if marks[fact] == -1 else shrunk).append(fact)
                marks[fact] = 0
        for fact in queue:
            for operator in waiting[fact]:
                left = missing[operator] = missing[operator] - 1
                if left == 0:
                    mark = bits[operator]
                    for need in needs[operator]:
                        mark |= marks[need]
                    for given in gives[operator]:
                        before = marks[given]
                        if before == -1:
                            marks[given] = mark
                            queue.append(given)
                        elif before & mark != before:
                            marks[given] = before & mark
                            shrunk.append(given)
        # A later way to a fact may do without what the first one needed; then so can whatever rests on it.
        while shrunk:
            for operator in waiting[shrunk.pop()]:
                if missing[operator] == 0:
                    mark = bits[operator]
                    for need in needs[operator]:
                        mark |= marks[need]
                    for given in gives[operator]:
                        before = marks[given]
                        if before & mark != before:
                            marks[given] = before & mark
                            shrunk.append(given)
        return marks, missing

    def _run(self, start: Sequence[int], without: int, goals: Sequence[int]) -> dict[int, int]:
        """The reachable facts, each with the operator that gave it first (-1: from the start). Stops once all goals are
        reached."""
        gives, bits, waiting = self.operators.gives, self.operators.bits, self._waiting
        reached = dict.fromkeys(start, -1)
        queue = list(reached)
        missing = self._counts[:]
        open_goals = {goal for goal in goals if goal not in reached}
        if not open_goals:
            return reached
        for fact in queue:
            for operator in waiting[fact]:
                left = missing[operator] = missing[operator] - 1
                if left == 0 and not bits[operator] & without:
                    for given in gives[operator]:
                        if given not in reached:
                            reached[given] = operator
                            queue.append(given)
                            if given in open_goals:
                                open_goals.discard(given)
                                if not open_goals:
                                    return reached
        return reached

    def reaches(self, start: Sequence[int], goals: Sequence[int], without: int) -> bool:
        reached = self._run(start, without, goals)
        return all(goal in reached for goal in goals)

    def usefulness(self, start: Sequence[int], goals: Sequence[int], thing: int) -> frozenset[int] | None:
        """The facts from the start that together make a fact useful for some goal; None: it is of no use.

        A fact is useful if a reachable operator needs it and gives a goal or another useful fact.
        """
        reached = self._run(start, 0, [-1])  # a goal that does not exist, so that everything is explored
        used_for: dict[int, tuple[int, int] | None] = dict.fromkeys(goal for goal in goals if goal in reached)
        queue = list(used_for)
        for fact in queue:
            for operator in self._givers[fact]:
                needs = self.operators.needs[operator]
                if all(need in reached for need in needs):
                    for need in needs:
                        if need not in used_for:
                            used_for[need] = (operator, fact)
                            queue.append(need)
        if thing not in used_for:
            return None
        wanted = [thing]
        link = used_for[thing]
        while link is not None:
            operator, fact = link
            wanted += self.operators.needs[operator]
            link = used_for[fact]
        return self._sources(reached, wanted)

    def evidence(self, start: Sequence[int], goals: Sequence[int], without: int) -> frozenset[int] | None:
        """The facts from the start that one way to all the goals uses; None: there is no way."""
        reached = self._run(start, without, goals)
        if not all(goal in reached for goal in goals):
            return None
        return self._sources(reached, goals)

    def _sources(self, reached: Mapping[int, int], facts: Sequence[int]) -> frozenset[int]:
        """The facts from the start that one way to all these facts uses."""
        found: set[int] = set()
        seen: set[int] = set()
        stack = list(facts)
        while stack:
            fact = stack.pop()
            if fact not in seen:
                seen.add(fact)
                operator = reached[fact]
                if operator == -1:
                    found.add(fact)
                else:
                    stack.extend(self.operators.needs[operator])
        return frozenset(found)
