"""Pictures as SVG: every different tile is defined once and used wherever it lies."""

from __future__ import annotations

from itertools import groupby
from xml.sax.saxutils import escape

from .scene import Color, Scene, Tile


def svg(scene: Scene, title: str = "") -> str:
    """The whole document."""
    numbers: dict[Tile, int] = {}
    uses = []
    for x, y, tile in scene.tiles:
        number = numbers.setdefault(tile, len(numbers))
        uses.append(f'<use href="#t{number}" x="{x}" y="{y}"/>')
    width, height = scene.width, scene.height
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * scene.scale}" '
        f'height="{height * scene.scale}" viewBox="0 0 {width} {height}" shape-rendering="crispEdges">',
    ]
    if title:
        lines.append(f"<title>{escape(_printable(title))}</title>")
    lines.append("<defs>")
    lines.extend(_define(tile, number) for tile, number in numbers.items())
    lines.append("</defs>")
    lines.append(f'<rect width="{width}" height="{height}" fill="{_hex(scene.ground)}"/>')
    return "\n".join([*lines, *uses, "</svg>", ""])


def _define(tile: Tile, number: int) -> str:
    """A tile as one path for each of its colours: runs of pixels, row by row."""
    paths: dict[Color, list[str]] = {}
    for y, row in enumerate(tile):
        x = 0
        for color, run in groupby(row):
            length = len(list(run))
            paths.setdefault(color, []).append(f"M{x} {y}h{length}v1h-{length}z")
            x += length
    drawn = "".join(f'<path fill="{_hex(color)}" d="{"".join(runs)}"/>' for color, runs in paths.items())
    return f'<g id="t{number}">{drawn}</g>'


def _hex(color: Color) -> str:
    red, green, blue = color
    return f"#{red:02x}{green:02x}{blue:02x}"


def _printable(text: str) -> str:
    """Without the control characters that XML cannot hold."""
    return "".join(letter for letter in text if letter.isprintable())
