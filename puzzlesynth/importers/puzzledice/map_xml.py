"""A Puzzledice puzzle map as a map of a pack."""

from __future__ import annotations

from typing import Any

from puzzlesynth.pack.model import Place
from puzzlesynth.pack.puzzle_map import ROLES, Block, MapArea, PuzzleMap

from .database import NameTable
from .xml_tree import Element, only, refuse, required

KINDS = {
    "SpawnPuzzle": "spawn",
    "CombinePuzzle": "combine",
    "ItemRequestPuzzle": "request",
    "PropertyChangePuzzle": "change",
    "InsertionPuzzle": "insert",
    "UnboxingPuzzle": "unbox",
    "DoorUnlockPuzzle": "unlock",
    "Filter": "filter",
    "FilterPuzzle": "filter",
    "ORBlock": "or",
    "Output": "output",
}
NOBODY = (None, "", "None", "null")
"""How the editor writes that nothing is connected or chosen."""


def read_map(name: str, root: Element, items: NameTable, asks: str | None = None) -> PuzzleMap:
    """The map. `asks`: what an output that names nothing is asked for."""
    if root.name != "puzzleMap":
        refuse(f"a map begins with `<puzzleMap>`, not `<{root.name}>`", root.place, code="unknown-element")
    areas, blocks = NameTable("area"), NameTable("block")
    sections = {part.name: part for part in only(root, ("areas", "puzzles"))}
    area_elements = only(sections["areas"], ("area",)) if "areas" in sections else []
    block_elements = only(sections["puzzles"], tuple(KINDS)) if "puzzles" in sections else []
    for element in area_elements:
        areas.give(required(element, "name"), element.place)
    for element in block_elements:
        blocks.give(required(element, "name"), element.place)
    reader = _Reader(areas, blocks, items, asks)
    found: dict[str, Block] = {}
    for element in block_elements:
        for block in reader.blocks_of(element):
            found[block.name] = block
    places = [reader.area(element) for element in area_elements]
    output = next((block.name for block in found.values() if block.kind == "output"), None)
    return PuzzleMap(name, {area.name: area for area in places}, found, output, place=root.place)


class _Reader:
    def __init__(self, areas: NameTable, blocks: NameTable, items: NameTable, asks: str | None) -> None:
        self.areas, self.blocks, self.items, self.asks = areas, blocks, items, asks

    def area(self, element: Element) -> MapArea:
        doors: list[str] = []
        locked: list[str] = []
        places: dict[str, Place] = {}
        for child in only(element, ("door", "inputArea", "lockedDoor")):
            written = required(child, "name")
            if child.name == "lockedDoor":
                places[f"locked.{len(locked)}"] = child.place
                locked.append(self.blocks.of(written, child.place))
            else:
                name = self.areas.of(written, child.place)
                if name not in doors:
                    places[f"doors.{len(doors)}"] = child.place
                    doors.append(name)
        start = (element.get("startArea") or "false").lower() == "true"
        name = self.areas.of(required(element, "name"), element.place)
        return MapArea(name, start, tuple(doors), tuple(locked), element.place, places)

    def blocks_of(self, element: Element) -> list[Block]:
        kind = KINDS[element.name]
        name = self.blocks.of(required(element, "name"), element.place)
        inputs: dict[str, str | None] = {}
        for role in ROLES[kind]:
            written = element.get(role)
            inputs[role] = None if written in NOBODY else self.blocks.of(str(written), element.place)
        said: dict[str, Any] = {"place": element.place}
        if kind == "spawn":
            said["area"] = self._area(element, "spawnArea")
        elif kind == "unlock":
            said["area"], said["to"] = self._area(element, "source"), self._area(element, "dest")
        elif kind == "output":
            said["item"] = self._asked(element)
        if element.get("propertyName") not in NOBODY:
            said["property"] = element.get("propertyName")
            value = element.get("propertyValue")
            said["value"] = None if value in NOBODY else _value(str(value))
        if kind != "insert":
            return [Block(name, kind, inputs, **said)]
        # Putting something into a box counts together with taking it out again.
        inner = self.blocks.give(f"{required(element, 'name')} in", element.place)
        return [Block(inner, "insert", inputs, **said), Block(name, "unbox", {"box": inner}, **said)]

    def _area(self, element: Element, attribute: str) -> str | None:
        written = element.get(attribute)
        return None if written in NOBODY else self.areas.of(str(written), element.place)

    def _asked(self, element: Element) -> str | None:
        written = element.get("requestName")
        written = self.asks if written in NOBODY else written
        return None if written is None else self.items.of(written, element.place)


def _value(text: str) -> bool | int | str:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    return int(text) if text.lstrip("-").isdecimal() and len(text) < 10 else text
