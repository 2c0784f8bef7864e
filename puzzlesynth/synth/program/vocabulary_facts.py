"""Facts that only constraints ask about: names, kinds and texts of the pack. Written where some word needs them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from puzzlesynth.synth.analysis.relevance import PackAnalysis

from . import predicates as p
from .predicates import Fact, PredicateSchema

MANY_LEVELS = 40
"""Where nothing bounds the depth of an area, levels are told up to this one."""


def vocabulary_facts(possible: PackAnalysis, words: Collection[tuple[str, int]]) -> Iterator[Fact]:
    """The facts behind the words that a program's constraints use."""
    for kind, facts in _FACTS.items():
        if kind.signature in words:
            yield from facts(possible)


def _properties(possible: PackAnalysis) -> Iterator[Fact]:
    for name in sorted(possible.items_in_play):
        item = possible.pack.items[name]
        known = {
            **dict.fromkeys(sorted(possible.booleans), False),
            **item.properties,
            "carryable": item.carryable,
        }
        for key, value in known.items():
            yield p.ItemProperty(name, key, value)


def _names(possible: PackAnalysis) -> Iterator[Fact]:
    return (p.RuleCalled(rule.number, rule.name) for rule in possible.relevant[1] if rule.name)


def _kinds(possible: PackAnalysis) -> Iterator[Fact]:
    return (p.RuleOfKind(rule.number, rule.kind) for rule in possible.relevant[1] if rule.kind)


def _actions(possible: PackAnalysis) -> Iterator[Fact]:
    return (p.RuleAction(rule.number, rule.action) for rule in possible.relevant[1])


def _goals(possible: PackAnalysis) -> Iterator[Fact]:
    for area in possible.start.areas:
        for number, goal in enumerate(area.goals):
            yield p.GoalText(area.name, number, str(goal))


def _levels(possible: PackAnalysis) -> Iterator[Fact]:
    bounds = [area.max_depth for area in possible.start.areas]
    yield p.MostLevels(max(bound or MANY_LEVELS for bound in bounds))


_FACTS: dict[PredicateSchema, Callable[[PackAnalysis], Iterator[Fact]]] = {
    p.ItemProperty: _properties,
    p.RuleCalled: _names,
    p.RuleOfKind: _kinds,
    p.RuleAction: _actions,
    p.GoalText: _goals,
    p.MostLevels: _levels,
}
