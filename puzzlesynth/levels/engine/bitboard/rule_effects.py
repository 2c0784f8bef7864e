"""What a rule does to its matches: which planes each cell's replacement clears and sets, and whether all matches
can be replaced at once."""

from __future__ import annotations

from puzzlesynth.levels.bitmask import bits
from puzzlesynth.levels.model import CellPattern, PuzzleScriptRule, Replacement
from puzzlesynth.levels.movements import MOVEMENT_BITS

from .static_analysis import StaticAnalysis


class CellChange:
    """What becomes of one cell of a match: planes to clear and planes to set, or numbers to draw."""

    def __init__(self, where: tuple[int, int, int], cell: CellPattern, replacement: Replacement) -> None:
        self.row, self.stretch, self.place = where
        self.cell = cell
        self.replacement = replacement
        self.shift = 0
        self.clear_mask = self.set_mask = 0
        self.clears: list[int] = []
        self.sets: list[int] = []
        self.drawn_things = bits(replacement.random_mask)
        mask = replacement.random_dir_mask
        layers = range(mask.bit_length() // MOVEMENT_BITS + 1)
        self.drawn_layers = [layer for layer in layers if mask >> MOVEMENT_BITS * layer & 1]
        things = [len(self.drawn_things)] if self.drawn_things else []
        self.draw_sizes = [*things, *[4 for _ in self.drawn_layers]]
        """Of how many each number is drawn, in order."""

    @property
    def draws(self) -> bool:
        return bool(self.drawn_things or self.drawn_layers)

    def touch(self, clear: int, set_: int) -> None:
        self.clear_mask, self.set_mask = clear, set_
        self.clears, self.sets = bits(clear), bits(set_)


def wanted_planes(cell: CellPattern, base: int) -> int:
    """The planes of which a cell must be in some."""
    objects = cell.objects_present
    for mask in cell.any_objects_present:
        objects |= mask
    return objects | cell.movements_present << base


def unwanted_planes(cell: CellPattern, base: int) -> int:
    return cell.objects_missing | cell.movements_missing << base


class RuleEffects:
    """The right side of one rule."""

    def __init__(self, rule: PuzzleScriptRule, facts: StaticAnalysis) -> None:
        self._rule = rule
        self._facts = facts
        self._game = facts.game
        self._base = facts.game.object_count
        changes = [
            CellChange((r, s, place), cell, cell.replacement)
            for r, row in enumerate(rule.rows)
            for s, part in enumerate(row.segments)
            for place, cell in enumerate(part)
            if cell.replacement is not None
        ]
        self._find_planes(changes)
        self.changes = [item for item in changes if item.clears or item.sets or item.draws or rule.rigid]
        draws = any(change.draws for change in self.changes)
        self.asking = self._asking(draws or rule.rigid or rule.random)
        """For each row, whether it only asks: one of its matches is as good as all of them."""
        acting = {change.row for change in self.changes}
        self.acting_row = next(iter(acting)) if len(acting) == 1 and self._others_ask(acting) else None
        """The only row that changes anything, if there is one and no other depends on it."""
        self.together = not rule.rigid and not rule.has_ellipses and self._can_go_together()
        """Whether matches of the acting row that share cells do not disturb each other."""

    def _others_ask(self, acting: set[int]) -> bool:
        return all(asks or r in acting for r, asks in enumerate(self.asking))

    def _find_planes(self, changes: list[CellChange]) -> None:
        """Planes that may change, given that the cells are as the left side says. Another row of the match may
        lie on the same cell and change what is said there: then nothing is known about the cell."""
        known = [True] * len(changes)
        again = True
        while again:
            again = False
            for number, change in enumerate(changes):
                pattern = change.cell if known[number] else CellPattern()
                change.touch(*self._planes(pattern, change.replacement))
            for number, change in enumerate(changes):
                about = wanted_planes(change.cell, self._base) | unwanted_planes(change.cell, self._base)
                if known[number] and any(
                    other.row != change.row and (other.draws or about & (other.clear_mask | other.set_mask))
                    for other in changes
                ):
                    known[number] = False
                    again = True

    def _planes(self, known: CellPattern, after: Replacement) -> tuple[int, int]:
        """The planes that a replacement may clear and set, where a cell is known to be as a pattern says."""
        game = self._game
        clear = after.objects_clear & ~after.objects_set & ~known.objects_missing
        if self._facts.exclusive:
            for thing in bits(known.objects_present):
                clear &= ~game.layers[game.objects[thing].layer].mask | known.objects_present
        moves = (after.movements_cleared) & ~after.movements_set
        clear |= (moves & ~self._facts.movements_absent(known)) << self._base
        set_ = after.objects_set & ~known.objects_present
        set_ |= (after.movements_set & ~known.movements_present) << self._base
        return clear, set_

    def _asking(self, by_themselves: bool) -> list[bool]:
        written = 0
        for change in self.changes:
            written |= change.clear_mask | change.set_mask
        acting = {change.row for change in self.changes}
        return [
            not by_themselves
            and r not in acting
            and not row.ellipses
            and not any(
                (wanted_planes(cell, self._base) | unwanted_planes(cell, self._base)) & written
                for cell in row.cells
                if cell is not None
            )
            for r, row in enumerate(self._rule.rows)
        ]

    def _can_go_together(self) -> bool:
        """Whether what happens to one cell of a match can neither keep another match from matching, nor undo
        what happens to another cell."""
        if self.acting_row is None or any(change.draws for change in self.changes):
            return False
        cells = self._rule.rows[self.acting_row].cells
        for change in self.changes:
            for place, cell in enumerate(cells):
                if place == change.place or cell is None:
                    continue
                if change.clear_mask & wanted_planes(cell, self._base):
                    return False
                if change.set_mask & unwanted_planes(cell, self._base):
                    return False
        sets = clears = 0
        for change in self.changes:
            if change.set_mask & clears or change.clear_mask & sets:
                return False
            sets |= change.set_mask
            clears |= change.clear_mask
        return True
