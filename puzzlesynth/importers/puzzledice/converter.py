"""`import puzzledice`: XML in, the files of a pack out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from puzzlesynth.pack.checks.maps import check_map
from puzzlesynth.pack.diagnostics.problems import PackError
from puzzlesynth.pack.model import ANYTHING, Item, Pack
from puzzlesynth.pack.puzzle_map import ROLES, PuzzleMap

from .database import Database, read_database
from .map_xml import read_map
from .xml_tree import read_xml, refuse

EXTENSIONS = ("inherit", "container_sizes", "normalise_changes")


def convert_puzzledice(database: Path, maps: Iterable[Path] = (), asks: str | None = None) -> dict[str, str]:
    """The files of the pack, by name. PackError: what is wrong, with the line."""
    items = read_database(read_xml(database))
    name = _word(database.resolve().parent.name if database.stem == "database" else database.stem)
    found: dict[str, PuzzleMap] = {}
    shell = Pack(name, {n: Item(n, types=frozenset((n, ANYTHING))) for n in items.items}, (), {})
    for path in maps:
        title, root = _word(path.stem), read_xml(path)
        if title in found:
            refuse(f"two maps would be called `{title}`", root.place, code="defined-twice")
        found[title] = read_map(title, root, items.names, asks)
        problems = tuple(check_map(found[title], shell))
        if problems:
            raise PackError(problems)
    head = [
        f"pack: {name}",
        f"extensions: [{', '.join(EXTENSIONS)}]",
    ]
    files = {"pack.yaml": "\n".join(head) + "\n", "items.yaml": _items_text(items)}
    if found:
        files["maps.yaml"] = "\n".join(_map_text(one) for one in found.values())
    return files


def _word(text: str) -> str:
    word = re.sub(r"\W+", "_", text).strip("_") or "puzzledice"
    return f"m_{word}" if word[0].isdigit() else word


def _items_text(database: Database) -> str:
    rows = []
    for item in database.items.values():
        rows.append(f"{item.name}:" + ("" if item.keys else " {}"))
        keys = dict(item.keys)
        if item.written != item.name:
            keys.setdefault("x-title", item.written)
        rows += [f"  {key}: {flow(value)}" for key, value in keys.items()]
    return "\n".join(rows) + "\n"


def map_text(found: PuzzleMap) -> str:
    """A map as a pack's YAML has it under `maps:`."""
    return _map_text(found)


def _map_text(found: PuzzleMap) -> str:
    rows = [f"{found.name}:"]
    if found.areas:
        rows.append("  areas:")
    for area in found.areas.values():
        keys: dict[str, Any] = {"start": True} if area.start else {}
        keys |= {"doors": list(area.doors)} if area.doors else {}
        keys |= {"locked": list(area.locked)} if area.locked else {}
        rows.append(f"    {area.name}: {flow(keys)}")
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
        rows.append(f"    {block.name}: {flow(said)}")
    if found.output is not None:
        output = found.blocks[found.output]
        given = {"input": output.inputs["input"]} | ({"asks": output.item} if output.item else {})
        rows.append(f"  output: {flow(given)}")
    if found.solves:
        rows.append(f"  solves: {flow(dict(found.solves))}")
    return "\n".join(rows) + "\n"


def _arguments(block: Any) -> Any:
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


_PLAIN = re.compile(r"[^\W\d]\w*")
_SPOKEN_FOR = re.compile(r"true|false|yes|no|on|off|null|y|n", re.IGNORECASE)


def flow(value: Any) -> str:
    """A value in one line of YAML."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{flow(key)}: {flow(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(flow(entry) for entry in value) + "]"
    if (_PLAIN.fullmatch(value.removeprefix("x-"))) and not _SPOKEN_FOR.fullmatch(value):
        return str(value)
    return json.dumps(value, ensure_ascii=False)
