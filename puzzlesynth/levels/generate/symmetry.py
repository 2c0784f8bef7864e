"""Levels that are the same when they are turned or mirrored."""

from __future__ import annotations

from puzzlesynth.levels.model import Level


def canonical(level: Level) -> tuple[int, ...]:
    """The same for all images of a level under turning and mirroring, and for no others."""
    return min(images(level))


def images(level: Level) -> list[tuple[int, ...]]:
    """Width, height and the cells, for all eight images."""
    width, height = level.width, level.height
    grid = [[level.cells[x * height + y] for y in range(height)] for x in range(width)]
    found = []
    for _ in range(4):
        for columns in (grid, grid[::-1]):
            found.append((len(columns), len(columns[0]), *(cell for column in columns for cell in column)))
        grid = [list(row)[::-1] for row in zip(*grid, strict=True)]
    return found
