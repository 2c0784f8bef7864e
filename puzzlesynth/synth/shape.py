"""A map as the synthesizer sees it: a tree of blocks, and for each block what can fill it at all.

Like `analysis` this is an over-approximation that keeps the logic program small: items and rules are followed up from
the spawn blocks and down from the output; everything else cannot be part of a filling.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from puzzlesynth.pack.map_model import Block
from puzzlesynth.pack.map_world import MapWorld
from puzzlesynth.pack.model import Item, Policy, Rule, Term
from puzzlesynth.pack.problems import PackError, error
from puzzlesynth.pack.roles import Way, ways_of

from .effects import Effects, effects_of
from .shape_objects import MapObjects

MOST_BLOCKS = 3000
"""A map whose blocks feed each other so often that it stands for more than this cannot be meant."""


@dataclass(frozen=True, eq=False)
class Spot:
    """One block of the tree. A block of the map that feeds several others is there once for each."""

    name: str
    block: Block
    inputs: Mapping[str, Spot]
    kind: str

    @property
    def is_step(self) -> bool:
        return self.kind not in ("spawn", "filter", "or", "output", "any")

    def parts(self) -> Iterator[Spot]:
        """The block and everything that feeds it."""
        yield self
        for below in self.inputs.values():
            yield from below.parts()

    @property
    def bears(self) -> bool:
        """Whether what it gives was not there as an object before."""
        return self.kind in ("spawn", "combine", "request", "any")


class EmptyShape(Exception):
    """Some block of the map cannot be filled with anything."""


@dataclass(frozen=True)
class Fit:
    """A rule that can fill a block, which input is which, and what comes out."""

    rule: Rule
    way: int
    roles: Way
    results: frozenset[str]


@dataclass
class Shape:
    """The tree of a map, with what can fill each block. `free`: blocks that may be filled with anything."""

    world: MapWorld
    free: frozenset[str] = frozenset()
    spawnable: frozenset[str] | None = None
    """What may lie in spawn blocks; None: whatever the pack lets the synthesizer place."""
    size: int | None = None
    """How many steps and things there are to be; None: as many as the map has."""
    spots: list[Spot] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._counts: dict[str, int] = defaultdict(int)
        blocks = self.world.map.blocks
        self.root = self._grow(
            blocks[self.world.map.output or ""], "take" if self.world.takes_output else "output"
        )
        self.doors = {name: self._grow(blocks[name]) for name in self.world.gates}

    def _grow(self, block: Block, kind: str | None = None) -> Spot:
        if len(self.spots) > MOST_BLOCKS:
            message = f"the map stands for more than {MOST_BLOCKS} blocks: too many feed several others"
            raise PackError([error("too-large", message, self.world.map.place)])
        self._counts[block.name] += 1
        count = self._counts[block.name]
        name = block.name if count == 1 else f"{block.name}#{count}"
        kind = kind or ("any" if block.name in self.free and block.kind != "unlock" else block.kind)
        needed = {} if kind == "any" else block.inputs
        inputs = {role: self._grow(self.world.map.blocks[other or ""]) for role, other in needed.items()}
        spot = Spot(name, block, inputs, kind)
        self.spots.append(spot)
        return spot

    # --- what there is --------------------------------------------------------------------------------

    @cached_property
    def effects(self) -> Mapping[int, Effects]:
        return {rule.number: effects_of(rule) for rule in self.world.pack.rules}

    @cached_property
    def _by_kind(self) -> Mapping[str, list[tuple[Rule, list[Way]]]]:
        found: dict[str, list[tuple[Rule, list[Way]]]] = defaultdict(list)
        for rule in self.world.pack.rules:
            ways = ways_of(rule)
            if ways and self.effects[rule.number].principal is not None:
                found[rule.kind or ""].append((rule, ways))
        return found

    @cached_property
    def _readers(self) -> Mapping[tuple[str, str, str], list[int]]:
        """For a kind of block, one of its inputs and a type: the rules of that kind that read such an input so."""
        found: dict[tuple[str, str, str], list[int]] = defaultdict(list)
        for kind, rules in self._by_kind.items():
            for position, (rule, ways) in enumerate(rules):
                for role, n in {pair for way in ways for pair in way.items()}:
                    found[kind, role, rule.inputs[n].type].append(position)
        return found

    def _likely(self, spot: Spot, gives: Mapping[str, frozenset[str]]) -> list[tuple[Rule, list[Way]]]:
        """The rules of a block's kind that can read what its first input gives."""
        rules = self._by_kind.get(spot.kind, [])
        role, below = next(iter(spot.inputs.items()))
        types = {kind for name in gives[below.name] for kind in self.world.pack.items[name].types}
        found = {n for kind in types for n in self._readers.get((spot.kind, role, kind), ())}
        return [rules[n] for n in sorted(found)]

    def accepted(self, term: Term) -> frozenset[str]:
        """The items that can be part of a filling and match a term by type."""
        return self._types(term) & self.items

    def _types(self, term: Term) -> frozenset[str]:
        return self._members.get(term.type, frozenset())

    @cached_property
    def _members(self) -> Mapping[str, frozenset[str]]:
        return {kind: frozenset(i.name for i in items) for kind, items in self.world.pack.members.items()}

    @cached_property
    def _changing(self) -> frozenset[str]:
        return frozenset(
            name for rule in self.world.pack.rules for term in rule.outputs for name, _ in term.properties
        )

    def changes(self, name: str) -> bool:
        """Whether some rule can change this property."""
        return name in self._changing

    def is_in_reach(self, spot: Spot) -> bool:
        """Whether a block needs nothing that lies behind a door."""
        areas = self.world.pack.areas
        return all(
            p.kind != "any" and (p.kind != "spawn" or areas[p.block.area or ""].start) for p in spot.parts()
        )

    # --- up from the leaves ---------------------------------------------------------------------------

    @cached_property
    def _up(self) -> tuple[dict[str, frozenset[str]], dict[str, list[Fit]]]:
        gives: dict[str, frozenset[str]] = {}
        fits: dict[str, list[Fit]] = {}
        holds: dict[str, frozenset[str]] = {}
        for spot in self.spots:  # inputs come before what they feed
            below = (
                frozenset().union(*(holds[i.name] for i in spot.inputs.values()))
                if spot.inputs
                else frozenset()
            )
            if spot.is_step:
                fits[spot.name] = list(self._fits(spot, gives, below))
                found = (
                    frozenset().union(*(fit.results for fit in fits[spot.name]))
                    if fits[spot.name]
                    else frozenset()
                )
                if spot.kind == "insert":
                    below |= gives[spot.inputs["boxee"].name]
            elif spot.kind in ("spawn", "any"):
                found = frozenset(i.name for i in self.world.pack.items.values() if self._may_lie(i, spot))
                below = frozenset(i.contains for i in self.world.pack.items.values() if i.contains)
            else:
                found = frozenset().union(*(gives[i.name] for i in spot.inputs.values()))
            gives[spot.name] = frozenset(
                name for name in found if self._passes(spot, self.world.pack.items[name])
            )
            holds[spot.name] = below
        return gives, fits

    def places(self, spot: Spot, item: Item) -> tuple[str, ...]:
        """Where a block's thing can lie: a spawn block says so, where anything is let in it may be anywhere."""
        if spot.kind == "spawn":
            return (spot.block.area or "",)
        areas = self.world.pack.areas.values()
        return tuple(a.name for a in areas if a.is_place and (item.areas is None or a.name in item.areas))

    def creatable(self, kind: str) -> tuple[str, ...]:
        """The items that a rule may mean when it makes a new object of this type."""
        return (kind,) if kind in self.world.pack.items else tuple(sorted(self._members.get(kind, ())))

    def _may_lie(self, item: Item, spot: Spot) -> bool:
        if spot.kind == "any":
            return "locked" not in item.properties
        may_lie = item.spawnable if self.spawnable is None else item.name in self.spawnable
        return may_lie and (item.areas is None or spot.block.area in item.areas)

    def _passes(self, spot: Spot, item: Item) -> bool:
        block = spot.block
        if spot.kind == "output" and block.item is None:
            return True
        if block.item is not None and block.item not in item.types:
            return False
        if spot.kind != "filter" or block.property is None or block.property in self._changing:
            return True
        value = item.value(block.property)
        if value is None and block.property in ("carryable", "container", "npc", "key", "abstract"):
            value = False
        if block.value is None:
            return value is not None and value is not False
        return (value if value is not None else False) == block.value

    def _fits(self, spot: Spot, gives: Mapping[str, frozenset[str]], inside: frozenset[str]) -> Iterator[Fit]:
        for rule, ways in self._likely(spot, gives):
            if spot.kind == "unlock" and rule.outputs[0].type != self.world.gates[spot.block.name]:
                continue
            if not self._as_asked(spot, rule):
                continue
            for number, way in enumerate(ways):
                if any(role not in way for role in spot.inputs) or not self._has_needs(spot, rule, way):
                    continue
                if all(gives[i.name] & self._types(rule.inputs[way[r]]) for r, i in spot.inputs.items()):
                    results = self._results(spot, rule, way, gives, inside)
                    if results:
                        yield Fit(rule, number, way, results)

    def _as_asked(self, spot: Spot, rule: Rule) -> bool:
        """A change block may say which property becomes what."""
        if spot.kind != "change" or spot.block.property is None:
            return True
        principal = self.effects[rule.number].principal
        assert principal is not None
        return any(
            name == spot.block.property and (spot.block.value is None or value == spot.block.value)
            for name, value in rule.outputs[principal].properties
        )

    def _has_needs(self, spot: Spot, rule: Rule, way: Way) -> bool:
        """Where a block's input must have a property, the rule asks for it."""
        for role, needs in spot.block.needs.items():
            asked = dict(rule.inputs[way[role]].properties)
            for name, value in needs:
                if name not in asked or (value is not None and asked[name] != value):
                    return False
        return True

    def _results(
        self, spot: Spot, rule: Rule, way: Way, gives: Mapping[str, frozenset[str]], inside: frozenset[str]
    ) -> frozenset[str]:
        effects = self.effects[rule.number]
        assert effects.principal is not None
        term = rule.outputs[effects.principal]
        if effects.principal in effects.created:
            return frozenset((term.type,)) if term.type in self.world.pack.items else self._types(term)
        if effects.principal in effects.released:
            return self._types(term) & inside
        source = effects.kept[effects.principal]
        role = next((role for role, n in way.items() if n == source), "")
        accepted = self._types(rule.inputs[source])
        return accepted & gives[spot.inputs[role].name] if role in spot.inputs else accepted

    # --- down from the output -------------------------------------------------------------------------

    @cached_property
    def _down(self) -> tuple[dict[str, frozenset[str]], dict[str, list[Fit]]]:
        gives, fits = self._up
        wanted: dict[str, set[str]] = defaultdict(set)
        wanted[self.root.name] = set(gives[self.root.name])
        for name, door in self.doors.items():
            wanted[door.name] = {self.world.gates[name]}
        kept: dict[str, list[Fit]] = {}
        inside: dict[str, set[str]] = {}
        """What is to come out of a box later."""
        for spot in reversed(self.spots):
            useful = self._worthwhile(spot, wanted[spot.name] & gives[spot.name])
            wanted[spot.name] = set(useful)
            within = set(useful) if spot.kind == "unbox" else inside.get(spot.name)
            if within is not None:
                for below in spot.inputs.values():
                    inside.setdefault(below.name, set()).update(within)
            if not spot.is_step:
                for below in spot.inputs.values():
                    wanted[below.name] |= useful
                continue
            kept[spot.name] = [fit for fit in fits[spot.name] if fit.results & useful]
            if spot.kind == "insert" and within is not None:
                kept[spot.name] = [f for f in kept[spot.name] if self._boxees(f) & within]
            for fit in kept[spot.name]:
                effects = self.effects[fit.rule.number]
                for role, below in spot.inputs.items():
                    n = fit.roles[role]
                    names = self._types(fit.rule.inputs[n])
                    if effects.principal in effects.changed and effects.kept[effects.principal] == n:
                        names = names & useful
                    if role == "boxee" and within is not None:
                        names = names & within
                    wanted[below.name] |= names & gives[below.name]
        return {spot.name: frozenset(wanted[spot.name]) & gives[spot.name] for spot in self.spots}, kept

    def _boxees(self, fit: Fit) -> frozenset[str]:
        return self._types(fit.rule.inputs[fit.roles["boxee"]])

    def _worthwhile(self, spot: Spot, names: set[str] | frozenset[str]) -> frozenset[str]:
        """Boxing what can be carried anyway is a step that a player can leave out."""
        if spot.kind != "unbox" or self.world.pack.guarantees.shortcuts is not Policy.FORBID:
            return frozenset(names)
        below = spot.inputs["box"]
        if below.kind != "insert":
            return frozenset(names)
        return frozenset(name for name in names if not self.world.pack.items[name].carryable)

    @property
    def can_be(self) -> Mapping[str, frozenset[str]]:
        """For each block the items that it can give."""
        return self._down[0]

    @property
    def fits(self) -> Mapping[str, list[Fit]]:
        return self._down[1]

    # --- bounds ---------------------------------------------------------------------------------------

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that can be part of a filling."""
        found = {fit.rule.number: fit.rule for fits in self.fits.values() for fit in fits}
        return tuple(found[number] for number in sorted(found))

    @cached_property
    def rules_that_fit(self) -> frozenset[int]:
        return frozenset(rule.number for rule in self.rules)

    @cached_property
    def objects(self) -> MapObjects:
        """The objects that a filling can have."""
        return MapObjects(self)

    @cached_property
    def last_stage(self) -> Mapping[str, int]:
        """For each item how often an object of it can change."""
        found: dict[str, int] = defaultdict(int)
        for (name, _), stage in self.objects.last_stage.items():
            found[name] = max(found[name], stage)
        return found

    @cached_property
    def items(self) -> frozenset[str]:
        """Everything that can be part of a filling."""
        found = set().union(*self.can_be.values())
        for rule in self.rules:
            for term in (*rule.inputs, *rule.outputs):
                if term.type in self.world.pack.items:
                    found.add(term.type)
        return frozenset(found | set(self.world.gates.values()) | set(self.world.keys.values()))
