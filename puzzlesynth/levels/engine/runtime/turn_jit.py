"""Silent turns for search: from state to state, as fast as Python goes.

`SearchCode` is made once for a game; `on(level)` gives the functions of a level at next to no cost: code is
compiled once for the game and only bound to the level's size and to the objects that never change.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any

from puzzlesynth.levels.bitmask import union
from puzzlesynth.levels.engine.bitboard.geometry import Geometry, geometry
from puzzlesynth.levels.engine.bitboard.movement import move_and_tell, move_silently
from puzzlesynth.levels.engine.bitboard.planes import cells_of, combinations, planes_of, with_gaps
from puzzlesynth.levels.engine.bitboard.static_analysis import StaticAnalysis
from puzzlesynth.levels.engine.codegen.rigid_groups import stopper
from puzzlesynth.levels.engine.codegen.turn_writer import GeneratedFunction, TurnWriter, add_flags
from puzzlesynth.levels.engine.rng import Tape
from puzzlesynth.levels.engine.turn import MAX_GROUP_PASSES
from puzzlesynth.levels.model import Level, PuzzleScriptGame

TurnFunction = Callable[[int], Any]


class SearchCode:
    """Generated code of one game."""

    def __init__(self, game: PuzzleScriptGame, facts: StaticAnalysis | None = None) -> None:
        self.game = game
        self.facts = facts if facts is not None else StaticAnalysis(game)
        self.writer = TurnWriter(self.facts)
        self.changing = tuple(self.writer.changing)
        self.has_commands = self.writer.has_commands
        self._turns: dict[int, GeneratedFunction] = {}

    def turn(self, direction: int) -> GeneratedFunction:
        found = self._turns.get(direction)
        if found is None:
            found = self._turns[direction] = self.writer.turn(direction)
            if self.writer.check is not None:
                self.writer.check()
        return found

    @cached_property
    def won(self) -> GeneratedFunction:
        return self.writer.won()

    def on(self, level: Level) -> LevelCode:
        return LevelCode(self, level)


class LevelCode:
    """The functions of one level: `turn(input)` and `won`, over states that are whole numbers."""

    def __init__(self, code: SearchCode, level: Level) -> None:
        self.code = code
        self.board: Geometry = geometry(level.width, level.height)
        self.planes = planes_of(level.cells, code.game.object_count)
        self._turns: dict[int, TurnFunction] = {}
        self.tape: Tape | None = None
        """Where a game that draws takes its numbers from; the part of a state above the planes is its place."""

    @cached_property
    def _space(self) -> dict[str, Any]:
        """The constants of the level, by the names that generated code uses."""
        code, board = self.code, self.board
        changing = set(code.changing)
        space: dict[str, Any] = {
            f"o{thing}": plane for thing, plane in enumerate(self.planes) if thing not in changing
        }
        for layer in code.game.layers:
            still = (self.planes[thing] for thing in layer.object_ids if thing not in changing)
            space[f"S{layer.index}"] = union(still)
        space["PASSES"] = range(MAX_GROUP_PASSES)
        space["in_order"] = board.in_order
        space["with_gaps"] = partial(with_gaps, board)
        space["combinations"] = combinations
        space["move_silently"] = move_silently
        space["move_and_tell"] = move_and_tell
        space["stop_rigid"] = stopper(code.game)
        if self.tape is not None:
            space["tape"] = self.tape
            space["draw"] = self.tape.below
        space["add_flags"] = add_flags
        space["board"] = board
        return space

    def _bind(self, source: GeneratedFunction, name: str) -> Any:
        space = dict(self._space)
        for geometry_name in source.names.geometry:
            space[geometry_name] = self.board.named(geometry_name)
        exec(source.code, space)
        return space[name]

    def turn(self, direction: int) -> TurnFunction:
        """The function of an input: from state to state, or to state and commands if the game has any."""
        found = self._turns.get(direction)
        if found is None:
            found = self._turns[direction] = self._bind(self.code.turn(direction), "turn")
        return found

    @cached_property
    def won(self) -> Callable[[int], bool]:
        function: Callable[[int], bool] = self._bind(self.code.won, "won")
        return function

    # states

    @property
    def width(self) -> int:
        """How many bits of a state are planes; what lies above counts numbers drawn."""
        return self.board.count * len(self.code.changing)

    def pack(self, planes: tuple[int, ...]) -> int:
        """The state of a board."""
        state = 0
        for place, thing in enumerate(self.code.changing):
            state |= planes[thing] << self.board.count * place
        return state

    def unpack(self, state: int) -> tuple[int, ...]:
        """The planes of a state, those that never change included."""
        planes = list(self.planes)
        for place, thing in enumerate(self.code.changing):
            planes[thing] = state >> self.board.count * place & self.board.full
        return tuple(planes)

    def cells(self, state: int) -> tuple[int, ...]:
        return cells_of(self.unpack(state), self.board.count)

    @property
    def start(self) -> int:
        """The level as it is drawn, before any rule has run."""
        return self.pack(self.planes)
