"""Both views of a map: the areas with their doors, and the blocks with what feeds them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from puzzlesynth.charts.chart import Chart, ChartEdge, ChartNode, NodeShape, NodeStyle
from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.puzzle_map import Block, PuzzleMap
from puzzlesynth.puzzle.model import Puzzle

BLOCK = NodeStyle("block")
AREA = NodeStyle("area", NodeShape.ROUND)
START = NodeStyle("start", NodeShape.START)


def area_diagram(found: PuzzleMap, pack: Pack) -> Chart:
    """Areas, open ways between them, locked doors."""
    if not found.areas:
        places = [a for a in pack.areas.values() if a.is_place]
        dots = [ChartNode(a.name, (a.title or a.name,), START if a.start else AREA) for a in places]
        ways = {
            tuple(sorted((a.name, o))) for a in places for o in (*a.adjoins, *a.connects) if o in pack.areas
        }
        return Chart(
            "areas", tuple(dots), tuple(ChartEdge(a, b, arrow=False) for a, b in sorted(ways)), sideways=True
        )
    dots = [ChartNode(a.name, (a.name,), START if a.start else AREA) for a in found.areas.values()]
    open_ways = sorted({tuple(sorted((a.name, other))) for a in found.areas.values() for other in a.doors})
    lines = [ChartEdge(first, second, arrow=False) for first, second in open_ways]
    for block in found.blocks.values():
        if block.kind == "unlock" and block.area and block.to:
            lines.append(ChartEdge(block.area, block.to, block.name, weak=True))
    return Chart("areas", tuple(dots), tuple(lines), sideways=True)


MANY = 150
"""A map that expands to more blocks than this is drawn with each block once, however many it feeds."""


def block_diagram(found: PuzzleMap, puzzle: Puzzle | None = None) -> Chart:
    """Blocks from what lies around to the output. With a puzzle: what fills them.

    A block that feeds several others is copied for each of them, and drawn so; in a map with `solves` it is the same for
    all of them."""
    filled = dict(puzzle.map.blocks) if puzzle is not None and puzzle.map is not None else {}
    tree = None if found.solves else _Tree(found, filled)
    if tree is not None and tree.is_drawn:
        return Chart("blocks", tuple(tree.dots), tuple(tree.lines), sideways=True)
    dots = [ChartNode(b.name, _told(b, filled.get(b.name)), BLOCK) for b in found.blocks.values()]
    dots += [ChartNode(_solved(area), (f"{area} is solved",), AREA) for area in found.solves]
    lines = [
        ChartEdge(below, block.name, _label(role), weak=block.kind == "left")
        for block in found.blocks.values()
        for role, below in block.inputs.items()
        if below is not None
    ]
    lines += [ChartEdge(block, _solved(area)) for area, block in found.solves.items()]
    return Chart("blocks", tuple(dots), tuple(lines), sideways=True)


def _solved(area: str) -> str:
    return f"{area} is solved"


def _label(role: str) -> str:
    """What a line says; that something is an input can be seen."""
    return "" if role.startswith("input") or role == "of" else role


class _Tree:
    """The map with a copy of each block for every block that it feeds, numbered as fillings number them."""

    def __init__(self, found: PuzzleMap, filled: Mapping[str, str]) -> None:
        self._blocks, self._filled = found.blocks, filled
        self._counts: Counter[str] = Counter()
        self.dots: list[ChartNode] = []
        self.lines: list[ChartEdge] = []
        self.is_drawn = True
        fed = {below for block in found.blocks.values() for below in block.inputs.values()}
        tops = [found.output] if found.output is not None else []
        tops += [b.name for b in found.blocks.values() if b.kind == "unlock"]
        tops += [name for name in found.blocks if name not in fed and name not in tops]
        for name in tops:
            self._grow(name, ())

    def _grow(self, name: str, above: tuple[str, ...]) -> str:
        self._counts[name] += 1
        key = name if self._counts[name] == 1 else f"{name}#{self._counts[name]}"
        block = self._blocks[name]
        self.dots.append(ChartNode(key, _told(block, self._filled.get(key)), BLOCK))
        if len(self.dots) > MANY or name in above:
            self.is_drawn = False
            return key
        for role, below in block.inputs.items():
            if below is not None and self.is_drawn:
                fed_by = self._grow(below, (*above, name))
                self.lines.append(ChartEdge(fed_by, key, _label(role)))
        return key


def _told(block: Block, filled: str | None) -> tuple[str, ...]:
    first = f"{block.kind}: {block.area}" if block.kind == "spawn" else block.kind
    if block.kind == "unlock":
        first = f"unlock: {block.area} to {block.to}"
    wish = (
        ""
        if block.property is None
        else f"{block.property}" + ("" if block.value is None else f" = {block.value}")
    )
    return tuple(
        line for line in (block.name, first, wish, block.item or "", f"→ {filled}" if filled else "") if line
    )
