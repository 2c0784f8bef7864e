"""Which rules help to come by what, as far as a sketch cares."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from puzzlesynth.pack.model import NOTHING, Item, Rule, Term, same_value
from puzzlesynth.synth.relevance import PackAnalysis, StepKind

from .reachable import CONTENT, ReachableItems

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
        """Rules that give the same of what a term asks for, with what is at hand: their steps may not be needed."""
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
        if kind == NOTHING or made.contains in (None, NOTHING):
            return kind == NOTHING
        return any(kind in item.types for item in self.possible.by_type(made.contains or ""))

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
