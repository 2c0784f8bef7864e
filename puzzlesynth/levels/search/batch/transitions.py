"""Turns of many levels at once: the code that advances a frontier, with every state on its own level.

The generated code takes a level's fixed objects from names; here these names hold arrays, an element for each state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from puzzlesynth.levels.engine.bitboard.geometry import geometry
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search.state_table import Marks, Numbers, Words
from puzzlesynth.levels.search.transitions import SearchableGame, SearchProblem

from .vector_code import vector_code, vector_names

Planes = list[Any]
Won = Callable[[Planes], "Marks"]
Turn = Callable[[Planes], tuple[Planes, Any, Any, Any]]


class BatchedTurns:
    """The generated code of one game for boards of one size."""

    def __init__(self, search: SearchableGame, width: int, height: int) -> None:

        self.search = search
        self.game = search.game
        self.board = geometry(width, height)
        first = Level(width, height, (0,) * (width * height), 0)
        written = search.code_for(first).code
        self.changing = tuple(written.changing)
        code = vector_code(written.facts, self.board)
        sources = [code.turn(key) for key in search.inputs]
        won = code.won()
        self.names = vector_names(code)
        self.turns: list[Turn] = [self._function(source, "turn") for source in sources]
        self.won: Won = self._function(won, "won")
        used = {name for function in (*self.turns, self.won) for name in function.__code__.co_names}
        self.fixed = [(name, things) for name, things in self._fixed_planes() if name in used]
        """The names of planes that never change, with the objects in them."""

    def _function(self, source: Any, name: str) -> Any:
        exec(source, self.names)
        return self.names.pop(name)

    def _fixed_planes(self) -> list[tuple[str, list[int]]]:
        still = [thing.id for thing in self.game.objects if thing.id not in self.changing]
        single = [(f"o{thing}w0", [thing]) for thing in still]
        layers = [
            (f"S{layer.index}w0", [thing for thing in layer.object_ids if thing in still])
            for layer in self.game.layers
        ]
        return single + layers


class LevelBatch:
    """Levels of one size, side by side."""

    def __init__(self, turns: BatchedTurns, levels: Sequence[Level]) -> None:
        self.turns = turns
        self.levels = levels
        self.planes = _planes(levels, turns.game.object_count)
        """For every object, the cells that hold it at the start, level by level."""
        none = np.zeros(len(levels), dtype=np.uint64)
        self._fixed = [
            (name, np.bitwise_or.reduce([self.planes[thing] for thing in things]) if things else none)
            for name, things in turns.fixed
        ]
        self.fit = self._exclusive()
        """Which levels have no cell with two objects of one layer, as the code takes for granted."""
        self._steps: dict[int, SearchProblem] = {}
        if turns.game.settings.run_rules_on_level_start:
            starts = [self._split(self.steps(number).start) for number in range(len(levels))]
            self.starts: Words = np.array(starts, dtype=np.uint64).T.reshape(len(turns.changing), -1)
        else:
            self.starts = np.stack([self.planes[thing] for thing in turns.changing])

    def _exclusive(self) -> Marks:
        clash = np.zeros(len(self.levels), dtype=np.uint64)
        for layer in self.turns.game.layers:
            held = np.zeros(len(self.levels), dtype=np.uint64)
            for thing in layer.object_ids:
                clash |= held & self.planes[thing]
                held |= self.planes[thing]
        fit: Marks = clash == 0
        return fit

    @property
    def keys(self) -> tuple[int, ...]:
        return self.turns.search.inputs

    def steps(self, number: int) -> SearchProblem:
        """One of the levels by itself."""
        found = self._steps.get(number)
        if found is None:
            found = self._steps[number] = self.turns.search.load(self.levels[number])
        return found

    @property
    def unsolved(self) -> Numbers:
        """The numbers of the levels that fit and are not won as they stand."""
        numbers = np.flatnonzero(self.fit)
        return numbers[~self.won(self.starts[:, numbers], numbers)]

    def won(self, rows: Words, levels: Numbers) -> Marks:
        """Which states meet the win conditions; `levels` are the numbers of the levels that they belong to."""
        self._set_out(levels)
        return self.turns.won(list(rows))

    def step(self, rows: Words, levels: Numbers, moves: Numbers) -> tuple[Words, Marks]:
        """One move of each state, by its number among `keys`: what comes after, and where the level is won then."""
        order = np.argsort(moves, kind="stable")
        ends = np.searchsorted(moves[order], np.arange(len(self.turns.turns) + 1)).tolist()
        sorted_rows, sorted_levels = rows[:, order], levels[order]
        fixed = [(name, planes[sorted_levels]) for name, planes in self._fixed]
        after, wins = np.empty_like(sorted_rows), np.empty(len(order), dtype=bool)
        for number, (first, end) in enumerate(pairwise(ends)):
            if first == end:
                continue
            for name, planes in fixed:
                self.turns.names[name] = planes[first:end]
            before = list(sorted_rows[:, first:end])
            moved, won = self._turn(number, before, sorted_levels[first:end], after[:, first:end])
            # A turn that was taken back leaves everything as it was.
            after[:, first:end] = np.where(moved, after[:, first:end], sorted_rows[:, first:end])
            wins[first:end] = won
        self._set_out(sorted_levels)
        wins |= self.turns.won(list(after))
        later, won = np.empty_like(rows), np.empty_like(wins)
        later[:, order], won[order] = after, wins
        return later, won

    def _turn(self, number: int, before: Planes, levels: Numbers, after: Words) -> tuple[Marks, Marks]:
        """One move of all states, written to `after`: where something has changed, and where a rule has won."""
        result, hard, undone, won = self.turns.turns[number](before)
        width = after.shape[1]
        changed = result[0] != before[0]
        after[0] = result[0]
        for place in range(1, len(before)):
            changed |= result[place] != before[place]
            after[place] = result[place]
        wins = np.zeros(width, dtype=bool)
        if won is not np.False_:
            wins[:] = won
        if undone is not np.False_:
            changed &= ~undone
            wins &= ~undone
        if hard is not np.False_ and np.any(hard):
            # The moves that have to be made one at a time.
            for column in np.flatnonzero(np.broadcast_to(hard, (width,))).tolist():
                state = self._joined(before, column)
                single = self.steps(int(levels[column])).moves[number][1](state)
                wins[column] = single < 0
                single = ~single if single < 0 else single
                changed[column] = single != state
                after[:, column] = self._split(single)
        return changed, wins

    def _joined(self, rows: Planes, column: int) -> int:
        """A state as a whole number."""
        count = self.turns.board.count
        return sum(int(row[column]) << count * place for place, row in enumerate(rows))

    def _split(self, state: int) -> list[int]:
        board = self.turns.board
        return [state >> board.count * place & board.full for place in range(len(self.turns.changing))]

    def _set_out(self, levels: Numbers) -> None:
        for name, planes in self._fixed:
            self.turns.names[name] = planes[levels]


def _planes(levels: Sequence[Level], objects: int) -> list[Words]:
    cells = np.array([level.cells for level in levels], dtype=object if objects > 62 else np.int64)
    bits = np.uint64(1) << np.arange(cells.shape[1], dtype=np.uint64)
    return [
        ((cells >> thing & 1).astype(np.uint64) * bits).sum(axis=1, dtype=np.uint64)
        for thing in range(objects)
    ]
