"""Facts and operators of a relaxed level.

A fact says something about one cell: that a thing may be in it (`there`), that it may be away from it (`away`), that it
may want to move in some way (`moving`). A *plane* is the set of cells of which a kind of fact is true. An operator adds
cells to planes wherever its segments match; nothing is ever taken away.
"""

from __future__ import annotations

from puzzlesynth.quick_dataclasses import dataclass, field

Planes = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FactCondition:
    """A cell of a segment must be in one of these planes."""

    offset: int
    planes: Planes


@dataclass(frozen=True, slots=True)
class FactEffect:
    """A cell of a segment is added to a plane, if it is in one plane of each of these groups."""

    offset: int
    plane: int
    groups: tuple[Planes, ...] = ()


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of cells. `anchors` are the places of its first cell where it can match at all: it is on the board, and
    what never changes is as it must be."""

    length: int
    anchors: int
    conditions: tuple[FactCondition, ...]
    effects: tuple[FactEffect, ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """A thing in a cell of a rule: the numbers of the row and of the segment, the place in that, and the thing."""

    row: int
    segment: int
    offset: int
    thing: int


@dataclass(frozen=True, slots=True)
class Carriage:
    """What becomes of things where a rule is applied: which goes where as what, what comes from nowhere, and what may
    vanish."""

    carried: tuple[tuple[Spot, Spot], ...] = ()
    created: tuple[Spot, ...] = ()
    vanishing: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True)
class FactOperator:
    """Effects of all segments, wherever they match, once every row has a match. Rows of several segments have gaps."""

    direction: int
    rows: tuple[tuple[Segment, ...], ...]
    carriage: Carriage = field(default_factory=Carriage)


@dataclass(frozen=True, slots=True)
class FactGoal:
    """A plane whose cells must all be reached, or one of them."""

    plane: int
    everywhere: bool


@dataclass(frozen=True, slots=True)
class RelaxedLevel:
    """The facts of a level, and what adds to them."""

    width: int
    height: int
    start: tuple[int, ...]
    """The planes that are true in the beginning, of all planes; those of changing things first, in their order."""
    operators: tuple[FactOperator, ...]
    goals: tuple[FactGoal, ...]
    winning: int
    """The plane in which any cell means that a rule may win."""
    there: dict[int, int]
    """For every thing that can change its plane."""
    away: dict[int, int]
    room: dict[int, int]
    """For every thing that can change the plane of cells in which nothing of its layer is."""
    lying: dict[int, int]
    """The cells of what never changes."""
    can_win: bool
    """Whether there are win conditions, or only a rule can win."""
