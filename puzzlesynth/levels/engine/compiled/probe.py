"""A look at whether a rule matches, without code for it: most rules of a large game never do."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlesynth.levels.engine.compiled.facts import bits
from puzzlesynth.levels.engine.compiled.geometry import Geometry
from puzzlesynth.levels.engine.compiled.rule_writer import Segment, segments
from puzzlesynth.levels.model import Rule


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What one cell needs, as planes."""

    present: tuple[int, ...]
    missing: tuple[int, ...]
    choices: tuple[tuple[int, ...], ...]


class Probe:
    """The left side of one rule as planes to intersect."""

    __slots__ = ("direction", "stretches")

    def __init__(self, rule: Rule, base: int) -> None:
        self.direction = rule.direction
        self.stretches = [
            [_wanted(segment, offset, base) for offset in range(len(segment))]
            for row in rule.rows
            for segment in segments(row)
        ]

    def matches(self, planes: list[int], board: Geometry) -> bool:
        """Whether every stretch of cells matches somewhere. With ellipses, that alone is not yet a match."""
        step = board.step(self.direction)
        return all(self._somewhere(cells, planes, board, step) for cells in self.stretches)

    def _somewhere(self, cells: list[_Wanted], planes: list[int], board: Geometry, step: int) -> bool:
        places = board.room(self.direction, len(cells))
        for offset, wanted in enumerate(cells):
            here = board.full
            for plane in wanted.present:
                here &= planes[plane]
            for choice in wanted.choices:
                some = 0
                for plane in choice:
                    some |= planes[plane]
                here &= some
            for plane in wanted.missing:
                here &= ~planes[plane]
            distance = step * offset
            places &= here >> distance if distance >= 0 else here << -distance
            if not places:
                return False
        return True


def _wanted(segment: Segment, offset: int, base: int) -> _Wanted:
    cell = segment[offset]
    return _Wanted(
        present=(*(base + index for index in bits(cell.movements_present)), *bits(cell.objects_present)),
        missing=(*bits(cell.objects_missing), *(base + index for index in bits(cell.movements_missing))),
        choices=tuple(tuple(bits(mask)) for mask in cell.any_objects_present),
    )
