"""A relaxed level as tables for the kernel."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence

from puzzlesynth.levels.bitmask import bits
from puzzlesynth.levels.engine.bitboard.geometry import geometry
from puzzlesynth.levels.engine.native.kernel.search import demands as layout
from puzzlesynth.levels.engine.native.kernel.search import relaxation as at
from puzzlesynth.levels.movements import DIRECTIONS

from .demands import Demand
from .operators import FactOperator, RelaxedLevel, Segment

_WORD = 64
_SIGNED = 1 << 63


class RelaxedTables:
    """The operators of a level in machine words, and room to explore what they reach."""

    def __init__(self, level: RelaxedLevel) -> None:
        self.level = level
        self.board = geometry(level.width, level.height)
        self.words = max(1, -(-self.board.count // _WORD))
        self.numbers = (ctypes.c_int64 * at.X_SIZE)()
        self.address = ctypes.addressof(self.numbers)
        self._arrays: list[array[int]] = []
        count = len(level.operators)
        self.operator_words = max(1, -(-count // _WORD))
        self.numbers[at.X_PLANES] = len(level.start)
        self.numbers[at.X_OPERATOR_WORDS] = self.operator_words
        start = [word for cells in level.start for word in self._split(cells)]
        self._keep(at.X_START, start)
        self._keep(at.X_NOW, [0] * len(start))
        offsets: list[int] = []
        stream: list[int] = []
        for operator in level.operators:
            offsets.append(len(stream))
            stream += self._operator(operator)
        self._keep(at.X_STREAM, stream)
        self._keep(at.X_OPERATORS, offsets)
        self._keep(at.X_WAKES, self._wakes())
        self._keep(at.X_AWAKE, [0] * self.operator_words)
        self._keep(at.X_ALL, _split((1 << count) - 1, self.operator_words))
        self._keep(
            at.X_GOALS, [number for goal in level.goals for number in (goal.plane, int(goal.everywhere))]
        )
        self.numbers[at.X_GOAL_COUNT], self.numbers[at.X_WINNING] = len(level.goals), level.winning
        most = max((sum(map(len, operator.rows)) for operator in level.operators), default=1)
        self._keep(at.X_MATCHES, [0] * ((most + 3) * self.words))
        self.numbers[at.X_MATCHES] += 3 * 8 * self.words

    def _keep(self, field: int, numbers: Sequence[int]) -> None:
        table = _signed(numbers or [0])
        self._arrays.append(table)
        self.numbers[field] = table.buffer_info()[0]

    def _split(self, cells: int) -> list[int]:
        return _split(cells, self.words)

    def _operator(self, operator: FactOperator) -> list[int]:
        step = self.board.step(operator.direction)
        stream = [DIRECTIONS.index(operator.direction), len(operator.rows)]
        for row in operator.rows:
            stream.append(len(row))
            for segment in row:
                stream += self._segment(segment, step)
        return stream

    def _segment(self, segment: Segment, step: int) -> list[int]:
        conditions: list[int] = []
        for condition in segment.conditions:
            conditions += [condition.offset * step, len(condition.planes), *condition.planes]
        effects: list[int] = []
        for effect in segment.effects:
            effects += [effect.offset * step, effect.plane, len(effect.groups)]
            for group in effect.groups:
                effects += [len(group), *group]
        effect_at = at.S_ANCHORS + self.words + len(conditions)
        head = [
            effect_at + len(effects),
            segment.length,
            len(segment.conditions),
            len(segment.effects),
            effect_at,
        ]
        return [*head, *self._split(segment.anchors), *conditions, *effects]

    def _wakes(self) -> list[int]:
        wakes = [0] * len(self.level.start)
        for number, operator in enumerate(self.level.operators):
            for plane in _asked_for(operator):
                wakes[plane] |= 1 << number
        mask = (1 << _WORD) - 1
        return [row >> _WORD * word & mask for row in wakes for word in range(self.operator_words)]


class DemandTables:
    """Demands in machine words."""

    def __init__(self, demands: Sequence[Demand], things: Sequence[int], cells: int) -> None:
        """For states of these things."""
        self._words, self._cells = max(1, -(-cells // _WORD)), cells
        self._places = {thing: place for place, thing in enumerate(things)}
        room = 2 * layout.MOST_PLACES + 3 * cells * max(1, len(things))
        self._room = array("q", [0] * room)
        stream = [len(demands), self._room.buffer_info()[0]]
        for demand in demands:
            stream += self._demand(demand)
        self._stream = _signed(stream)
        self.address = self._stream.buffer_info()[0]

    def _demand(self, demand: Demand) -> list[int]:
        data: list[int] = []
        if demand.places:
            own = [0] * self._cells
            for place, cell in enumerate(demand.places):
                own[cell] = 1 << place
            data += own
        for thing in demand.things:
            data.append(self._places[thing])
            if demand.kind <= layout.ONE_OF_THEM:
                data += _split(demand.cells[0][thing], self._words)
            else:
                data += self._choices(demand, thing)
        head = [layout.D_DATA + len(data), int(demand.kind), len(demand.cells), len(demand.things)]
        return [*head, *data]

    def _choices(self, demand: Demand, thing: int) -> list[int]:
        """For every cell the places that a thing in it can get to."""
        choices = [0] * self._cells
        for place, cells in enumerate(demand.cells):
            for cell in bits(cells.get(thing, 0)):
                choices[cell] |= 1 << place
        return choices


def _signed(numbers: Sequence[int]) -> array[int]:
    return array("q", [number - 2 * _SIGNED if number >= _SIGNED else number for number in numbers])


def _split(cells: int, count: int) -> list[int]:
    return [cells >> _WORD * word & (1 << _WORD) - 1 for word in range(count)]


def _asked_for(operator: FactOperator) -> set[int]:
    """The planes that make a difference to what an operator adds."""
    found: set[int] = set()
    for row in operator.rows:
        for segment in row:
            for condition in segment.conditions:
                found.update(condition.planes)
            for effect in segment.effects:
                for group in effect.groups:
                    found.update(group)
    return found
