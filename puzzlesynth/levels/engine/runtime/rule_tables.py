"""A rule as tables of planes, run without code of its own.

Writing and compiling code for a rule takes as long as running its tables hundreds of times, and most rules of a
large game never get there: code is for rules that are run often, tables are for all others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import repeat
from typing import Protocol

from puzzlesynth.levels.bitmask import bit_mask, bits
from puzzlesynth.levels.engine.bitboard.geometry import Geometry
from puzzlesynth.levels.engine.bitboard.planes import combinations, with_gaps
from puzzlesynth.levels.engine.bitboard.rule_effects import CellChange, RuleEffects
from puzzlesynth.levels.engine.bitboard.static_analysis import StaticAnalysis
from puzzlesynth.levels.model import CellPattern, PuzzleScriptRule, Replacement
from puzzlesynth.levels.movements import LAYER_MOVEMENTS, MOVEMENT_BITS

from .rule_activation import RuleActivation

HOT = 3000
"""A rule that has been run so often is worth code of its own."""

NO_MATCH, CHANGED, NO_DIFFERENCE = 0, 1, 2
"""What came of a rule."""

Wanted = tuple[tuple[int, tuple[int, ...], tuple[tuple[int, ...], ...]], ...]
Unwanted = tuple[tuple[int, tuple[int, ...]], ...]


class TurnContext(Protocol):
    """The turn that a rule runs in."""

    attention: RuleActivation
    created: int
    destroyed: int

    def draw(self, count: int) -> int: ...
    def draw_many(self, count: int, times: int) -> list[int]: ...
    def mark_rigid(self, cell: int, groups: int, layers: int) -> bool: ...
    def command(self, number: int) -> None: ...


RuleFunction = Callable[[list[int], TurnContext], int]
"""Planes and turn in; `NO_MATCH`, `CHANGED` or `NO_DIFFERENCE` out."""


class RowSegment:
    """Cells in a line, without a gap: what they need, as planes, and where they could begin."""

    __slots__ = ("_cells", "length", "room", "unwanted", "wanted")

    def __init__(self, cells: Sequence[CellPattern], base: int) -> None:
        self._cells = [_planes_of_cell(cell, base) for cell in cells]
        self.length = len(cells)
        self.wanted: Wanted = ()
        self.unwanted: Unwanted = ()
        self.room = 0

    def bind(self, board: Geometry, direction: int) -> None:
        step = board.step(direction)
        self.wanted = tuple(
            (step * place, present, choices)
            for place, (present, choices, _) in enumerate(self._cells)
            if present or choices
        )
        self.unwanted = tuple(
            (step * place, missing) for place, (_, _, missing) in enumerate(self._cells) if missing
        )
        self.room = board.room(direction, self.length)

    def places(self, planes: list[int]) -> int:
        """The cells where the stretch begins that is as the rule wants it."""
        places = self.room
        for shift, present, choices in self.wanted:
            here = -1
            for plane in present:
                here &= planes[plane]
            for choice in choices:
                some = 0
                for plane in choice:
                    some |= planes[plane]
                here &= some
            places &= here >> shift if shift >= 0 else here << -shift
            if not places:
                return 0
        for shift, missing in self.unwanted:
            some = 0
            for plane in missing:
                some |= planes[plane]
            if some:
                places &= ~(some >> shift if shift >= 0 else some << -shift)
                if not places:
                    return 0
        return places

    def holds_at(self, planes: list[int], start: int) -> bool:
        """Whether the stretch matches from one cell on."""
        for shift, present, choices in self.wanted:
            cell = start << shift if shift >= 0 else start >> -shift
            for plane in present:
                if not planes[plane] & cell:
                    return False
            for choice in choices:
                if not any(planes[plane] & cell for plane in choice):
                    return False
        for shift, missing in self.unwanted:
            cell = start << shift if shift >= 0 else start >> -shift
            for plane in missing:
                if planes[plane] & cell:
                    return False
        return True


def _planes_of_cell(
    cell: CellPattern, base: int
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """The planes that a cell must be in, those of which it must be in one, and those that it must not be in."""
    present = (*(base + index for index in bits(cell.movements_present)), *bits(cell.objects_present))
    choices = tuple(tuple(bits(mask)) for mask in cell.any_objects_present)
    missing = (*bits(cell.objects_missing), *(base + index for index in bits(cell.movements_missing)))
    return present, choices, missing


class RuleTable:
    """One rule."""

    def __init__(self, rule: PuzzleScriptRule, facts: StaticAnalysis, command: int | None) -> None:
        self.rule = rule
        self.facts = facts
        self.game = facts.game
        self.base = facts.game.object_count
        self.command = command
        self.board: Geometry | None = None
        self.step = 0
        self.rows: list[list[RowSegment]] = []
        self._effects: RuleEffects | None = None
        self.heat = 0
        """How often it has been run."""
        self.when_hot: Callable[[], None] | None = None
        self.one_at_a_time = rule.draws or rule.rigid
        """Whether every match must be replaced on its own, because it draws numbers or leaves rigid marks."""
        self.restless = self.one_at_a_time or command is not None
        """Whether a match must be found again each time, even if it makes no difference to the board."""
        self.has_ellipses = rule.has_ellipses
        self.is_plain = len(rule.rows) == 1 and not rule.has_ellipses

    def bind(self, board: Geometry) -> None:
        """Prepare for boards of one size."""
        if not self.rows:
            self.rows = [[RowSegment(part, self.base) for part in row.segments] for row in self.rule.rows]
        for row in self.rows:
            for stretch in row:
                stretch.bind(board, self.rule.direction)
        self.step = board.step(self.rule.direction)
        self.board = board
        if self._effects is not None:
            self._place_changes(self._effects)

    @property
    def effects(self) -> RuleEffects:
        """What the right side does; found out when the rule first matches."""
        if self._effects is None:
            self._effects = RuleEffects(self.rule, self.facts)
            self._place_changes(self._effects)
        return self._effects

    def _place_changes(self, effects: RuleEffects) -> None:
        for change in effects.changes:
            change.shift = change.place * self.step

    # running

    def run(self, planes: list[int], turn: TurnContext) -> int:
        """Find the matches, queue the rule's commands, replace. The plan must be bound to the board."""
        self.heat += 1
        if self.heat == HOT and self.when_hot is not None:
            self.when_hot()
        if self.is_plain:
            matches = self.rows[0][0].places(planes)
            if not matches:
                return NO_MATCH
            if self.command is not None:
                turn.command(self.command)
            return self._run_row(0, matches, planes, turn) if self.rule.has_replacements else NO_DIFFERENCE
        found: list[list[int]] = []
        for row in self.rows:
            places = []
            for stretch in row:
                here = stretch.places(planes)
                if not here:
                    return NO_MATCH
                places.append(here)
            found.append(places)
        if self.has_ellipses:
            return self._run_general(found, planes, turn)
        if self.command is not None:
            turn.command(self.command)
        if not self.rule.has_replacements:
            return NO_DIFFERENCE
        acting = self.effects.acting_row
        if acting is None:
            return self._run_general(found, planes, turn)
        return self._run_row(acting, found[acting][0], planes, turn)

    def _run_row(self, row: int, matches: int, planes: list[int], turn: TurnContext) -> int:
        """Only one row changes anything, and it has no ellipses."""
        effects = self.effects
        apart = effects.together or not matches & (matches - 1) or not self._overlap(row, matches)
        if self.one_at_a_time:
            if apart and not self.rule.rigid:
                return self._run_drawing(matches, planes, turn)
            return self._run_in_order(row, matches, planes, turn)
        if not apart:
            return self._run_in_waves(row, matches, planes, turn)
        return CHANGED if self._put_all(matches, planes, turn) else NO_DIFFERENCE

    def _put_all(self, matches: int, planes: list[int], turn: TurnContext) -> bool:
        """Replace matches that do not disturb each other."""
        changed = False
        for change in self.effects.changes:
            shift = change.shift
            cells = matches << shift if shift >= 0 else matches >> -shift
            changed |= self._write(cells, change.clears, change.sets, planes, turn)
        return changed

    def _run_in_waves(self, row: int, matches: int, planes: list[int], turn: TurnContext) -> int:
        """Matches that share cells have their turn one after the other; but those along different lines, or far
        apart, do not concern each other and go together."""
        if not self._may_change({(row, 0): matches}, planes):
            return NO_DIFFERENCE
        stretch = self.rows[row][0]
        step = abs(self.step)
        changed = False
        while matches:
            later = 0
            for offset in range(1, stretch.length):
                later |= matches << step * offset
            first = matches & ~later
            matches ^= first
            if changed:
                first &= stretch.places(planes)
            if first and self._put_all(first, planes, turn):
                changed = True
        return CHANGED if changed else NO_DIFFERENCE

    def _overlap(self, row: int, matches: int) -> bool:
        """Whether two matches share a cell."""
        step = abs(self.step)
        return any(matches & matches >> step * offset for offset in range(1, self.rows[row][0].length))

    def _run_in_order(self, row: int, matches: int, planes: list[int], turn: TurnContext) -> int:
        assert self.board is not None
        stretch = self.rows[row][0]
        changed = False
        changes = self.effects.changes
        for start in self.board.in_order(matches, self.rule.direction):
            if changed and not stretch.holds_at(planes, start):
                continue
            for change in changes:
                changed |= self._put(change, start, planes, turn)
        return CHANGED if changed else NO_DIFFERENCE

    def _run_drawing(self, matches: int, planes: list[int], turn: TurnContext) -> int:
        """Matches apart from each other that draw: draw for each in order, then replace all with one outcome."""
        assert self.board is not None
        starts = self.board.indices_in_order(matches, self.rule.direction)
        drawing = [change for change in self.effects.changes if change.draws]
        outcomes: dict[tuple[int, ...], list[int]] = {}
        sizes = [size for change in drawing for size in change.draw_sizes]
        if len(sizes) == 1:
            for start, number in zip(starts, turn.draw_many(sizes[0], len(starts)), strict=True):
                outcomes.setdefault((number,), []).append(start)
        else:
            for start in starts:
                outcomes.setdefault(tuple([turn.draw(size) for size in sizes]), []).append(start)
        changed = False
        for numbers, where in outcomes.items():
            left = iter(numbers)
            cells_there = bit_mask(where, self.board.count)
            for change in self.effects.changes:
                shift = change.shift
                cells = cells_there << shift if shift >= 0 else cells_there >> -shift
                clears, sets = self._drawn(change, left) if change.draws else (change.clears, change.sets)
                changed |= self._write(cells, clears, sets, planes, turn)
        return CHANGED if changed else NO_DIFFERENCE

    def _run_general(self, found: list[list[int]], planes: list[int], turn: TurnContext) -> int:
        """Several rows that change something, or ellipses: one combination of matches after the other."""
        places = {(r, s): here for r, row in enumerate(found) for s, here in enumerate(row)}
        idle = not self.one_at_a_time and not self._may_change(places, planes)
        if idle and (self.command is None or not self.has_ellipses):
            return NO_DIFFERENCE
        lists = []
        for number, (row, asking) in enumerate(zip(found, self.effects.asking, strict=True)):
            matches = self.row_matches(row, number, first_only=asking)
            if not matches:
                return NO_MATCH
            lists.append(matches)
        if self.command is not None and self.has_ellipses:
            turn.command(self.command)
        if idle or not self.rule.has_replacements:
            return NO_DIFFERENCE
        starts: list[tuple[int, ...]] = [()] * len(lists)
        changed = self._combine(len(lists) - 1, lists, starts, False, planes, turn)
        return CHANGED if changed else NO_DIFFERENCE

    def _combine(
        self,
        row: int,
        lists: list[list[tuple[int, ...]]],
        starts: list[tuple[int, ...]],
        changed: bool,
        planes: list[int],
        turn: TurnContext,
    ) -> bool:
        """Go through all matches of a row, and for each through those of the rows before it. Once something
        has changed, matches that do not hold any more are passed over."""
        stretches = self.rows[row]
        if changed and not all(stretch.places(planes) for stretch in stretches):
            return changed
        for match in lists[row]:
            if changed and not all(map(RowSegment.holds_at, stretches, repeat(planes), match)):
                continue
            starts[row] = match
            if row:
                changed = self._combine(row - 1, lists, starts, changed, planes, turn)
            elif (not changed or self._others_hold(starts, planes)) and self.replace(starts, planes, turn):
                changed = True
        return changed

    def _others_hold(self, starts: list[tuple[int, ...]], planes: list[int]) -> bool:
        """Whether the matches of all rows but the first still hold."""
        return all(
            all(map(RowSegment.holds_at, stretches, repeat(planes), match))
            for stretches, match in zip(self.rows[1:], starts[1:], strict=True)
        )

    def row_matches(self, places: list[int], row: int, *, first_only: bool = False) -> list[tuple[int, ...]]:
        """The matches of a row in order, each as the first cells of its stretches."""
        assert self.board is not None
        direction = self.rule.direction
        if len(places) == 1:
            cells = places[0] & -places[0] if first_only else places[0]
            return [(start,) for start in self.board.in_order(cells, direction)]
        lengths = [stretch.length for stretch in self.rows[row]]
        return with_gaps(self.board, places, lengths, direction)

    def matches(self, planes: list[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
        """Every combination of the rows' matches."""
        lists = []
        for number, row in enumerate(self.rows):
            places = [stretch.places(planes) for stretch in row]
            matches = self.row_matches(places, number) if all(places) else []
            if not matches:
                return
            lists.append(matches)
        yield from combinations(*lists)

    def _may_change(self, found: dict[tuple[int, int], int], planes: list[int]) -> bool:
        """Whether a match, wherever it may be, can make a difference."""
        for change in self.effects.changes:
            places = found[change.row, change.stretch]
            cells = places << change.shift if change.shift >= 0 else places >> -change.shift
            for plane in change.sets:
                if cells & ~planes[plane]:
                    return True
            for plane in change.clears:
                if cells & planes[plane]:
                    return True
        return False

    # replacing

    def replace(self, starts: Sequence[tuple[int, ...]], planes: list[int], turn: TurnContext) -> bool:
        """Put the right side in place of one match. Returns whether that made a difference."""
        changed = False
        for change in self.effects.changes:
            changed |= self._put(change, starts[change.row][change.stretch], planes, turn)
        return changed

    def _put(self, change: CellChange, start: int, planes: list[int], turn: TurnContext) -> bool:
        """Replace one cell of one match."""
        shift = change.shift
        cell = start << shift if shift >= 0 else start >> -shift
        clears, sets = change.clears, change.sets
        if change.drawn_things or change.drawn_layers:
            clears, sets = self._drawn(change, iter([turn.draw(size) for size in change.draw_sizes]))
        changed = self._write(cell, clears, sets, planes, turn)
        if self.rule.rigid and self._mark(change.replacement, cell, turn):
            changed = True
        return changed

    def _write(
        self, cells: int, clears: Iterable[int], sets: Iterable[int], planes: list[int], turn: TurnContext
    ) -> bool:
        attention = turn.attention
        changed = False
        for plane in clears:
            before = planes[plane]
            if before & cells:
                planes[plane] = after = before & ~cells
                changed = True
                attention.lost(plane)
                if not after:
                    attention.empty |= 1 << plane
                if plane < self.base:
                    turn.destroyed |= 1 << plane
        for plane in sets:
            before = planes[plane]
            if cells & ~before:
                planes[plane] = before | cells
                changed = True
                attention.gained(plane)
                if not before:
                    attention.empty &= ~(1 << plane)
                if plane < self.base:
                    turn.created |= 1 << plane
        return changed

    def _drawn(self, change: CellChange, numbers: Iterator[int]) -> tuple[list[int], list[int]]:
        """The planes to clear and to set, for numbers drawn: an object, then directions."""
        after = change.replacement
        clear, set_ = after.objects_clear, after.objects_set
        moves_clear = after.movements_cleared
        moves_set = after.movements_set
        if change.drawn_things:
            thing = change.drawn_things[next(numbers)]
            layer = self.game.objects[thing].layer
            set_ |= 1 << thing
            clear |= self.game.layers[layer].mask
            moves_clear |= LAYER_MOVEMENTS << MOVEMENT_BITS * layer
        for layer in change.drawn_layers:
            moves_set |= 1 << next(numbers) + MOVEMENT_BITS * layer
        clears = bits(clear & ~set_ | (moves_clear & ~moves_set) << self.base)
        return clears, bits(set_ | moves_set << self.base)

    def _mark(self, replacement: Replacement, cell: int, turn: TurnContext) -> bool:
        """Leave a rigid rule's mark. Returns whether that is news."""
        layers = replacement.movements_layer_mask
        return turn.mark_rigid(cell, self.rule.rigid_marks(layers), layers)
