"""From state to state: the moves of a level as functions over whole numbers.

A move's function takes a state and returns the state after the input and all the `again` turns that follow, or
`~state` (a negative number) if the level was won on the way, whatever the win conditions say of the final state.
Moves that are cancelled, or that restart the level, return the state itself or the start: nothing new.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

from puzzlesynth.deadline import check_time
from puzzlesynth.levels.engine.bitboard.planes import PlaneBoard, planes_of
from puzzlesynth.levels.engine.bitboard.static_analysis import StaticAnalysis, level_is_exclusive
from puzzlesynth.levels.engine.codegen.turn_writer import (
    AGAIN,
    CANCEL,
    RESTART,
    WIN,
    command_flags,
    draws_numbers,
    fusion_obstacles,
)
from puzzlesynth.levels.engine.native.tables.level_tables import GameTables
from puzzlesynth.levels.engine.rng import Tape
from puzzlesynth.levels.engine.runtime.compiled_engine import CompiledEngine
from puzzlesynth.levels.engine.runtime.turn_jit import LevelCode, SearchCode
from puzzlesynth.levels.engine.session import ENDLESS_AGAIN, MAX_AGAIN_TURNS, LevelSession
from puzzlesynth.levels.engine.turn import NO_INPUT, Notice
from puzzlesynth.levels.model import Level, PuzzleScriptGame

from .decoration import without_decoration
from .relaxation.reach import LevelReach, reach_of

MAX_AGAIN = MAX_AGAIN_TURNS
"""How many `again` turns a search follows after a move, as many as a play."""

RULE_BY_RULE = "rule by rule"
"""The engine of games whose turns are not one function each."""

Move = Callable[[int], int]
FlaggedTurn = Callable[[int], tuple[int, int]]


@dataclass(slots=True)
class AgainLog:
    """What a search has seen of `again` turns that do not come to rest."""

    endless: int = 0
    """Moves whose `again` turns come round to a board they have had: they never end, and the player, who can
    only go back then, gets nowhere by them. Searches take them for no move at all."""
    cut_short: int = 0
    """Moves given up after `MAX_AGAIN` turns. What they lead to is not known, and so not what they do not."""
    check: Callable[[], None] | None = None
    """Called now and then during long chains; it may raise, to give up."""

    def long(self, turns: int) -> None:
        if not turns & 63 and self.check is not None:
            self.check()


@dataclass(frozen=True, slots=True)
class SearchProblem:
    """A level, ready to be searched."""

    start: int
    moves: tuple[tuple[int, Move], ...]
    """Inputs that can make a difference, with their functions."""
    won: Callable[[int], bool]
    code: LevelCode
    engine: str
    starts_won: bool
    """Whether the level is won as it is. Winning is checked after moves only: a move that changes nothing wins."""
    wins: Callable[[Sequence[int]], bool] = lambda moves: True
    """What the interpreter says. Where the level is won as it is, a turn that is taken back leads to what looks won,
    and does not win."""
    again: AgainLog = field(default_factory=AgainLog)
    doubt: str | None = None
    """Why exploring all states does not prove that the level cannot be solved, if it does not."""


class SearchableGame:
    """A game, compiled for searching any level of it. Levels cost next to nothing to load."""

    def __init__(self, game: PuzzleScriptGame, *, is_stripped: bool = False) -> None:
        self.game = game
        self.is_stripped = is_stripped
        """Whether this is what matters of another game."""
        self._last_reach: tuple[Level, str | None, LevelReach | None] | None = None

    def stripped(self, level: Level) -> SearchableGame:
        """What matters of the game in a level: a solution found there has to be played in the game itself."""
        return self._stripped if level_is_exclusive(self.game, level) else self

    @cached_property
    def _stripped(self) -> SearchableGame:
        essence = without_decoration(self.game)
        return self if essence is self.game else SearchableGame(essence, is_stripped=True)

    @cached_property
    def refusals(self) -> tuple[str, ...]:
        """Why this game cannot be searched, whatever the level."""
        reasons = []
        if not self.game.win_conditions and not any(
            command_flags(rule) & WIN for rule in self.game.all_rules
        ):
            reasons.append("the game has no win conditions and no rule with a win command")
        return tuple(reasons)

    @cached_property
    def doubt(self) -> str | None:
        """Why exploring all states cannot rule out a solution. Searches take a restart for a way back to the
        start; with checkpoints, or if numbers are drawn when a level starts, it leads elsewhere."""
        if self.restarts_from_checkpoints:
            return "rules restart from checkpoints"
        if "restart" in self._commands and self.is_random and self.game.settings.run_rules_on_level_start:
            return "rules restart with other random numbers"
        return None

    @cached_property
    def restarts_from_checkpoints(self) -> bool:
        """Whether rules can send the player back to a checkpoint."""
        return {"restart", "checkpoint"} <= self._commands

    @cached_property
    def _commands(self) -> set[str]:
        return {command.name for rule in self.game.all_rules for command in rule.commands}

    @cached_property
    def is_random(self) -> bool:
        return draws_numbers(self.game)

    @cached_property
    def rule_by_rule(self) -> tuple[str, ...]:
        """Why turns cannot be one function each; empty if they can."""
        return tuple(fusion_obstacles(self.game))

    @cached_property
    def tables(self) -> GameTables:
        """For searches in machine code."""
        return GameTables(self.game)

    @cached_property
    def _code(self) -> SearchCode:
        return SearchCode(self.game)

    @cached_property
    def _loose_code(self) -> SearchCode:
        """For levels with two objects of one layer in a cell, which the language forbids."""
        return SearchCode(self.game, StaticAnalysis(self.game, exclusive_levels=False))

    @cached_property
    def _engine(self) -> CompiledEngine:
        return CompiledEngine(self.game)

    @cached_property
    def inputs(self) -> tuple[int, ...]:
        """Inputs worth trying: not the action, where there is none or no rule takes notice of it. In real time, waiting
        for the next tick is a move (`NO_INPUT`), if any rule takes notice of that."""
        inputs: tuple[int, ...] = (0, 1, 2, 3)
        if not self.game.settings.noaction and self._code.writer.rule_count(4):
            inputs = (*inputs, 4)
        if self.game.settings.realtime_interval and self._code.writer.rule_count(NO_INPUT):
            inputs = (*inputs, NO_INPUT)
        return inputs

    def start_of(self, level: Level, seed: str | None = None) -> tuple[tuple[int, ...], int]:
        """The cells that a level starts with, and how many random numbers that took."""
        if not self.game.settings.run_rules_on_level_start:
            return level.cells, 0
        session = LevelSession(one_level_game(self.game, level), 0, seed=seed)
        return session.engine.cells(session.board), session.numbers_drawn

    def reach_of(self, level: Level, seed: str | None = None) -> LevelReach | None:
        """What can ever come up in a level; the last level's is kept."""
        last = self._last_reach
        if last is None or last[0] is not level or last[1] != seed:
            cells, _ = self.start_of(level, seed)
            planes = planes_of(cells, self.game.object_count)
            last = level, seed, reach_of(self.tables.on(level), planes, self.inputs)
            self._last_reach = last
        return last[2]

    def code_for(self, level: Level) -> LevelCode:
        code = self._code if level_is_exclusive(self.game, level) else self._loose_code
        return code.on(level)

    def load(
        self, level: Level, seed: str | None = None, *, check: Callable[[], None] | None = None
    ) -> SearchProblem:
        """The moves of a level. A game that draws numbers needs a seed.

        `check` is called now and then while code is generated; it may raise, to give up. Without one, a deadline that
        is applied is kept.
        """
        if self.is_random and seed is None:
            raise ValueError("the game has random rules: a search needs a seed")
        code = self.code_for(level)
        code.tape = tape = Tape(seed or "")
        code.code.writer.check = check if check is not None else check_time
        notes = AgainLog()
        try:
            start = self._start(level, code, seed)
            turn_of: Callable[[int], Any] = code.turn
            won, engine = code.won, "one function per turn"
            if self.rule_by_rule:
                turn_of, won = partial(self._slow_turn, code, tape), partial(self._slow_won, code)
                engine = RULE_BY_RULE
            if self.rule_by_rule or code.code.has_commands:
                obeying = partial(self._obeying, turn_of(NO_INPUT), won, start, code, notes)
                moves = tuple((key, obeying(turn_of(key))) for key in self.inputs)
            else:
                moves = tuple((key, turn_of(key)) for key in self.inputs)
        finally:
            code.code.writer.check = None
        wins = partial(is_solution, self.game, level, seed=seed)
        return SearchProblem(start, moves, won, code, engine, bool(won(start)), wins, notes, self.doubt)

    def _start(self, level: Level, code: LevelCode, seed: str | None) -> int:
        if not self.game.settings.run_rules_on_level_start:
            return code.start
        cells, drawn = self.start_of(level, seed)
        return code.pack(planes_of(cells, self.game.object_count)) | drawn << code.width

    def _obeying(
        self,
        tick: FlaggedTurn,
        won: Callable[[int], bool],
        start: int,
        code: LevelCode,
        notes: AgainLog,
        turn: FlaggedTurn,
    ) -> Move:
        if self.is_random:
            return _settling_at_random(turn, tick, won, start, code.width, notes)
        return _settling(turn, tick, won, start, notes, is_stripped=self.is_stripped)

    # games whose turns are not one function

    def _slow_turn(self, code: LevelCode, tape: Tape, key: int) -> FlaggedTurn:
        engine, board = self._engine, code.board
        width = code.width
        must_move = self.game.settings.require_player_movement
        flags = {"cancel": CANCEL, "restart": RESTART, "win": WIN, "again": AGAIN}

        def turn(state: int) -> tuple[int, int]:
            tape.position = state >> width
            done = engine.turn(PlaneBoard(board, code.unpack(state)), key, tape)
            drawn = tape.position << width
            if must_move and done.player_count and not done.player_moved:
                return state & ((1 << width) - 1) | drawn, CANCEL
            queue = 0
            for command in done.commands:
                queue |= flags.get(command, 0)
            return code.pack(done.board.planes) | drawn, queue

        return turn

    def _slow_won(self, code: LevelCode, state: int) -> bool:
        return self._engine.is_won(PlaneBoard(code.board, code.unpack(state)))


def _settling(
    turn: FlaggedTurn,
    tick: FlaggedTurn,
    won: Callable[[int], bool],
    start: int,
    notes: AgainLog,
    *,
    is_stripped: bool,
) -> Move:
    """A move with the commands of its turn obeyed and its `again` turns run. A stripped game goes on where nothing that
    matters has changed."""

    def move(state: int) -> int:
        after, queue = turn(state)
        if not queue:
            return after
        if queue & CANCEL:
            return state
        if queue & RESTART:
            return start
        if queue & WIN:
            return ~after
        if not queue & AGAIN or (after == state and not is_stripped):
            return after
        # A board that comes up again will come up for ever; looking back at every power of two is enough.
        mark, wait = after, 1
        for turns in range(1, MAX_AGAIN + 1):
            if won(after):
                return ~after
            later, queue = tick(after)
            if queue & RESTART:
                return start
            if queue & CANCEL:
                return after
            if queue & WIN:
                return ~later
            if later == after:
                return after
            after = later
            if not queue & AGAIN:
                return after
            if after == mark:
                notes.endless += 1
                return state
            if turns == wait:
                mark, wait = after, 2 * wait
            notes.long(turns)
        notes.cut_short += 1
        return after

    return move


def _settling_at_random(
    turn: FlaggedTurn,
    tick: FlaggedTurn,
    won: Callable[[int], bool],
    start: int,
    width: int,
    notes: AgainLog,
) -> Move:
    """Like `_settling`; the part of a state above `width` counts the numbers drawn so far. The look ahead that
    decides on an `again` turn draws numbers that do not come back."""
    board = (1 << width) - 1

    def move(state: int) -> int:
        before = state
        after, queue = turn(state)
        for turns in range(1, MAX_AGAIN + 1):
            notes.long(turns)
            if queue & CANCEL:
                return before & board | after & ~board
            if queue & RESTART:
                return start & board | after & ~board
            if queue & WIN or won(after):
                return ~after
            if not queue & AGAIN or not (after ^ before) & board:
                return after
            ahead, queue = tick(after)
            drawn = ahead & ~board
            if queue & CANCEL or not ((ahead ^ after) & board or queue & (WIN | RESTART)):
                return after & board | drawn
            before = after & board | drawn
            after, queue = tick(before)
        notes.cut_short += 1
        return after

    return move


def one_level_game(game: PuzzleScriptGame, level: Level) -> PuzzleScriptGame:
    """The game with this level alone."""
    return dataclasses.replace(game, levels=(level,))


def is_solution(
    game: PuzzleScriptGame,
    level: Level,
    moves: Sequence[int],
    seed: str | None = None,
    *,
    comes_to_rest: bool = False,
) -> bool:
    """Whether the interpreter agrees that the moves win the level, with the last of them and not before; and on request
    that `again` turns end after each of them."""
    session = LevelSession(one_level_game(game, level), 0, seed=seed)
    for number, key in enumerate(moves, start=1):
        session.press(key)
        if session.levels_won:
            return number == len(moves) and not (comes_to_rest and Notice(ENDLESS_AGAIN) in session.notices)
    return False
