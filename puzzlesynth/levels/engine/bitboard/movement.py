"""Movement over bitboards.

Going through the moving cells one by one is needed only where order can be heard (sounds) or matters (objects that
want to enter the same cell, rigid groups); otherwise whole layers move at once. Where it can be heard, or where
something is rigid, the interpreter's own movement is used: that is rare, and there is one definition of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzlesynth.levels.bitmask import bit_mask, bits, single_bits, union
from puzzlesynth.levels.engine.reference.grid import CellBoard, Grid
from puzzlesynth.levels.engine.reference.movement import MovementSounds, resolve_movements
from puzzlesynth.levels.model import PuzzleScriptGame
from puzzlesynth.levels.movements import ACTION, DIRECTIONS, DOWN, LAYER_MOVEMENTS, LEFT, MOVEMENT_BITS, UP

from .geometry import Geometry
from .planes import cells_of, planes_of


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
    """Move the objects of one layer where no rule or sound depends on it: `things` are its planes, `fixed` the cells
    of those that never move, `movers` the cells of each of the five movements. Returns the planes afterwards."""
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


class PlaneMovement:
    """The movement of one turn, with sounds and rigid groups."""

    def __init__(self, game: PuzzleScriptGame, board: Geometry, planes: list[int], audible: Audible) -> None:
        self.game = game
        self.board = board
        self.planes = planes
        self.audible = audible
        self.base = game.object_count
        self.sounds = MovementSounds()

    def resolve(self, active: Sequence[int], rigid: RigidMarks, banned: set[int]) -> bool:
        """Move everything that can move; `active` are the layers with movements. Returns whether a rigid group was
        newly stopped and banned."""
        if not rigid.movements and self._resolve_together(active):
            return False
        return self._resolve_by_cell(rigid, banned)

    def _resolve_by_cell(self, rigid: RigidMarks, banned: set[int]) -> bool:
        board, planes = self.board, self.planes
        grid = Grid(CellBoard(board.width, board.height, cells_of(planes[: self.base], board.count)))
        grid.movements = list(cells_of(planes[self.base :], board.count))
        for cell, groups in rigid.groups.items():
            index = cell.bit_length() - 1
            grid.rigid_groups[index], grid.rigid_movements[index] = groups, rigid.movements[cell]
        stopped = resolve_movements(self.game, grid, self.sounds, banned)
        planes[:] = [*planes_of(grid.objects, self.base), *[0] * (len(planes) - self.base)]
        rigid.clear()
        return stopped

    def _resolve_together(self, active: Sequence[int]) -> bool:
        """Move whole layers at once. Returns False, with nothing done, if the order could be told."""
        if self._audible(active) > 1:
            return False
        sounds = self.game.sounds
        plans: list[tuple[int, list[int]]] = []
        one_by_one: list[int] = []
        for index in active:
            things, movers = self._layer(index)
            going = _free_movers(things, 0, movers, self.board)
            if going is not None:
                plans.append((index, [*going, movers[4]]))
            elif sounds.movement_failure or (sounds.movement and sounds.movement[index]):
                return False
            else:
                one_by_one.append(index)
        for index in one_by_one:
            things, movers = self._layer(index)
            self._put(index, _one_by_one(things, 0, list(movers), self.board))
        for index, going in plans:
            self._hear_together(index, going)
        # What could not move is heard where it is after all the others have moved.
        for index, going in plans:
            first = self.base + MOVEMENT_BITS * index
            left = [self.planes[first + way] & ~cells for way, cells in enumerate(going)]
            self._put(index, _go_together(self._layer(index)[0], going, self.board))
            self.planes[first : first + MOVEMENT_BITS] = left
        if sounds.movement_failure and plans:
            self._hear_left_behind([index for index, _ in plans])
        for index, _ in plans:
            self._forget(index)
        return True

    def _layer(self, index: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The planes of a layer's objects and of its movements."""
        first = self.base + MOVEMENT_BITS * index
        things = self.game.layers[index].object_ids
        return tuple([self.planes[thing] for thing in things]), tuple(
            self.planes[first : first + MOVEMENT_BITS]
        )

    def _put(self, index: int, planes: tuple[int, ...]) -> None:
        """Set the planes of a layer's objects; nothing in it moves any more."""
        for thing, cells in zip(self.game.layers[index].object_ids, planes, strict=True):
            self.planes[thing] = cells
        self._forget(index)

    def _forget(self, index: int) -> None:
        first = self.base + MOVEMENT_BITS * index
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
            if moved and self._held(sound.object_mask, moved):
                self.sounds.hear_move(sound.seed)

    def _hear_left_behind(self, layers: Sequence[int]) -> None:
        for cell in single_bits(union(plane for layer in layers for plane in self._layer(layer)[1])):
            for sound in self.game.sounds.movement_failure:
                if self._held(sound.object_mask, cell) and self._held(
                    sound.direction_mask << self.base, cell
                ):
                    self.sounds.hear_failure(sound.seed)

    def _held(self, mask: int, cells: int) -> bool:
        """Whether one of the planes of a mask has one of the cells."""
        return any(self.planes[plane] & cells for plane in bits(mask))
