"""Movement: once the rules have said what wants to move, cells are gone through until nothing moves."""

from __future__ import annotations

from puzzlesynth.levels.model import PuzzleScriptGame
from puzzlesynth.levels.movements import ACTION, LAYER_MOVEMENTS, MOVEMENT_BITS, STEPS

from .grid import Grid


class MovementSounds:
    """The MOVE/ACTION and CANTMOVE seeds of a turn, each once, in the order in which they came up."""

    def __init__(self) -> None:
        self.move: list[int] = []
        self.cantmove: list[int] = []

    def hear_move(self, seed: int) -> None:
        if seed not in self.move:
            self.move.append(seed)

    def hear_failure(self, seed: int) -> None:
        if seed not in self.cantmove:
            self.cantmove.append(seed)


def resolve_movements(game: PuzzleScriptGame, grid: Grid, sounds: MovementSounds, banned: set[int]) -> bool:
    """Move everything that can move, then drop all movements.

    Returns whether a rigid group was stopped that had not been before; it has been added to `banned`, and the
    turn must be run again without it.
    """
    moved = True
    while moved:
        moved = False
        for index, movements in enumerate(grid.movements):
            if movements:
                moved = _move_cell(game, grid, index, sounds) or moved
    stopped = False
    for index, movements in enumerate(grid.movements):
        if not movements:
            continue
        if grid.rigid_movements[index]:
            movements &= grid.rigid_movements[index]
            stopped = _ban_stopped_group(game, grid, index, movements, banned) or stopped
        for sound in game.sounds.movement_failure:
            if sound.object_mask & grid.objects[index] and sound.direction_mask & movements:
                sounds.hear_failure(sound.seed)
    count = len(grid.movements)
    grid.movements = [0] * count
    grid.rigid_groups = [0] * count
    grid.rigid_movements = [0] * count
    return stopped


def _move_cell(game: PuzzleScriptGame, grid: Grid, index: int, sounds: MovementSounds) -> bool:
    """Move what can move out of one cell, layer by layer."""
    pending = grid.movements[index]
    moved = False
    for layer in range(game.layer_count):
        shift = MOVEMENT_BITS * layer
        movement = pending >> shift & LAYER_MOVEMENTS
        if movement and _move_layer(game, grid, index, layer, movement, sounds):
            pending &= ~(movement << shift)
            moved = True
    grid.movements[index] = pending
    return moved


def _move_layer(
    game: PuzzleScriptGame, grid: Grid, index: int, layer: int, movement: int, sounds: MovementSounds
) -> bool:
    """Move one layer's object, if the way is free. Action moves nothing and always succeeds."""
    layer_mask = game.layers[layer].mask
    target = index
    if movement in STEPS:
        neighbour = grid.neighbour(index, movement)
        if neighbour is None or grid.objects[neighbour] & layer_mask:
            return False
        target = neighbour
    elif movement != ACTION and grid.objects[index] & layer_mask:
        return False  # Contradictory directions go nowhere.
    for sound in game.sounds.movement[layer] if game.sounds.movement else ():
        if sound.object_mask & grid.objects[index] and sound.direction_mask & grid.movements[index]:
            sounds.hear_move(sound.seed)
    if target != index:
        movers = grid.objects[index] & layer_mask
        grid.objects[index] ^= movers
        grid.objects[target] |= movers
        grid.note(target)
    return True


def _ban_stopped_group(
    game: PuzzleScriptGame, grid: Grid, index: int, movements: int, banned: set[int]
) -> bool:
    """Ban the rigid group behind the first layer that could not move. Returns whether that is news."""
    for layer in range(game.layer_count):
        shift = MOVEMENT_BITS * layer
        if movements >> shift & LAYER_MOVEMENTS:
            rigid_index = (grid.rigid_groups[index] >> shift & LAYER_MOVEMENTS) - 1
            group = game.rigid_groups[rigid_index] if 0 <= rigid_index < len(game.rigid_groups) else -1
            if group in banned:
                return False
            banned.add(group)
            return True
    return False
