"""Rules without chance, carried out as in the game: cell by cell, in the game's order, until nothing changes.

Where a rule looks at one cell only, all its matches are changed at once; the outcome is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from puzzlesynth.levels.bitmask import bits
from puzzlesynth.levels.engine.bitboard.planes import cells_of, planes_of
from puzzlesynth.levels.engine.reference.grid import CellBoard, Grid
from puzzlesynth.levels.engine.reference.pattern_matching import place_cells, rule_matches, still_matches
from puzzlesynth.levels.model import PuzzleScriptRule, Replacement

from .bit_planes import PlaneGeometry

MOST_PASSES = 200

Planes = list[int]
Random = Callable[[], float]


def is_quick(rule: PuzzleScriptRule) -> bool:
    """Whether matches of a rule cannot get in each other's way."""
    if len(rule.rows) != 1 or len(rule.rows[0].cells) != 1:
        return False
    cell = rule.rows[0].cells[0]
    return cell is not None and (cell.replacement is None or not cell.replacement.random_mask)


class SequentialRules:
    """Carries out rules that look at several cells."""

    def __init__(
        self,
        rules: Sequence[PuzzleScriptRule],
        shape: PlaneGeometry,
        layer_of: Sequence[int],
        layer_masks: Sequence[int],
    ) -> None:
        self._rules, self._shape = rules, shape
        self._layer_of, self._layer_masks = layer_of, layer_masks
        self._frozen = [
            sum(
                1 << thing
                for thing in range(shape.object_count)
                if shape.frozen.plane(thing, shape.full) >> index & 1
            )
            for index in range(shape.width * shape.height)
        ]
        """For every cell the objects that must stay as they are."""

    def __call__(self, planes: Planes, draw: Random) -> None:
        cells = cells_of(planes, len(self._frozen))
        grid = Grid(CellBoard(self._shape.width, self._shape.height, cells))
        for _ in range(MOST_PASSES):
            changed = False
            for rule in self._rules:
                changed = self._apply(rule, grid, draw) or changed
            if not changed:
                break
        planes[:] = planes_of(grid.objects, len(planes))

    def _apply(self, rule: PuzzleScriptRule, grid: Grid, draw: Random) -> bool:
        """A rule at every match that there was before, and that still is one when its turn comes."""
        changed = False
        step = grid.step(rule.direction)
        for places in rule_matches(rule, grid):
            if changed and not still_matches(rule, places, grid):
                continue
            before: dict[int, int] = {}
            after: dict[int, int] = {}
            for row, place in zip(rule.rows, places, strict=True):
                for index, cell in place_cells(row, place, step):
                    before.setdefault(index, grid.objects[index])
                    if cell.replacement is not None:
                        now = after.get(index, grid.objects[index])
                        after[index] = self._replaced(now, cell.replacement, draw)
            if any((before[index] ^ now) & self._frozen[index] for index, now in after.items()):
                continue
            for index, now in after.items():
                if now != before[index]:
                    grid.objects[index] = now
                    grid.note(index)
                    changed = True
        return changed

    def _replaced(self, cell: int, replacement: Replacement, draw: Random) -> int:
        clear, come = replacement.objects_clear, replacement.objects_set
        if replacement.random_mask:
            things = bits(replacement.random_mask)
            chosen = things[int(draw() * len(things))]
            clear |= self._layer_masks[self._layer_of[chosen]]
            come |= 1 << chosen
        return cell & ~clear | come
