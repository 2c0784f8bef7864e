"""Sketches: a small random part of a pack that is enough for one puzzle.

From a goal that a coin chooses, backwards: for whatever is needed a few of the rules that make it, and for what
these take again a few, as deep as a puzzle may be. The logic program of such a part is a fraction of the whole one.
Nothing that a sketch leaves out is forgotten: whoever judges the puzzle knows the whole pack.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from random import Random

from puzzlesynth.pack.model import NOTHING, Area, Item, Rule, Term, Value

from .analysis import Possible, same
from .at_hand import CONTENT, AtHand
from .effects import Effects
from .start import Start

DEEP = 3
"""Where an area has no greatest depth, a sketch goes so much deeper than the least."""

SERVING = 2
"""So many items at most are considered for an input that many could serve as."""

ATTEMPTS = 12
"""So often a sketch is drawn anew before one that does not look promising is taken."""

IMPOSSIBLE = -1

THERE = ""
"""What a rule can give besides properties and content: that an object is there at all."""

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
        self._makers: dict[str, list[tuple[Rule, int]]] = defaultdict(list)
        for rule in possible.relevant[1]:
            for item, output in self._results(rule):
                self._makers[item].append((rule, output))
        self.at_hand = AtHand(possible)

    def _results(self, rule: Rule) -> Iterator[tuple[str, int]]:
        """What a rule can make, and as which output. What it makes inside of that is for others to take out."""
        possible = self._possible
        effects = possible.effects[rule.number]
        for output in (*effects.created, *effects.changed, *effects.released):
            for item in possible.result_items(rule, effects, output):
                if item.name in possible.obtainable:
                    yield item.name, output

    def sketch(self, random: Random, width: int, avoid: Collection[Kind] = ()) -> Part:
        """A part with up to so many ways to come by each thing, without some kinds of steps."""
        for _ in range(ATTEMPTS):
            drawing = _Drawing(self, self._possible, random, width, avoid)
            areas = tuple(drawing.area(area) for area in self._possible.start.areas)
            goals = [goal for area in areas for goal in area.goals]
            if drawing.is_promising and (width > 1 or not drawing.has_needless(goals)):
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

    def makers(self, item: Item, term: Term, aspect: str) -> list[Rule]:
        """The rules that can give an item one of the things that a term asks for."""
        return [rule for rule, output in self._makers[item.name] if aspect in self._given(rule, output, term)]

    def alternatives(self, at_hand: AtHand, term: Term) -> set[int]:
        """Rules that give the same of what a term asks for, with what is at hand: their steps may not be needed."""
        ways: dict[str, list[int]] = defaultdict(list)
        for item in at_hand.matching_later(term):
            for rule, output in self._makers[item.name]:
                if rule.number in at_hand.rules:
                    for aspect in self._given(rule, output, term):
                        ways[aspect].append(rule.number)
        return set().union(*(rules for rules in ways.values() if len(rules) > 1))

    def kinds(self, rule: Rule) -> list[Kind]:
        """The kinds of steps that apply a rule."""
        effects = self._possible.effects[rule.number]
        assert effects.principal is not None, "a rule that matters makes something"
        return [(rule.number, i.name) for i in self._possible.result_items(rule, effects, effects.principal)]

    def _given(self, rule: Rule, output: int, term: Term) -> list[str]:
        """What a rule gives an object of all that a term asks for: a property, its content, or that it is there."""
        effects = self._possible.effects[rule.number]
        made = rule.outputs[output]
        told = dict(made.properties)
        given = [name for name, value in term.properties if same(value, told.get(name))]
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
        if kind == NOTHING or made.contains in (None, NOTHING):
            return kind == NOTHING
        return any(kind in item.types for item in self._possible.by_type(made.contains or ""))

    def missing(self, item: Item, term: Term) -> list[str]:
        """What an object of an item does not have by itself of all that a term asks for."""
        lacking = self.at_hand.lacking(item, term)
        if lacking is not None:
            return lacking
        possible = self._possible
        found = [name for name, value in term.properties if not same(possible.initial(item, name), value)]
        if term.contains is not None and not self._comes_with(item, term.contains):
            found.append(CONTENT)
        if not possible.start.may_place(item):
            found.append(THERE)
        return found

    def _comes_with(self, item: Item, kind: str) -> bool:
        if item.contains is None or kind == NOTHING:
            return item.contains is None and kind == NOTHING
        return kind in self._possible.pack.items[item.contains].types


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
        self._made: set[str] = set()
        """The items that there is a way to get, so that none has to be placed."""
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

    def has_needless(self, goals: Collection[Term]) -> bool:
        """Whether, once everything that was drawn is there, the goals can be met without one of the steps drawn."""
        possible, sketcher = self._possible, self._sketcher
        items = [possible.pack.items[name] for name in sorted(self.items)]
        placed = [item for item in items if item.name not in self._made and possible.start.may_place(item)]
        at_hand = sketcher.at_hand.joined_by(placed)
        suspects = set().union(*(sketcher.alternatives(at_hand, term) for term in self._seen))
        return any(
            all(map(sketcher.at_hand.joined_by(placed, kind).matching_later, goals))
            for number in sorted(suspects & self.rules.keys())
            for kind in sketcher.kinds(self.rules[number])
            if kind[1] in self.items
        )

    def _want(self, term: Term, depth: int) -> int:
        """Ways to what matches a term, with so many steps at most; how long the longest seems to be."""
        known = self._seen.get(term)
        if known is not None and known[0] >= depth:
            return known[1]
        # Nothing is needed for itself.
        self._seen[term] = (depth, IMPOSSIBLE)
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
        if later and self._sketcher.alternatives(self._sketcher.at_hand, term):
            # Whoever can come by it in two ways needs neither.
            return IMPOSSIBLE
        longest, found = IMPOSSIBLE, 0
        for item in later or self._serving(term, depth):
            length = self._unless_impossible(partial(self._make, item, term, depth, bool(later)))
            if length != IMPOSSIBLE:
                self._add_item(item)
                longest, found = max(longest, length), found + 1
            if found >= min(SERVING, self._width) and not later:
                break
        return longest

    def _unless_impossible(self, draw: Callable[[], int]) -> int:
        """Draws something; where nothing comes of it, the sketch is as it was."""
        items, rules, made, seen = set(self.items), dict(self.rules), set(self._made), dict(self._seen)
        length = draw()
        if length == IMPOSSIBLE:
            self.items, self.rules, self._made = items, rules, made
            self._seen = {t: known for t, known in self._seen.items() if known[1] == IMPOSSIBLE} | seen
        return length

    def _make(self, item: Item, term: Term, depth: int, at_hand: bool) -> int:
        """Ways to make an item match a term; how long the longest seems to be."""
        missing = self._sketcher.missing(item, term)
        if not depth:
            return IMPOSSIBLE if missing else 0
        longest = IMPOSSIBLE if missing else 0
        for aspect in missing or [THERE]:
            length = self._give(item, term, aspect, depth, at_hand)
            if length == IMPOSSIBLE and missing:
                return IMPOSSIBLE
            if aspect == THERE and length != IMPOSSIBLE:
                self._made.add(item.name)
            longest = max(longest, length)
        return longest

    def _give(self, item: Item, term: Term, aspect: str, depth: int, at_hand: bool) -> int:
        """Up to `width` rules that give an item one of the things that a term asks for."""
        longest, found = IMPOSSIBLE, 0
        for rule in self._makers(item, term, aspect, at_hand):
            length = self._unless_impossible(partial(self._use, rule, depth - 1))
            if length != IMPOSSIBLE:
                longest, found = max(longest, length + 1), found + 1
            if found >= self._width:
                break
        return longest

    def _makers(self, item: Item, term: Term, aspect: str, at_hand: bool) -> list[Rule]:
        """Rules that help an item to match a term; whoever has a way already needs no other."""
        makers = [
            rule
            for rule in self._sketcher.makers(item, term, aspect)
            if (rule.number, item.name) not in self._avoid
            and (not at_hand or rule.number in self._sketcher.at_hand.rules)
        ]
        self._random.shuffle(makers)
        return sorted(makers, key=lambda rule: rule.number not in self.rules)

    def _use(self, rule: Rule, depth: int) -> int:
        """What a rule takes; how long the longest way to it seems to be."""
        self.rules[rule.number] = rule
        effects = self._possible.effects[rule.number]
        longest = 0
        for term in rule.inputs:
            length = self._want(term, depth)
            if length == IMPOSSIBLE:
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
        """The items that could match a term, those that were drawn already first."""
        accepted = self._possible.accepted(term)
        if not depth:
            accepted = tuple(item for item in accepted if self._possible.start.may_place(item))
        drawn = [item for item in accepted if item.name in self.items]
        others = [item for item in accepted if item.name not in self.items]
        return drawn + self._random.sample(others, len(others))

    def _add_item(self, item: Item | None) -> None:
        while item is not None and item.name not in self.items:
            self.items.add(item.name)
            item = self._possible.pack.items[item.contains] if item.contains else None

    def _add_types(self, kind: str) -> None:
        for item in self._possible.creatable(kind):
            if item.name in self._possible.obtainable:
                self._add_item(item)
