"""Small charts drawn as SVG without any other program: nodes in columns, straight edges, no groups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from .chart import Chart, ChartNode, NodeShape

WIDTH, ROW, GAP, BETWEEN = 180, 18, 130, 18
HALO = 'paint-order="stroke" stroke="#fff" stroke-width="4" stroke-linejoin="round"'
"""Keeps words readable where lines run under them."""


def svg_of(chart: Chart) -> str:
    """Columns by how far a block is from the output, or an area from the start."""
    places = _tree_places(chart) or _column_places(chart)
    width = max((x + WIDTH for x, _, _ in places.values()), default=0) + 20
    bottom = max((y + height for _, y, height in places.values()), default=0) + 20
    rows = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{bottom}" '
        f'viewBox="0 0 {width} {bottom}" font-family="sans-serif" font-size="12">',
        f"<title>{escape(chart.title or chart.name)}</title>",
    ]
    words = []
    for edge in chart.edges:
        (x1, y1, h1), (x2, y2, h2) = places[edge.one], places[edge.other]
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
        dashes = ' stroke-dasharray="6 4"' if edge.weak else ""
        rows.append(
            f'<path d="M{ends[0]} {ends[1]} L{ends[2]} {ends[3]}" stroke="#666" fill="none"{dashes}/>'
        )
        if edge.label:
            middle = f'x="{(ends[0] + ends[2]) // 2}" y="{(ends[1] + ends[3]) // 2 + 3}"'
            words.append(
                f'<text {middle} text-anchor="middle" fill="#444" font-size="10" {HALO}>{escape(edge.label)}</text>'
            )
    for node in chart.nodes:
        rows += _node_rows(node, *places[node.key])
    return "\n".join([*rows, *words, "</svg>"])


def _node_rows(node: ChartNode, x: int, y: int, height: int) -> Iterator[str]:
    corner = 4 if node.style.shape is NodeShape.BOX else height // 2
    thick = 3 if node.style.shape is NodeShape.START else 1
    yield (
        f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{height}" rx="{corner}" '
        f'fill="#fff" stroke="#333" stroke-width="{thick}"/>'
    )
    for number, text in enumerate(node.lines):
        at = f'x="{x + WIDTH // 2}" y="{y + 18 + number * ROW}"'
        weight = ' font-weight="bold"' if number == 0 else ""
        fit = f' textLength="{WIDTH - 12}" lengthAdjust="spacingAndGlyphs"' if len(text) > 26 else ""
        yield f'<text {at} text-anchor="middle"{weight}{fit}>{escape(text)}</text>'


Places = dict[str, tuple[int, int, int]]
"""Where each node is, and how high."""


def _height(node: ChartNode) -> int:
    return ROW * len(node.lines) + 12


def _column_places(chart: Chart) -> Places:
    places: Places = {}
    for x, names in enumerate(_columns(chart)):
        y = 20
        for node in names:
            places[node.key] = (20 + x * (WIDTH + GAP), y, _height(node))
            y += _height(node) + BETWEEN
    return places


def _tree_places(chart: Chart) -> Places | None:
    """Each node next to those that lead to it, so that edges do not cross; one that leads to several is next to the
    last."""
    if _has_start(chart):
        return None
    leads = {edge.one: edge.other for edge in chart.edges}
    nodes = {node.key: node for node in chart.nodes}
    below: dict[str, list[str]] = {key: [] for key in nodes}
    for source, target in leads.items():
        below[target].append(source)
    depth: dict[str, int] = {}
    waiting = [(key, 0) for key in nodes if key not in leads]
    for key, far in waiting:
        depth[key] = far
        waiting += [(other, far + 1) for other in below[key]]
    if len(depth) < len(nodes):
        return None
    most = max(depth.values(), default=0)
    places: Places = {}
    free = 20
    # The nodes that lead to a node are placed before it, those without any from top to bottom.
    for key in _inputs_first(below, [key for key in nodes if key not in leads]):
        height = _height(nodes[key])
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


def _columns(chart: Chart) -> list[list[ChartNode]]:
    depth = {node.key: 0 for node in chart.nodes}
    directed = not _has_start(chart)
    for _ in chart.nodes:
        changed = False
        for edge in chart.edges:
            if directed and depth[edge.other] <= depth[edge.one]:
                depth[edge.other] = depth[edge.one] + 1
                changed = True
        if not changed:
            break
    if not directed:
        depth = _from_start(chart)
    found: list[list[ChartNode]] = [[] for _ in range(max(depth.values(), default=0) + 1)]
    for node in chart.nodes:
        found[depth[node.key]].append(node)
    return [column for column in found if column]


def _from_start(chart: Chart) -> dict[str, int]:
    near: dict[str, list[str]] = {node.key: [] for node in chart.nodes}
    for edge in chart.edges:
        near[edge.one].append(edge.other)
        near[edge.other].append(edge.one)
    depth = {node.key: 0 for node in chart.nodes if node.style.shape is NodeShape.START}
    queue = list(depth)
    for name in queue:
        for other in near[name]:
            if other not in depth:
                depth[other] = depth[name] + 1
                queue.append(other)
    return {node.key: depth.get(node.key, 0) for node in chart.nodes}


def _has_start(chart: Chart) -> bool:
    """Whether columns count from a start, however the edges point, or follow the edges."""
    return any(node.style.shape is NodeShape.START for node in chart.nodes)
