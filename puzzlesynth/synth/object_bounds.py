"""Bounds on the objects of one puzzle: how often one can change, and how many of each item there can be in all.

An object changes at most as often as the longest run of real changes among the states that it can have.

`copies` says how many exist at once. What is used up can be made again, so over a whole game there can be more: as many
as the rules that make the item can be applied, which what they use up bounds in turn. This is an over-approximation, from
above: it begins with no bound at all and takes in whatever the rules and the start allow.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from puzzlesynth.pack.model import Item, Rule, Term, Value
from puzzlesynth.quick_dataclasses import dataclass

if TYPE_CHECKING:
    from .relevance import PackAnalysis


ObjectState = frozenset[tuple[str, Value]]

MANY_STATES = 1000
"""Items with more states than this get the pack's limit of stages instead of an exact count."""


class ObjectChange(NamedTuple):
    """What a rule makes of an object."""

    before: Term
    after: Term
    may_be_idle: bool = False
    """Whether the rule is also used where it leaves the object as it was, for something else that it makes."""


class ObjectStages:
    def __init__(self, possible: PackAnalysis) -> None:
        self._possible = possible
        self._rules = [(rule, possible.effects[rule.number]) for rule in possible.relevant[1]]

    @cached_property
    def changers(self) -> Mapping[str, list[ObjectChange]]:
        """For each item what the rules that change its properties or what is inside do to it."""
        found: dict[str, list[ObjectChange]] = defaultdict(list)
        for rule, effects in self._rules:
            for output in effects.changed:
                before = rule.inputs[effects.kept[output]]
                for item in self._possible.accepted(before):
                    idle = output != effects.principal
                    found[item.name].append(ObjectChange(before, rule.outputs[output], idle))
        return found

    @cached_property
    def releasers(self) -> Mapping[str, list[ObjectChange]]:
        """For each item what the rules that release it make of it."""
        found: dict[str, list[ObjectChange]] = defaultdict(list)
        for rule, effects in self._rules:
            for output in effects.released:
                term = rule.outputs[output]
                for item in self._possible.by_type(term.type):
                    found[item.name].append(ObjectChange(Term(term.type), Term(term.type, term.properties)))
        return found

    def most_of(self, item: Item) -> int:
        """How often an object of an item can change."""
        limit = self._possible.pack.limits.stages
        changers = self.changers.get(item.name, [])
        releasers = self.releasers.get(item.name, [])
        if releasers and self._is_stored_again(item):
            return limit
        if any(after.contains is not None or before.contains is not None for before, after, _ in changers):
            return limit
        if not changers:
            return 1 if releasers else 0
        # What is released once is one stage further, and may be another thing than what was put in.
        run = longest_change(self._start_states(item, changers), [*changers, *releasers], limit)
        return run + 1 if releasers else run

    def most_uses(self, item: Item) -> float:
        """How often the rules that change an object of this item, or release it, can be applied in one puzzle."""
        return sum(
            self._possible.supplies.uses[rule.number]
            for rule, effects in self._rules
            for output in (*effects.changed, *effects.released)
            if item in self._possible.result_items(rule, effects, output)
        )

    def _start_states(self, item: Item, changers: list[ObjectChange]) -> Iterator[ObjectState]:
        """The states in which an object of this item can first be there, as far as its changes care."""
        names = {name for change in changers for term in change[:2] for name, _ in term.properties}
        first = {name: value for name in names if (value := self._possible.initial(item, name)) is not None}
        things = [thing for thing in self._possible.start.objects if thing.item == item.name]
        for known in ({}, *self._made_with.get(item.name, ()), *(thing.properties for thing in things)):
            yield frozenset({**first, **{n: value for n, value in known.items() if n in names}}.items())

    @cached_property
    def _made_with(self) -> Mapping[str, list[dict[str, Value]]]:
        """The properties that rules give to new objects of each item."""
        found: dict[str, list[dict[str, Value]]] = defaultdict(list)
        for rule, effects in self._rules:
            for output in effects.created:
                for item in self._possible.creatable(rule.outputs[output].type):
                    found[item.name].append(dict(rule.outputs[output].properties))
        return found

    def _is_stored_again(self, item: Item) -> bool:
        return any(
            rule.inputs[source].type in item.types
            for rule, effects in self._rules
            for source in effects.stored
        )


def longest_change(starts: Iterable[ObjectState], changers: list[ObjectChange], limit: int) -> int:
    """The longest run of real changes from any of the start states; `limit` where changes can go in circles."""
    following: dict[ObjectState, set[ObjectState]] = {}
    queue = list(starts)
    while queue:
        state = queue.pop()
        if state in following:
            continue
        if len(following) >= MANY_STATES:
            return limit
        following[state] = _next_states(state, changers)
        queue.extend(following[state])
    before = Counter(then for states in following.values() for then in states)
    free = [state for state in following if not before[state]]
    lengths = dict.fromkeys(following, 0)
    done = 0
    while free:
        state = free.pop()
        done += 1
        for then in following[state]:
            lengths[then] = max(lengths[then], lengths[state] + 1)
            before[then] -= 1
            if not before[then]:
                free.append(then)
    return max(lengths.values(), default=0) if done == len(following) else limit


def _next_states(state: ObjectState, changers: list[ObjectChange]) -> set[ObjectState]:
    """A change that leaves everything as it was counts where a step can be there for something else."""
    found = set()
    for before, after, may_be_idle in changers:
        if state.issuperset(before.properties):
            names = {name for name, _ in after.properties}
            then = frozenset(pair for pair in state if pair[0] not in names) | set(after.properties)
            if then != state or may_be_idle:
                found.add(then)
    return found


@dataclass(frozen=True)
class CopyBound:
    """Of one item."""

    at_once: int
    """How many can exist at the same time."""
    in_all: int
    """How many objects a puzzle can have, within the pack's limits."""
    limited: bool
    """Whether it could be more but for `limits.copies`."""

    @property
    def recurs(self) -> bool:
        """Whether there can be more of it over the game than at once."""
        return self.in_all > self.at_once


@dataclass(frozen=True)
class CopyBounds:
    of: Mapping[str, CopyBound]
    """For each item that can play a part in a puzzle."""
    uses: Mapping[int, float]
    """How often each rule can be applied in a puzzle."""

    @property
    def any_recurs(self) -> bool:
        return any(supply.recurs for supply in self.of.values())


def copy_bounds_of(possible: PackAnalysis) -> CopyBounds:
    present = Counter(thing.item for thing in possible.start.objects)
    bounds, uses = _bounds(possible, present)
    found = {}
    for name, bound in bounds.items():
        item = possible.pack.items[name]
        at_once = max(item.copies, present[name])
        most = present[name] + possible.pack.limits.copies
        found[name] = CopyBound(at_once, int(max(present[name], min(bound, most))), bound > most)
    return CopyBounds(found, uses)


def _bounds(possible: PackAnalysis, present: Mapping[str, int]) -> tuple[dict[str, float], dict[int, float]]:
    items = [item for item in possible.pack.items.values() if item.name in possible.relevant[0]]
    makers: dict[str, list[tuple[Rule, int]]] = defaultdict(list)
    for rule in possible.relevant[1]:
        for name, number in _made(possible, rule).items():
            makers[name].append((rule, number))
    mortal = frozenset(_mortal(possible))
    first = _at_start(possible, items, present)
    bounds: dict[str, float] = dict.fromkeys((item.name for item in items), inf)
    changed = True
    while changed:
        uses = {rule.number: _most_uses(possible, rule, bounds, mortal) for rule in possible.relevant[1]}
        changed = False
        for item in items:
            made = sum(number * uses[rule.number] for rule, number in makers[item.name])
            bound = first[item.name] + made
            if item.name not in mortal:
                bound = min(bound, max(item.copies, present[item.name]))
            if bound < bounds[item.name]:
                bounds[item.name], changed = bound, True
    return bounds, uses


def _at_start(possible: PackAnalysis, items: Iterable[Item], present: Mapping[str, int]) -> Mapping[str, int]:
    """For each item, how many objects there can be at the start: placed, already there, or inside something."""
    start = possible.start
    inside = {item.contains for item in possible.pack.items.values()}
    return {
        item.name: max(item.copies, present[item.name])
        if item.name in start.items or item.name in inside or start.may_place(item)
        else 0
        for item in items
    }


def _made(possible: PackAnalysis, rule: Rule) -> Counter[str]:
    """For each item, how many objects one use of the rule may make."""
    kinds = possible.created_types(rule)
    return Counter(item.name for kind in kinds for item in possible.creatable(kind))


def _mortal(possible: PackAnalysis) -> Iterator[str]:
    """Items whose objects a step may destroy, by itself or together with what they are inside of."""
    for item in possible.pack.items.values():
        if item.contains:
            yield item.contains
    for rule in possible.relevant[1]:
        effects = possible.effects[rule.number]
        for source in (*effects.destroyed, *effects.stored):
            yield from (item.name for item in possible.accepted(rule.inputs[source]))
        for kind in effects.filled.values():
            yield from (item.name for item in possible.creatable(kind))


def _most_uses(
    possible: PackAnalysis, rule: Rule, bounds: Mapping[str, float], mortal: frozenset[str]
) -> float:
    """How often a rule can be applied: what it uses up is gone, what it changes can change only so often, and of what
    stays for ever there is soon no room for another."""
    effects = possible.effects[rule.number]

    def total(source: int, changes: bool) -> float:
        return sum(
            bounds.get(item.name, 0) * (max(1, possible.stages(item)) if changes else 1)
            for item in possible.accepted(rule.inputs[source])
        )

    ends = [total(source, False) for source in effects.destroyed]
    ends += [total(effects.kept[output], True) for output in effects.changed]
    for output in effects.created:
        made = possible.creatable(rule.outputs[output].type)
        if not any(item.name in mortal for item in made):
            ends.append(sum(bounds.get(item.name, 0) for item in made))
    return min(ends, default=inf)
