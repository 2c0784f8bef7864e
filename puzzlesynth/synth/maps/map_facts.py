"""A map as facts: for `encodings/maps/map.lp`, or, where it has `solves`, for `encodings/maps/pattern.lp`.

A map with `solves` is the shape of whole puzzles in the pack's own world. Unlike a map with an output it narrows nothing
beforehand: everything that the pack's puzzles have, furniture, tools that serve twice, what is left over, is there to be
chosen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from puzzlesynth.pack.model import Pack, Rule
from puzzlesynth.pack.puzzle_map import Block, PuzzleMap
from puzzlesynth.pack.rules.block_roles import RoleAssignment, block_role_assignments
from puzzlesynth.pack.rules.effects import operator_effects
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.synth.maps import map_predicates as m
from puzzlesynth.synth.program.predicates import Fact

from .block_tree import BlockTree, TreeBlock
from .domains import asks_for_needs, changes_as_asked, is_plain_release


def map_facts(shape: BlockTree) -> Iterator[Fact]:
    yield m.mapped()
    yield m.root(shape.root.name)
    if shape.size is not None:
        yield m.size(shape.size)
    yield m.output_gate(shape.world.output_gate)
    for spot in shape.spots:
        yield from _spot_facts(shape, spot)
    yield from _object_facts(shape)
    for name, spot in shape.doors.items():
        gate = shape.world.gates[name]
        yield m.unlocks(spot.name, gate)
        yield m.door_side(gate, spot.block.area or "")
    yield from _group_facts(shape)
    yield from (m.selectable(rule.number) for rule in shape.rules if rule.from_relation)
    yield from _rule_facts(shape)
    if shape.forbids_shortcuts:
        yield from _spare_facts(shape)
        yield from _box_facts(shape)
        if shape.loose:
            yield m.may_be_lenient()


def _spare_facts(shape: BlockTree) -> Iterator[Fact]:
    """Blocks that give the same kind of thing, where one of them needs neither the other nor a door."""
    carryable = {item.name for item in shape.world.pack.items.values() if item.carryable}
    makers = [s for s in shape.spots if s.kind in ("combine", "request") and shape.can_be[s.name] & carryable]
    made: dict[str, list[TreeBlock]] = defaultdict(list)
    for other in makers:
        for item in sorted(shape.can_be[other.name] & carryable):
            made[item].append(other)
    ranges = _ranges(shape)
    sources = {"spawn", "combine", "request"} if shape.doors else {"spawn", "combine", "request", "any"}
    spared: set[str] = set()
    for block in shape.spots:
        alike = {
            other.name: other for item in sorted(shape.can_be[block.name]) for other in made.get(item, ())
        }
        alike.pop(block.name, None)
        if block.kind not in sources or not alike or not shape.is_in_reach(block):
            continue
        roams = [part.name for part in block.parts() if part.name in shape.escapes] if shape.doors else []
        for other in alike.values():
            (first, last), (start, end) = ranges[block.name], ranges[other.name]
            if last < start or end < first:
                yield m.may_spare(block.name, other.name)
                spared.add(other.name)
                yield from (m.may_roam(block.name, part) for part in roams)
    for other in makers:
        if other.name in spared:
            yield from (m.under(part.name, other.name) for part in other.parts() if part.is_step)


def _box_facts(shape: BlockTree) -> Iterator[Fact]:
    """Blocks that take out of a box what another one has put in."""
    for block in shape.spots:
        waiting = list(block.inputs.values()) if block.kind == "unbox" else []
        for below in waiting:
            if below.kind == "insert":
                yield m.unpacks(block.name, below.name)
            elif below.kind in ("or", "filter"):
                waiting += below.inputs.values()
    for rule in shape.rules:
        if is_plain_release(rule, shape.effects[rule.number]):
            yield m.plain_release(rule.number)


def _ranges(shape: BlockTree) -> dict[str, tuple[int, int]]:
    """For each block the numbers of the first and the last part of it: parts come before what they feed."""
    found: dict[str, tuple[int, int]] = {}
    for number, spot in enumerate(shape.spots):
        found[spot.name] = min((found[i.name][0] for i in spot.inputs.values()), default=number), number
    return found


def _object_facts(shape: BlockTree) -> Iterator[Fact]:
    objects = shape.objects
    for thing, last in objects.last_stage.items():
        yield from (m.node(*thing, stage) for stage in range(last + 1))
    for thing, areas in objects.places.items():
        yield from (m.may_lie(*thing, area) for area in areas)
    yield from (m.leaves(block, rule, output, *thing) for block, rule, output, thing in objects.by_products)
    yield from (m.comes_inside(*holder, *inner) for holder, inner in objects.contents)
    yield from (m.appears_in(block, *thing) for block, thing in objects.fillings)
    for name, copies in objects.copies.items():
        if copies > shape.world.pack.items[name].copies:
            yield m.at_most(name, shape.world.pack.items[name].copies)
            if shape.loose:
                yield m.may_be_plenty(name)
    yield from (m.escape(spot, block) for spot, block in shape.escapes.items())
    yield from (m.may_let_go(block) for block in sorted(set(shape.escapes.values())))


def _rule_facts(shape: BlockTree) -> Iterator[Fact]:
    ways = {(fit.rule.number, fit.way): fit for spot in shape.spots for fit in shape.fits.get(spot.name, ())}
    results: dict[int, set[str]] = {}
    for fits in shape.fits.values():
        for fit in fits:
            results.setdefault(fit.rule.number, set()).update(fit.results)
    yield from (m.may_yield(number, item) for number, items in results.items() for item in sorted(items))
    for (number, way), fit in sorted(ways.items()):
        for role, n in fit.roles.items():
            yield m.reads(number, way, role, n)
    if shape.forbids_shortcuts:
        for rule in shape.rules:
            if rule.kind == "change":
                yield m.plain_change(rule.number)
            elif rule.kind in ("combine", "request", "unlock"):
                yield from (m.unasked(rule.number, n) for n, t in enumerate(rule.inputs) if not t.properties)


def _spot_facts(shape: BlockTree, spot: TreeBlock) -> Iterator[Fact]:
    name = spot.name
    if spot.kind == "or":
        yield from (m.option(name, below.name) for below in spot.inputs.values())
        return
    if spot.kind in ("filter", "output"):
        yield from (m.passes(name, below.name) for below in spot.inputs.values())
        yield from _filter_facts(shape, spot)
        return
    yield from (m.may_fill(name, *node) for node in shape.objects.gives[name])
    if spot.kind == "spawn":
        yield m.spawns(name, spot.block.area or "")
    elif spot.kind == "any":
        yield m.free_block(name)
    else:
        yield m.step_block(name)
        yield from (m.block_input(name, role, below.name) for role, below in spot.inputs.items())
        yield from (m.fits(name, fit.rule.number, fit.way) for fit in shape.fits[name])


def _filter_facts(shape: BlockTree, spot: TreeBlock) -> Iterator[Fact]:
    block = spot.block
    if spot.kind != "filter" or block.property is None or block.property not in shape.changing:
        return
    if block.value is None:
        yield m.filters_any(spot.name, block.property)
    else:
        yield m.filters(spot.name, block.property, block.value)


def _group_facts(shape: BlockTree) -> Iterator[Fact]:
    """Areas that are simply connected form a group; the first one gives it its name."""
    for name, group in shape.groups.items():
        yield m.in_group(name, group)
        if shape.world.pack.areas[name].start:
            yield m.start_group(group)
    for name, spot in shape.doors.items():
        yield m.entry(shape.groups[spot.block.to or ""], shape.world.gates[name])


@dataclass(frozen=True)
class PuzzlePattern:
    pack: Pack
    map: PuzzleMap
    loose: bool = False
    """Whether blocks can be let go."""

    def facts(self, rules: Sequence[Rule]) -> Iterator[Fact]:
        """`rules`: those that can be part of a puzzle."""
        for block in self.map.blocks.values():
            yield from self._block_facts(block, rules)
            if self.loose:
                yield m.may_let_go(block.name)
        for area, name in self.map.solves.items():
            yield m.solves(area, name)

    def _block_facts(self, block: Block, rules: Sequence[Rule]) -> Iterator[Fact]:
        name = block.name
        if block.item is not None:
            yield m.wanted(name, block.item)
        if block.kind == "spawn":
            yield m.spawns(name, block.area or "")
            return
        if block.kind == "left":
            yield m.left(name, block.inputs["of"] or "")
            return
        yield m.step_block(name)
        yield from (m.block_input(name, role, below or "") for role, below in block.inputs.items())
        for rule in rules:
            ways = [way for way in self._ways(block, rule) if asks_for_needs(block, rule, way)]
            if ways:
                yield m.suits(name, rule.number)
            for role, n in sorted({(role, way[role]) for way in ways for role in block.inputs}):
                yield m.role_input(name, rule.number, role, n)

    def _ways(self, block: Block, rule: Rule) -> list[RoleAssignment]:
        if block.kind == "unlock" and not self._is_door(block, rule):
            return []
        if block.kind == "change" and not changes_as_asked(block, rule, operator_effects(rule)):
            return []
        return block_role_assignments(rule, self.pack, block.kind, len(block.inputs))

    def _is_door(self, block: Block, rule: Rule) -> bool:
        """Whether a rule unlocks the door that the block speaks of: from that side into that area."""
        area = self.pack.areas.get(rule.outputs[0].type)
        if area is None or area.is_place:
            return False
        return block.area in area.adjoins and block.to in area.connects
