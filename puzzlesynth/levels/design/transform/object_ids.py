"""Rules with the ids of their objects exchanged for others."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from puzzlesynth.levels.model import CellPattern, CellRow, PuzzleScriptRule


def with_objects(rule: PuzzleScriptRule, ids: Mapping[int, int]) -> PuzzleScriptRule:
    """The rule in which object `a` is called `ids[a]`. Movements are left as they are."""
    if all(old == new for old, new in ids.items()):
        return rule
    return dataclasses.replace(rule, rows=tuple(_row(row, ids) for row in rule.rows))


def _row(row: CellRow, ids: Mapping[int, int]) -> CellRow:
    cells = tuple(None if cell is None else _cell(cell, ids) for cell in row.cells)
    return dataclasses.replace(row, cells=cells, object_mask=_mask(row.object_mask, ids))


def _cell(cell: CellPattern, ids: Mapping[int, int]) -> CellPattern:
    replacement = cell.replacement
    if replacement is not None:
        replacement = dataclasses.replace(
            replacement,
            objects_clear=_mask(replacement.objects_clear, ids),
            objects_set=_mask(replacement.objects_set, ids),
            random_mask=_mask(replacement.random_mask, ids),
        )
    return dataclasses.replace(
        cell,
        objects_present=_mask(cell.objects_present, ids),
        objects_missing=_mask(cell.objects_missing, ids),
        any_objects_present=tuple(_mask(mask, ids) for mask in cell.any_objects_present),
        replacement=replacement,
    )


def _mask(mask: int, ids: Mapping[int, int]) -> int:
    found = 0
    while mask:
        low = mask & -mask
        found |= 1 << ids[low.bit_length() - 1]
        mask ^= low
    return found
