"""The native engine for plays: the interpreter's equal, in machine code."""

from __future__ import annotations

import ctypes
from array import array
from dataclasses import dataclass

from puzzlesynth.levels.engine.bitboard.planes import planes_of
from puzzlesynth.levels.engine.native.compiler.machine_code import NativeCode
from puzzlesynth.levels.engine.native.tables.level_tables import GameTables, LevelTables
from puzzlesynth.levels.engine.native.tables.rule_stream import COMMAND_NAMES
from puzzlesynth.levels.engine.reference.grid import CellBoard
from puzzlesynth.levels.engine.reference.interpreter import Interpreter
from puzzlesynth.levels.engine.rng import RandomStream
from puzzlesynth.levels.engine.turn import (
    ENDLESS_GROUP,
    ENDLESS_LOOP,
    ENDLESS_RIGID,
    INPUT_MOVEMENTS,
    MAX_GROUP_PASSES,
    MAX_LOOPS,
    MAX_RIGID_RUNS,
    Notice,
    Turn,
)
from puzzlesynth.levels.model import Level, PuzzleScriptGame

from .context import KernelContext
from .kernel import layout as at
from .numbers import number_generator

_NOTICES = {at.ENDLESS_GROUP: ENDLESS_GROUP, at.ENDLESS_LOOP: ENDLESS_LOOP, at.ENDLESS_RIGID: ENDLESS_RIGID}
_MOST_STARTS = 256
"""Levels whose boards are kept."""
_NUMBERS = 64
"""Random numbers that a turn is given at first."""


@dataclass(frozen=True, slots=True)
class NativeBoard:
    """A board between turns: the planes of all objects, one after the other."""

    tables: LevelTables
    planes: bytes


class NativeEngine:
    """Runs a game's rules in machine code."""

    def __init__(self, game: PuzzleScriptGame, code: NativeCode) -> None:
        self.game = game
        self.tables = GameTables(game)
        self._play = code.function("play_turn", 3)
        self._go_on = code.function("run_turn", 2)
        self._set_up_won = code.function("is_board_won", 2)
        self._won = code.function("is_won", 1)
        self._generate = number_generator(code)
        self._list_contents = code.function("list_contents", 5)
        self._contexts: dict[int, KernelContext] = {}
        self._starts: dict[int, tuple[Level, NativeBoard]] = {}
        self._messages = [rule.queued_commands[1] for rule in game.all_rules]
        self._draws = any(rule.draws for rule in game.all_rules) or any(
            group.random for program in (game.rules, game.late_rules) for group in program.groups
        )

    def _context(self, tables: LevelTables) -> KernelContext:
        context = self._contexts.get(id(tables))
        if context is None:
            context = self._contexts[id(tables)] = KernelContext(tables)
            context.numbers[at.IS_HEARD] = 1
        return context

    # boards

    def start(self, level: Level) -> NativeBoard:
        """The board of a level. Those of the game's own levels are kept: plays come back to them."""
        kept = self._starts.get(id(level))
        if kept is None:
            kept = level, self._board(self.tables.on(level), level.cells)
            if len(self._starts) < _MOST_STARTS:
                self._starts[id(level)] = kept
        return kept[1]

    def _board(self, tables: LevelTables, cells: tuple[int, ...]) -> NativeBoard:
        size = 8 * tables.words
        planes = planes_of(cells, self.game.object_count)
        return NativeBoard(tables, b"".join(plane.to_bytes(size, "little") for plane in planes))

    def cells(self, board: NativeBoard) -> tuple[int, ...]:
        tables, width = board.tables, -(-self.game.object_count // 64)
        words = array("Q", bytes(8 * width * tables.cells))
        self._list_contents(board.planes, self.game.object_count, tables.words, words.buffer_info()[0], width)
        if width == 1:
            return tuple(words)
        # Many cells hold the same: each content becomes a number once.
        data, size = words.tobytes(), 8 * width
        contents = [data[begin : begin + size] for begin in range(0, len(data), size)]
        masks = {content: int.from_bytes(content, "little") for content in set(contents)}
        return tuple([masks[content] for content in contents])

    def size(self, board: NativeBoard) -> tuple[int, int]:
        return board.tables.kind.width, board.tables.kind.height

    def is_won(self, board: NativeBoard) -> bool:
        context = self._context(board.tables)
        if context.planes is board.planes:
            return bool(self._won(context.address))
        context.planes = board.planes
        return bool(self._set_up_won(context.address, board.planes))

    # turns

    def turn(self, board: NativeBoard, direction: int, rng: RandomStream) -> Turn:
        tables = board.tables
        context = self._context(tables)
        numbers = context.numbers
        numbers[at.MAX_PASSES], numbers[at.MAX_LOOPS] = MAX_GROUP_PASSES, MAX_LOOPS
        numbers[at.MAX_RUNS] = MAX_RIGID_RUNS
        movement = INPUT_MOVEMENTS[direction] if direction >= 0 else 0
        ahead = _NUMBERS
        while True:
            if self._draws:
                rng.look_ahead(ahead, self._generate)
                numbers[at.TAPE], numbers[at.TAPE_LENGTH] = rng.ahead.buffer_info()
                numbers[at.TAPE_AT] = rng.taken
            if context.planes is board.planes:
                self._go_on(context.address, movement)
            else:
                self._play(context.address, board.planes, movement)
            context.planes = None
            if not numbers[at.FAULT]:
                break
            if numbers[at.FAULT] == at.OUT_OF_PLACES:
                return self._interpreted(board, direction, rng)
            ahead *= 4
        if self._draws:
            rng.take(numbers[at.TAPE_AT] - rng.taken)
        return self._outcome(context, board)

    def _interpreted(self, board: NativeBoard, direction: int, rng: RandomStream) -> Turn:
        """A turn with more matches than there is room for."""
        width, height = self.size(board)
        turn = Interpreter(self.game).turn(CellBoard(width, height, self.cells(board)), direction, rng)
        after = self._board(board.tables, turn.board.cells)
        return Turn(
            after, turn.commands, turn.message, turn.cantmove_seeds, turn.move_seeds,
            turn.created, turn.destroyed, turn.player_count, turn.player_moved, turn.notices,
        )  # fmt: skip

    def _outcome(self, context: KernelContext, board: NativeBoard) -> Turn:
        numbers = context.numbers
        queue = context.array(at.QUEUE, numbers[at.QUEUED])
        message = self._messages[numbers[at.MESSAGE_RULE]] if numbers[at.MESSAGE_RULE] >= 0 else None
        moves = context.array(at.MOVES_HEARD, numbers[at.MOVES_HEARD_COUNT])
        failures = context.array(at.FAILURES_HEARD, numbers[at.FAILURES_HEARD_COUNT])
        notices = context.array(at.NOTICES, 2 * numbers[at.NOTICE_COUNT])
        # The next turn most often goes on from here; then its board need not be set up.
        context.planes = ctypes.string_at(context.board, len(board.planes))
        return Turn(
            board=NativeBoard(board.tables, context.planes),
            commands=tuple(COMMAND_NAMES[name] for name in queue),
            message=message or "",
            cantmove_seeds=failures,
            move_seeds=moves,
            created=context.mask(at.CREATED),
            destroyed=context.mask(at.DESTROYED),
            player_count=numbers[at.PLAYERS_FOUND],
            player_moved=bool(numbers[at.PLAYER_MOVED]),
            notices=tuple(
                Notice(_NOTICES[kind], line if line >= 0 else None)
                for kind, line in zip(notices[::2], notices[1::2], strict=True)
            ),
        )
