"""`import puzzledice`: XML in, the files of a pack out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from puzzlesynth.pack.checks.maps import check_map
from puzzlesynth.pack.diagnostics.problems import PackError
from puzzlesynth.pack.model import ANYTHING, Item, Pack
from puzzlesynth.pack.puzzle_map import PuzzleMap
from puzzlesynth.pack.yaml.writer import map_text, yaml_text

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
            refuse(f"two maps would be named `{title}`", root.place, code="defined-twice")
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
        files["maps.yaml"] = "\n".join(map_text(one) for one in found.values())
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
        rows += [f"  {key}: {yaml_text(value)}" for key, value in keys.items()]
    return "\n".join(rows) + "\n"
