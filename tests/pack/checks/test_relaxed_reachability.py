"""The generous picture of what can ever be: the quick way to it agrees with the plain one."""

from __future__ import annotations

from collections.abc import Sized

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth.pack.checks.relaxed_reachability import RelaxedReachability
from puzzlesynth.pack.model import NOTHING, Area, Item, Pack, Rule, Term, Value
from puzzlesynth.pack.rules.effects import ContentChange, Origin, output_effects
from tests.support.samples import random_examples

NAMES = ("A", "B", "C", "D", "E")
TYPES = ("T", "U")
VALUES: tuple[Value, ...] = (True, False, 1, 2)

properties = st.dictionaries(st.sampled_from(("p", "q")), st.sampled_from(VALUES), max_size=2)
contents = st.sampled_from((*NAMES, *TYPES, NOTHING))
terms = st.builds(
    Term,
    st.sampled_from((*NAMES, *TYPES)),
    properties.map(lambda found: tuple(found.items())),
    st.none() | contents,
)
rules = st.builds(
    Rule,
    st.just(0),
    st.just("Do"),
    st.lists(terms, max_size=3).map(tuple),
    st.lists(terms, min_size=1, max_size=3).map(tuple),
    fail=st.integers(0, 9).map(lambda number: number == 0),
)


@st.composite
def packs(draw: st.DrawFn) -> Pack:
    items = {}
    for name in NAMES:
        isa = tuple(draw(st.sets(st.sampled_from(TYPES))))
        items[name] = Item(
            name,
            isa=isa,
            types=frozenset((name, "Item", *isa)),
            properties=draw(properties),
            spawnable=draw(st.booleans()),
            contains=draw(st.none() | st.sampled_from(NAMES)),
        )
    written = draw(st.lists(rules, max_size=6))
    numbered = tuple(
        Rule(number, rule.action, rule.outputs, rule.inputs, fail=rule.fail)
        for number, rule in enumerate(written, 1)
    )
    goals = tuple(draw(st.lists(terms, min_size=1, max_size=2)))
    area = Area("X", goals, start=True, contains=tuple(draw(st.lists(st.sampled_from(NAMES), max_size=1))))
    return Pack("p", items, numbered, {"X": area})


class Plain:
    """Everything that follows, found by going through all rules again and again."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        standing = pack.areas["X"].contains
        self.there = {item.name for item in pack.items.values() if item.spawnable or item.name in standing}
        self.values = {
            (name, *pair(*found)) for name in pack.items for found in pack.items[name].properties.items()
        }
        self.inside = {(item.name, item.contains) for item in pack.items.values() if item.contains}
        self.empty = {item.name for item in pack.items.values() if not item.contains}
        self.fired: set[int] = set()
        before = -1
        while before != self.size():
            before = self.size()
            for rule in pack.rules:
                self.apply(rule)

    def size(self) -> int:
        facts: tuple[Sized, ...] = (self.there, self.values, self.inside, self.empty, self.fired)
        return sum(map(len, facts))

    def matches(self, term: Term) -> set[str]:
        return {
            item.name
            for item in self.pack.items.values()
            if item.name in self.there and self.holds(item, term)
        }

    def holds(self, item: Item, term: Term) -> bool:
        for name, value in term.properties:
            by_default = value is False and name not in item.properties
            if not by_default and (item.name, *pair(name, value)) not in self.values:
                return False
        held = [self.pack.items[content] for holder, content in self.inside if holder == item.name]
        return (
            term.type in item.types
            and (term.contains != NOTHING or item.name in self.empty)
            and (term.contains in (None, NOTHING) or any(term.contains in content.types for content in held))
        )

    def made(self, name: str) -> set[str]:
        return {name} if name in self.pack.items else {item.name for item in self.pack.members.get(name, ())}

    def apply(self, rule: Rule) -> None:
        found = [self.matches(term) for term in rule.inputs]
        known = {name for item in self.pack.items.values() for name in item.types} | {NOTHING, None}
        if not all(
            options or {term.type, term.contains} - known
            for options, term in zip(found, rule.inputs, strict=True)
        ):
            return
        self.fired.add(rule.number)
        for outcome in output_effects(rule) if not rule.fail else ():
            objects: set[str] = set()
            if outcome.origin is Origin.CREATED:
                objects = self.made(outcome.term.type)
                self.empty |= objects
            elif outcome.origin is Origin.BOUND and outcome.origin_input is not None:
                objects = found[outcome.origin_input]
            elif outcome.origin_input is not None:
                self.empty |= found[outcome.origin_input]
                objects = {
                    content
                    for holder, content in self.inside
                    if holder in found[outcome.origin_input]
                    and outcome.term.type in self.pack.items[content].types
                }
            self.there |= objects
            self.values |= {(name, *pair(*given)) for name in objects for given in outcome.term.properties}
            if outcome.filling is ContentChange.EMPTIED:
                self.empty |= objects
            elif outcome.filling is ContentChange.CREATED:
                self.inside |= {
                    (name, other) for name in objects for other in self.made(str(outcome.term.contains))
                }
            elif outcome.stored_input is not None:
                self.inside |= {(name, other) for name in objects for other in found[outcome.stored_input]}


def pair(name: str, value: Value) -> tuple[str, type, Value]:
    return name, type(value), value


@pytest.mark.thorough
@random_examples(300)
@given(packs())
def test_waking_only_those_who_wait_misses_nothing(pack: Pack) -> None:
    quick, plain = RelaxedReachability(pack), Plain(pack)
    assert quick.fired == plain.fired
    assert quick.there == plain.there
    for goal in pack.areas["X"].goals:
        assert set(quick.matches(goal)) == plain.matches(goal)
