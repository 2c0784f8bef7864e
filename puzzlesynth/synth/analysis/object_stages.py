"""How often an object can change in one puzzle: the longest run of real changes among the states that it can have."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from puzzlesynth.pack.model import Item, Term, Value

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
