"""Property requirements of blocks: where a block's input must have a property, the rule of its step asks for it."""

from __future__ import annotations

from puzzlesynth.pack.model import Rule
from puzzlesynth.pack.puzzle_map import Block
from puzzlesynth.pack.rules.block_roles import RoleAssignment


def asks_for_needs(block: Block, rule: Rule, way: RoleAssignment) -> bool:
    """Whether a rule, read in a certain way, asks for everything that the block needs of its inputs."""
    for role, needs in block.needs.items():
        asked = dict(rule.inputs[way[role]].properties)
        for name, value in needs:
            if name not in asked or (value is not None and asked[name] != value):
                return False
    return True
