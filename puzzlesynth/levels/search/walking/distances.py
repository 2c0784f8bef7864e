"""Tables of how far a thing is from where a win condition wants it, from moving it about alone.

A table belongs to a win condition of which one side moves. The thing is put on every cell, the player on every cell
near it, and all moves are made on a board that holds nothing else that can change: where the thing goes are the edges of
a graph. Pushing, pulling, sliding and carrying are all the same for that. What it gives is a guess: other things can be
of help as well as in the way.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from puzzlesynth.levels.bitmask import bits
from puzzlesynth.levels.engine.native.kernel.search import distances as at
from puzzlesynth.levels.model import WinCondition
from puzzlesynth.levels.movements import LAYER_MOVEMENTS, MOVEMENT_BITS
from puzzlesynth.levels.search.native.search import NativeProblem

FAR = at.FAR
_FEW_MOVES = 20_000
"""Moves that are made for a thing with the player anywhere."""
_NEAR = 2
"""How far from the thing the player is put where that would be more."""
_MOST_WORK = 600_000
"""Moves for a thing, times a measure of how long one takes, beyond which there is no table."""
_MOST_THINGS = 6
_MOST_ENTRIES = 200_000
_AT_ONCE = 16
"""Cells between two looks at the clock."""
Graph = list[int]
"""For every cell the cells that a thing goes to from there, and one more bit if it vanishes."""
Words = ctypes.Array[ctypes.c_int64]


@dataclass(frozen=True, slots=True)
class DistanceTable:
    """The distances of one win condition, for the kernel."""

    address: int
    memory: tuple[object, ...]
    """What the address and those in it point to."""


def distance_tables(problem: NativeProblem, check: Callable[[], None]) -> list[DistanceTable | None]:
    """For every win condition its table, None where there is none. `check` is called now and then, and may raise."""
    conditions = problem.tables.game.win_conditions
    if problem.tables.is_random:
        return [None] * len(conditions)
    return [_Tracer(problem, condition, check).table() for condition in conditions]


class _Tracer:
    """Makes the table of one condition."""

    def __init__(self, problem: NativeProblem, condition: WinCondition, check: Callable[[], None]) -> None:
        self.problem, self.condition, self.check = problem, condition, check
        self.tables, self.game = problem.tables, problem.tables.game
        self.cells, self.words = self.tables.cells, self.tables.words
        self.planes = problem.start_planes
        self.places = {thing: place for place, thing in enumerate(self.tables.changing)}
        self.player = self._find_player()

    def table(self) -> DistanceTable | None:
        condition = self.condition
        aggregate = condition.subject_is_aggregate or (condition.has_target and condition.target_is_aggregate)
        if self.player is None or aggregate:
            return None
        subject = self._things(condition.subject_mask)
        if not condition.has_target:
            return self._table(subject, None) if condition.quantifier == "no" else None
        target = self._things(condition.target_mask)
        subject_moves, target_moves = (
            any(thing in self.places for thing in side) for side in (subject, target)
        )
        if subject_moves == target_moves or condition.quantifier == "no":
            return None
        movers, still = (subject, target) if subject_moves else (target, subject)
        goals = sorted({cell for thing in still for cell in bits(self.planes[thing])})
        return self._table(movers, goals, subject_moves=subject_moves) if goals else None

    def _table(
        self, movers: Sequence[int], goals: Sequence[int] | None, *, subject_moves: bool = True
    ) -> DistanceTable | None:
        """Distances to goals, or to vanishing if there are none; None if they do not fit what the level begins with."""
        here = [cell for thing in movers for cell in bits(self.planes[thing])]
        changing = [thing for thing in movers if thing in self.places]
        if not changing or len(changing) > _MOST_THINGS or len(goals or ()) * self.cells > _MOST_ENTRIES:
            return None
        needed = len(here) if subject_moves else len(goals or ())
        if self.condition.quantifier == "some":
            needed = 1
        for kept in self._grounds():
            graph = self._graph(changing, kept)
            if graph is None:
                return None
            far = _distances(graph, [self.cells] if goals is None else goals, self.cells)
            nearest = [min(column) for column in zip(*far, strict=True)]
            if sum(nearest[cell] < FAR for cell in here) >= needed and any(0 < one < FAR for one in nearest):
                return _packed(goals or (), nearest, far, subject_moves=subject_moves)
        return None

    def _things(self, mask: int) -> list[int]:
        return bits(mask & self.tables.possible)

    def _find_player(self) -> int | None:
        """The player's object; None if there are several, or the player is where several objects are."""
        found = [
            thing for thing in bits(self.game.player_mask) if thing in self.places and self.planes[thing]
        ]
        return found[0] if found and not self.game.player_is_aggregate else None

    def _grounds(self) -> Iterator[int]:
        """What stays on the board of what can change: the background, or all that lies in layers where nothing moves."""
        yield self.game.background_mask
        lying = 0
        for thing in self.places:
            shift = MOVEMENT_BITS * self.game.objects[thing].layer
            if not self.tables.things.movements >> shift & LAYER_MOVEMENTS:
                lying |= 1 << thing
        if lying & ~self.game.background_mask:
            yield lying | self.game.background_mask

    def _graph(self, movers: Sequence[int], kept: int) -> Graph | None:
        """Where the movers go from each cell; None if that would take too long to find out."""
        problem, words = self.problem, self.words
        edges = (ctypes.c_int64 * (self.cells * (words + 1)))()
        base = (ctypes.c_int64 * max(1, self.tables.state_words))()
        for thing, place in self.places.items():
            if kept >> thing & 1 and thing not in movers:
                _write(base, place * words, self.planes[thing], words)
        group = (ctypes.c_int64 * (1 + len(movers)))(len(movers), *[self.places[thing] for thing in movers])
        for thing in movers:
            numbers = self._settings(thing, kept, movers)
            if numbers is None:
                return None
            numbers[at.P_BASE], numbers[at.P_EDGES] = ctypes.addressof(base), ctypes.addressof(edges)
            numbers[at.P_PLANES] = ctypes.addressof(group)
            starts = self._free(thing, kept, movers)
            stands = (ctypes.c_int64 * words)()
            assert self.player is not None
            _write(stands, 0, self._free(self.player, kept, movers), words)
            numbers[at.P_PLAYER_CELLS] = ctypes.addressof(stands)
            for first in range(0, self.cells, _AT_ONCE):
                self.check()
                part = (ctypes.c_int64 * words)()
                _write(part, 0, starts & (1 << _AT_ONCE) - 1 << first, words)
                numbers[at.P_MOVER_CELLS] = ctypes.addressof(part)
                trace = problem.code.function("trace_thing", 2)
                if not trace(problem.contexts[0].address, ctypes.addressof(numbers)):
                    return None
        raw, size = bytes(edges), 8 * words
        rows = [raw[begin : begin + size + 8] for begin in range(0, len(raw), size + 8)]
        return [int.from_bytes(row[:size], "little") | row[size] << self.cells for row in rows]

    def _settings(self, thing: int, kept: int, movers: Sequence[int]) -> Words | None:
        numbers = (ctypes.c_int64 * at.P_SIZE)()
        is_player = bool(self.game.player_mask >> thing & 1)
        assert self.player is not None
        positions = 1 if is_player else self.cells
        reach = self.cells
        if positions * self.cells * len(self.problem.inputs) > _FEW_MOVES:
            positions, reach = min(positions, (2 * _NEAR + 1) ** 2), _NEAR
        moves = positions * self.cells * len(self.problem.inputs)
        if moves * (1 + self.tables.rule_words * self.words // 8) > _MOST_WORK:
            return None
        numbers[at.P_MOVER] = self.places[thing]
        numbers[at.P_PLAYER] = -1 if is_player else self.places[self.player]
        numbers[at.P_REACH] = reach
        layers = [self.game.objects[one].layer for one in (thing, self.player)]
        numbers[at.P_SAME_LAYER] = int(layers[0] == layers[1])
        return numbers

    def _free(self, thing: int, kept: int, movers: Sequence[int]) -> int:
        """The cells in which nothing lies that shares a layer with a thing."""
        taken = 0
        for other in self.game.layers[self.game.objects[thing].layer].object_ids:
            if other != thing and (other not in self.places or (kept >> other & 1 and other not in movers)):
                taken |= self.planes[other]
        return (1 << self.cells) - 1 & ~taken


def _write(array: Words, start: int, plane: int, words: int) -> None:
    data = plane.to_bytes(8 * words, "little")
    ctypes.memmove(ctypes.addressof(array) + 8 * start, data, len(data))


def _packed(
    goals: Sequence[int], nearest: Sequence[int], far: Sequence[Sequence[int]], *, subject_moves: bool
) -> DistanceTable:
    near, all_far = (
        ctypes.create_string_buffer(data, len(data)) for data in (bytes(nearest), b"".join(map(bytes, far)))
    )
    cells = (ctypes.c_int64 * max(1, len(goals)))(*goals)
    numbers = (ctypes.c_int64 * at.T_SIZE)()
    numbers[at.T_TARGETS] = len(goals)
    numbers[at.T_NEAREST], numbers[at.T_DISTANCES] = ctypes.addressof(near), ctypes.addressof(all_far)
    numbers[at.T_CELLS], numbers[at.T_SUBJECT_MOVES] = ctypes.addressof(cells), int(subject_moves)
    return DistanceTable(ctypes.addressof(numbers), (numbers, near, all_far, cells))


def _distances(graph: Graph, goals: Sequence[int], cells: int) -> list[list[int]]:
    """How many moves it is from every cell to each goal, at most `FAR`."""
    origins: list[list[int]] = [[] for _ in range(cells + 1)]
    for cell, leads in enumerate(graph):
        for after in bits(leads):
            origins[after].append(cell)
    found = []
    for goal in goals:
        far = [FAR] * (cells + 1)
        far[goal] = 0
        front = [goal]
        while front and far[front[0]] < FAR - 1:
            length = far[front[0]] + 1
            reached = {origin for cell in front for origin in origins[cell] if far[origin] == FAR}
            front = sorted(reached)
            for cell in front:
                far[cell] = length
        found.append(far[:cells])
    return found
