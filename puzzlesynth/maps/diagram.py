"""Both views of a map: the areas with their doors, and the blocks with what feeds them. As DOT, Mermaid or SVG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape

from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.puzzle_map import Block, PuzzleMap
from puzzlesynth.puzzle.model import Puzzle


@dataclass(frozen=True)
class DiagramNode:
    """A node of a drawing."""

    key: str
    lines: tuple[str, ...]
    shape: str
    """`box` for blocks, `round` for areas, `start` for where the player begins."""


@dataclass(frozen=True)
class DiagramEdge:
    source: str
    target: str
    label: str = ""
    dashed: bool = False


@dataclass(frozen=True)
class MapDiagram:
    title: str
    dots: tuple[DiagramNode, ...]
    lines: tuple[DiagramEdge, ...]


def area_diagram(found: PuzzleMap, pack: Pack) -> MapDiagram:
    """Areas, open ways between them, locked doors."""
    if not found.areas:
        places = [a for a in pack.areas.values() if a.is_place]
        dots = [DiagramNode(a.name, (a.title or a.name,), "start" if a.start else "round") for a in places]
        ways = {
            tuple(sorted((a.name, o))) for a in places for o in (*a.adjoins, *a.connects) if o in pack.areas
        }
        return MapDiagram("areas", tuple(dots), tuple(DiagramEdge(a, b) for a, b in sorted(ways)))
    dots = [DiagramNode(a.name, (a.name,), "start" if a.start else "round") for a in found.areas.values()]
    open_ways = sorted({tuple(sorted((a.name, other))) for a in found.areas.values() for other in a.doors})
    lines = [DiagramEdge(first, second) for first, second in open_ways]
    for block in found.blocks.values():
        if block.kind == "unlock" and block.area and block.to:
            lines.append(DiagramEdge(block.area, block.to, block.name, True))
    return MapDiagram("areas", tuple(dots), tuple(lines))


MANY = 150
"""A map that stands for more blocks than this is drawn with each block once, however many it feeds."""


def block_diagram(found: PuzzleMap, puzzle: Puzzle | None = None) -> MapDiagram:
    """Blocks from what lies around to the output. With a puzzle: what fills them.

    A block that feeds several others stands for a copy each time, and is drawn so; in a map with `solves` it is one and
    the same for all of them."""
    filled = dict(puzzle.map.blocks) if puzzle is not None and puzzle.map is not None else {}
    tree = None if found.solves else _Tree(found, filled)
    if tree is not None and tree.is_drawn:
        return MapDiagram("blocks", tuple(tree.dots), tuple(tree.lines))
    dots = [DiagramNode(b.name, _told(b, filled.get(b.name)), "box") for b in found.blocks.values()]
    dots += [DiagramNode(_solved(area), (f"{area} is solved",), "round") for area in found.solves]
    lines = [
        DiagramEdge(below, block.name, _label(role), dashed=block.kind == "left")
        for block in found.blocks.values()
        for role, below in block.inputs.items()
        if below is not None
    ]
    lines += [DiagramEdge(block, _solved(area)) for area, block in found.solves.items()]
    return MapDiagram("blocks", tuple(dots), tuple(lines))


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
        self.dots: list[DiagramNode] = []
        self.lines: list[DiagramEdge] = []
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
        self.dots.append(DiagramNode(key, _told(block, self._filled.get(key)), "box"))
        if len(self.dots) > MANY or name in above:
            self.is_drawn = False
            return key
        for role, below in block.inputs.items():
            if below is not None and self.is_drawn:
                fed_by = self._grow(below, (*above, name))
                self.lines.append(DiagramEdge(fed_by, key, _label(role)))
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


# --- formats ----------------------------------------------------------------------------------------------


def as_dot(view: MapDiagram) -> str:
    rows = [f"digraph {view.title} {{", "  rankdir=LR;"]
    for dot in view.dots:
        label = "\\n".join(line.replace("\\", "\\\\").replace('"', '\\"') for line in dot.lines)
        look = {"box": "box", "round": "ellipse", "start": "doublecircle"}[dot.shape]
        rows.append(f'  "{dot.key}" [shape={look}, label="{label}"];')
    one_way = "" if view.title == "blocks" else ", dir=none"
    for line in view.lines:
        style = ", style=dashed" if line.dashed else one_way
        rows.append(f'  "{line.source}" -> "{line.target}" [label="{line.label}"{style}];')
    return "\n".join([*rows, "}"])


def as_mermaid(view: MapDiagram) -> str:
    keys = {dot.key: f"n{number}" for number, dot in enumerate(view.dots)}
    rows = ["flowchart LR"]
    for dot in view.dots:
        label = "<br/>".join(escape(line, quote=True) for line in dot.lines)
        left, right = {"box": ("[", "]"), "round": ("(", ")"), "start": ("([", "])")}[dot.shape]
        rows.append(f'  {keys[dot.key]}{left}"{label}"{right}')
    for line in view.lines:
        arrow = "-.->" if line.dashed else "-->" if view.title == "blocks" else "---"
        label = f'|"{escape(line.label, quote=True)}"|' if line.label else ""
        rows.append(f"  {keys[line.source]} {arrow}{label} {keys[line.target]}")
    return "\n".join(rows)


WIDTH, ROW, GAP, BETWEEN = 180, 18, 130, 18
HALO = 'paint-order="stroke" stroke="#fff" stroke-width="4" stroke-linejoin="round"'
"""Keeps words readable where lines run under them."""


def as_svg(view: MapDiagram) -> str:
    """Columns by how far a block is from the output, or an area from the start."""
    places = _tree_places(view) or _column_places(view)
    width = max((x + WIDTH for x, _, _ in places.values()), default=0) + 20
    bottom = max((y + height for _, y, height in places.values()), default=0) + 20
    rows = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{bottom}" '
        f'viewBox="0 0 {width} {bottom}" font-family="sans-serif" font-size="12">',
        f"<title>{escape(view.title)}</title>",
    ]
    words = []
    for line in view.lines:
        (x1, y1, h1), (x2, y2, h2) = places[line.source], places[line.target]
        if x1 == x2:  # one below the other
            ends = (
                (x1 + WIDTH // 2, y1 + h1, x2 + WIDTH // 2, y2)
                if y2 > y1
                else (x1 + WIDTH // 2, y1, x2 + WIDTH // 2, y2 + h2)
            )
        elif x2 > x1:
            ends = (x1 + WIDTH, y1 + h1 // 2, x2, y2 + h2 // 2)
        else:
            ends = (x1, y1 + h1 // 2, x2 + WIDTH, y2 + h2 // 2)
        dashes = ' stroke-dasharray="6 4"' if line.dashed else ""
        rows.append(
            f'<path d="M{ends[0]} {ends[1]} L{ends[2]} {ends[3]}" stroke="#666" fill="none"{dashes}/>'
        )
        if line.label:
            middle = f'x="{(ends[0] + ends[2]) // 2}" y="{(ends[1] + ends[3]) // 2 + 3}"'
            words.append(
                f'<text {middle} text-anchor="middle" fill="#444" font-size="10" {HALO}>{escape(line.label)}</text>'
            )
    for dot in view.dots:
        rows += _dot_rows(dot, *places[dot.key])
    return "\n".join([*rows, *words, "</svg>"])


def _dot_rows(dot: DiagramNode, x: int, y: int, height: int) -> Iterator[str]:
    corner = 4 if dot.shape == "box" else height // 2
    thick = 3 if dot.shape == "start" else 1
    yield (
        f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{height}" rx="{corner}" '
        f'fill="#fff" stroke="#333" stroke-width="{thick}"/>'
    )
    for number, text in enumerate(dot.lines):
        at = f'x="{x + WIDTH // 2}" y="{y + 18 + number * ROW}"'
        weight = ' font-weight="bold"' if number == 0 else ""
        fit = f' textLength="{WIDTH - 12}" lengthAdjust="spacingAndGlyphs"' if len(text) > 26 else ""
        yield f'<text {at} text-anchor="middle"{weight}{fit}>{escape(text)}</text>'


Places = dict[str, tuple[int, int, int]]
"""Where each dot is, and how high."""


def _height(dot: DiagramNode) -> int:
    return ROW * len(dot.lines) + 12


def _column_places(view: MapDiagram) -> Places:
    places: Places = {}
    for x, names in enumerate(_columns(view)):
        y = 20
        for dot in names:
            places[dot.key] = (20 + x * (WIDTH + GAP), y, _height(dot))
            y += _height(dot) + BETWEEN
    return places


def _tree_places(view: MapDiagram) -> Places | None:
    """Each dot beside what leads to it, so that lines do not cross; what leads to several stands beside the last one."""
    if view.title != "blocks":
        return None
    leads = {line.source: line.target for line in view.lines}
    dots = {dot.key: dot for dot in view.dots}
    below: dict[str, list[str]] = {key: [] for key in dots}
    for source, target in leads.items():
        below[target].append(source)
    depth: dict[str, int] = {}
    waiting = [(key, 0) for key in dots if key not in leads]
    for key, far in waiting:
        depth[key] = far
        waiting += [(other, far + 1) for other in below[key]]
    if len(depth) < len(dots):
        return None
    most = max(depth.values(), default=0)
    places: Places = {}
    free = 20
    # Whatever leads to a dot is placed before it, the dots without such from top to bottom.
    for key in _inputs_first(below, [key for key in dots if key not in leads]):
        height = _height(dots[key])
        x = 20 + (most - depth[key]) * (WIDTH + GAP)
        if below[key]:
            ends = [places[other] for other in below[key]]
            middle = sum(y + high // 2 for _, y, high in ends) // len(ends)
            places[key] = (x, max(20, middle - height // 2), height)
            free = max(free, places[key][1] + height + BETWEEN)
        else:
            places[key] = (x, free, height)
            free += height + BETWEEN
    return places


def _inputs_first(below: Mapping[str, list[str]], tops: list[str]) -> Iterator[str]:
    for key in tops:
        yield from _inputs_first(below, below[key])
        yield key


def _columns(view: MapDiagram) -> list[list[DiagramNode]]:
    depth = {dot.key: 0 for dot in view.dots}
    directed = view.title == "blocks"
    for _ in view.dots:
        changed = False
        for line in view.lines:
            if directed and depth[line.target] <= depth[line.source]:
                depth[line.target] = depth[line.source] + 1
                changed = True
        if not changed:
            break
    if not directed:
        depth = _from_start(view)
    found: list[list[DiagramNode]] = [[] for _ in range(max(depth.values(), default=0) + 1)]
    for dot in view.dots:
        found[depth[dot.key]].append(dot)
    return [column for column in found if column]


def _from_start(view: MapDiagram) -> dict[str, int]:
    near: dict[str, list[str]] = {dot.key: [] for dot in view.dots}
    for line in view.lines:
        near[line.source].append(line.target)
        near[line.target].append(line.source)
    depth = {dot.key: 0 for dot in view.dots if dot.shape == "start"}
    queue = list(depth)
    for name in queue:
        for other in near[name]:
            if other not in depth:
                depth[other] = depth[name] + 1
                queue.append(other)
    return {dot.key: depth.get(dot.key, 0) for dot in view.dots}


FORMATS = {"svg": as_svg, "dot": as_dot, "mermaid": as_mermaid}
