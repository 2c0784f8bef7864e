"""Rules of a transformation over bit planes: where they match, as bits, and what they do there.

A row of cells becomes offsets from its first cell; a row with an ellipsis becomes a row for every length of the gap.
Each of them is written as an expression over planes (`p3` is the plane of object 3) that has a bit for every first
cell at which the row matches, would change something, and would change nothing that is frozen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from puzzlesynth.levels.bitmask import bits
from puzzlesynth.levels.design.locks import LevelLocks
from puzzlesynth.levels.engine.bitboard.geometry import geometry
from puzzlesynth.levels.engine.bitboard.planes import planes_of
from puzzlesynth.levels.model import CellPattern, CellRow, Level, PuzzleScriptGame, PuzzleScriptRule
from puzzlesynth.levels.movements import LEFT, RIGHT

MOST_GAPS = 4_000
"""How many rows one row with ellipses may become."""


@dataclass(frozen=True, slots=True)
class PlaneGeometry:
    """The size of a level and what is frozen in it."""

    width: int
    height: int
    frozen: LevelLocks
    object_count: int

    @property
    def full(self) -> int:
        return (1 << self.width * self.height) - 1


@dataclass(frozen=True, slots=True)
class PlacedCell:
    """A cell of a row, as a number of bits from the first."""

    offset: int
    pattern: CellPattern

    @property
    def gone(self) -> int:
        """Objects that the rule takes away, as far as they are there."""
        replacement = self.pattern.replacement
        if replacement is None:
            return 0
        return replacement.objects_clear & ~replacement.objects_set & ~self.pattern.objects_missing

    @property
    def come(self) -> int:
        """Objects that the rule puts there, if they are not there yet."""
        replacement = self.pattern.replacement
        return 0 if replacement is None else replacement.objects_set & ~self.pattern.objects_present

    @property
    def surely_changes(self) -> bool:
        return bool(self.gone & self.pattern.objects_present or self.come & self.pattern.objects_missing)

    @property
    def random_mask(self) -> int:
        return 0 if self.pattern.replacement is None else self.pattern.replacement.random_mask


@dataclass(frozen=True, slots=True)
class PlacedRow:
    """A row without gaps: its cells, and the first cells that leave room for it."""

    cells: tuple[PlacedCell, ...]
    room: int


def placed_rows(row: CellRow, direction: int, shape: PlaneGeometry) -> list[PlacedRow]:
    """A row in its direction, for every length of its gaps that the level has room for."""
    board = geometry(shape.width, shape.height)
    extent = shape.width if direction in (LEFT, RIGHT) else shape.height
    spare = extent - sum(1 for cell in row.cells if cell is not None)
    if spare < 0:
        return []
    found: list[PlacedRow] = []
    for gaps in product(range(spare + 1), repeat=len(row.ellipses)):
        if sum(gaps) > spare:
            continue
        if len(found) >= MOST_GAPS:
            break
        lengths = iter(gaps)
        distance, cells = 0, []
        for cell in row.cells:
            if cell is None:
                distance += next(lengths)
                continue
            cells.append(PlacedCell(distance * board.step(direction), cell))
            distance += 1
        found.append(PlacedRow(tuple(cells), board.room(direction, distance)))
    return found


def placed_rules(rule: PuzzleScriptRule, shape: PlaneGeometry) -> Iterator[tuple[PlacedRow, ...]]:
    """All combinations of a rule's rows without gaps."""
    yield from product(*(placed_rows(row, rule.direction, shape) for row in rule.rows))


def nth_bit(mask: int, number: int) -> int:
    """The bit of a mask that has this many set bits below it, found by halving."""
    low = 0
    while mask.bit_length() > 64:
        half = mask.bit_length() // 2
        below = mask & (1 << half) - 1
        count = below.bit_count()
        if number < count:
            mask = below
        else:
            number -= count
            mask >>= half
            low += half
    for _ in range(number):
        mask &= mask - 1
    return (mask & -mask) << low


def shifted(name: str, offset: int) -> str:
    """The bits of a plane, seen from cells that lie so far before."""
    if not offset:
        return name
    return f"({name} >> {offset})" if offset > 0 else f"({name} << {-offset})"


class MatchExpressions:
    """Writes where cells fit, each expression once."""

    def __init__(self, shape: PlaneGeometry) -> None:
        self._shape = shape
        self._full = shape.full
        self._named: dict[str, str] = {}
        self.lines: list[str] = []
        self.planes: set[int] = set()

    def _plane(self, thing: int) -> str:
        self.planes.add(thing)
        return f"p{thing}"

    def _name(self, expression: str) -> str:
        """A name for an expression; a plane or a constant is its own name."""
        if expression.isidentifier() or expression.isdecimal():
            return expression
        if expression not in self._named:
            self._named[expression] = f"e{len(self._named)}"
            self.lines.append(f"{self._named[expression]} = {expression}")
        return self._named[expression]

    def _union(self, mask: int) -> str:
        return self._name(" | ".join(self._plane(thing) for thing in bits(mask)))

    def _cell(self, pattern: CellPattern) -> str:
        """Where one cell is as a pattern wants it."""
        parts = [self._plane(thing) for thing in bits(pattern.objects_present)]
        parts += [self._union(mask) for mask in pattern.any_objects_present]
        if pattern.objects_missing:
            parts.append(self._name(f"{self._full} & ~({self._union(pattern.objects_missing)})"))
        return self._name(" & ".join(parts)) if parts else str(self._full)

    def _changes(self, cell: PlacedCell) -> str | None:
        """Where a cell would become another; None if everywhere."""
        if cell.surely_changes:
            return None
        parts = [self._plane(thing) for thing in bits(cell.gone)]
        parts += [f"{self._full} & ~{self._plane(thing)}" for thing in bits(cell.come)]
        if cell.random_mask:
            return None
        return self._name(" | ".join(f"({part})" for part in parts)) if parts else "0"

    def _touches(self, cell: PlacedCell) -> str | None:
        """Where a cell would lose or gain something frozen; None if nowhere."""
        parts = []
        for mask, absent in ((cell.gone, False), (cell.come, True)):
            for thing in bits(mask):
                frozen = self._shape.frozen.plane(thing, self._full)
                if frozen:
                    plane = f"~{self._plane(thing)}" if absent else self._plane(thing)
                    parts.append(f"({frozen} & {plane})")
        return self._name(" | ".join(parts)) if parts else None

    def row(self, row: PlacedRow, *, changing: bool) -> str:
        """Where a row matches without touching what is frozen; if `changing`, only where it makes a difference."""
        parts = [str(row.room)] if row.room != self._full else []
        differences: list[str] | None = []
        for cell in row.cells:
            fits = self._cell(cell.pattern)
            if fits != str(self._full):
                parts.append(shifted(fits, cell.offset))
            touched = self._touches(cell)
            if touched is not None:
                parts.append(f"~{shifted(touched, cell.offset)}")
            if differences is not None:
                change = self._changes(cell)
                if change is None:
                    differences = None
                elif change != "0":
                    differences.append(shifted(change, cell.offset))
        if changing and differences is not None:
            parts.append(self._name(" | ".join(differences)) if differences else "0")
        joined = " & ".join(parts) if parts else str(self._full)
        return f"{joined} & {self._full}" if joined.startswith("~") else joined

    def apply(self, row: PlacedRow, bit: str, *, alone: bool = True) -> list[str]:
        """What the rule does where its first cell is at the bit (or at many bits, if its row is one cell). If the row
        is not alone, another row may have changed the cell before."""
        lines = []
        for cell in row.cells:
            place = shifted(bit, -cell.offset)
            gone, come = cell.gone, cell.come
            replacement = cell.pattern.replacement
            if not alone and replacement is not None:
                gone, come = replacement.objects_clear & ~replacement.objects_set, replacement.objects_set
            for thing in bits(gone):
                lines.append(f"{self._plane(thing)} &= ~{place}")
            for thing in bits(come):
                lines.append(f"{self._plane(thing)} |= {place}")
        return lines


class PlaneCodec:
    """Turns planes into levels and keys, given the level that they were made from: what has not changed costs
    nothing."""

    def __init__(self, game: PuzzleScriptGame, level: Level) -> None:
        self.level = level
        self.planes = planes_of(level.cells, game.object_count)
        self.full = (1 << len(level.cells)) - 1
        self._ground = 1 << game.background_id
        self._ground_layer = game.layers[game.background_layer].object_ids
        self._cells = len(level.cells)

    def grounded(self, planes: Sequence[int]) -> list[int]:
        """The game's own planes, with a background in every cell that has lost its own."""
        kept = list(planes[: len(self.planes)])
        covered = 0
        for thing in self._ground_layer:
            covered |= kept[thing]
        if covered != self.full:
            kept[self._ground.bit_length() - 1] |= self.full & ~covered
        return kept

    def key(self, planes: Sequence[int]) -> int:
        """The same for the same board, and for no other."""
        key = 0
        for plane in planes:
            key = key << self._cells | plane
        return key

    def level_of(self, planes: Sequence[int]) -> Level:
        cells = list(self.level.cells)
        for thing, (now, before) in enumerate(zip(planes, self.planes, strict=True)):
            for index in bits(now ^ before):
                cells[index] ^= 1 << thing
        return Level(self.level.width, self.level.height, tuple(cells), 0)
