"""What the kernel needs to know to foretell walks: the rules that have to do with the player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzlesynth.levels.bitmask import bits
from puzzlesynth.levels.engine.bitboard.static_analysis import StaticAnalysis
from puzzlesynth.levels.engine.native.kernel import layout as at
from puzzlesynth.levels.model import CellPattern, PuzzleScriptGame, PuzzleScriptRule, RuleProgram
from puzzlesynth.levels.movements import LAYER_MOVEMENTS, MOVEMENT_BITS

from .possible_things import PossibleThings
from .rule_stream import RuleStreamWriter

HARMFUL = {"cancel", "restart", "win", "again"}
"""Commands that make more of a turn than its board shows."""
EARLY, LATE = 1, 2


@dataclass(frozen=True, slots=True)
class _Place:
    """A cell of a rule in which it has to do with the player."""

    row: int
    segment: int
    offset: int
    is_needed: bool
    """Whether the player must be there for the rule to match."""
    movements: int
    """Movements of the player with which the rule cannot match."""


class WalkWriter(RuleStreamWriter):
    """Writes rules as if neither the player nor its movements could be in the way."""

    def __init__(
        self,
        game: PuzzleScriptGame,
        facts: StaticAnalysis,
        possible: PossibleThings,
        height: int,
        rooms: list[tuple[int, int]],
    ) -> None:
        super().__init__(facts, possible, height)
        self.rooms = rooms
        self._players = game.player_mask
        self._layers = sorted({game.objects[thing].layer for thing in bits(game.player_mask)})
        self._movements = sum(LAYER_MOVEMENTS << MOVEMENT_BITS * layer for layer in self._layers)

    def add_entries(self, program: RuleProgram, stage: int) -> None:
        for group in program.groups:
            for rule in group.rules:
                if id(rule) in self.possible.rules and self._can_matter(rule, stage):
                    self._add_entry(rule, stage)

    def finish(self) -> list[int]:
        return [*self.stream, *[0] * at.R_FIRST_ROW]

    def _can_matter(self, rule: PuzzleScriptRule, stage: int) -> bool:
        """Whether the rule can match while nothing but the player moves, and would make a difference then."""
        for cell in rule.cells:
            moving = cell.movements_present
            if moving & ~self._movements or (moving and (stage == LATE or not self._players_in(cell))):
                return False
        if any(command.name in HARMFUL for command in rule.commands):
            return True
        live = self.possible.movements
        return any(any(self.facts.cell_effects(cell, after, live)) for cell, after in rule.replaced_cells)

    def _add_entry(self, rule: PuzzleScriptRule, stage: int) -> None:
        places = [
            place
            for row_number, row in enumerate(rule.rows)
            for segment_number, segment in enumerate(row.segments)
            for offset, cell in enumerate(segment)
            if (place := self._place(cell, row_number, segment_number, offset)) is not None
        ]
        if not places:
            return
        needed = [place for place in places if place.is_needed]
        places = needed[:1] or places
        blocked = needed[0].movements if needed and stage == EARLY else 0
        start = len(self.stream)
        step = self.step_of(rule)
        self.stream += [stage, step, len(rule.rows), blocked, len(places), 0, 0, 0, 0]
        for row in rule.rows:
            self._add_row(rule, row)
        self.stream[start + at.WALK_CELL] = len(self.stream) - start
        for place in places:
            self.stream += [place.row, place.segment, place.offset]
        self.stream[start + at.WALK_SIZE] = len(self.stream) - start

    def _place(self, cell: CellPattern, row: int, segment: int, offset: int) -> _Place | None:
        is_needed = bool(cell.objects_present & self._players or cell.movements_present & self._movements)
        is_needed = is_needed or any(not mask & ~self._players for mask in cell.any_objects_present)
        if is_needed:
            blocked = 0
            if len(self._layers) == 1:
                blocked = cell.movements_missing >> MOVEMENT_BITS * self._layers[0] & LAYER_MOVEMENTS
            return _Place(row, segment, offset, True, blocked)
        players = self._players_in(cell)
        if not players:
            return None
        if any(mask & players for mask in cell.any_objects_present) or self._concerns(cell, players):
            return _Place(row, segment, offset, False, 0)
        return None

    def _players_in(self, cell: CellPattern) -> int:
        """The player's objects that can be in a cell where a pattern matches."""
        return sum(1 << thing for thing in bits(self._players) if not self.facts.surely_absent(cell, thing))

    def _concerns(self, cell: CellPattern, players: int) -> bool:
        """Whether what happens to a cell would happen to a player in it."""
        after = cell.replacement
        if after is None:
            return False
        changed = (after.objects_clear | after.objects_set | after.random_mask) & players
        return bool(changed or (after.movements_cleared | after.movements_set) & self._movements)

    def _parts(self, cell: CellPattern) -> tuple[list[int], list[int], list[list[int]]]:
        present, missing, anys = super()._parts(cell)
        ignored = {*bits(self._players), *[self.objects + index for index in bits(self._movements)]}
        return present, [plane for plane in missing if plane not in ignored], anys


def walk_entries(
    game: PuzzleScriptGame,
    facts: StaticAnalysis,
    possible: PossibleThings,
    height: int,
    rooms: list[tuple[int, int]],
) -> Sequence[int]:
    """The entries of a level's rules; empty if walks cannot be foretold."""
    if game.player_is_aggregate or not facts.exclusive:
        return ()
    writer = WalkWriter(game, facts, possible, height, rooms)
    writer.add_entries(game.rules, EARLY)
    writer.add_entries(game.late_rules, LATE)
    return writer.finish()
