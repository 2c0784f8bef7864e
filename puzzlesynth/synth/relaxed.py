"""The pack run forwards with nothing ever used up: facts, and the deeds that give more facts.

Items stand for all their copies, properties of one item are independent of each other, and what is in reach stays
in reach, so this world allows everything that the real one does and more. `relaxed_deeds` builds it for a pack.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

Fact = tuple[object, ...]
"""Given: ("start",), ("lies", item, copy, area), ("packed", item, copy, inner, inner copy), ("chosen", area, goal),
("allowed", rule, output, item). Reached: ("open", area), ("solved", area), ("hand", item), ("spot", item, area),
("value", item, property, value), ("inside", item, content), ("holds", item, type), ("ready", rule, input, area),
("used", rule, area)."""

Kind = tuple[int, str]
"""A rule and the item it makes."""


@dataclass
class Deeds:
    """A growing list of deeds over numbered facts."""

    numbers: dict[Fact, int] = field(default_factory=dict)
    names: list[Fact] = field(default_factory=list)
    needs: list[tuple[int, ...]] = field(default_factory=list)
    gives: list[tuple[int, ...]] = field(default_factory=list)
    bits: list[int] = field(default_factory=list)
    """For each deed the bit of the step kind or of the opened area that it stands for; 0: neither."""
    bit_of: dict[Kind | str, int] = field(default_factory=dict)

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

    def bit(self, key: Kind | str) -> int:
        return self.bit_of.setdefault(key, 1 << len(self.bit_of))

    def forget_what_nobody_needs(self) -> None:
        """Leave out given facts that no deed waits for, and the deeds that then give nothing."""
        wanted = {fact for needs in self.needs for fact in needs}
        wanted |= {number for number, name in enumerate(self.names) if name[0] == "solved"}
        kept = []
        for deed, gives in enumerate(self.gives):
            useful = tuple(fact for fact in gives if fact in wanted)
            if useful:
                kept.append((self.needs[deed], useful, self.bits[deed]))
        changed = len(kept) < len(self.gives)
        self.needs = [needs for needs, _, _ in kept]
        self.gives = [gives for _, gives, _ in kept]
        self.bits = [bit for _, _, bit in kept]
        if changed:
            self.forget_what_nobody_needs()


class RelaxedWorld:
    def __init__(self, deeds: Deeds) -> None:
        self.deeds = deeds
        self._counts = [len(needs) for needs in deeds.needs]
        self._waiting: list[list[int]] = [[] for _ in deeds.names]
        for deed, needs in enumerate(deeds.needs):
            for fact in needs:
                self._waiting[fact].append(deed)

    def numbered(self, facts: Iterable[Fact]) -> list[int]:
        """Those of the facts that mean anything to this world."""
        numbers = self.deeds.numbers
        return [numbers[fact] for fact in facts if fact in numbers]

    def bit(self, key: Kind | str) -> int:
        return self.deeds.bit_of.get(key, 0)

    def _run(
        self, start: Sequence[int], without: int, goals: Sequence[int] = ()
    ) -> tuple[dict[int, int], list[int]]:
        """Everything in reach, each fact with the deed that gave it first (-1: from the start), and the deeds in the
        order in which they became possible. With goals, it ends as soon as they are all in reach."""
        gives, bits, waiting = self.deeds.gives, self.deeds.bits, self._waiting
        reached = dict.fromkeys(start, -1)
        queue = list(reached)
        missing = self._counts[:]
        done: list[int] = []
        open_goals = {goal for goal in goals if goal not in reached}
        for fact in queue:
            for deed in waiting[fact]:
                missing[deed] -= 1
                if missing[deed] == 0 and not bits[deed] & without:
                    done.append(deed)
                    for given in gives[deed]:
                        if given not in reached:
                            reached[given] = deed
                            queue.append(given)
                            if given in open_goals:
                                open_goals.discard(given)
                                if not open_goals:
                                    return reached, done
        return reached, done

    def landmarks(self, start: Sequence[int]) -> dict[int, int]:
        """For each fact in reach, as bits, the steps and open areas that every way to it has."""
        needs, gives, bits = self.deeds.needs, self.deeds.gives, self.deeds.bits
        _, done = self._run(start, 0)
        marks = dict.fromkeys(start, 0)
        changed = True
        while changed:
            changed = False
            for deed in done:
                mark = bits[deed]
                for fact in needs[deed]:
                    mark |= marks[fact]
                for fact in gives[deed]:
                    before = marks.get(fact, -1)
                    after = before & mark
                    if after != before:
                        marks[fact] = after
                        changed = True
        return marks

    def reaches(self, start: Sequence[int], goals: Sequence[int], without: int) -> bool:
        reached, _ = self._run(start, without, goals)
        return all(goal in reached for goal in goals)

    def evidence(self, start: Sequence[int], goals: Sequence[int], without: int) -> frozenset[int] | None:
        """The facts from the start that one way to all the goals uses; None: there is no way."""
        reached, _ = self._run(start, without, goals)
        if not all(goal in reached for goal in goals):
            return None
        found: set[int] = set()
        seen: set[int] = set()
        stack = list(goals)
        while stack:
            fact = stack.pop()
            if fact not in seen:
                seen.add(fact)
                deed = reached[fact]
                if deed == -1:
                    found.add(fact)
                else:
                    stack.extend(self.deeds.needs[deed])
        return frozenset(found)
