"""A map with `solves` as the synthesizer sees it: the shape of whole puzzles in the pack's own world.

It becomes facts for `encodings/maps/pattern.lp`. Unlike a map with an output it narrows nothing beforehand: everything
that the pack's puzzles have, furniture, tools that serve twice, what is left over, is there to be chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzlesynth.pack.model import Pack, Rule
from puzzlesynth.pack.puzzle_map import Block, PuzzleMap
from puzzlesynth.pack.rules.block_roles import RoleAssignment, block_role_assignments
from puzzlesynth.pack.rules.effects import operator_effects
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.synth.program.predicates import Fact

from . import map_predicates as m
from .domains import asks_for_needs, changes_as_asked


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
