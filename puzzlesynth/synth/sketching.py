"""Sketches: a small random part of a pack that is enough for one puzzle.

From a goal that a coin chooses, backwards: for whatever is needed a few of the rules that make it, and for what
these take again a few, as deep as a puzzle may be. The logic program of such a part is a fraction of the whole one.
Nothing that a sketch leaves out is forgotten: whoever judges the puzzle knows the whole pack.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from puzzlesynth.pack.model import NOTHING, Area, Item, Rule, Term, Value

from .analysis import Possible, same
from .at_hand import AtHand
from .effects import Effects
from .start import Start

DEEP = 3
"""Where an area has no greatest depth, a sketch goes so much deeper than the least."""

SERVING = 2
"""So many items are considered for an input that many could serve as."""


ATTEMPTS = 12
"""So often a sketch is drawn anew before one that does not look promising is taken."""

IMPOSSIBLE = -1

Kind = tuple[int, str]
"""A rule's number and the item that it makes."""


@dataclass(frozen=True, kw_only=True)
class Part(Possible):
    """What can come of a pack when only some of its rules and items are used for a puzzle."""

    whole: Possible
    part: tuple[frozenset[str], tuple[Rule, ...]]

    @cached_property
    def effects(self) -> Mapping[int, Effects]:
        return self.whole.effects

    @cached_property
    def obtainable(self) -> frozenset[str]:
        return self.whole.obtainable

    @cached_property
    def usable(self) -> tuple[Rule, ...]:
        return self.whole.usable

    @cached_property
    def changing(self) -> frozenset[str]:
        return self.whole.changing

    @cached_property
    def booleans(self) -> frozenset[str]:
        return self.whole.booleans

    @cached_property
    def relevant(self) -> tuple[frozenset[str], tuple[Rule, ...]]:
        return self.part

    def can_have(self, item: Item, name: str, value: Value) -> bool:
        return self.whole.can_have(item, name, value)

    def stages(self, item: Item) -> int:
        """In a sketch every rule changes an object once at most."""
        ways = len(self._changers.get(item.name, ())) + len(self._releasers.get(item.name, ()))
        return min(super().stages(item), ways)


class Sketcher:
    """Draws parts of a pack for one start."""

    def __init__(self, possible: Possible) -> None:
        self._possible = possible
        self._makers: dict[str, list[tuple[Rule, int | None]]] = defaultdict(list)
        for rule in possible.relevant[1]:
            for item, output in self._results(rule):
                self._makers[item].append((rule, output))
        self.at_hand = AtHand(possible)

    def _results(self, rule: Rule) -> Iterator[tuple[str, int | None]]:
        """What a rule can make, and as which output; None: inside one of them."""
        possible = self._possible
        effects = possible.effects[rule.number]
        for output in (*effects.created, *effects.changed, *effects.released):
            for item in possible.result_items(rule, effects, output):
                if item.name in possible.obtainable:
                    yield item.name, output
        for kind in effects.filled.values():
            yield from ((item.name, None) for item in possible.creatable(kind))

    def sketch(self, random: Random, width: int, avoid: Collection[Kind] = ()) -> Part:
        """A part with up to so many ways to come by each thing, without some kinds of steps."""
        for _ in range(ATTEMPTS):
            drawing = _Drawing(self, self._possible, random, width, avoid)
            areas = tuple(drawing.area(area) for area in self._possible.start.areas)
            if drawing.is_promising:
                break
        rules = tuple(drawing.rules[number] for number in sorted(drawing.rules))
        start: Start = replace(self._possible.start, areas=areas)
        possible = self._possible
        return Part(
            possible.pack,
            start,
            targets=possible.targets,
            whole=possible,
            part=(frozenset(drawing.items), rules),
        )

    def makers(self, item: Item, term: Term) -> list[Rule]:
        """The rules that can give an item something that a term asks for."""
        return [rule for rule, output in self._makers[item.name] if self._helps(rule, output, term)]

    def _helps(self, rule: Rule, output: int | None, term: Term) -> bool:
        if output is None:
            return True
        effects = self._possible.effects[rule.number]
        if output not in effects.changed:
            return True
        made = rule.outputs[output]
        if term.contains is not None and effects.touches_content(output):
            return term.contains == NOTHING or made.contains not in (None, NOTHING)
        if not term.properties and term.contains is None:
            return False
        return any(same(value, dict(made.properties).get(name)) for name, value in term.properties)


class _Drawing:
    """One sketch while it is drawn."""

    def __init__(
        self,
        sketcher: Sketcher,
        possible: Possible,
        random: Random,
        width: int,
        avoid: Collection[Kind],
    ) -> None:
        self._sketcher, self._possible, self._random, self._width = sketcher, possible, random, width
        self._avoid = avoid
        self.items: set[str] = set()
        self.rules: dict[int, Rule] = {}
        self._seen: dict[Term, tuple[int, int]] = {}
        """For each term how deep it was looked at, and what came of it."""
        self.is_promising = True
        """Whether every area seems to have a puzzle that is deep enough."""

    def area(self, area: Area) -> Area:
        """Everything for one goal of an area; the area with that goal alone."""
        goal = self._random.choice(area.goals)
        deepest = area.max_depth if area.max_depth is not None else area.min_depth + DEEP
        if self._want(goal, deepest) < area.min_depth:
            self.is_promising = False
        return replace(area, goals=(goal,))

    def _want(self, term: Term, depth: int) -> int:
        """Ways to what matches a term, with so many steps at most; how long the longest seems to be."""
        known = self._seen.get(term)
        if known is not None and known[0] >= depth:
            return known[1]
        self._seen[term] = (depth, 0)
        found = self._ways(term, depth)
        self._seen[term] = (depth, found)
        return found

    def _ways(self, term: Term, depth: int) -> int:
        now = self._sketcher.at_hand.matching_now(term)
        if now:
            # Who has it need not get it.
            for item in now:
                self._add_item(item)
            return 0
        later = self._sketcher.at_hand.matching_later(term) if depth else []
        longest = IMPOSSIBLE
        for item in later or self._serving(term, depth):
            self._add_item(item)
            if self._starts_so(item, term):
                longest = max(longest, 0)
            if depth:
                longest = max(longest, self._make(item, term, depth, bool(later)))
        return longest

    def _starts_so(self, item: Item, term: Term) -> bool:
        """Whether an object of an item can be placed and matches a term then."""
        if not self._possible.start.may_place(item):
            return False
        return all(same(self._possible.initial(item, n), v) for n, v in term.properties) and (
            term.contains is None or (term.contains == NOTHING) == (item.contains is None)
        )

    def _make(self, item: Item, term: Term, depth: int, at_hand: bool) -> int:
        """Up to `width` rules that make an item match a term."""
        longest, found = IMPOSSIBLE, 0
        for rule in self._makers(item, term, at_hand):
            length = self._use(rule, depth - 1)
            if length != IMPOSSIBLE:
                longest, found = max(longest, length + 1), found + 1
            if found >= self._width:
                break
        return longest

    def _makers(self, item: Item, term: Term, at_hand: bool) -> list[Rule]:
        """Rules that help an item to match a term; whoever has a way already needs no other."""
        makers = [
            rule
            for rule in self._sketcher.makers(item, term)
            if (rule.number, item.name) not in self._avoid
            and (not at_hand or rule.number in self._sketcher.at_hand.rules)
        ]
        self._random.shuffle(makers)
        return sorted(makers, key=lambda rule: rule.number not in self.rules)

    def _use(self, rule: Rule, depth: int) -> int:
        """What a rule takes; how long the longest way to it seems to be."""
        is_new = rule.number not in self.rules
        self.rules[rule.number] = rule
        effects = self._possible.effects[rule.number]
        longest = 0
        for term in rule.inputs:
            length = self._want(term, depth)
            if length == IMPOSSIBLE:
                if is_new:
                    del self.rules[rule.number]
                return IMPOSSIBLE
            longest = max(longest, length)
            if term.contains is not None and term.contains != NOTHING:
                self._add_types(term.contains)
        for output in effects.created:
            self._add_types(rule.outputs[output].type)
        for kind in effects.filled.values():
            self._add_types(kind)
        return longest

    def _serving(self, term: Term, depth: int) -> list[Item]:
        """A few of the items that could match a term."""
        accepted = self._possible.accepted(term)
        if not depth:
            accepted = tuple(item for item in accepted if self._possible.start.may_place(item))
        drawn = [item for item in accepted if item.name in self.items]
        others = [item for item in accepted if item.name not in self.items]
        missing = max(0, SERVING - len(drawn))
        return drawn + self._random.sample(others, min(missing, len(others)))

    def _add_item(self, item: Item | None) -> None:
        while item is not None and item.name not in self.items:
            self.items.add(item.name)
            item = self._possible.pack.items[item.contains] if item.contains else None

    def _add_types(self, kind: str) -> None:
        for item in self._possible.creatable(kind):
            if item.name in self._possible.obtainable:
                self._add_item(item)
