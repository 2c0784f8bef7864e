"""Small plots as SVG, drawn by hand so that a report needs nothing from anywhere."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from html import escape

LETTER = 6.5
"""About how wide a digit is."""
INK, FAINT, BAR = "var(--ink)", "var(--line)", "var(--bar)"


def histogram(title: str, values: Sequence[float], bins: int = 12, unit: str = "") -> str:
    """How often which value occurs; whole numbers that span little get a bar each."""
    low, high = min(values), max(values)
    whole = all(float(value).is_integer() for value in values) and high - low < 24
    if whole:
        counts = Counter(int(value) for value in values)
        bars = [(str(n), counts[n]) for n in range(int(low), int(high) + 1)]
    else:
        width = (high - low) / bins or 1.0
        found = Counter(min(bins - 1, int((value - low) / width)) for value in values)
        bars = [(f"{low + n * width:.0f}", found[n]) for n in range(bins)]
    return bar_chart(title, bars, unit)


def picture(figure: str) -> str:
    """A plot as an SVG file of its own, with the colours that a report would give it, for light and for dark pages."""
    start, end = figure.index("<svg "), figure.index("</figure>")
    style = (
        "<style>svg{--ink:#444;--line:#ccc;--bar:#4878a8;font:11px sans-serif}"
        "@media (prefers-color-scheme:dark){svg{--ink:#bbb;--line:#555;--bar:#7fa8d0}}</style>"
    )
    opened = figure.index(">", start) + 1
    tag = figure[start : opened - 1].replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return f"{tag}>{style}{figure[opened:end]}\n"


def bar_chart(title: str, bars: Sequence[tuple[str, int]], unit: str, counted: str = "puzzles") -> str:
    """Counts by label, in their order. `unit`: of the labels; `counted`: what is counted."""
    width, height, left, bottom = 360, 190, 44, 40
    most = max(count for _, count in bars) or 1
    step = (width - left - 8) / len(bars)
    parts = [_axis(most, width, height, left, bottom)]
    # Labels have room beside each other.
    every = math.ceil((LETTER * max(len(label) for label, _ in bars) + LETTER) / step)
    for n, (label, count) in enumerate(bars):
        tall = (height - bottom - 14) * count / most
        x, y = left + n * step, height - bottom - tall
        parts.append(
            f'<rect x="{x + 1:.1f}" y="{y:.1f}" width="{max(1, step - 2):.1f}" height="{tall:.1f}" rx="1.5" '
            f'fill="{BAR}"><title>{escape(label)}: {count}</title></rect>'
        )
        if n % every == 0:
            parts.append(_text(x + step / 2, height - bottom + 14, label))
    parts.append(_text((width + left) / 2, height - 6, unit))
    parts.append(_sideways(10, (height - bottom) / 2 + 7, counted))
    return _svg(title, width, height, parts)


def _axis(most: int, width: int, height: int, left: int, bottom: int) -> str:
    top, base = 14, height - bottom
    lines = []
    for mark in sorted({0, most // 2, most}):
        y = base - (base - top) * mark / most
        lines.append(f'<line x1="{left}" x2="{width - 6}" y1="{y:.1f}" y2="{y:.1f}" stroke="{FAINT}"/>')
        lines.append(_text(left - 5, y + 4, f"{mark:,}", "end"))
    return "".join(lines)


def heat_map(title: str, points: Sequence[tuple[float, float]], across: str, up: str, size: int = 12) -> str:
    """Where in the plane of two measures the puzzles are: the expressive range."""
    width, height, left, bottom = 420, 330, 46, 46
    xs, ys = [x for x, _ in points], [y for _, y in points]
    (x0, dx), (y0, dy) = _scale(xs, size), _scale(ys, size)
    cells = Counter((min(size - 1, int((x - x0) / dx)), min(size - 1, int((y - y0) / dy))) for x, y in points)
    most = max(cells.values())
    cell_w, cell_h = (width - left - 10) / size, (height - bottom - 12) / size
    parts = []
    for column in range(size):
        for row in range(size):
            count = cells[column, row]
            x, y = left + column * cell_w, height - bottom - (row + 1) * cell_h
            shade = _shade(count / most) if count else f'fill="{FAINT}" fill-opacity=".35"'
            parts.append(
                f'<rect x="{x + 1:.1f}" y="{y + 1:.1f}" width="{cell_w - 2:.1f}" height="{cell_h - 2:.1f}" '
                f'rx="2" {shade}><title>{count}</title></rect>'
            )
    for n in range(0, size + 1, 3):
        parts.append(_text(left + n * cell_w, height - bottom + 15, f"{x0 + n * dx:.0f}"))
        parts.append(_text(left - 6, height - bottom - n * cell_h + 4, f"{y0 + n * dy:.0f}", "end"))
    parts.append(_text((width + left) / 2 - 60, height - 8, across))
    parts.append(_sideways(12, height / 2, up))
    parts.append(_shades(most, width - 10, height - 8))
    return _svg(title, width, height, parts)


def _shade(share: float) -> str:
    return f'fill="{BAR}" fill-opacity="{0.15 + 0.85 * share:.2f}"'


def _shades(most: int, right: float, base: float) -> str:
    """What the shades of a heat map mean."""
    boxes = [
        f'<rect x="{right - 62 + 9 * n:.1f}" y="{base - 9:.1f}" width="8" height="9" {_shade(n / 4)}/>'
        for n in range(5)
    ]
    few, many = _text(right - 66, base, "1", "end"), _text(right, base, f"{most} puzzles", "end")
    return f'<g transform="translate(-44 0)">{few}{"".join(boxes)}</g>{many}'


def _sideways(x: float, y: float, text: str) -> str:
    return f'<g transform="translate({x:.0f} {y:.0f}) rotate(-90)">{_text(0, 0, text)}</g>'


def _scale(values: Sequence[float], size: int) -> tuple[float, float]:
    low, high = min(values), max(values)
    return low, (high - low) / size or 1.0


def share_bar(share: float) -> str:
    """A thin bar for a table row."""
    return (
        f'<svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" role="img" '
        f'aria-label="{share:.0%}"><rect width="100" height="8" fill="{FAINT}"/>'
        f'<rect width="{100 * share:.1f}" height="8" fill="{BAR}"/></svg>'
    )


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{INK}">{escape(text)}</text>'


def _svg(title: str, width: int, height: int, parts: Sequence[str]) -> str:
    return (
        f'<figure><figcaption>{escape(title)}</figcaption><svg viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{escape(title)}">{"".join(parts)}</svg></figure>'
    )
