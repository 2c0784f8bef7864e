"""A map as the synthesizer sees it: a tree of blocks, and for each block what can fill it at all.

Like `synth/relevance` this is an over-approximation that keeps the logic program small; `domains` works out what can come
to which block.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from puzzlesynth.pack.diagnostics.problems import PackError, error
from puzzlesynth.pack.model import Item, Policy, Rule
from puzzlesynth.pack.puzzle_map import Block, PuzzleMap
from puzzlesynth.pack.rules.effects import OperatorEffects, operator_effects
from puzzlesynth.pack.transform.doors import adjoining, connected_areas
from puzzlesynth.pack.transform.map_world import MapWorld
from puzzlesynth.quick_dataclasses import dataclass, field

from .domains import BlockDomains, KindRules, RuleFit
from .map_objects import MapObjects

MOST_BLOCKS = 3000
"""A map that expands to more blocks than this, because blocks feed each other, cannot be intended."""


@dataclass(frozen=True, eq=False)
class TreeBlock:
    """One block of the tree. A block of the map that feeds several others is there once for each."""

    name: str
    block: Block
    inputs: Mapping[str, TreeBlock]
    kind: str

    @property
    def is_step(self) -> bool:
        return self.kind not in ("spawn", "filter", "or", "output", "any")

    def parts(self) -> Iterator[TreeBlock]:
        """The block and everything that feeds it."""
        waiting = [self]
        while waiting:
            spot = waiting.pop()
            yield spot
            waiting.extend(spot.inputs.values())

    @property
    def bears(self) -> bool:
        """Whether what it gives was not there as an object before."""
        return self.kind in ("spawn", "combine", "request", "any")


@dataclass
class BlockTree:
    """The tree of a map, with what can fill each block."""

    world: MapWorld
    spawnable: frozenset[str] | None = None
    """What may lie in spawn blocks; None: whatever the pack lets the synthesizer place."""
    size: int | None = None
    """How many steps and things there are to be; None: as many as the map has."""
    loose: bool = False
    """Whether blocks and the limits of items can be let go. What feeds the output directly stays: without it nothing else
    would matter."""
    escapes: dict[str, str] = field(default_factory=dict)
    """Spots whose output is left open, and the block that each represents."""
    spots: list[TreeBlock] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._counts: dict[str, int] = defaultdict(int)
        blocks = self.world.map.blocks
        self._held = set(leading_to_output(self.world.map)) if self.loose else set(blocks)
        self.root = self._grow(
            blocks[self.world.map.output or ""], "take" if self.world.takes_output else "output"
        )
        self.doors = {name: self._grow(blocks[name]) for name in self.world.gates}

    def _grow(self, block: Block, kind: str | None = None) -> TreeBlock:
        if len(self.spots) > MOST_BLOCKS:
            message = f"the map expands to more than {MOST_BLOCKS} blocks: too many feed several others"
            raise PackError([error("too-large", message, self.world.map.place)])
        self._counts[block.name] += 1
        count = self._counts[block.name]
        name = block.name if count == 1 else f"{block.name}#{count}"
        kind = kind or block.kind
        inputs = {
            role: self._grow(self.world.map.blocks[other or ""]) for role, other in block.inputs.items()
        }
        spot = TreeBlock(name, block, inputs, kind)
        self.spots.append(spot)
        return spot if block.name in self._held or kind == "unlock" else self._loosened(spot)

    def _loosened(self, spot: TreeBlock) -> TreeBlock:
        """The spot, or whatever else one likes."""
        anything = Block(spot.block.name, "any")
        escape = TreeBlock(f"{spot.name}*", anything, {}, "any")
        either = TreeBlock(f"{spot.name}?", anything, {"option1": spot, "option2": escape}, "or")
        self.escapes[escape.name] = spot.block.name
        self.spots += [escape, either]
        return either

    # --- what there is --------------------------------------------------------------------------------

    @cached_property
    def effects(self) -> Mapping[int, OperatorEffects]:
        return _EffectsOf(self.world.pack.rules)

    @cached_property
    def rules_of_kind(self) -> KindRules:
        """The rules that can be steps of the map."""
        return KindRules(self)

    def is_asked_for(self, item: str) -> bool:
        """Whether the output wants it."""
        asked = self.root.block.item
        return asked is None or asked in self.world.pack.items[item].types

    def items_of(self, kind: str) -> frozenset[str]:
        """The items that have a type."""
        return self._members.get(kind, frozenset())

    @cached_property
    def _members(self) -> Mapping[str, frozenset[str]]:
        return {kind: frozenset(i.name for i in items) for kind, items in self.world.pack.members.items()}

    def creatable(self, kind: str) -> tuple[str, ...]:
        """The items that a rule may mean when it makes a new object of this type."""
        return (kind,) if kind in self.world.pack.items else tuple(sorted(self.items_of(kind)))

    @cached_property
    def changing(self) -> frozenset[str]:
        """The properties that some rule can change."""
        return frozenset(
            name for rule in self.world.pack.rules for term in rule.outputs for name, _ in term.properties
        )

    @cached_property
    def forbids_shortcuts(self) -> bool:
        return self.world.pack.guarantees.shortcuts is Policy.FORBID

    @property
    def never_has_shortcuts(self) -> bool:
        """Whether what only leads to shortcuts need not even be looked at: it cannot be let go."""
        return self.forbids_shortcuts and not self.loose

    def is_in_reach(self, spot: TreeBlock) -> bool:
        """Whether a block needs nothing that lies behind a door, as long as none of its parts is let go."""
        areas = self.world.pack.areas
        return all(p.kind != "spawn" or areas[p.block.area or ""].start for p in spot.parts())

    def may_lie(self, item: Item, spot: TreeBlock) -> bool:
        """Whether a block can be filled with something that simply is there."""
        if spot.kind == "any":
            return "locked" not in item.properties
        may_lie = item.spawnable if self.spawnable is None else item.name in self.spawnable
        return may_lie and (item.areas is None or spot.block.area in item.areas)

    def places(self, spot: TreeBlock, item: Item) -> tuple[str, ...]:
        """Where a block's thing can lie: a spawn block says so, where anything is let in it may be anywhere.

        Of areas that open together one will do for what can be carried."""
        if spot.kind == "spawn":
            return (spot.block.area or "",)
        areas = [name for name in self.groups if item.areas is None or name in item.areas]
        if item.carryable:
            areas = list({self.groups[name]: name for name in reversed(areas)}.values())
        return tuple(areas)

    @cached_property
    def groups(self) -> Mapping[str, str]:
        """For each area of the map the first of those that it is simply connected with: they open together."""
        areas = {name: area for name, area in self.world.pack.areas.items() if area.is_place}
        near = adjoining(areas)
        group: dict[str, str] = {}
        for name in areas:
            if name not in group:
                group.update(dict.fromkeys(connected_areas([name], near), name))
        return {name: group[name] for name in areas}

    # --- what can fill the blocks ---------------------------------------------------------------------

    @cached_property
    def _reach(self) -> BlockDomains:
        return BlockDomains(self)

    @property
    def can_be(self) -> Mapping[str, frozenset[str]]:
        """For each block the items that it can give."""
        return self._reach.can_be

    @property
    def fits(self) -> Mapping[str, list[RuleFit]]:
        """For each block that is a step the rules that can be that step."""
        return self._reach.fits

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


def leading_to_output(found: PuzzleMap) -> Iterator[str]:
    """The output, and the blocks that what it takes comes right out of."""
    waiting = [found.output or ""]
    for name in waiting:
        yield name
        if found.blocks[name].kind in ("output", "or", "filter"):
            waiting += [below or "" for below in found.blocks[name].inputs.values()]


class _EffectsOf(dict[int, OperatorEffects]):
    """The effects of rules by their number, worked out when asked for."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        super().__init__()
        self._rules = rules

    def __missing__(self, number: int) -> OperatorEffects:
        self[number] = found = operator_effects(self._rules[number - 1])
        return found
