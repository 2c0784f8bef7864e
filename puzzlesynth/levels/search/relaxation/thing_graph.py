"""Where things can get to, each looked at by itself: to which cells, as what, and whether one can vanish or come from
nowhere.

The edges are those of all operators that match somewhere among the facts that a level reaches, and so hold for every
state of it. An edge goes from many cells at once: a step in a direction is one for all cells from which it can be made.
"""

from __future__ import annotations

from collections.abc import Mapping

from puzzlesynth.levels.bitmask import shifted
from puzzlesynth.quick_dataclasses import dataclass

from .level_facts import LevelFacts
from .operators import FactOperator, Spot

Cells = Mapping[int, int]
"""For things, sets of cells."""


@dataclass(frozen=True, slots=True)
class _Edge:
    """A thing in one of these cells becomes another, so much further, or in any of those cells if that is not known."""

    thing: int
    cells: int
    other: int
    others: int
    shift: int | None


class ThingGraph:
    """The edges of a level."""

    def __init__(self, facts: LevelFacts) -> None:
        self.facts, self.full = facts, facts.board.full
        self.created: dict[int, int] = {}
        """Cells in which things may come from nowhere."""
        self.vanishing: dict[int, int] = {}
        self._edges: set[_Edge] = set()
        for operator in facts.level.operators:
            matches = facts.matches(operator)
            if matches is not None:
                self._add(operator, matches)

    def _add(self, operator: FactOperator, matches: list[list[int]]) -> None:
        step = self.facts.board.step(operator.direction)

        def cells_of(spot: Spot) -> int:
            return shifted(matches[spot.row][spot.segment], step * spot.offset)

        carriage = operator.carriage
        for origin, spot in carriage.carried:
            cells = cells_of(origin) & self.facts.planes[self.facts.level.there[origin.thing]]
            near = (origin.row, origin.segment) == (spot.row, spot.segment)
            shift = step * (spot.offset - origin.offset) if near else None
            self._edges.add(_Edge(origin.thing, cells, spot.thing, cells_of(spot), shift))
        for spot in carriage.created:
            self.created[spot.thing] = self.created.get(spot.thing, 0) | cells_of(spot)
        for spot in carriage.vanishing:
            self.vanishing[spot.thing] = self.vanishing.get(spot.thing, 0) | cells_of(spot)

    def leading_to(self, good: Cells) -> dict[int, int]:
        """All cells from which things can get to these."""
        found = dict(good)
        grown = True
        while grown:
            grown = False
            for edge in self._edges:
                there = found.get(edge.other, 0) & edge.others
                if not there:
                    continue
                origins = edge.cells if edge.shift is None else edge.cells & shifted(there, -edge.shift)
                known = found.get(edge.thing, 0)
                if origins & ~known:
                    found[edge.thing] = known | origins
                    grown = True
        return found

    def comes_from_nowhere(self, cells: Cells) -> bool:
        """Whether a thing may be created in one of its cells."""
        return any(self.created.get(thing, 0) & where for thing, where in cells.items())
