"""The rules of a level as one stream of integers, with what wakes each of them."""

from __future__ import annotations

from collections.abc import Sequence

from puzzlesynth.levels.bitmask import bits, union
from puzzlesynth.levels.engine.bitboard.static_analysis import StaticAnalysis
from puzzlesynth.levels.engine.native.kernel import layout as at
from puzzlesynth.levels.model import CellPattern, CellRow, PuzzleScriptRule, Replacement, RuleProgram
from puzzlesynth.levels.movements import DOWN, LAYER_MOVEMENTS, LEFT, MOVEMENT_BITS, RIGHT, UP

from .possible_things import PossibleThings

COMMAND_NAMES = (
    "cancel",
    "restart",
    "win",
    "again",
    "message",
    "checkpoint",
    *[f"sfx{n}" for n in range(11)],
)
"""By the kernel's numbers."""


class NotTabular(ValueError):
    """The game is not one that tables can hold."""


class RuleStreamWriter:
    """Writes the rules that can ever match."""

    def __init__(self, facts: StaticAnalysis, possible: PossibleThings, height: int) -> None:
        self.facts, self.possible, self.height = facts, possible, height
        self.objects, self.layers = possible.object_count, possible.layer_count
        self.stream: list[int] = []
        self.offsets: list[int] = []
        self.flags: list[int] = []
        self.rules: list[PuzzleScriptRule] = []
        self.groups: list[int] = []
        self.loops: list[int] = []
        self.commands: list[int] = []
        self.rooms: list[tuple[int, int]] = [(DOWN, 0)]
        self.wakes_on_gain: dict[int, int] = {}
        self.wakes_on_loss: dict[int, int] = {}
        self.stirs_on_gain: dict[int, int] = {}
        self.stirs_on_loss: dict[int, int] = {}
        self.never_sleeping = 0
        self.commanding = 0
        self._number = 0

    def add_program(self, program: RuleProgram) -> int:
        """Write the groups of a program, with their loops. Returns how many groups there are."""
        for group in program.groups:
            first = len(self.offsets)
            for rule in group.rules:
                if id(rule) in self.possible.rules:
                    self._add_rule(rule)
                self._number += 1
            self.groups += [first, len(self.offsets), int(group.random), group.line]
        count = len(program.groups)
        self.loops += [program.loop_points.get(index, -1) for index in range(count + 1)]
        return count

    def _add_rule(self, rule: PuzzleScriptRule) -> None:
        number = len(self.offsets)
        start = len(self.stream)
        self.offsets.append(start)
        self.rules.append(rule)
        step = self.step_of(rule)
        flags = self._rule_flags(rule)
        self.flags.append(flags)
        self.stream += [
            flags,
            step,
            len(rule.rows),
            int(rule.rigid),
            self._command(rule),
            self._number,
            0,
            0,
            0,
        ]
        for row in rule.rows:
            self._add_row(rule, row)
        self.stream[start + at.R_EFFECTS] = len(self.stream) - start
        holds = not rule.rigid
        for row in rule.rows:
            before = len(self.stream)
            for cell in row.cells:
                if cell is not None:
                    self._add_effects(rule, cell, holds=holds)
            # What the first row that changes something does may leave cells otherwise than the next ones want them.
            holds = holds and len(self.stream) - before == sum(cell is not None for cell in row.cells)
        self.stream[start + at.R_NEEDS] = len(self.stream) - start
        # Objects come before movements: a rule that waits for an object waits longer.
        needs = sorted({plane for cell in rule.cells for plane in self._parts(cell)[0]})
        self.stream += [len(needs), *needs]
        if flags & at.GATHERED:
            self.stream[start + at.R_GATHERED] = len(self.stream) - start
            self._add_gathered(rule, start)
        self._wake(rule, number, flags)

    def step_of(self, rule: PuzzleScriptRule) -> int:
        """How far the next cell of a row is."""
        return {UP: -1, DOWN: 1, LEFT: -self.height, RIGHT: self.height}[rule.direction]

    def _rule_flags(self, rule: PuzzleScriptRule) -> int:
        flags = at.HAS_EFFECTS if rule.has_replacements else 0
        if rule.draws or rule.rigid:
            flags |= at.RESTLESS
        if rule.direction in (LEFT, RIGHT):
            flags |= at.HORIZONTAL
        if len(rule.rows) == 1 and not rule.has_ellipses:
            flags |= at.PLAIN
        if not flags & at.RESTLESS and not rule.has_ellipses and self._can_gather(rule):
            flags |= at.GATHERED
        return flags

    def _can_gather(self, rule: PuzzleScriptRule) -> bool:
        """Whether one row at most changes, and the others match as before."""
        changing = [row for row in rule.rows if any(cell.replacement for cell in row.segments[0])]
        if len(changing) > 1:
            return False
        others = [cell for row in rule.rows if row not in changing for cell in row.segments[0]]
        return not any(
            self._disturbs(cell, other) for row in changing for cell in row.segments[0] for other in others
        )

    def _disturbs(self, cell: CellPattern, other: CellPattern) -> bool:
        """Whether what becomes of a cell can keep it from matching another pattern."""
        if cell.replacement is None:
            return False
        clear, given = self._cleared_and_given(cell)
        present, missing, anys = self._parts(other)
        wanted = {*present, *[plane for members in anys for plane in members]}
        return not wanted.isdisjoint(clear) or not set(missing).isdisjoint(given)

    def _conflicts(self, cell: CellPattern, other: CellPattern) -> bool:
        """Whether what becomes of one cell undoes what becomes of another."""
        if cell.replacement is None or other.replacement is None:
            return False
        return not set(self._cleared_and_given(cell)[0]).isdisjoint(self._cleared_and_given(other)[1])

    def _add_gathered(self, rule: PuzzleScriptRule, start: int) -> None:
        """Write which row changes, and at which distances from each other its matches must be changed one by one."""
        number = next(
            (n for n, row in enumerate(rule.rows) if any(cell.replacement for cell in row.segments[0])), 0
        )
        place = self.stream[start + at.R_EFFECTS]
        for _ in range(sum(len(row.segments[0]) for row in rule.rows[:number])):
            place += self.stream[start + place]
        cells = rule.rows[number].segments[0]
        distances = {
            abs(one - other)
            for one, cell in enumerate(cells)
            for other, there in enumerate(cells)
            if one != other and (self._disturbs(cell, there) or self._conflicts(cell, there))
        }
        self.stream += [number, place, len(distances), *sorted(distances)]

    def _command(self, rule: PuzzleScriptRule) -> int:
        """Where the commands of a rule are written, -1 if it has none."""
        if not rule.commands:
            return -1
        names, _ = rule.queued_commands
        numbers = [COMMAND_NAMES.index(name) for name in names]
        start = len(self.commands)
        self.commands += [len(numbers), union(1 << number for number in numbers), *numbers]
        return start

    def _add_row(self, rule: PuzzleScriptRule, row: CellRow) -> None:
        segments = row.segments
        if len(segments) > 3:
            raise NotTabular("a row of cells with more than two ellipses")
        length = sum(len(segment) for segment in segments)
        start = len(self.stream)
        self.stream += [0] * at.ROW_FIRST_CELL
        for place, segment in enumerate(segments):
            self.stream[start + at.ROW_SEGMENT + 2 * place] = len(segment)
            self.stream[start + at.ROW_SEGMENT + 2 * place + 1] = len(self.stream) - start
            for cell in segment:
                self._add_pattern(cell)
        room = (rule.direction, length)
        if room not in self.rooms:
            self.rooms.append(room)
        self.stream[start + at.ROW_SIZE] = len(self.stream) - start
        self.stream[start + at.ROW_CELLS] = length
        self.stream[start + at.ROW_SEGMENTS] = len(segments)
        self.stream[start + at.ROW_ROOM] = self.rooms.index(room)

    def _parts(self, cell: CellPattern) -> tuple[list[int], list[int], list[list[int]]]:
        """The planes that a cell must be in, must not be in, and of each list must be in one."""
        possible, base = self.possible, self.objects
        # Movements are rarer than objects, so they are looked at first.
        present = [base + index for index in bits(cell.movements_present)]
        present += bits(cell.objects_present & ~possible.everywhere)
        missing = [base + index for index in bits(cell.movements_missing & possible.movements)]
        missing += bits(cell.objects_missing & possible.objects)
        anys: list[list[int]] = []
        for mask in cell.any_objects_present:
            if mask & possible.everywhere or mask & cell.objects_present:
                continue
            members = bits(mask & possible.objects)
            if len(members) == 1:
                present += [thing for thing in members if thing not in present]
            else:
                anys.append(members)
        return present, missing, anys

    def _add_pattern(self, cell: CellPattern) -> None:
        present, missing, anys = self._parts(cell)
        self.stream += [len(present), *present, len(missing), *missing, len(anys)]
        for members in anys:
            self.stream += [len(members), *members]

    def _add_effects(self, rule: PuzzleScriptRule, cell: CellPattern, *, holds: bool) -> None:
        """What becomes of a cell. If it is as the rule wants it (`holds`), only what may make a difference."""
        after = cell.replacement
        if after is None:
            self.stream.append(1)
            return
        clear, given = self._cleared_and_given(cell)
        if holds and not after.draws:
            differences = self._differences(cell, after)
            clear = [plane for plane in clear if plane in differences]
            given = [plane for plane in given if plane in differences]
            if not clear and not given:
                self.stream.append(1)
                return
        drawable = bits(after.random_mask)
        turning = [n for n in range(self.layers) if after.random_dir_mask >> MOVEMENT_BITS * n & 1]
        marks = self._marks(rule, after.movements_layer_mask) if rule.rigid else []
        effects = [len(clear), *clear, len(given), *given, len(drawable), *drawable, len(turning), *turning]
        effects += [len(marks) // 3, *marks]
        self.stream += [len(effects) + 1, *effects]

    def _cleared_and_given(self, cell: CellPattern) -> tuple[list[int], list[int]]:
        after, possible, base = cell.replacement, self.possible, self.objects
        assert after is not None
        clear = bits(after.objects_clear & ~after.objects_set & possible.objects)
        clear += [base + i for i in bits(after.movements_cleared & ~after.movements_set & possible.movements)]
        given = bits(after.objects_set) + [base + i for i in bits(after.movements_set)]
        return clear, given

    def _differences(self, cell: CellPattern, after: Replacement) -> set[int]:
        """The planes that can change in a cell that is as a rule wants it."""
        objects = self.facts.object_effects(cell, after.objects_clear, after.objects_set)
        live = self.possible.movements
        movements = self.facts.movement_effects(cell, after.movements_cleared, after.movements_set, live)
        return {effect.index for effect in objects} | {self.objects + effect.index for effect in movements}

    def _marks(self, rule: PuzzleScriptRule, layers: int) -> list[int]:
        """What a rigid rule leaves in a cell: layer, mark and movements, for every layer that it moves."""
        marks = rule.rigid_marks(layers)
        found = []
        for layer in range(self.layers):
            shift = MOVEMENT_BITS * layer
            if layers >> shift & LAYER_MOVEMENTS:
                found += [layer, marks >> shift & LAYER_MOVEMENTS, layers >> shift & LAYER_MOVEMENTS]
        return found

    def _wake(self, rule: PuzzleScriptRule, number: int, flags: int) -> None:
        bit = 1 << number
        for cell in rule.cells:
            present, missing, anys = self._parts(cell)
            _mark(self.wakes_on_gain, [*present, *[plane for members in anys for plane in members]], bit)
            _mark(self.wakes_on_loss, missing, bit)
            if cell.replacement is not None:
                clear, given = self._cleared_and_given(cell)
                _mark(self.stirs_on_gain, clear, bit)
                _mark(self.stirs_on_loss, given, bit)
        if flags & at.RESTLESS:
            self.never_sleeping |= bit
        if rule.commands:
            self.commanding |= bit


def _mark(table: dict[int, int], planes: Sequence[int], bit: int) -> None:
    for plane in planes:
        table[plane] = table.get(plane, 0) | bit
