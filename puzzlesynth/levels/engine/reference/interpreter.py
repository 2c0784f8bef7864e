"""The readable engine: it does what the language's definition says, cell by cell, and is what others are
compared with.

A turn marks the player as moving, runs the rules, moves what wants to move, and runs the late rules. If a
rigid group could not move as one, the turn starts afresh without that group.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzlesynth.levels.engine.rng import RandomStream
from puzzlesynth.levels.engine.turn import (
    ENDLESS_GROUP,
    ENDLESS_RIGID,
    INPUT_MOVEMENTS,
    MAX_GROUP_PASSES,
    MAX_LOOPS,
    MAX_RIGID_RUNS,
    CommandQueue,
    Notice,
    Turn,
    endless_loop,
)
from puzzlesynth.levels.engine.win_conditions import all_conditions_met, fits
from puzzlesynth.levels.model import (
    Level,
    PuzzleScriptGame,
    PuzzleScriptRule,
    Replacement,
    RuleGroup,
    RuleProgram,
)
from puzzlesynth.levels.movements import LAYER_MOVEMENTS, MOVEMENT_BITS

from . import pattern_matching as matching
from .grid import CellBoard, Grid
from .movement import MovementSounds, resolve_movements


class Interpreter:
    """Runs a game's rules by looking at cells."""

    def __init__(self, game: PuzzleScriptGame) -> None:
        self.game = game

    def start(self, level: Level) -> CellBoard:
        return CellBoard(level.width, level.height, level.cells)

    def turn(self, board: CellBoard, direction: int, rng: RandomStream) -> Turn:
        return _RunningTurn(self.game, board, rng).run(direction)

    def is_won(self, board: CellBoard) -> bool:
        return all_conditions_met(self.game, board.cells)

    def cells(self, board: CellBoard) -> tuple[int, ...]:
        return board.cells

    def size(self, board: CellBoard) -> tuple[int, int]:
        return board.width, board.height


class _RunningTurn:
    """The state of one turn."""

    def __init__(self, game: PuzzleScriptGame, board: CellBoard, rng: RandomStream) -> None:
        self.game = game
        self.board = board
        self.rng = rng
        self.grid = Grid(board)
        self.queue = CommandQueue()
        self.sounds = MovementSounds()
        self.created = 0
        self.destroyed = 0
        self.notices: list[Notice] = []

    def run(self, direction: int) -> Turn:
        players = self._push_player(INPUT_MOVEMENTS[direction]) if direction >= 0 else []
        pushed = tuple(self.grid.movements)
        banned: set[int] = set()
        for _ in range(MAX_RIGID_RUNS):
            self._apply_program(self.game.rules, banned)
            if not resolve_movements(self.game, self.grid, self.sounds, banned):
                self._apply_program(self.game.late_rules, set())
                break
            self.grid.reset(self.board.cells, pushed)
            self.queue.clear()
            self.sounds.move.clear()
            self.created = self.destroyed = 0
        else:
            self.notices.append(Notice(ENDLESS_RIGID))
        cells = self.grid.objects
        return Turn(
            board=CellBoard(self.grid.width, self.grid.height, tuple(cells)),
            commands=tuple(self.queue.names),
            message=self.queue.message,
            cantmove_seeds=tuple(self.sounds.cantmove),
            move_seeds=tuple(self.sounds.move),
            created=self.created,
            destroyed=self.destroyed,
            player_count=len(players),
            player_moved=any(not cells[index] & self.game.player_mask for index in players),
            notices=tuple(self.notices),
        )

    def _push_player(self, movement: int) -> list[int]:
        """Mark the player's objects as moving. Returns the player's cells."""
        game, grid = self.game, self.grid
        players = [
            index
            for index, cell in enumerate(grid.objects)
            if fits(cell, game.player_mask, game.player_is_aggregate)
        ]
        for index in players:
            for layer in game.layers:
                if grid.objects[index] & game.player_mask & layer.mask:
                    grid.movements[index] |= movement << MOVEMENT_BITS * layer.index
            grid.note(index)
        return players

    def _apply_program(self, program: RuleProgram, banned: set[int]) -> None:
        """Run rule groups in order, jumping back to the start of a loop as long as something changes."""
        changed = False
        loops = 0
        index = 0
        while index < len(program.groups):
            if index not in banned:
                changed = self._apply_group(program.groups[index]) or changed
            back = program.loop_points.get(index) if changed else None
            if back is None:
                index += 1
                if index == len(program.groups) and changed:
                    back = program.loop_points.get(index)
            if back is not None:
                index, changed = back, False
                loops += 1
                if loops > MAX_LOOPS:
                    self.notices.append(endless_loop(program, index))
                    return

    def _apply_group(self, group: RuleGroup) -> bool:
        """Apply the rules of a group until none of them changes anything. Returns whether one did."""
        if group.random:
            return self._apply_random_group(group)
        changed = False
        for _ in range(MAX_GROUP_PASSES):
            changed_now = False
            for rule in group.rules:
                changed_now = self._apply_rule(rule) or changed_now
            if not changed_now:
                return changed
            changed = True
        self.notices.append(Notice(ENDLESS_GROUP, group.line))
        return changed

    def _apply_random_group(self, group: RuleGroup) -> bool:
        """Apply one match, drawn from all matches of all rules of the group."""
        matches = [
            (rule, places) for rule in group.rules for places in matching.rule_matches(rule, self.grid)
        ]
        if not matches:
            return False
        rule, places = matches[self.rng.below(len(matches))]
        changed = self._replace(rule, places)
        self._queue_commands(rule)
        return changed

    def _apply_rule(self, rule: PuzzleScriptRule) -> bool:
        """Apply a rule wherever it matched before it was applied, and still matches when its turn comes."""
        changed = matched = False
        for places in matching.rule_matches(rule, self.grid):
            matched = True
            if not rule.has_replacements:
                break
            if not changed or matching.still_matches(rule, places, self.grid):
                changed = self._replace(rule, places) or changed
        if matched:
            self._queue_commands(rule)
        return changed

    def _queue_commands(self, rule: PuzzleScriptRule) -> None:
        if rule.commands:
            self.queue.add(*rule.queued_commands)

    def _replace(self, rule: PuzzleScriptRule, places: Sequence[matching.Place]) -> bool:
        """Put a rule's right side in place of one match. Returns whether that made a difference."""
        changed = False
        step = self.grid.step(rule.direction)
        for row, place in zip(rule.rows, places, strict=True):
            for index, cell in matching.place_cells(row, place, step):
                if cell.replacement is not None:
                    changed = self._replace_cell(rule, cell.replacement, index) or changed
        return changed

    def _replace_cell(self, rule: PuzzleScriptRule, replacement: Replacement, index: int) -> bool:
        grid = self.grid
        objects_clear, objects_set = replacement.objects_clear, replacement.objects_set
        movements_clear = replacement.movements_cleared
        movements_set = replacement.movements_set
        if replacement.random_mask:
            drawn = self._draw_object(replacement.random_mask)
            layer = self.game.objects[drawn].layer
            objects_set |= 1 << drawn
            objects_clear |= self.game.layers[layer].mask
            movements_clear |= LAYER_MOVEMENTS << MOVEMENT_BITS * layer
        if replacement.random_dir_mask:
            movements_set |= self._draw_directions(replacement.random_dir_mask)
        before, moving_before = grid.objects[index], grid.movements[index]
        after = before & ~objects_clear | objects_set
        moving_after = moving_before & ~movements_clear | movements_set
        rigid_news = rule.rigid and self._mark_rigid(rule, replacement, index)
        if before == after and moving_before == moving_after and not rigid_news:
            return False
        self.created |= after & ~before
        self.destroyed |= before & ~after
        grid.objects[index] = after
        grid.movements[index] = moving_after
        grid.note(index)
        return True

    def _draw_object(self, mask: int) -> int:
        choices = [index for index in range(mask.bit_length()) if mask >> index & 1]
        return choices[self.rng.below(len(choices))]

    def _draw_directions(self, mask: int) -> int:
        """One of up, down, left, right for every layer that is marked."""
        drawn = 0
        for layer in range(self.game.layer_count):
            if mask >> MOVEMENT_BITS * layer & 1:
                drawn |= 1 << self.rng.below(4) + MOVEMENT_BITS * layer
        return drawn

    def _mark_rigid(self, rule: PuzzleScriptRule, replacement: Replacement, index: int) -> bool:
        """Remember which rigid group set a cell's movements. Returns whether that was not known before."""
        layers = replacement.movements_layer_mask
        marks = rule.rigid_marks(layers)
        grid = self.grid
        if not marks & ~grid.rigid_groups[index] or not layers & ~grid.rigid_movements[index]:
            return False
        grid.rigid_groups[index] |= marks
        grid.rigid_movements[index] |= layers
        return True
