"""How many objects of each item one puzzle can have in all.

`copies` says how many exist at once. What is used up can be made again, so over a whole game there can be more: as many
as the rules that make the item can be applied, which what they use up bounds in turn. This is an over-approximation, from
above: it begins with no bound at all and takes in whatever the rules and the start allow.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from math import inf
from typing import TYPE_CHECKING

from puzzlesynth.pack.model import Item, Rule
from puzzlesynth.quick_dataclasses import dataclass

if TYPE_CHECKING:
    from .relevance import PackAnalysis


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
    bounds: dict[str, float] = dict.fromkeys((item.name for item in items), inf)
    changed = True
    while changed:
        uses = {rule.number: _most_uses(possible, rule, bounds, mortal) for rule in possible.relevant[1]}
        changed = False
        for item in items:
            first = max(item.copies, present[item.name]) if _at_start(possible, item) else 0
            made = sum(number * uses[rule.number] for rule, number in makers[item.name])
            bound = first + made
            if item.name not in mortal:
                bound = min(bound, max(item.copies, present[item.name]))
            if bound < bounds[item.name]:
                bounds[item.name], changed = bound, True
    return bounds, uses


def _at_start(possible: PackAnalysis, item: Item) -> bool:
    """Whether there can be any at the start: placed, there already, or inside something."""
    start = possible.start
    return (
        item.name in start.items
        or start.may_place(item)
        or any(other.contains == item.name for other in possible.pack.items.values())
    )


def _made(possible: PackAnalysis, rule: Rule) -> Counter[str]:
    """For each item how many a use of the rule may make."""
    effects = possible.effects[rule.number]
    kinds = [rule.outputs[output].type for output in effects.created] + list(effects.filled.values())
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
