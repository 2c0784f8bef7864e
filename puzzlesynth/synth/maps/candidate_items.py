"""Which items a block of a map could be asked for at all, followed down from the output by items alone.

It is the first look at a map: everything after it only has to deal with what could be of use somewhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from puzzlesynth.pack.model import Rule
from puzzlesynth.pack.rules.block_roles import RoleAssignment, role_assignments
from puzzlesynth.pack.rules.effects import OperatorEffects

if TYPE_CHECKING:
    from .block_tree import BlockTree

RuleReading = tuple[Rule, list[RoleAssignment]]
"""A rule and the ways to read it as a block of its kind."""


class KindRules:
    """The rules that can be steps of a map, by the kind of block and by what they make."""

    def __init__(self, shape: BlockTree) -> None:
        kinds = {spot.kind for spot in shape.spots}
        self._readings: list[RuleReading] = []
        self._by_result: dict[tuple[str, str], list[int]] = defaultdict(list)
        for rule in shape.world.pack.rules:
            ways = role_assignments(rule) if rule.kind in kinds else []
            if ways and shape.effects[rule.number].principal is not None:
                for item in results_of(shape, rule, shape.effects[rule.number]):
                    self._by_result[rule.kind or "", item].append(len(self._readings))
                self._readings.append((rule, ways))

    def making(self, kind: str, items: Collection[str]) -> Iterator[RuleReading]:
        """The rules of a kind that can make one of these items, in the order of the pack."""
        found = {n for item in items for n in self._by_result.get((kind, item), ())}
        return (self._readings[n] for n in sorted(found))


def results_of(shape: BlockTree, rule: Rule, effects: OperatorEffects) -> Iterable[str]:
    """What a rule is there for, by type alone."""
    assert effects.principal is not None
    kind = rule.outputs[effects.principal].type
    return shape.creatable(kind) if effects.principal in effects.created else shape.items_of(kind)


class CandidateItems:
    def __init__(self, shape: BlockTree) -> None:
        self._shape = shape
        self.items: dict[str, set[str]] = defaultdict(set)
        """For each block the items that a block above it could use."""
        everything = {name for name in shape.world.pack.items if shape.is_asked_for(name)}
        self.items[shape.root.name] = everything
        for name, door in shape.doors.items():
            self.items[door.name] = {shape.world.gates[name]}
        for spot in reversed(shape.spots):
            hoped = self.items[spot.name]
            if not spot.is_step:
                for below in spot.inputs.values():
                    self.items[below.name] |= hoped
                continue
            for rule, ways in shape.rules_of_kind.making(spot.kind, hoped):
                moved = self._moved(rule)
                for way in ways:
                    for role, below in spot.inputs.items():
                        n = way.get(role)
                        if n is not None:
                            taken = shape.items_of(rule.inputs[n].type)
                            self.items[below.name] |= taken & hoped if n == moved else taken

    def _moved(self, rule: Rule) -> int | None:
        """The input that comes out of a step, changed."""
        effects = self._shape.effects[rule.number]
        return effects.kept.get(effects.principal if effects.principal is not None else -1)
