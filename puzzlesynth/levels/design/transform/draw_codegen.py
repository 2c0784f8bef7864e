"""Writes the function that carries out `choose N` for rules of one row each: the part of a transformation that takes
the time, with every plane in a variable of its own."""

from __future__ import annotations

from collections.abc import Sequence

from .bit_planes import MatchExpressions, PlacedRow, PlaneGeometry, shifted

SMALL = 150
"""Cells up to which a match is found fastest by counting."""


def chooser_source(rows: Sequence[tuple[PlacedRow, float]], draws: int, shape: PlaneGeometry) -> str:
    """The source of `choose(planes, draw)`, given rows with their probabilities."""
    expressions = MatchExpressions(shape)
    hesitates = any(probability < 1 for _, probability in rows)
    finding = []
    for number, (row, _) in enumerate(rows):
        mask = expressions.row(row, changing=True)
        spared = f"({mask}) & ~d{number}" if hesitates else mask
        finding.append(f"m{number} = {spared}")
    doing = [_taking(expressions, rows, number, hesitates, shape) for number in range(len(rows))]
    used = sorted(expressions.planes)
    body = [*expressions.lines, *finding]
    body += [f"n{number} = m{number}.bit_count()" for number in range(len(rows))]
    body += [f"total = {' + '.join(f'n{number}' for number in range(len(rows))) or '0'}", "if not total:"]
    body += ["    break", "k = int(draw() * total)"]
    for number, lines in enumerate(doing):
        test = "k < n0" if number == 0 else f"(k := k - n{number - 1}) < n{number}"
        body.append(f"{'if' if number == 0 else 'elif'} {test}:")
        body += [f"    {line}" for line in lines]
    head = [f"p{thing} = planes[{thing}]" for thing in used]
    if hesitates:
        head += [f"d{number} = 0" for number in range(len(rows))]
    tail = [f"planes[{thing}] = p{thing}" for thing in used]
    lines = ["def choose(planes, draw):"]
    lines += [f"    {line}" for line in head]
    lines += [f"    for _ in range({draws}):"]
    lines += [f"        {line}" for line in body]
    lines += [f"    {line}" for line in tail]
    return "\n".join(lines) + "\n"


def _taking(
    expressions: MatchExpressions,
    rows: Sequence[tuple[PlacedRow, float]],
    number: int,
    hesitates: bool,
    shape: PlaneGeometry,
) -> list[str]:
    """What happens when the k-th match of a rule is drawn."""
    row, probability = rows[number]
    mask = f"m{number}"
    if shape.width * shape.height > SMALL:
        lines = [f"b = nth_bit({mask}, k)"]
    else:
        lines = ["while k:", f"    {mask} &= {mask} - 1", "    k -= 1", f"b = {mask} & -{mask}"]
    taking = expressions.apply(row, "b")
    if hesitates:
        taking += _forgetting(rows, row)
    if probability >= 1:
        return lines + taking
    lines.append(f"if draw() < {probability!r}:")
    lines += [f"    {line}" for line in taking] or ["    pass"]
    return [*lines, "else:", f"    d{number} |= b"]


def _forgetting(rows: Sequence[tuple[PlacedRow, float]], taken: PlacedRow) -> list[str]:
    """Matches that were passed over and have a changed cell may be drawn again."""
    changed = [cell.offset for cell in taken.cells if cell.gone or cell.come]
    if not changed:
        return []
    lines = [f"c = {' | '.join(shifted('b', -offset) for offset in changed)}"]
    for number, (row, probability) in enumerate(rows):
        if probability < 1:
            offsets = dict.fromkeys(cell.offset for cell in row.cells)
            lines.append(f"d{number} &= ~({' | '.join(shifted('c', offset) for offset in offsets)})")
    return lines
