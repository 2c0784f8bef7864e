"""Both views of a map: the areas with their doors, and the blocks with what feeds them. As DOT, Mermaid or SVG."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from puzzlesynth.pack.map_model import Block, PuzzleMap
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle


@dataclass(frozen=True)
class Dot:
    """A node of a drawing."""

    key: str
    lines: tuple[str, ...]
    shape: str
    """`box` for blocks, `round` for areas, `start` for where the player begins."""


@dataclass(frozen=True)
class Line:
    source: str
    target: str
    label: str = ""
    dashed: bool = False


@dataclass(frozen=True)
class View:
    title: str
    dots: tuple[Dot, ...]
    lines: tuple[Line, ...]


def area_view(found: PuzzleMap, pack: Pack) -> View:
    """Areas, open ways between them, locked doors."""
    if not found.areas:
        places = [a for a in pack.areas.values() if a.is_place]
        dots = [Dot(a.name, (a.title or a.name,), "start" if a.start else "round") for a in places]
        ways = {
            tuple(sorted((a.name, o))) for a in places for o in (*a.adjoins, *a.connects) if o in pack.areas
        }
        return View("areas", tuple(dots), tuple(Line(a, b) for a, b in sorted(ways)))
    dots = [Dot(a.name, (a.name,), "start" if a.start else "round") for a in found.areas.values()]
    open_ways = sorted({tuple(sorted((a.name, other))) for a in found.areas.values() for other in a.doors})
    lines = [Line(first, second) for first, second in open_ways]
    for block in found.blocks.values():
        if block.kind == "unlock" and block.area and block.to:
            lines.append(Line(block.area, block.to, block.name, True))
    return View("areas", tuple(dots), tuple(lines))


def block_view(found: PuzzleMap, puzzle: Puzzle | None = None) -> View:
    """Blocks from what lies around to the output. With a puzzle: what fills them."""
    filled = dict(puzzle.map.blocks) if puzzle is not None and puzzle.map is not None else {}
    dots = tuple(Dot(b.name, _told(b, filled.get(b.name)), "box") for b in found.blocks.values())
    lines = tuple(
        Line(below, block.name, "" if role == "input" else role)
        for block in found.blocks.values()
        for role, below in block.inputs.items()
        if below is not None
    )
    return View("blocks", dots, lines)


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


def as_dot(view: View) -> str:
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


def as_mermaid(view: View) -> str:
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


WIDTH, ROW, GAP = 190, 18, 70


def as_svg(view: View) -> str:
    """Columns by how far a block is from the leaves, or an area from the start."""
    columns = _columns(view)
    places: dict[str, tuple[int, int, int]] = {}
    bottom = 0
    for x, names in enumerate(columns):
        y = 20
        for dot in names:
            height = ROW * len(dot.lines) + 12
            places[dot.key] = (20 + x * (WIDTH + GAP), y, height)
            y += height + 24
        bottom = max(bottom, y)
    width = 20 + len(columns) * (WIDTH + GAP)
    rows = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{bottom}" '
        f'viewBox="0 0 {width} {bottom}" font-family="sans-serif" font-size="12">',
        f"<title>{escape(view.title)}</title>",
    ]
    for line in view.lines:
        (x1, y1, h1), (x2, y2, h2) = places[line.source], places[line.target]
        ends = (
            (x1 + WIDTH, y1 + h1 // 2, x2, y2 + h2 // 2)
            if x2 > x1
            else (x1, y1 + h1 // 2, x2 + WIDTH, y2 + h2 // 2)
        )
        dashes = ' stroke-dasharray="6 4"' if line.dashed else ""
        rows.append(
            f'<path d="M{ends[0]} {ends[1]} L{ends[2]} {ends[3]}" stroke="#666" fill="none"{dashes}/>'
        )
        if line.label:
            middle = f'x="{(ends[0] + ends[2]) // 2}" y="{(ends[1] + ends[3]) // 2 - 4}"'
            rows.append(
                f'<text {middle} text-anchor="middle" fill="#666" font-size="10">{escape(line.label)}</text>'
            )
    for dot in view.dots:
        x, y, height = places[dot.key]
        corner = 4 if dot.shape == "box" else height // 2
        thick = 3 if dot.shape == "start" else 1
        rows.append(
            f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{height}" rx="{corner}" '
            f'fill="#fff" stroke="#333" stroke-width="{thick}"/>'
        )
        for number, text in enumerate(dot.lines):
            at = f'x="{x + WIDTH // 2}" y="{y + 18 + number * ROW}"'
            weight = ' font-weight="bold"' if number == 0 else ""
            rows.append(f'<text {at} text-anchor="middle"{weight}>{escape(text)}</text>')
    return "\n".join([*rows, "</svg>"])


def _columns(view: View) -> list[list[Dot]]:
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
    found: list[list[Dot]] = [[] for _ in range(max(depth.values(), default=0) + 1)]
    for dot in view.dots:
        found[depth[dot.key]].append(dot)
    return [column for column in found if column]


def _from_start(view: View) -> dict[str, int]:
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
