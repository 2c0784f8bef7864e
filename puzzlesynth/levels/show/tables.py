"""Levels in words, letters and JSON: maps side by side, tables, and what a program wants to know."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.source_editor import MapLetters

from .move_notation import letters

if TYPE_CHECKING:
    from puzzlesynth.levels.chance import PlanPromise
    from puzzlesynth.levels.generate.generation import GeneratedLevel

WIDTH = 80


def level_json(game: PuzzleScriptGame, level: Level) -> dict[str, Any]:
    """A map with its letters explained."""
    rows = MapLetters(game).rows(level)
    legend: dict[str, list[str]] = {}
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter not in legend:
                legend[letter] = [thing.name for thing in game.objects_in(level.cell(x, y))]
    return {
        "width": level.width,
        "height": level.height,
        "rows": rows,
        "legend": dict(sorted(legend.items())),
    }


def moves_json(moves: Sequence[int], plan: PlanPromise | None = None) -> dict[str, Any]:
    """A solution, for people and for programs; with a plan, its most probable course and what it promises."""
    found: dict[str, Any] = {"solution": letters(moves), "moves": list(moves)}
    return found if plan is None else found | {"plan": plan.json()}


def generated_level_json(game: PuzzleScriptGame, item: GeneratedLevel) -> dict[str, Any]:
    """One level with everything that is known about it."""
    return {
        "game": game.settings.title,
        **level_json(game, item.level),
        **moves_json(item.moves, item.plan),
        "measures": item.measures.json(),
        "differs": item.differs,
        "likeness": None if item.likeness is None else round(item.likeness, 4),
        "seed": item.seed,
        "method": item.method,
        "attempt": item.attempt,
    }


def side_by_side(blocks: Sequence[Sequence[str]], width: int = WIDTH, gap: str = "   ") -> list[str]:
    """Blocks of lines beside each other, as many as there is room for, then the next ones below."""
    lines: list[str] = []
    waiting = [list(block) for block in blocks]
    while waiting:
        taken: list[list[str]] = []
        used = -len(gap)
        while waiting:
            need = max((len(line) for line in waiting[0]), default=0) + len(gap)
            if taken and used + need > width:
                break
            taken.append(waiting.pop(0))
            used += need
        if lines:
            lines.append("")
        widths = [max((len(line) for line in block), default=0) for block in taken]
        for number in range(max(len(block) for block in taken)):
            parts = [
                (block[number] if number < len(block) else "").ljust(size)
                for block, size in zip(taken, widths, strict=True)
            ]
            lines.append(gap.join(parts).rstrip())
    return lines


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], width: int = WIDTH) -> list[str]:
    """Columns under their heads; numbers to the right. What does not fit goes on below, in the last column."""
    cells = [list(heads), *(list(row) for row in rows)]
    sizes = [max(len(row[column]) for row in cells) for column in range(len(heads))]
    before = sum(sizes[:-1]) + 2 * (len(heads) - 1)
    last = max(len(heads[-1]), 16, width - before)
    right = [
        bool(rows) and all(row[column].replace("-", "0").isdigit() for row in rows)
        for column in range(len(heads))
    ]
    lines: list[str] = []
    for number, row in enumerate(cells):
        parts = [
            cell.rjust(size) if align else cell.ljust(size)
            for cell, size, align in zip(row[:-1], sizes, right, strict=False)
        ]
        wrapped = textwrap.wrap(row[-1], last) or [""]
        lines.append("  ".join([*parts, wrapped[0]]).rstrip())
        lines += [" " * before + more for more in wrapped[1:]]
        if number == 0:
            lines.append("  ".join("-" * size for size in [*sizes[:-1], min(sizes[-1], last)]))
    return lines


def solution_lines(
    moves: Sequence[int], shortest: bool = True, indent: str = "", plan: PlanPromise | None = None
) -> list[str]:
    """`solved in 12 moves: urdl...`, over several lines if it is long; or what a plan promises, and its most probable
    course."""
    many = "1 move" if len(moves) == 1 else f"{len(moves)} moves"
    known = "" if shortest else " (there may be a shorter solution)"
    text = f"solved in {many}{known}: {letters(tuple(moves))}"
    if plan is not None:
        text = f"{plan.words()}: {letters(tuple(moves))}"
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "  ")


def number(value: float) -> str:
    """A value as short as it can be told apart."""
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"
