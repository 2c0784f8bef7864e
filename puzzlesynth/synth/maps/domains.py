"""What can fill each block of a map: followed up from what may lie there, and down from what is asked for.

A first look goes down from the output by items alone; everything after it only has to deal with what could be of use
somewhere. Then everything is followed with what steps have made of it, so a block that heats something is only filled
with what a block above it wants hot. Order, doors and how many there are of anything are left to the logic program.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from puzzlesynth.pack.model import Rule, Term, Value, same_value
from puzzlesynth.pack.puzzle_map import Block
from puzzlesynth.pack.rules.block_roles import RoleAssignment, role_assignments
from puzzlesynth.pack.rules.effects import OperatorEffects
from puzzlesynth.quick_dataclasses import dataclass

if TYPE_CHECKING:
    from .block_tree import BlockTree, TreeBlock


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


Values = frozenset[tuple[str, type, Value]]
"""Properties with their values; True is not 1."""

AS_IT_WAS: Values = frozenset()
TRUE_OR_FALSE = ("carryable", "container", "npc", "key", "abstract")
"""Properties of items that are false where nothing is said."""


class BlockState(NamedTuple):
    """An item as a block may give it."""

    item: str
    values: Values = AS_IT_WAS
    """What steps have set."""
    changed: bool = False
    """The last step has only changed properties."""


BlockStates = frozenset[BlockState]
NONE: BlockStates = frozenset()


@dataclass(frozen=True)
class RuleFit:
    """A rule that can fill a block, which input is which, and what comes out."""

    rule: Rule
    way: int
    roles: RoleAssignment
    results: frozenset[str]


class _Match(NamedTuple):
    """A rule in a block: what can be its inputs, and what each of them makes of it."""

    rule: Rule
    way: int
    roles: RoleAssignment
    inputs: Mapping[str, BlockStates]
    results: BlockStates
    moved: str = ""
    """The input that comes out of the step, changed."""
    after: Mapping[BlockState, BlockState] = {}
    """What the step makes of it."""


class BlockDomains:
    def __init__(self, shape: BlockTree) -> None:
        self._shape = shape
        self._items = shape.world.pack.items
        self._gives: dict[str, BlockStates] = {}
        self._holds: dict[str, BlockStates] = {}
        """For each block what can be inside of what it gives."""
        self._matches: dict[str, list[_Match]] = {}
        self._contents = frozenset(BlockState(i.contains) for i in self._items.values() if i.contains)
        self._hoped = CandidateItems(shape).items
        for spot in shape.spots:  # inputs come before what they feed
            self._up(spot)
        self.can_be: dict[str, frozenset[str]] = {}
        """For each block the items that it can give."""
        self.fits: dict[str, list[RuleFit]] = {}
        """For each block that is a step the rules that can be that step."""
        self._go_down()

    # --- up from the leaves ---------------------------------------------------------------------------

    def _up(self, spot: TreeBlock) -> None:
        inside = NONE.union(*(self._holds[below.name] for below in spot.inputs.values()))
        found: BlockStates
        if spot.is_step:
            matches = self._matches[spot.name] = list(self._matching(spot, inside))
            found = NONE.union(*(match.results for match in matches))
            if spot.kind == "insert":
                inside |= self._gives[spot.inputs["boxee"].name]
        elif spot.kind in ("spawn", "any"):
            hoped = (self._items[name] for name in self._hoped[spot.name])
            found = frozenset(BlockState(item.name) for item in hoped if self._shape.may_lie(item, spot))
            inside = self._contents
        else:
            found = NONE.union(*(self._gives[below.name] for below in spot.inputs.values()))
        self._gives[spot.name] = frozenset(state for state in found if self._passes(spot, state))
        self._holds[spot.name] = inside

    def _matching(self, spot: TreeBlock, inside: BlockStates) -> Iterator[_Match]:
        for rule, ways in self._shape.rules_of_kind.making(spot.kind, self._hoped[spot.name]):
            if spot.kind == "unlock" and rule.outputs[0].type != self._shape.world.gates[spot.block.name]:
                continue
            if not changes_as_asked(spot.block, rule, self._shape.effects[rule.number]):
                continue
            for number, way in enumerate(ways):
                if any(role not in way for role in spot.inputs) or not asks_for_needs(spot.block, rule, way):
                    continue
                inputs = {
                    role: self._matched(rule, way[role], self._gives[below.name])
                    for role, below in spot.inputs.items()
                }
                if all(inputs.values()):
                    match = self._match(spot, rule, number, way, inputs, inside)
                    if match.results:
                        yield match

    def _matched(self, rule: Rule, n: int, states: BlockStates) -> BlockStates:
        term = rule.inputs[n]
        items = self._shape.items_of(term.type)
        # A change that no rule asks for is a step that a player can leave out.
        asks = (
            not self._shape.never_has_shortcuts
            or bool(term.properties)
            or rule.kind not in ("combine", "request", "unlock")
        )
        return frozenset(
            state
            for state in states
            if state.item in items and (asks or not state.changed) and self._is_so(state, term)
        )

    def _is_so(self, state: BlockState, term: Term) -> bool:
        return all(self._has(state, name, value) for name, value in term.properties)

    def _has(self, state: BlockState, name: str, value: Value) -> bool:
        for known, kind, now in state.values:
            if known == name:
                return kind is type(value) and now == value
        first = self._items[state.item].value(name)
        return value is False if first is None else same_value(first, value)

    def _match(
        self,
        spot: TreeBlock,
        rule: Rule,
        number: int,
        way: RoleAssignment,
        inputs: Mapping[str, BlockStates],
        inside: BlockStates,
    ) -> _Match:
        effects = self._shape.effects[rule.number]
        assert effects.principal is not None
        term = rule.outputs[effects.principal]
        if effects.principal in effects.created:
            made = self._shape.creatable(term.type)
            results = frozenset(BlockState(item, _set(AS_IT_WAS, term)) for item in made)
            return _Match(rule, number, way, inputs, results)
        if effects.principal in effects.released:
            items = self._shape.items_of(term.type)
            found = (s for s in inside if s.item in items and self._is_worthwhile(spot, rule, s))
            results = frozenset(BlockState(s.item, _set(s.values, term)) for s in found)
            return _Match(rule, number, way, inputs, results)
        source = effects.kept[effects.principal]
        role = next((role for role, n in way.items() if n == source), "")
        if role not in inputs:
            items = self._shape.items_of(rule.inputs[source].type)
            results = frozenset(BlockState(item, _set(AS_IT_WAS, term)) for item in items)
            return _Match(rule, number, way, inputs, results)
        after = {s: BlockState(s.item, _set(s.values, term), rule.kind == "change") for s in inputs[role]}
        return _Match(rule, number, way, inputs, frozenset(after.values()), role, after)

    def _passes(self, spot: TreeBlock, state: BlockState) -> bool:
        block, item = spot.block, self._items[state.item]
        if block.item is not None and block.item not in item.types:
            return False
        if spot.kind != "filter" or block.property is None:
            return True
        if block.property in self._shape.changing:
            return block.value is None or self._has(state, block.property, block.value)
        value = item.value(block.property)
        if value is None and block.property in TRUE_OR_FALSE:
            value = False
        if block.value is None:
            return value is not None and value is not False
        return (value if value is not None else False) == block.value

    def _is_worthwhile(self, spot: TreeBlock, rule: Rule, state: BlockState) -> bool:
        """Boxing what can be carried anyway is a step that a player can leave out."""
        idle = self._shape.never_has_shortcuts and is_plain_release(rule, self._shape.effects[rule.number])
        return not (idle and self._items[state.item].carryable and any(_boxes(spot)))

    # --- down from the output -------------------------------------------------------------------------

    def _go_down(self) -> None:
        shape = self._shape
        wanted: dict[str, set[BlockState]] = defaultdict(set)
        wanted[shape.root.name] = set(self._gives[shape.root.name])
        for door in shape.doors.values():
            wanted[door.name] = set(self._gives[door.name])
        inside: dict[str, frozenset[str]] = {}
        """What is to come out of a box later."""
        for spot in reversed(shape.spots):
            useful = frozenset(wanted[spot.name] & self._gives[spot.name])
            self.can_be[spot.name] = frozenset(state.item for state in useful)
            within = self.can_be[spot.name] if spot.kind == "unbox" else inside.get(spot.name)
            if within is not None:
                for below in spot.inputs.values():
                    inside[below.name] = inside.get(below.name, frozenset()) | within
            if not spot.is_step:
                for below in spot.inputs.values():
                    wanted[below.name] |= useful
                continue
            self.fits[spot.name] = []
            for match in self._matches[spot.name]:
                self._want(spot, match, useful, within, wanted)

    def _want(
        self,
        spot: TreeBlock,
        match: _Match,
        useful: BlockStates,
        within: frozenset[str] | None,
        wanted: dict[str, set[BlockState]],
    ) -> None:
        results = match.results & useful
        inputs = dict(match.inputs)
        for role, states in inputs.items():
            if role == match.moved:
                inputs[role] = frozenset(s for s in states if match.after[s] in useful)
            if role == "boxee" and within is not None:
                inputs[role] = frozenset(s for s in states if s.item in within)
        if results and all(inputs.values()):
            fit = RuleFit(match.rule, match.way, match.roles, frozenset(state.item for state in results))
            self.fits[spot.name].append(fit)
            for role, below in spot.inputs.items():
                wanted[below.name] |= inputs[role]


def is_plain_release(rule: Rule, effects: OperatorEffects) -> bool:
    """Whether a rule takes something out of a box and leaves it as it is."""
    return effects.principal in effects.released and not rule.outputs[effects.principal or 0].properties


def _boxes(spot: TreeBlock) -> Iterator[TreeBlock]:
    """The block that puts into a box what this one takes out, where nothing comes between them."""
    return (below for below in spot.inputs.values() if below.kind == "insert")


def _set(values: Values, term: Term) -> Values:
    """The values after a step has made this of an object."""
    if not term.properties:
        return values
    named = {name for name, _ in term.properties}
    kept = (one for one in values if one[0] not in named)
    return frozenset((*kept, *((name, type(value), value) for name, value in term.properties)))


def asks_for_needs(block: Block, rule: Rule, way: RoleAssignment) -> bool:
    """Whether a rule, read in a certain way, asks for everything that the block needs of its inputs."""
    for role, needs in block.needs.items():
        asked = dict(rule.inputs[way[role]].properties)
        for name, value in needs:
            if name not in asked or (value is not None and asked[name] != value):
                return False
    return True


def changes_as_asked(block: Block, rule: Rule, effects: OperatorEffects) -> bool:
    """A change block may say which property becomes what."""
    if block.kind != "change" or block.property is None or effects.principal is None:
        return True
    values = dict(rule.outputs[effects.principal].properties)
    return block.property in values and block.value in (None, values[block.property])
