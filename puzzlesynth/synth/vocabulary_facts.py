"""Facts that only constraints ask about: names, kinds and texts of the pack. Written where some word needs them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from clorm import Predicate

from . import predicates as p
from .analysis import Possible

MANY_LEVELS = 40
"""Where nothing bounds the depth of an area, levels are told up to this one."""


def vocabulary_facts(possible: Possible, words: Collection[tuple[str, int]]) -> Iterator[Predicate]:
    """The facts behind the words that a program's constraints use."""
    for kind, facts in _FACTS.items():
        if (kind.meta.name, len(kind.meta)) in words:
            yield from facts(possible)


def _properties(possible: Possible) -> Iterator[Predicate]:
    for name in sorted(possible.items_in_play):
        item = possible.pack.items[name]
        known = {
            **dict.fromkeys(sorted(possible.booleans), False),
            **item.properties,
            "carryable": item.carryable,
        }
        for key, value in known.items():
            yield p.ItemProperty(name, key, p.as_value(value))


def _names(possible: Possible) -> Iterator[Predicate]:
    return (p.RuleCalled(rule.number, rule.name) for rule in possible.relevant[1] if rule.name)


def _kinds(possible: Possible) -> Iterator[Predicate]:
    return (p.RuleOfKind(rule.number, rule.kind) for rule in possible.relevant[1] if rule.kind)


def _actions(possible: Possible) -> Iterator[Predicate]:
    return (p.RuleAction(rule.number, rule.action) for rule in possible.relevant[1])


def _goals(possible: Possible) -> Iterator[Predicate]:
    for area in possible.start.areas:
        for number, goal in enumerate(area.goals):
            yield p.GoalText(area.name, number, str(goal))


def _levels(possible: Possible) -> Iterator[Predicate]:
    bounds = [area.max_depth for area in possible.start.areas]
    yield p.MostLevels(max(bound or MANY_LEVELS for bound in bounds))


_FACTS: dict[type[Predicate], Callable[[Possible], Iterator[Predicate]]] = {
    p.ItemProperty: _properties,
    p.RuleCalled: _names,
    p.RuleOfKind: _kinds,
    p.RuleAction: _actions,
    p.GoalText: _goals,
    p.MostLevels: _levels,
}
