"""One sketch while it is drawn: from the goals backwards, by rules that achieve what is wanted, as a coin decides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from puzzlesynth.pack.model import NOTHING, Area, Item, Rule, Term, same_value
from puzzlesynth.synth.relevance import PackAnalysis, StepKind

from .reachable_items import CONTENT, ReachableItems

THERE = ""
"""What a rule can give besides properties and content: that an object is there at all."""


class Achievers:
    """What the rules of a pack make, for one start."""

    def __init__(self, possible: PackAnalysis) -> None:
        self.possible = possible
        self._makers: dict[str, list[tuple[Rule, int]]] = defaultdict(list)
        for rule in possible.relevant[1]:
            for item, output in self._results(rule):
                self._makers[item].append((rule, output))
        self.at_hand = ReachableItems(possible)

    def _results(self, rule: Rule) -> Iterator[tuple[str, int]]:
        """What a rule can make, and as which output. What it makes inside of that is for others to take out."""
        possible = self.possible
        effects = possible.effects[rule.number]
        for output in (*effects.created, *effects.changed, *effects.released):
            for item in possible.result_items(rule, effects, output):
                if item.name in possible.obtainable:
                    yield item.name, output

    def makers(self, item: Item, term: Term, aspect: str) -> list[tuple[Rule, int]]:
        """The rules that can give an item one of the things that a term asks for, and as which output."""
        return [made for made in self._makers[item.name] if aspect in self._given(*made, term)]

    def inputs(self, rule: Rule, output: int, item: Item) -> Iterator[Term]:
        """What a rule takes to make an item as one of its outputs: what it changes is that item before."""
        effects = self.possible.effects[rule.number]
        same_object = effects.kept[output] if output in effects.changed else None
        for n, term in enumerate(rule.inputs):
            yield replace(term, type=item.name) if n == same_object else term

    def alternatives(self, at_hand: ReachableItems, term: Term) -> set[int]:
        """Rules that give what a term asks for with what is available: their steps may not be needed."""
        ways: dict[str, list[int]] = defaultdict(list)
        for item in at_hand.matching_later(term):
            for rule, output in self._makers[item.name]:
                if rule.number in at_hand.rules:
                    for aspect in self._given(rule, output, term):
                        ways[aspect].append(rule.number)
        return set().union(*(rules for rules in ways.values() if len(rules) > 1))

    def kinds(self, rule: Rule) -> list[StepKind]:
        """The kinds of steps that apply a rule."""
        effects = self.possible.effects[rule.number]
        assert effects.principal is not None, "a rule that matters makes something"
        return [(rule.number, i.name) for i in self.possible.result_items(rule, effects, effects.principal)]

    def is_single(self, item: Item) -> bool:
        """Whether there can be no more than one of an item."""
        present = sum(thing.item == item.name for thing in self.possible.start.objects)
        return self.possible.copies_of(item, present) == 1

    def _given(self, rule: Rule, output: int, term: Term) -> list[str]:
        """What a rule gives an object of all that a term asks for: a property, its content, or that it is there."""
        effects = self.possible.effects[rule.number]
        made = rule.outputs[output]
        told = dict(made.properties)
        given = [name for name, value in term.properties if same_value(value, told.get(name))]
        if output not in effects.changed:
            given.append(THERE)
        if (
            term.contains is not None
            and effects.touches_content(output)
            and self._puts_in(made, term.contains)
        ):
            given.append(CONTENT)
        return given

    def _puts_in(self, made: Term, kind: str) -> bool:
        if made.contains is None or made.contains == NOTHING:
            return kind == NOTHING
        return any(kind in item.types for item in self.possible.by_type(made.contains))

    def missing(self, item: Item, term: Term) -> list[str]:
        """What an object of an item does not have by itself of all that a term asks for."""
        lacking = self.at_hand.lacking(item, term)
        if lacking is not None:
            return lacking
        possible = self.possible
        found = [
            name for name, value in term.properties if not same_value(possible.initial(item, name), value)
        ]
        if term.contains is not None and not self.at_hand.is_content(item.contains, term.contains):
            found.append(CONTENT)
        if not possible.start.may_place(item):
            found.append(THERE)
        return found


DEEP = 3
"""Where an area has no greatest depth, a sketch goes so much deeper than the least."""

SERVING = 2
"""How many items at most are considered for an input that many could serve as."""

IMPOSSIBLE = -1


class GoalRegression:
    """One sketch while it is drawn."""

    def __init__(self, ways: Achievers, random: Random, width: int, avoid: Collection[StepKind]) -> None:
        self._ways, self._possible = ways, ways.possible
        self._random, self._width, self._avoid = random, width, avoid
        self.items: dict[str, None] = {}
        self.rules: dict[int, Rule] = {}
        self._made: dict[str, None] = {}
        """The items that there is a way to get, so that none has to be placed."""
        self._kinds: dict[StepKind, None] = {}
        """The steps drawn for any area."""
        self._used_up: dict[Term, StepKind] = {}
        """What there is only one of, and the steps that use it up."""
        self._drawn: tuple[dict[Any, Any], ...] = (
            self.items,
            self.rules,
            self._made,
            self._kinds,
            self._used_up,
        )
        """All of these, which only ever grow at their ends, so that a failed attempt can be undone."""
        self._terms: set[Term] = set()
        """What was wanted for any area."""
        self._seen: dict[Term, tuple[int, int]] = {}
        """For each term that an area wants, how deep it was searched, and with which result."""
        self._served_by: dict[Term, list[Item]] = {}
        """For each term what was drawn to match it."""
        self._earlier: frozenset[StepKind] = frozenset()
        """The steps drawn for earlier areas, which are no part of what a later one takes."""
        self.is_promising = True
        """Whether every area seems to have a puzzle that is deep enough."""

    def area(self, area: Area) -> Area:
        """Everything for one goal of an area; the area with that goal alone."""
        goal = self._random.choice(area.goals)
        deepest = area.max_depth if area.max_depth is not None else area.min_depth + DEEP
        self._earlier, self._seen = frozenset(self._kinds), {}
        if self._want(goal, deepest) < area.min_depth:
            self.is_promising = False
        self._terms |= self._seen.keys()
        return replace(area, goals=(goal,))

    def has_needless(self, goals: Collection[Term]) -> bool:
        """Whether, once everything that was drawn is there, the goals can be met without one of the steps drawn."""
        possible, ways = self._possible, self._ways
        items = [possible.pack.items[name] for name in sorted(self.items)]
        placed = [item for item in items if item.name not in self._made and possible.start.may_place(item)]
        at_hand = ways.at_hand.joined_by(placed)
        suspects = set().union(*(ways.alternatives(at_hand, term) for term in self._terms))
        return any(
            all(map(ways.at_hand.joined_by(placed, kind).matching_later, goals))
            for number in sorted(suspects & self.rules.keys())
            for kind in ways.kinds(self.rules[number])
            if kind[1] in self.items
        )

    def _want(self, term: Term, depth: int) -> int:
        """Ways to what matches a term, with `depth` steps at most; how long the longest seems to be."""
        known = self._seen.get(term)
        if known is not None and known[0] >= depth:
            # Where there is one way to everything, none is shorter than the one drawn.
            return IMPOSSIBLE if self._width == 1 and known[1] > depth else known[1]
        # Nothing is needed for itself.
        self._seen[term] = (depth, IMPOSSIBLE)
        found = self._drawn_ways(term, depth)
        self._seen[term] = (depth, found)
        return found

    def _drawn_ways(self, term: Term, depth: int) -> int:
        now = self._ways.at_hand.matching_now(term)
        if now:
            # Who has it need not get it.
            for item in now:
                self._add_item(item)
            self._served_by[term] = now
            return 0
        later = self._ways.at_hand.matching_later(term) if depth else []
        if later and self._ways.alternatives(self._ways.at_hand, term):
            # What can be obtained in two ways needs neither of them.
            return IMPOSSIBLE
        longest = IMPOSSIBLE
        found: list[Item] = []
        for item in later or self._serving(term, depth):
            length = self._unless_impossible(partial(self._make, item, term, depth, bool(later)))
            if length != IMPOSSIBLE:
                self._add_item(item)
                found.append(item)
                longest = max(longest, length)
            if len(found) >= min(SERVING, self._width) and not later:
                break
        self._served_by[term] = found
        return longest

    def _unless_impossible(self, draw: Callable[[], int]) -> int:
        """Draws something; where that fails, the sketch is as it was."""
        sizes, seen = [len(part) for part in self._drawn], dict(self._seen)
        length = draw()
        if length == IMPOSSIBLE:
            for part, size in zip(self._drawn, sizes, strict=True):
                while len(part) > size:
                    part.popitem()
            self._seen = {t: known for t, known in self._seen.items() if known[1] == IMPOSSIBLE} | seen
        return length

    def _make(self, item: Item, term: Term, depth: int, at_hand: bool) -> int:
        """Ways to make an item match a term; how long the longest seems to be."""
        missing = self._ways.missing(item, term)
        if not depth:
            return IMPOSSIBLE if missing else 0
        longest = IMPOSSIBLE if missing else 0
        for aspect in missing or [THERE]:
            length = self._give(item, term, aspect, depth, at_hand)
            if length == IMPOSSIBLE and missing:
                return IMPOSSIBLE
            if aspect == THERE and length != IMPOSSIBLE:
                self._made[item.name] = None
            longest = max(longest, length)
        return longest

    def _give(self, item: Item, term: Term, aspect: str, depth: int, at_hand: bool) -> int:
        """Up to `width` rules that give an item one of the things that a term asks for."""
        longest, found = IMPOSSIBLE, 0
        for rule, output in self._makers(item, term, aspect, at_hand):
            length = self._unless_impossible(partial(self._use, rule, output, item, depth - 1))
            if length != IMPOSSIBLE:
                length = 0 if (rule.number, item.name) in self._earlier else length + 1
                longest, found = max(longest, length), found + 1
            if found >= self._width:
                break
        return longest

    def _makers(self, item: Item, term: Term, aspect: str, at_hand: bool) -> list[tuple[Rule, int]]:
        """Rules that help an item to match a term; where there is a way already, no other is needed."""
        makers = [
            (rule, output)
            for rule, output in self._ways.makers(item, term, aspect)
            if (rule.number, item.name) not in self._avoid
            and (not at_hand or rule.number in self._ways.at_hand.rules)
        ]
        self._random.shuffle(makers)
        return sorted(makers, key=lambda maker: maker[0].number not in self.rules)

    def _use(self, rule: Rule, output: int, item: Item, depth: int) -> int:
        """What a rule takes to make an item; how long the longest way to it seems to be."""
        kind = (rule.number, item.name)
        self.rules[rule.number] = rule
        self._kinds[kind] = None
        effects = self._possible.effects[rule.number]
        longest = 0
        for n, term in enumerate(self._ways.inputs(rule, output, item)):
            length = self._want(term, depth)
            if length == IMPOSSIBLE or (effects.uses_up(n) and self._is_taken(term, kind)):
                return IMPOSSIBLE
            longest = max(longest, length)
            if term.contains is not None and term.contains != NOTHING:
                self._add_types(term.contains)
        for created in effects.created:
            self._add_types(rule.outputs[created].type)
        for filling in effects.filled.values():
            self._add_types(filling)
        return longest

    def _is_taken(self, term: Term, kind: StepKind) -> bool:
        """Whether another step uses up the only thing that was drawn to match a term."""
        served_by = self._served_by[term]
        if self._width > 1 or len(served_by) != 1 or not self._ways.is_single(served_by[0]):
            return False
        return self._used_up.setdefault(replace(term, type=served_by[0].name), kind) != kind

    def _serving(self, term: Term, depth: int) -> list[Item]:
        """The items that could match a term, those that were drawn already first."""
        accepted = self._possible.accepted(term)
        if not depth:
            accepted = tuple(item for item in accepted if self._possible.start.may_place(item))
        drawn = [item for item in accepted if item.name in self.items]
        others = [item for item in accepted if item.name not in self.items]
        return drawn + self._random.sample(others, len(others))

    def _add_item(self, item: Item | None) -> None:
        while item is not None and item.name not in self.items:
            self.items[item.name] = None
            item = self._possible.pack.items[item.contains] if item.contains else None

    def _add_types(self, kind: str) -> None:
        for item in self._possible.creatable(kind):
            if item.name in self._possible.obtainable:
                self._add_item(item)
