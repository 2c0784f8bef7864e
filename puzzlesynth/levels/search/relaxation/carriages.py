"""Where things go when a rule is applied: which of those that it puts down was which of those that it takes away.

Every thing that is put down, and might not have been there before, comes from a thing of its own that is surely taken
away by the same application, or from nowhere; every thing that may be taken away goes somewhere, or vanishes.
"""

from __future__ import annotations

from puzzlesynth.levels.bitmask import bits
from puzzlesynth.levels.engine.bitboard.static_analysis import StaticAnalysis
from puzzlesynth.levels.model import CellPattern, PuzzleScriptRule, Replacement
from puzzlesynth.quick_dataclasses import dataclass

from .operators import Carriage, Spot


@dataclass(frozen=True, slots=True)
class _Source:
    """One of these things is surely taken away."""

    row: int
    segment: int
    offset: int
    things: int


def carriage_of(rule: PuzzleScriptRule, facts: StaticAnalysis, changes: int) -> Carriage:
    """What becomes of the things that can change."""
    return _Carriages(rule, facts, changes).found()


class _Carriages:
    def __init__(self, rule: PuzzleScriptRule, facts: StaticAnalysis, changes: int) -> None:
        self.rule, self.facts, self.changes = rule, facts, changes
        self.sources: list[_Source] = []
        self.come: list[tuple[Spot, bool]] = []
        """What is put down, and whether it is surely new."""
        self.vanishing: list[Spot] = []
        self.created: list[Spot] = []
        for row_number, row in enumerate(rule.rows):
            for number, part in enumerate(row.segments):
                for offset, cell in enumerate(part):
                    if cell.replacement is not None:
                        self._look_at((row_number, number, offset), cell, cell.replacement)

    def _look_at(self, where: tuple[int, int, int], cell: CellPattern, after: Replacement) -> None:
        gone = after.objects_clear & ~after.objects_set & self.changes
        gone = sum(1 << thing for thing in bits(gone) if not self.facts.surely_absent(cell, thing))
        sure = [1 << thing for thing in bits(gone & cell.objects_present)]
        for mask in cell.any_objects_present:
            # One of them is there, and is taken away whichever it is.
            if not mask & ~gone and not any(mask & other for other in sure):
                sure.append(mask)
        for mask in sure:
            gone &= ~mask
            if self._is_alone(where[0], mask):
                self.sources.append(_Source(*where, mask))
            else:
                gone |= mask
        self.vanishing += [Spot(*where, thing) for thing in bits(gone)]
        for thing in bits(after.objects_set & self.changes):
            spot = Spot(*where, thing)
            if not cell.objects_present >> thing & 1:
                # Two rows may put down the same.
                is_new = len(self.rule.rows) == 1 and self.facts.surely_absent(cell, thing)
                self.come.append((spot, is_new))
            elif self._is_taken_elsewhere(where[0], thing):
                self.created.append(spot)

    def _is_alone(self, row: int, mask: int) -> bool:
        """Whether no earlier row takes such a thing away, which may be the same one."""
        return not any(source.row != row and source.things & mask for source in self.sources)

    def _is_taken_elsewhere(self, row: int, thing: int) -> bool:
        """Whether another row may take a thing away before this one puts it down again."""
        return any(
            cell is not None and cell.replacement is not None and cell.replacement.objects_clear >> thing & 1
            for number, other in enumerate(self.rule.rows)
            if number != row
            for cell in other.cells
        )

    def found(self) -> Carriage:
        carried: list[tuple[Spot, Spot]] = []
        left = list(self.sources)
        for likeness in range(4):
            waiting = []
            for spot, is_new in self.come:
                source = next((one for one in left if self._is_like(one, spot, likeness)), None)
                if source is None:
                    waiting.append((spot, is_new))
                    continue
                left.remove(source)
                for thing in bits(source.things):
                    origin = Spot(source.row, source.segment, source.offset, thing)
                    carried.append((origin, spot))
                    if not is_new:
                        self.vanishing.append(origin)
            self.come = waiting
        self.created += [spot for spot, _ in self.come]
        for source in left:
            self.vanishing += [
                Spot(source.row, source.segment, source.offset, thing) for thing in bits(source.things)
            ]
        return Carriage(tuple(carried), tuple(self.created), tuple(self.vanishing))

    def _is_like(self, source: _Source, spot: Spot, likeness: int) -> bool:
        """Whether a source may be taken for what is put down, the likeliest first."""
        same_cell = (source.row, source.segment, source.offset) == (spot.row, spot.segment, spot.offset)
        layer = self.facts.layer_masks[self.facts.layer_of[spot.thing]]
        if likeness == 0:
            return bool(source.things >> spot.thing & 1)
        if likeness == 1:
            return same_cell and bool(source.things & layer)
        if likeness == 2:
            return bool(source.things & layer)
        return same_cell
