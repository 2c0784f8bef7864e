"""Python source for one rule over bitboards.

`o3` is the set of cells that hold object 3, `v2_0` the set of cells whose layer 2 wants to move up, and so
on. A row of cells matches at all places at once: shift each cell's sets back to the row's first cell, and
intersect. Where matches do not share cells, the replacement is made everywhere at once, too; otherwise one
match after the other, each checked again before its turn, as the language demands.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzlesynth.levels.bitmask import bits
from puzzlesynth.levels.engine.bitboard.geometry import DIRECTION_NAMES
from puzzlesynth.levels.engine.bitboard.rule_effects import RuleEffects
from puzzlesynth.levels.engine.bitboard.static_analysis import rule_movements_needed
from puzzlesynth.levels.model import CellPattern, PuzzleScriptRule
from puzzlesynth.levels.movements import DOWN, UP

from .replacement_writer import ReplacementWriter, movement_plane, object_plane

Segment = tuple[CellPattern, ...]

_ANYTHING = CellPattern()

LOAD_MARK = "#load"
"""A comment in the code, before the planes are used that only a match needs; it names those used before."""


class RuleCodeWriter(ReplacementWriter):
    """Writes one rule. The caller provides for `c` (set to 1 if anything changes) and for `queue_line`."""

    def possible(self, rule: PuzzleScriptRule) -> bool:
        """Whether a rule can match at all."""
        return not rule_movements_needed(rule) & ~self.manner.live

    def write(self, rule: PuzzleScriptRule, queue_line: str | None) -> None:
        """The whole rule: match, queue its commands, replace."""
        if not rule.has_replacements and queue_line is None:
            return
        if self._is_plain(rule):
            self._write_plain(rule, queue_line)
        else:
            self._write_general(rule, queue_line)

    def _is_plain(self, rule: PuzzleScriptRule) -> bool:
        return len(rule.rows) == 1 and not rule.has_ellipses and not self._one_at_a_time(rule)

    def _one_at_a_time(self, rule: PuzzleScriptRule) -> bool:
        """Whether every match must be replaced on its own, because it draws numbers or leaves rigid marks."""
        return rule.draws or (rule.rigid and not self.manner.rigid_planes)

    def room_name(self, direction: int, length: int) -> str:
        return (
            self.geometry_name(f"V{DIRECTION_NAMES[direction]}{length}")
            if length > 1
            else self.geometry_name("FULL")
        )

    def segment_expression(self, segment: Segment, direction: int) -> str:
        """The cells where a stretch of cells begins that is as the rule wants it."""
        wanted: list[str] = []
        unwanted: list[str] = []
        for offset, cell in enumerate(segment):
            present = [self._movement(i) for i in bits(cell.movements_present)]
            present += [self._object(i) for i in bits(cell.objects_present)]
            for mask in cell.any_objects_present:
                present.append("(" + " | ".join(self._object(i) for i in bits(mask)) + ")")
            if present:
                joined = present[0] if len(present) == 1 else f"({' & '.join(present)})"
                wanted.append(self._shifted(joined, offset, direction, back=True))
            missing = [self._object(i) for i in bits(cell.objects_missing)]
            missing += [self._movement(i) for i in bits(cell.movements_missing & self.manner.live)]
            if missing:
                joined = missing[0] if len(missing) == 1 else f"({' | '.join(missing)})"
                unwanted.append("~" + self._shifted(joined, offset, direction, back=True))
        if len(segment) > 1 or not wanted:
            wanted.append(self.room_name(direction, len(segment)))
        return " & ".join(wanted + unwanted)

    def guard(self, rule: PuzzleScriptRule) -> str:
        """A cheap condition without which the rule cannot match."""
        needed: list[str] = []
        for cell in rule.cells:
            needed += [self._movement(i) for i in bits(cell.movements_present)]
            needed += [self._object(i) for i in bits(cell.objects_present)]
        unique = sorted(set(needed), key=lambda name: (not name.startswith("v"), needed.index(name)))
        return " and ".join(unique)

    # one row, no draws: all places at once

    def _write_plain(self, rule: PuzzleScriptRule, queue_line: str | None) -> None:
        text = self.text
        segment = rule.rows[0].segments[0]
        expression = self.segment_expression(segment, rule.direction)
        with text.block(f"if {self.guard(rule) or '1'}:"):
            text.line(f"m = {expression}")
            with text.block("if m:"):
                text.line(f"{LOAD_MARK} {' '.join(sorted(self.names.read))}")
                if queue_line is not None:
                    text.line(queue_line)
                if not rule.has_replacements:
                    return
                amounts = [
                    self._amount(rule.direction, offset)
                    for offset in range(1, len(segment))
                    if self._may_overlap(segment, offset) and self._changes_anything(rule)
                ]
                if not amounts:
                    self.write_replacements(rule, {(0, 0): "m"})
                    return
                # Matches that share cells have their turn one after the other, those apart go together.
                overlaps = " | ".join(f"m >> {amount}" for amount in amounts)
                later = " | ".join(f"m << {amount}" for amount in amounts)
                with (
                    text.block(f"if m & ({overlaps}):"),
                    text.block(f"while m and ({self._may_change(rule, 'm')}):"),
                ):
                    text.line(f"b = m & ~({later})")
                    text.line("m ^= b")
                    text.line(f"b &= {expression}")
                    with text.block("if b:"):
                        self.write_replacements(rule, {(0, 0): "b"})
                with text.block("else:"):
                    self.write_replacements(rule, {(0, 0): "m"})

    def _amount(self, direction: int, offset: int) -> str:
        return str(offset) if direction in (UP, DOWN) else self.geometry_name(f"H{offset}")

    def _may_overlap(self, segment: Segment, offset: int) -> bool:
        """Whether two matches can lie `offset` cells apart."""
        pairs = zip(segment, segment[offset:], strict=False)
        return not any(self.facts.exclude_each_other(one, other) for one, other in pairs)

    def _changes_anything(self, rule: PuzzleScriptRule) -> bool:
        return rule.rigid or any(
            self._effects(self._known(rule, r, cell), cell.replacement)
            for r, row in enumerate(rule.rows)
            for cell in row.cells
            if cell is not None and cell.replacement is not None
        )

    def _known(self, rule: PuzzleScriptRule, r: int, cell: CellPattern) -> CellPattern:
        """What is known of a cell when it is replaced: its pattern, unless another row of the same match may
        lie on the same cell and have changed it."""
        for other_index, other in enumerate(rule.rows):
            if other_index == r:
                continue
            for there in other.cells:
                if there is None or there.replacement is None or not self._effects(there, there.replacement):
                    continue
                if not self.facts.exclude_each_other(cell, there):
                    return _ANYTHING
        return cell

    # several rows, ellipses, draws: match after match

    def _write_general(self, rule: PuzzleScriptRule, queue_line: str | None) -> None:
        text = self.text
        with text.block(f"if {self.guard(rule) or '1'}:"):
            self._write_matches(rule)
            everywhere = " and ".join(f"m{r}_{s}" for r, s in self.targets(rule))
            if queue_line is None:
                text.line(f"{LOAD_MARK} {' '.join(sorted(self.names.read))}")
                everywhere = f"{everywhere} and ({self._may_change(rule)})"
            with text.block(f"if {everywhere}:"):
                if queue_line is not None:
                    text.line(f"{LOAD_MARK} {' '.join(sorted(self.names.read))}")
                self._write_replacing(rule, queue_line)

    def _may_change(self, rule: PuzzleScriptRule, only: str | None = None) -> str:
        """A condition without which no match, wherever it may be, makes a difference. `only` is the variable
        with the matches of a rule of one row."""
        if self._one_at_a_time(rule) or rule.rigid:
            return "1"
        conditions = []
        for r, row in enumerate(rule.rows):
            for s, segment in enumerate(row.segments):
                for offset, cell in enumerate(segment):
                    if cell.replacement is None:
                        continue
                    where = self._shifted(only or f"m{r}_{s}", offset, rule.direction, back=False)
                    objects, movements = self._effects_of(self._known(rule, r, cell), cell.replacement)
                    named = [(object_plane(effect.index), effect) for effect in objects]
                    named += [(movement_plane(effect.index), effect) for effect in movements]
                    for plane, effect in named:
                        if effect.certain:
                            return "1"
                        self.names.read.add(plane)
                        conditions.append(f"{where} & ~{plane}" if effect.sets else f"{where} & {plane}")
        return " or ".join(conditions) or "0"

    def _write_replacing(self, rule: PuzzleScriptRule, queue_line: str | None) -> None:
        text = self.text
        self._write_lists(rule, RuleEffects(rule, self.facts).asking)
        with text.block(f"if {self.places_condition(rule)}:"):
            if queue_line is not None:
                text.line(queue_line)
            if not rule.has_replacements:
                return
            targets = self.targets(rule)
            text.line("fresh = first = 1")
            with text.block(f"for {self.target_names(rule)} in combinations({self.place_lists(rule)}):"):
                with text.block("if first:"):
                    text.line("first = 0")
                with text.block("else:"):
                    with text.block("if not fresh:"):
                        self._write_matches(rule)
                        text.line("fresh = 1")
                    checks = " and ".join(f"{b} & m{r}_{s}" for (r, s), b in targets.items())
                    with text.block(f"if not ({checks}):"):
                        text.line("continue")
                text.line("c0, c = c, 0")
                self.write_replacements(rule, targets)
                with text.block("if c:"):
                    text.line("fresh = 0")
                with text.block("else:"):
                    text.line("c = c0")

    def _write_matches(self, rule: PuzzleScriptRule) -> None:
        for r, row in enumerate(rule.rows):
            for s, segment in enumerate(row.segments):
                self.text.line(f"m{r}_{s} = {self.segment_expression(segment, rule.direction)}")

    def _write_lists(self, rule: PuzzleScriptRule, asking: Sequence[bool]) -> None:
        """The matches of every row as lists `l0`, `l1`... of first cells, one for each stretch. Of a row that only
        asks, one match is as good as all of them."""
        for r, (row, asks) in enumerate(zip(rule.rows, asking, strict=True)):
            parts = row.segments
            if len(parts) == 1:
                source = f"m{r}_0 & -m{r}_0" if asks else f"m{r}_0"
                self.text.line(f"l{r} = in_order({source}, {rule.direction})")
            else:
                sets = ", ".join(f"m{r}_{s}" for s in range(len(parts)))
                lengths = ", ".join(str(len(part)) for part in parts)
                self.text.line(f"l{r} = with_gaps(({sets}), ({lengths}), {rule.direction})")

    def places_condition(self, rule: PuzzleScriptRule) -> str:
        return " and ".join(f"l{r}" for r in range(len(rule.rows)))

    def place_lists(self, rule: PuzzleScriptRule) -> str:
        return ", ".join(f"l{r}" for r in range(len(rule.rows)))

    def targets(self, rule: PuzzleScriptRule) -> dict[tuple[int, int], str]:
        """The variable with the first cell of each stretch of each row."""
        return {(r, s): f"b{r}_{s}" for r, row in enumerate(rule.rows) for s in range(len(row.ellipses) + 1)}

    def target_names(self, rule: PuzzleScriptRule) -> str:
        """The loop variables for one combination of matches."""
        rows = []
        for r, row in enumerate(rule.rows):
            names = [f"b{r}_{s}" for s in range(len(row.ellipses) + 1)]
            rows.append(names[0] if len(names) == 1 else f"({', '.join(names)})")
        return ", ".join(rows) + ","

    def write_random_group(
        self, rules: Sequence[PuzzleScriptRule], queue_lines: Sequence[str | None]
    ) -> None:
        """A random group: list all matches of all rules, draw one, and replace it."""
        text = self.text
        text.line("found = []")
        for number, rule in enumerate(rules):
            self._write_matches(rule)
            self._write_lists(rule, [False] * len(rule.rows))  # every match may be drawn
            with text.block(f"if {self.places_condition(rule)}:"):
                text.line(f"found += [({number}, it) for it in combinations({self.place_lists(rule)})]")
        with text.block("if found:"):
            text.line("which, it = found[draw(len(found))]")
            for number, (rule, queue_line) in enumerate(zip(rules, queue_lines, strict=True)):
                with text.block(f"if which == {number}:"):
                    text.line(f"{self.target_names(rule)} = it")
                    self.write_replacements(rule, self.targets(rule))
                    if queue_line is not None:
                        text.line(queue_line)

    # replacing

    def write_replacements(self, rule: PuzzleScriptRule, starts: dict[tuple[int, int], str]) -> None:
        for r, row in enumerate(rule.rows):
            for s, segment in enumerate(row.segments):
                for offset, cell in enumerate(segment):
                    if cell.replacement is not None:
                        known = self._known(rule, r, cell)
                        self._write_cell(rule, known, cell.replacement, starts[r, s], offset)
