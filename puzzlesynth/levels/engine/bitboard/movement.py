"""Movement over bitboards.

Going through the moving cells one by one, as the interpreter does, is needed only where order can be heard
(sounds) or matters (objects that want to enter the same cell, rigid groups); otherwise whole layers move at once.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzlesynth.levels.bitmask import bit_mask, bits, single_bits
from puzzlesynth.levels.model import (
    ACTION,
    DIRECTIONS,
    DOWN,
    LAYER_MOVEMENTS,
    LEFT,
    MOVEMENT_BITS,
    UP,
    PuzzleScriptGame,
)

from .geometry import Geometry


def _shift(cells: int, step: int) -> int:
    return cells << step if step > 0 else cells >> -step


def free_movers(occupied: int, movers: Sequence[int], board: Geometry) -> list[int] | None:
    """Which of a layer's objects get away, for each of the four directions; None if order matters.

    Order matters when two objects want to enter the same cell, or a movement is left where nothing is.
    """
    going = [0, 0, 0, 0]
    anywhere = targets = 0
    for way, cells in enumerate(movers):
        if not cells:
            continue
        if cells & ~occupied or cells & anywhere:
            return None
        anywhere |= cells
        able = cells & board.room(DIRECTIONS[way], 2)
        there = _shift(able, board.step(DIRECTIONS[way]))
        if there & targets:
            return None
        targets |= there
        going[way] = able
    # What moves is what finds an empty cell, then what follows into the cells that are being left.
    waiting = list(going)
    going = [0, 0, 0, 0]
    free = board.full & ~occupied
    grown = True
    while grown:
        grown = False
        for way in range(4):
            if waiting[way]:
                step = board.step(DIRECTIONS[way])
                away = waiting[way] & _shift(free, -step)
                if away:
                    going[way] |= away
                    waiting[way] ^= away
                    free |= away
                    grown = True
    return going


def move_silently(
    things: tuple[int, ...], fixed: int, movers: tuple[int, ...], board: Geometry
) -> tuple[int, ...]:
    """Move the objects of one layer when nobody listens: `things` are its planes, `fixed` the cells of those
    that never move, `movers` the cells of each of the five movements. Returns the planes afterwards."""
    going = _free_movers(things, fixed, movers, board)
    if going is None:
        return _one_by_one(things, fixed, list(movers), board)
    return _go_together(things, going, board)


def _free_movers(
    things: tuple[int, ...], fixed: int, movers: tuple[int, ...], board: Geometry
) -> list[int] | None:
    occupied = fixed
    for cells in things:
        occupied |= cells
    acting = movers[4] & (movers[0] | movers[1] | movers[2] | movers[3])
    return None if acting else free_movers(occupied, movers[:4], board)


def _go_together(things: tuple[int, ...], going: list[int], board: Geometry) -> tuple[int, ...]:
    leaving = going[0] | going[1] | going[2] | going[3]
    if not leaving:
        return things
    moved = []
    for cells in things:
        if cells & leaving:
            stay = cells & ~leaving
            for way in range(4):
                if going[way] & cells:
                    stay |= _shift(going[way] & cells, board.step(DIRECTIONS[way]))
            moved.append(stay)
        else:
            moved.append(cells)
    return tuple(moved)


def move_and_tell(
    things: tuple[int, ...], fixed: int, movers: tuple[int, ...], board: Geometry
) -> tuple[tuple[int, ...], int]:
    """Like `move_silently`, and also the cells of what could not move."""
    going = _free_movers(things, fixed, movers, board)
    if going is None:
        left = list(movers)
        planes = _one_by_one(things, fixed, left, board)
        return planes, left[0] | left[1] | left[2] | left[3] | left[4]
    stuck = 0
    for way in range(4):
        stuck |= movers[way] & ~going[way]
    return _go_together(things, going, board), stuck


def _one_by_one(things: tuple[int, ...], fixed: int, movers: list[int], board: Geometry) -> tuple[int, ...]:
    """Move the objects of one layer cell by cell, in the language's order. `movers` keeps what cannot move."""
    occupied = bytearray(board.count)
    for plane in (fixed, *things):
        for index in bits(plane):
            occupied[index] = 1
    ways: dict[int, int] = {}
    for way, plane in enumerate(movers):
        for index in bits(plane):
            ways[index] = ways.get(index, 0) | 1 << way
    now: dict[int, list[int]] = {}
    waiting = sorted(ways)
    moved = True
    while moved:
        moved = False
        left = []
        for index in waiting:
            target = _target(index, ways[index], board, occupied)
            if target is None:
                left.append(index)
                continue
            moved = True
            if target != index and occupied[index]:
                here = now.get(index)
                now[target] = _held(things, index) if here is None else here
                now[index] = []
                occupied[index], occupied[target] = 0, 1
        waiting = left
    for way in range(MOVEMENT_BITS):
        movers[way] = bit_mask([index for index in waiting if ways[index] >> way & 1], board.count)
    touched = bit_mask(list(now), board.count)
    return tuple(
        plane & ~touched | bit_mask([index for index, held in now.items() if number in held], board.count)
        for number, plane in enumerate(things)
    )


def _held(things: tuple[int, ...], index: int) -> list[int]:
    """Which of the planes have a cell."""
    return [number for number, plane in enumerate(things) if plane >> index & 1]


def _target(index: int, ways: int, board: Geometry, occupied: bytearray) -> int | None:
    """Where what is in a cell can go now: the cell itself for an action; None if it cannot."""
    if ways in DIRECTIONS:
        x, y = divmod(index, board.height)
        if ways == UP:
            free = y > 0
        elif ways == DOWN:
            free = y < board.height - 1
        elif ways == LEFT:
            free = x > 0
        else:
            free = x < board.width - 1
        target = index + board.step(ways)
        return target if free and not occupied[target] else None
    return None if ways != ACTION and occupied[index] else index


class RigidMarks:
    """Which rigid group moved what, by cell (as a bit)."""

    __slots__ = ("groups", "movements")

    def __init__(self) -> None:
        self.groups: dict[int, int] = {}
        self.movements: dict[int, int] = {}

    def clear(self) -> None:
        self.groups.clear()
        self.movements.clear()

    def mark(self, cell: int, groups: int, layers: int) -> bool:
        """Record that a rigid rule moved these layers of a cell. Returns whether that was not known."""
        if not groups & ~self.groups.get(cell, 0) or not layers & ~self.movements.get(cell, 0):
            return False
        self.groups[cell] = self.groups.get(cell, 0) | groups
        self.movements[cell] = self.movements.get(cell, 0) | layers
        return True


Audible = dict[int, tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...]]
"""MOVE and ACTION sounds by the layer of their movements: the seed, the planes of the movements and those of the
objects."""


def audible_sounds(game: PuzzleScriptGame) -> Audible:
    found: dict[int, list[tuple[int, tuple[int, ...], tuple[int, ...]]]] = {}
    for sounds in game.sounds.movement:
        for sound in sounds:
            for layer in sorted({index // MOVEMENT_BITS for index in bits(sound.direction_mask)}):
                share = sound.direction_mask & LAYER_MOVEMENTS << MOVEMENT_BITS * layer
                ways = tuple(game.object_count + index for index in bits(share))
                found.setdefault(layer, []).append((sound.seed, ways, tuple(bits(sound.object_mask))))
    return {layer: tuple(sounds) for layer, sounds in found.items()}


class ExactMovement:
    """Moves cell by cell, in the language's order, with sounds and rigid groups."""

    def __init__(self, game: PuzzleScriptGame, board: Geometry, planes: list[int], audible: Audible) -> None:
        self.game = game
        self.board = board
        self.planes = planes
        self.audible = audible
        self.base = game.object_count
        self.move_seeds: list[int] = []
        self.cantmove_seeds: list[int] = []

    def resolve_together(self, active: Sequence[int]) -> bool:
        """Move whole layers at once. Returns False, with nothing done, if the order could be told.

        `active` are the layers with movements.
        """
        if self._audible(active) > 1:
            return False
        plans: list[tuple[int, list[int]]] = []
        one_by_one: list[int] = []
        for layer in [self.game.layers[index] for index in active]:
            first = self.base + MOVEMENT_BITS * layer.index
            movers = self.planes[first : first + MOVEMENT_BITS]
            occupied = 0
            for thing in layer.object_ids:
                occupied |= self.planes[thing]
            directed = movers[0] | movers[1] | movers[2] | movers[3]
            going = None if movers[4] & directed else free_movers(occupied, movers[:4], self.board)
            if going is not None:
                plans.append((layer.index, [*going, movers[4]]))
            elif self.game.sounds.movement_failure or (
                self.game.sounds.movement and self.game.sounds.movement[layer.index]
            ):
                return False
            else:
                one_by_one.append(layer.index)
        for index in one_by_one:
            self._go_one_by_one(index)
        for index, going in plans:
            self._hear_together(index, going)
            first = self.base + MOVEMENT_BITS * index
            for way, cells in enumerate(going):
                self.planes[first + way] &= ~cells
        # Nothing has moved yet but the marks: what could not move is heard where it is now.
        for index, going in plans:
            self._go(self.game.layers[index].object_ids, going)
        if self.game.sounds.movement_failure and plans:
            self._hear_left_behind([index for index, _ in plans])
        for index, _ in plans:
            first = self.base + MOVEMENT_BITS * index
            self.planes[first : first + MOVEMENT_BITS] = [0] * MOVEMENT_BITS
        return True

    def _go_one_by_one(self, layer: int) -> None:
        """Move a layer that makes no sounds in the language's order."""
        things = self.game.layers[layer].object_ids
        first = self.base + MOVEMENT_BITS * layer
        movers = self.planes[first : first + MOVEMENT_BITS]
        moved = _one_by_one(tuple(self.planes[thing] for thing in things), 0, movers, self.board)
        for thing, cells in zip(things, moved, strict=True):
            self.planes[thing] = cells
        self.planes[first : first + MOVEMENT_BITS] = [0] * MOVEMENT_BITS

    def _audible(self, active: Sequence[int]) -> int:
        """How many different MOVE and ACTION seeds could be heard."""
        seeds: set[int] = set()
        planes = self.planes
        for layer in active:
            for seed, ways, things in self.audible.get(layer, ()):
                for way in ways:
                    if planes[way] and any(planes[thing] & planes[way] for thing in things):
                        seeds.add(seed)
                        break
        return len(seeds)

    def _hear_together(self, layer: int, going: list[int]) -> None:
        """At most one seed can come up, so that order does not matter."""
        for sound in self.game.sounds.movement[layer] if self.game.sounds.movement else ():
            moved = 0
            for index in bits(sound.direction_mask):
                if index // MOVEMENT_BITS == layer:
                    moved |= going[index % MOVEMENT_BITS]
            if moved and any(self.planes[thing] & moved for thing in bits(sound.object_mask)):
                _add_once(self.move_seeds, sound.seed)

    def _hear_left_behind(self, active: Sequence[int]) -> None:
        for cell in single_bits(self._any_moving(active)):
            movements = self._all_movements(cell, active)
            for sound in self.game.sounds.movement_failure:
                if sound.direction_mask & movements and self._holds(sound.object_mask, cell):
                    _add_once(self.cantmove_seeds, sound.seed)

    def _go(self, things: Sequence[int], going: list[int]) -> None:
        """Move a layer's objects, those of all directions at once: `_go_together` in place, which is faster."""
        leaving = going[0] | going[1] | going[2] | going[3]
        if not leaving:
            return
        for thing in things:
            cells = self.planes[thing]
            if cells & leaving:
                stay = cells & ~leaving
                for way in range(4):
                    if going[way] & cells:
                        stay |= _shift(going[way] & cells, self.board.step(DIRECTIONS[way]))
                self.planes[thing] = stay

    def resolve(self, rigid: RigidMarks, banned: set[int], active: Sequence[int]) -> bool:
        """Move everything that can move. Returns whether a rigid group was newly stopped and banned."""
        moved = True
        while moved:
            moved = False
            for cell in single_bits(self._any_moving(active)):
                for layer in active:
                    movement = self._movement(layer, cell)
                    if movement and self._move(layer, movement, cell, active):
                        self._forget(layer, cell)
                        moved = True
        stopped = False
        if rigid.movements or self.game.sounds.movement_failure:
            for cell in single_bits(self._any_moving(active)):
                stopped = self._left_behind(cell, active, rigid, banned) or stopped
        for layer in active:
            first = self.base + MOVEMENT_BITS * layer
            self.planes[first : first + MOVEMENT_BITS] = [0] * MOVEMENT_BITS
        rigid.clear()
        return stopped

    def _moving(self, layer: int) -> int:
        first = self.base + MOVEMENT_BITS * layer
        cells = 0
        for plane in self.planes[first : first + MOVEMENT_BITS]:
            cells |= plane
        return cells

    def _any_moving(self, layers: Sequence[int]) -> int:
        cells = 0
        for layer in layers:
            cells |= self._moving(layer)
        return cells

    def _movement(self, layer: int, cell: int) -> int:
        first = self.base + MOVEMENT_BITS * layer
        planes = self.planes
        return sum(1 << way for way in range(MOVEMENT_BITS) if planes[first + way] & cell)

    def _forget(self, layer: int, cell: int) -> None:
        first = self.base + MOVEMENT_BITS * layer
        for index in range(first, first + MOVEMENT_BITS):
            self.planes[index] &= ~cell

    def _move(self, layer: int, movement: int, cell: int, active: Sequence[int]) -> bool:
        things = self.game.layers[layer].object_ids
        planes = self.planes
        here = [thing for thing in things if planes[thing] & cell]
        target = cell
        if movement in DIRECTIONS:
            if not cell & self.board.room(movement, 2):
                return False
            target = _shift(cell, self.board.step(movement))
            if any(planes[thing] & target for thing in things):
                return False
        elif movement != ACTION and here:
            return False
        if self.game.sounds.movement and self.game.sounds.movement[layer]:
            self._hear_move(layer, cell, active)
        if target != cell:
            for thing in here:
                planes[thing] ^= cell | target
        return True

    def _hear_move(self, layer: int, cell: int, active: Sequence[int]) -> None:
        movements = self._all_movements(cell, active)
        for sound in self.game.sounds.movement[layer]:
            if sound.direction_mask & movements and self._holds(sound.object_mask, cell):
                _add_once(self.move_seeds, sound.seed)

    def _all_movements(self, cell: int, active: Sequence[int]) -> int:
        movements = 0
        for layer in active:
            movements |= self._movement(layer, cell) << MOVEMENT_BITS * layer
        return movements

    def _holds(self, mask: int, cell: int) -> bool:
        return any(self.planes[thing] & cell for thing in bits(mask))

    def _left_behind(self, cell: int, active: Sequence[int], rigid: RigidMarks, banned: set[int]) -> bool:
        """What a cell that could not move has for consequences."""
        movements = self._all_movements(cell, active)
        stopped = False
        rigidly = rigid.movements.get(cell, 0)
        if rigidly:
            movements &= rigidly
            stopped = self._ban(movements, rigid.groups.get(cell, 0), banned)
        for sound in self.game.sounds.movement_failure:
            if sound.direction_mask & movements and self._holds(sound.object_mask, cell):
                _add_once(self.cantmove_seeds, sound.seed)
        return stopped

    def _ban(self, movements: int, groups: int, banned: set[int]) -> bool:
        for layer in range(self.game.layer_count):
            shift = MOVEMENT_BITS * layer
            if movements >> shift & LAYER_MOVEMENTS:
                number = (groups >> shift & LAYER_MOVEMENTS) - 1
                known = self.game.rigid_groups
                group = known[number] if 0 <= number < len(known) else -1
                if group in banned:
                    return False
                banned.add(group)
                return True
        return False


def _add_once(seeds: list[int], seed: int) -> None:
    if seed not in seeds:
        seeds.append(seed)
