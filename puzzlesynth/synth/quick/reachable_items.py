"""What a running game has already, and what its players can get with that alone.

A player who has something needs no step to get it, and one who can get it in one way needs no other. A puzzle with such
a step would have a shortcut, so it is not proposed. This only guides the search: it is an estimate that considers the
properties of an item one by one and uses nothing up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from copy import copy

from puzzlesynth.pack.model import NOTHING, Item, Rule, Term, Value, same_value
from puzzlesynth.puzzle.model import Object
from puzzlesynth.synth.relevance import PackAnalysis

Typed = tuple[type, Value]

CONTENT = "contains"
"""What an object may lack besides properties."""

CARRYABLE = "carryable"
"""Can be asked for like any other property."""


class ReachableItems:
    """What there is, and what can be made from it."""

    def __init__(self, possible: PackAnalysis) -> None:
        self._possible = possible
        self._things: dict[str, list[Object]] = defaultdict(list)
        self._content: dict[str, str] = {}
        for thing in possible.start.objects:
            if thing.inside is not None:
                self._content[thing.inside] = thing.item
            else:
                self._things[thing.item].append(thing)
        self._takers: dict[str, dict[int, Rule]] = defaultdict(dict)
        """The rules that take objects of an item."""
        for rule in possible.relevant[1]:
            for item in {item.name for term in rule.inputs for item in possible.by_type(term.type)}:
                self._takers[item][rule.number] = rule
        self._first: dict[str, frozenset[tuple[str, Typed]]] = {}
        self._unless_told: dict[str, Value] = dict.fromkeys(sorted(possible.booleans), False)
        """What an item is like where nothing is said about it."""
        self._without: tuple[int, str] | None = None
        self._begin()
        self._come_about()

    def joined_by(self, items: Iterable[Item], without: tuple[int, str] | None = None) -> ReachableItems:
        """The same with one of each of some items as well.

        With `without`, a kind of step (a rule's number and the item that it makes) is never done.
        """
        found = copy(self)
        found._without = without
        if without is not None and without[0] in self.rules:
            found._begin()
        else:
            # More things only add to what can be obtained.
            found._values = {item: set(values) for item, values in self._values.items()}
            found._inside = defaultdict(set, {item: set(inside) for item, inside in self._inside.items()})
            found.rules, found._waiting = set(self.rules), {}
        for item in items:
            found._have(item, {}, item.contains)
        found._come_about()
        return found

    def _begin(self) -> None:
        """With what is there, and nothing made from it yet."""
        self._values: dict[str, set[tuple[str, Typed]]] = {}
        """For each item that can be obtained, the values that its properties can have."""
        self._inside: dict[str, set[str | None]] = defaultdict(set)
        """What can be inside of it; None: nothing."""
        self.rules: set[int] = set()
        """The rules that can be used."""
        self._waiting: dict[int, Rule] = {}
        """Rules that may have more to give since something changed."""
        for item, things in self._things.items():
            for thing in things:
                self._have(self._possible.pack.items[item], thing.properties, self._content.get(thing.id))

    def _come_about(self) -> None:
        while self._waiting:
            number = min(self._waiting)
            rule = self._waiting.pop(number)
            if number in self.rules or all(map(self.matching_later, rule.inputs)):
                self.rules.add(number)
                self._apply(rule)

    # --- what is there now ----------------------------------------------------------------------------

    def matching_now(self, term: Term) -> list[Item]:
        """The items of which an object matches a term as it is."""
        return [item for item in self._possible.by_type(term.type) if self.lacking(item, term) == []]

    def lacking(self, item: Item, term: Term) -> list[str] | None:
        """What the object of an item that is closest to a term lacks: properties, `contains`; None: there is none."""
        things = self._things.get(item.name, ())
        return min((self._lacks(item, thing, term) for thing in things), key=len, default=None)

    def _lacks(self, item: Item, thing: Object, term: Term) -> list[str]:
        found = []
        for name, value in term.properties:
            now = thing.properties.get(name)
            if not same_value(value, self._possible.initial(item, name) if now is None else now):
                found.append(name)
        if term.contains is not None and not self.is_content(self._content.get(thing.id), term.contains):
            found.append(CONTENT)
        return found

    def is_content(self, content: str | None, kind: str) -> bool:
        """Whether what is inside something, or nothing, is what a term asks for."""
        if content is None or kind == NOTHING:
            return content is None and kind == NOTHING
        return kind in self._possible.pack.items[content].types

    # --- what can be made of it -----------------------------------------------------------------------

    def matching_later(self, term: Term) -> list[Item]:
        """The items of which an object can come to match a term."""
        return [item for item in self._possible.by_type(term.type) if self._can_match(item, term)]

    def _can_match(self, item: Item, term: Term) -> bool:
        known = self._values.get(item.name)
        if known is None or any((n, (type(v), v)) not in known for n, v in term.properties):
            return False
        inside = self._inside[item.name]
        return term.contains is None or any(self.is_content(content, term.contains) for content in inside)

    def _have(self, item: Item, properties: Mapping[str, Value], content: str | None) -> None:
        told = self._starting(item)
        if properties:
            told = frozenset(pair for pair in told if pair[0] not in properties) | _typed(properties.items())
        self._note(item, told, content)

    def _starting(self, item: Item) -> frozenset[tuple[str, Typed]]:
        known = self._first.get(item.name)
        if known is None:
            told = {**self._unless_told, **item.properties, CARRYABLE: item.carryable}
            known = self._first[item.name] = _typed(told.items())
        return known

    def _note(self, item: Item, told: frozenset[tuple[str, Typed]], content: str | None) -> None:
        known = self._values.setdefault(item.name, set())
        inside = self._inside[item.name]
        if content not in inside or not told <= known:
            known |= told
            inside.add(content)
            self._waiting.update(self._takers[item.name])

    def _apply(self, rule: Rule) -> None:
        effects = self._possible.effects[rule.number]
        if effects.principal is not None and not self._results(rule, effects.principal):
            return
        for n, term in enumerate(rule.outputs):
            for item in self._results(rule, n):
                if n in effects.released and item.name not in self._contents(rule, effects.released[n]):
                    continue
                for content in self._put_inside(rule, n):
                    if n in effects.kept:
                        self._note(item, _typed(term.properties), content)
                    else:
                        self._have(item, dict(term.properties), content)

    def _results(self, rule: Rule, output: int) -> list[Item]:
        """What an output can be."""
        effects = self._possible.effects[rule.number]
        if output in effects.kept:
            items = self.matching_later(rule.inputs[effects.kept[output]])
        else:
            items = list(self._possible.result_items(rule, effects, output))
        if self._without is None or output != effects.principal:
            return items
        return [item for item in items if (rule.number, item.name) != self._without]

    def _contents(self, rule: Rule, source: int) -> set[str | None]:
        """What can be inside an input."""
        return set().union(*(self._inside[item.name] for item in self.matching_later(rule.inputs[source])))

    def _put_inside(self, rule: Rule, output: int) -> list[str | None]:
        effects = self._possible.effects[rule.number]
        for source, holder in effects.stored.items():
            if holder == output:
                return [item.name for item in self.matching_later(rule.inputs[source])]
        if output in effects.filled:
            return [item.name for item in self._possible.creatable(effects.filled[output])]
        return [None]


def _typed(properties: Iterable[tuple[str, Value]]) -> frozenset[tuple[str, Typed]]:
    return frozenset((name, (type(value), value)) for name, value in properties)
