"""Breadth-first search that advances whole frontiers at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from types import CodeType
from typing import Any

import numpy as np

from puzzlesynth.levels.engine.bitboard.geometry import Geometry
from puzzlesynth.levels.engine.bitboard.static_analysis import StaticAnalysis
from puzzlesynth.levels.engine.codegen.vector_writer import WORD, VectorWriter, words_for
from puzzlesynth.levels.engine.runtime.turn_jit import LevelCode
from puzzlesynth.levels.engine.turn import MAX_GROUP_PASSES

from .breadth_first import breadth_first
from .limits import LimitWatch
from .results import SolverReport
from .state_table import Marks, Numbers, StateTable, Words
from .trail import Moves, reported
from .transitions import SearchProblem

ENGINE = "whole frontiers (numpy)"
CHUNK = 1 << 13
"""States that are advanced together: more would fall out of the processor's caches."""


class VectorCode:
    """Generated code for one game and one size of board."""

    def __init__(self, facts: StaticAnalysis, board: Geometry) -> None:
        self._writer = VectorWriter(facts, board)
        self.words = self._writer.words
        self.constants = self._writer.constants
        self._turns: dict[int, CodeType] = {}
        self._won: CodeType | None = None

    def turn(self, direction: int) -> CodeType:
        if direction not in self._turns:
            self._turns[direction] = compile(self._writer.turn(direction), "<frontier>", "exec")
        return self._turns[direction]

    def won(self) -> CodeType:
        if self._won is None:
            self._won = compile(self._writer.won(), "<won>", "exec")
        return self._won


@lru_cache(maxsize=64)
def vector_code(facts: StaticAnalysis, board: Geometry) -> VectorCode:
    """The code for a size; kept, for levels of the same size."""
    return VectorCode(facts, board)


def vector_names(code: VectorCode) -> dict[str, Any]:
    """The names that generated code takes for granted, and its constants."""
    return {
        "Z": np.uint64(0),
        "ZEROS": lambda n: np.zeros(n, dtype=np.uint64),
        "FALSES": lambda n: np.zeros(n, dtype=bool),
        "NOWHERE": np.False_,
        "EVERYWHERE": lambda n: np.ones(n, dtype=bool),
        "PASSES": range(MAX_GROUP_PASSES),
        **{name: np.uint64(value) for name, value in code.constants.items()},
    }


class Frontier:
    """The moves of one level over arrays of states."""

    def __init__(self, steps: SearchProblem, check: Callable[[], None] | None = None) -> None:
        self.steps = steps
        self.level: LevelCode = steps.code
        self.code = vector_code(self.level.code.facts, self.level.board)
        self.rows = len(self.level.code.changing) * self.code.words
        self.turns: list[Callable[[list[Words]], tuple[list[Words], Any, Any, Any]]] = []
        for key, _ in steps.moves:
            if check is not None:
                check()
            self.turns.append(self._bind(self.code.turn(key), "turn"))
        self.won: Callable[[list[Words]], Marks] = self._bind(self.code.won(), "won")

    def _bind(self, code: CodeType, name: str) -> Any:
        space = vector_names(self.code)
        level, words = self.level, self.code.words
        changing = set(level.code.changing)
        fixed = {f"o{t}": plane for t, plane in enumerate(level.planes) if t not in changing}
        for layer in level.code.game.layers:
            still = 0
            for thing in layer.object_ids:
                still |= 0 if thing in changing else level.planes[thing]
            fixed[f"S{layer.index}"] = still
        for plane_name, plane in fixed.items():
            for word in range(words):
                space[f"{plane_name}w{word}"] = np.uint64(plane >> WORD * word & (1 << WORD) - 1)
        exec(code, space)
        return space[name]

    def pack(self, states: list[int]) -> Words:
        """States as whole numbers to columns of words."""
        level, words = self.level, self.code.words
        result = np.empty((self.rows, len(states)), dtype=np.uint64)
        for column, state in enumerate(states):
            for place in range(len(level.code.changing)):
                plane = state >> level.board.count * place & level.board.full
                for word in range(words):
                    result[place * words + word, column] = plane >> WORD * word & (1 << WORD) - 1
        return result

    def unpack(self, rows: Words, column: int) -> int:
        level, words = self.level, self.code.words
        state = 0
        for place in range(len(level.code.changing)):
            plane = 0
            for word in range(words):
                plane |= int(rows[place * words + word, column]) << WORD * word
            state |= plane << level.board.count * place
        return state

    def advance(self, rows: Words, number: int) -> tuple[Words, Marks]:
        """All states after one move, and which of them have won by a command."""
        after, hard, undone, won = self.turns[number](list(rows))
        result = np.stack(after) if after else np.empty((0, rows.shape[1]), dtype=np.uint64)
        won = np.broadcast_to(won, rows.shape[1:]).copy()
        if undone is not np.False_:
            back = np.broadcast_to(undone, rows.shape[1:])
            result[:, back] = rows[:, back]
            won &= ~back
        if hard is not np.False_ and np.any(hard):
            move = self.steps.moves[number][1]
            for column in np.flatnonzero(np.broadcast_to(hard, rows.shape[1:])):
                state = move(self.unpack(rows, int(column)))
                won[column] = state < 0
                result[:, column] = self.pack([~state if state < 0 else state])[:, 0]
        return result, won


def breadth_first_by_frontiers(steps: SearchProblem, watch: LimitWatch) -> SolverReport:
    """Explore states in the order of their distance, thousands at a time.

    Counts and solution are those of the search that takes one state after the other.
    """
    if steps.starts_won:
        # Coming back to the start wins, and a frontier knows nothing that it has seen twice.
        return breadth_first(steps, watch)
    search = _Search(steps, watch)
    return reported(steps, watch, search.run, lambda: search.table.count, ENGINE)


class _Search:
    def __init__(self, steps: SearchProblem, watch: LimitWatch) -> None:
        self.steps = steps
        self.watch = watch
        self.table = StateTable(len(steps.code.code.changing) * words_for(steps.code.board))
        self.origins: list[Numbers] = []
        """For each batch of new states: parent * number of moves + the move's place."""

    def run(self) -> Moves | None:
        steps, table = self.steps, self.table
        self.frontier = Frontier(steps, lambda: self.watch.check(0, 0, 0))
        table.add(self.frontier.pack([steps.start]))
        self.origins.append(np.array([-1], dtype=np.int64))
        start, stop = 0, 1
        while start < stop:
            for first in range(start, stop, CHUNK):
                self.watch.check(first, table.count, table.count - first)
                found = self._advance(first, min(first + CHUNK, stop))
                if found is not None:
                    return found
            start, stop = stop, table.count
        return None

    def _advance(self, first: int, last: int) -> Moves | None:
        """Try all moves of the states from `first` to `last`. Returns a solution if there is one."""
        frontier, count = self.frontier, len(self.steps.moves)
        rows = self.table.rows(slice(first, last))
        results = [frontier.advance(rows, number) for number in range(count)]
        # State by state, and for each its moves in order: as if one state had been taken after the other.
        after = np.stack([result for result, _ in results], axis=2).reshape(frontier.rows, -1)
        at_once = np.stack([won for _, won in results], axis=1).reshape(-1)
        _, new = self.table.add(after)
        winners = new[frontier.won(list(after[:, new]))] if len(new) else new
        winner = winners[0] if len(winners) else None
        commanded = np.flatnonzero(at_once)
        if len(commanded) and (winner is None or commanded[0] < winner):
            winner = commanded[0]
        if winner is not None:
            parent, number = divmod(int(winner), count)
            self.watch.explored = first + parent + 1
            self.origins.append(first * count + new)
            return self._moves(first + parent, self.steps.moves[number][0])
        self.origins.append(first * count + new)
        self.watch.explored = last
        return None

    def _moves(self, index: int, key: int) -> tuple[int, ...]:
        origins = np.concatenate(self.origins)
        moves = [key]
        while index > 0:
            parent, number = divmod(int(origins[index]), len(self.steps.moves))
            moves.append(self.steps.moves[number][0])
            index = parent
        return tuple(reversed(moves))
