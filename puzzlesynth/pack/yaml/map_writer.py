"""Puzzle maps as a pack's YAML."""

from __future__ import annotations

from typing import Any

from puzzlesynth.pack.puzzle_map import ROLES, Block, PuzzleMap

from .writer import yaml_text


def map_text(found: PuzzleMap) -> str:
    """The entry of a map under `maps:`."""
    rows = [f"{found.name}:"]
    if found.areas:
        rows.append("  areas:")
    for area in found.areas.values():
        keys: dict[str, Any] = {"start": True} if area.start else {}
        keys |= {"doors": list(area.doors)} if area.doors else {}
        keys |= {"locked": list(area.locked)} if area.locked else {}
        rows.append(f"    {area.name}: {yaml_text(keys)}")
    rows.append("  blocks:" if any(b.kind != "output" for b in found.blocks.values()) else "  blocks: {}")
    for block in found.blocks.values():
        if block.kind == "output":
            continue
        said: dict[str, Any] = {block.kind: _arguments(block)}
        for word in ("property", "value", "item"):
            if getattr(block, word) is not None:
                said[word] = getattr(block, word)
        if block.needs:
            said["needs"] = {role: dict(needs) for role, needs in block.needs.items()}
        rows.append(f"    {block.name}: {yaml_text(said)}")
    if found.output is not None:
        output = found.blocks[found.output]
        given = {"input": output.inputs["input"]} | ({"asks": output.item} if output.item else {})
        rows.append(f"  output: {yaml_text(given)}")
    if found.solves:
        rows.append(f"  solves: {yaml_text(dict(found.solves))}")
    return "\n".join(rows) + "\n"


def _arguments(block: Block) -> Any:
    if block.kind == "spawn":
        return block.area
    if block.kind == "unlock":
        return {"from": block.area, "to": block.to, "key": block.inputs["key"]}
    roles = ROLES[block.kind]
    if block.kind == "step":
        return list(block.inputs.values())
    if block.kind in ("combine", "or"):
        return [block.inputs[role] for role in roles]
    if len(roles) == 1:
        return block.inputs[roles[0]]
    return {role: block.inputs[role] for role in roles}
