"""What a running game has already, and what its players can come by with that alone.

Whoever has something needs no step to get it, and whoever can get it one way needs no other. A puzzle whose steps do
so all the same would have a shortcut, so it is better not even thought of. This only guides: it is a guess that
takes the properties of an item one by one and lets nothing be used up.
"""

from __future__ import annotations

from collections import defaultdict

from puzzlesynth.pack.model import NOTHING, Item, Rule, Term, Value
from puzzlesynth.puzzle.model import Object

from .analysis import Possible, same

Typed = tuple[type, Value]


class AtHand:
    def __init__(self, possible: Possible) -> None:
        self._possible = possible
        self._things: dict[str, list[Object]] = defaultdict(list)
        self._content: dict[str, str] = {}
        for thing in possible.start.objects:
            if thing.inside is not None:
                self._content[thing.inside] = thing.item
            else:
                self._things[thing.item].append(thing)
        self._values: dict[str, set[tuple[str, Typed]]] = {}
        """For each item that can be had, the values that its properties can have."""
        self._inside: dict[str, set[str | None]] = defaultdict(set)
        """What can be inside of it; None: nothing."""
        self.rules: set[int] = set()
        """The rules that can be used."""
        for item, things in self._things.items():
            for thing in things:
                self._have(possible.pack.items[item], dict(thing.properties), self._content.get(thing.id))
        self._go_on()

    # --- what is there now ----------------------------------------------------------------------------

    def matching_now(self, term: Term) -> list[Item]:
        """The items of which an object matches a term as it is."""
        return [
            item
            for item in self._possible.by_type(term.type)
            if any(self._matches(item, thing, term) for thing in self._things.get(item.name, ()))
        ]

    def _matches(self, item: Item, thing: Object, term: Term) -> bool:
        for name, value in term.properties:
            now = thing.properties.get(name)
            if not same(value, self._possible.initial(item, name) if now is None else now):
                return False
        content = self._content.get(thing.id)
        return term.contains is None or self._is(content, term.contains)

    def _is(self, content: str | None, kind: str) -> bool:
        if content is None or kind == NOTHING:
            return content is None and kind == NOTHING
        return kind in self._possible.pack.items[content].types

    # --- what can come of it --------------------------------------------------------------------------

    def matching_later(self, term: Term) -> list[Item]:
        """The items of which an object can come to match a term."""
        return [item for item in self._possible.by_type(term.type) if self._can_match(item, term)]

    def _can_match(self, item: Item, term: Term) -> bool:
        known = self._values.get(item.name)
        if known is None or any((n, (type(v), v)) not in known for n, v in term.properties):
            return False
        inside = self._inside[item.name]
        return term.contains is None or any(self._is(content, term.contains) for content in inside)

    def _have(self, item: Item, properties: dict[str, Value], content: str | None) -> bool:
        names = {*item.properties, *self._possible.changing}
        first = {name: self._possible.initial(item, name) for name in names} | properties
        told = {(name, (type(value), value)) for name, value in first.items() if value is not None}
        known = self._values.setdefault(item.name, set())
        is_new = not told <= known or content not in self._inside[item.name]
        known |= told
        self._inside[item.name].add(content)
        return is_new

    def _go_on(self) -> None:
        rules = self._possible.relevant[1]
        while True:
            news = False
            for rule in rules:
                if rule.number in self.rules or all(self.matching_later(term) for term in rule.inputs):
                    news |= rule.number not in self.rules
                    self.rules.add(rule.number)
                    news |= self._apply(rule)
            if not news:
                return

    def _apply(self, rule: Rule) -> bool:
        possible, effects = self._possible, self._possible.effects[rule.number]
        news = False
        for n, term in enumerate(rule.outputs):
            if n in effects.kept:
                items = self.matching_later(rule.inputs[effects.kept[n]])
            else:
                items = list(possible.result_items(rule, effects, n))
            for item in items:
                if n in effects.released and item.name not in self._contents(rule, effects.released[n]):
                    continue
                for content in self._put_inside(rule, n):
                    if n in effects.kept:
                        told = {(name, (type(value), value)) for name, value in term.properties}
                        news |= not told <= self._values[item.name] or content not in self._inside[item.name]
                        self._values[item.name] |= told
                        self._inside[item.name].add(content)
                    else:
                        news |= self._have(item, dict(term.properties), content)
        return news

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
