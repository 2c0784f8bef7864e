"""Values and puzzle maps as YAML text, quoted wherever a reader of YAML could take them for something else."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from puzzlesynth.pack.puzzle_map import ROLES, Block, PuzzleMap

_PLAIN = re.compile(r"[^\W\d]\w*")
_SPOKEN_FOR = re.compile(r"(?i)true|false|yes|no|on|off|y|n|null")
_NO_WORD = re.compile(r"(?i)true|false|null")
_BREAKS = re.compile("[\x7f-\x9f\u2028\u2029\ufeff]")
"""JSON leaves them as they are; to YAML they end a line, or have no place in a file."""


def yaml_text(value: Any) -> str:
    """A value on one line: a boolean, a whole number, a text, a list or a mapping."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{yaml_key(key)}: {yaml_text(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(yaml_text, value)) + "]"
    if value is None:
        return "null"
    if _PLAIN.fullmatch(value.removeprefix("x-")) and not _SPOKEN_FOR.fullmatch(value):
        return str(value)
    return _BREAKS.sub(lambda found: f"\\u{ord(found.group()):04x}", json.dumps(value, ensure_ascii=False))


def yaml_key(name: str) -> str:
    """A key. Packs may use `yes` and `on` as names: to their reader plain words are words."""
    return name if _PLAIN.fullmatch(name) and not _NO_WORD.fullmatch(name) else yaml_text(name)


def yaml_block(text: str, indent: str, newline: str) -> str | None:
    """A text of several lines as a literal block; None where that could not say the same."""
    lines = text.split("\n")
    if len(lines) < 2 or not lines[0] or lines[0][0] in " \t" or "\t" in text or _BREAKS.search(text):
        return None
    if any(line != line.rstrip() for line in lines) or not lines[-1]:
        return None
    return newline.join(["|-", *(f"{indent}{line}" if line else "" for line in lines)])


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
