"""Where a rule's left side fits: the matches of each row of cells, in the order in which they are applied."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzlesynth.levels.model import CellPattern, CellRow, PuzzleScriptRule
from puzzlesynth.levels.movements import LEFT, RIGHT, UP

from .grid import Grid

Place = tuple[int, ...]
"""Where one row matches: its first cell, then the length of each ellipsis' gap."""


def cell_matches(pattern: CellPattern, grid: Grid, index: int) -> bool:
    """Whether one cell is as a pattern wants it."""
    return _segment_matches((pattern,), grid, index, 0)


def _segment_matches(segment: Sequence[CellPattern], grid: Grid, index: int, step: int) -> bool:
    """Whether the cells from `index` on are as a segment wants them; what fails most is looked at first."""
    for pattern in segment:
        objects, movements = grid.objects[index], grid.movements[index]
        if objects & pattern.objects_present != pattern.objects_present or objects & pattern.objects_missing:
            return False
        if movements & pattern.movements_present != pattern.movements_present:
            return False
        if movements & pattern.movements_missing:
            return False
        for mask in pattern.any_objects_present:
            if not objects & mask:
                return False
        index += step
    return True


def _lines(grid: Grid, row: CellRow, direction: int, length: int) -> Iterator[tuple[int, int]]:
    """First cells that leave room for `length` cells, with the room left over beyond them.

    Rows of the board are gone through from the top for a horizontal rule, columns from the left for a
    vertical one; lines that lack something which the row needs are passed over.
    """
    horizontal = direction in (LEFT, RIGHT)
    line_objects = grid.row_objects if horizontal else grid.column_objects
    line_movements = grid.row_movements if horizontal else grid.column_movements
    extent = grid.width if horizontal else grid.height
    spare = extent - length
    for line in range(grid.height if horizontal else grid.width):
        if row.object_mask & ~line_objects[line] or row.movement_mask & ~line_movements[line]:
            continue
        for offset in range(spare + 1):
            if direction in (UP, LEFT):
                place, room = offset + length - 1, offset
            else:
                place, room = offset, spare - offset
            yield (place * grid.height + line if horizontal else line * grid.height + place), room


def row_places(row: CellRow, grid: Grid, direction: int) -> list[Place]:
    """Every match of one row."""
    if row.object_mask & ~grid.all_objects or row.movement_mask & ~grid.all_movements:
        return []
    segments = row.segments
    step = grid.step(direction)
    length = sum(len(segment) for segment in segments)
    places: list[Place] = []
    for index, room in _lines(grid, row, direction, length):
        if _segment_matches(segments[0], grid, index, step):
            if len(segments) == 1:
                places.append((index,))
            else:
                places.extend(_with_gaps((index,), segments, grid, index, step, room))
    return places


def _with_gaps(
    place: Place, segments: Sequence[Sequence[CellPattern]], grid: Grid, index: int, step: int, room: int
) -> Iterator[Place]:
    """Every way to go on after the first segment, shorter gaps first."""
    if len(segments) == 1:
        yield place
        return
    after = index + len(segments[0]) * step
    for gap in range(room + 1):
        start = after + gap * step
        if _segment_matches(segments[1], grid, start, step):
            yield from _with_gaps((*place, gap), segments[1:], grid, start, step, room - gap)


def place_cells(row: CellRow, place: Place, step: int) -> Iterator[tuple[int, CellPattern]]:
    """The cells of a match with their patterns."""
    index = place[0]
    gaps = iter(place[1:])
    for cell in row.cells:
        if cell is None:
            index += next(gaps) * step
        else:
            yield index, cell
            index += step


def still_matches(rule: PuzzleScriptRule, places: Sequence[Place], grid: Grid) -> bool:
    """Whether a match found earlier holds now, after other matches of the rule have been applied."""
    step = grid.step(rule.direction)
    return all(
        cell_matches(cell, grid, index)
        for row, place in zip(rule.rows, places, strict=True)
        for index, cell in place_cells(row, place, step)
    )


def rule_matches(rule: PuzzleScriptRule, grid: Grid) -> Iterator[tuple[Place, ...]]:
    """Every combination of the matches of a rule's rows; the first row's vary fastest."""
    found: list[list[Place]] = []
    for row in rule.rows:
        places = row_places(row, grid, rule.direction)
        if not places:
            return
        found.append(places)
    yield from _combinations(found)


def _combinations(found: list[list[Place]]) -> Iterator[tuple[Place, ...]]:
    if not found:
        yield ()
        return
    for last in found[-1]:
        for before in _combinations(found[:-1]):
            yield (*before, last)
