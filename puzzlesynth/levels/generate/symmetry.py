"""Levels that are the same when they are turned or mirrored, and games whose rules do not mind."""

from __future__ import annotations

from collections.abc import Iterable

from puzzlesynth.levels.model import (
    DOWN,
    LAYER_MOVEMENTS,
    LEFT,
    MOVEMENT_BITS,
    RIGHT,
    UP,
    CellPattern,
    Level,
    PuzzleScriptGame,
    PuzzleScriptRule,
    RuleGroup,
)

Turn = tuple[int, int, int, int]
"""A matrix: (x, y) becomes (a x + b y, c x + d y)."""

IDENTITY: Turn = (1, 0, 0, 1)
TURNS: tuple[Turn, ...] = (
    IDENTITY,
    (-1, 0, 0, 1),
    (1, 0, 0, -1),
    (-1, 0, 0, -1),
    (0, 1, 1, 0),
    (0, -1, 1, 0),
    (0, 1, -1, 0),
    (0, -1, -1, 0),
)
"""The eight ways to turn and mirror a square."""

_STEPS = {UP: (0, -1), DOWN: (0, 1), LEFT: (-1, 0), RIGHT: (1, 0)}
_DIRECTIONS = {step: direction for direction, step in _STEPS.items()}
_FORWARDS = {UP: DOWN, LEFT: RIGHT}


def canonical(level: Level, turns: Iterable[Turn] = TURNS) -> tuple[int, ...]:
    """The same for all images of a level under these turns, and for no others."""
    return min(image(level, turn) for turn in turns)


def image(level: Level, turn: Turn) -> tuple[int, ...]:
    """Width, height and the cells of a level that was turned."""
    places = turned_places(level.width, level.height, turn)
    width = max(x for x, _ in places) + 1
    height = max(y for _, y in places) + 1
    cells = [0] * len(places)
    for (x, y), cell in zip(places, level.cells, strict=True):
        cells[x * height + y] = cell
    return (width, height, *cells)


def turned_places(width: int, height: int, turn: Turn) -> list[tuple[int, int]]:
    """Where each cell of a level comes to lie, in the order of the level's cells."""
    a, b, c, d = turn
    places = [(a * x + b * y, c * x + d * y) for x in range(width) for y in range(height)]
    left, top = min(x for x, _ in places), min(y for _, y in places)
    return [(x - left, y - top) for x, y in places]


def symmetries(game: PuzzleScriptGame) -> tuple[Turn, ...]:
    """The turns under which the rules stay the same, as sets of rules in every group: a turned level of the game
    is then played by turned moves. In a game with gravity, only mirroring left and right is left."""
    groups = [*game.rules.groups, *game.late_rules.groups]
    return tuple(turn for turn in TURNS if all(_same(game, group, turn) for group in groups))


def _same(game: PuzzleScriptGame, group: RuleGroup, turn: Turn) -> bool:
    before = {_key(game, rule, IDENTITY) for rule in group.rules}
    return before == {_key(game, rule, turn) for rule in group.rules}


def _key(game: PuzzleScriptGame, rule: PuzzleScriptRule, turn: Turn) -> tuple[object, ...]:
    """A rule that was turned, as the compiler would write it."""
    direction = _turned_direction(rule.direction, turn)
    rows = [[None if cell is None else _cell(game, cell, turn) for cell in row.cells] for row in rule.rows]
    if all(len(row) == 1 for row in rows):
        direction = 0
    elif not rule.has_ellipses and direction in _FORWARDS:
        direction = _FORWARDS[direction]
        rows = [row[::-1] for row in rows]
    return (direction, tuple(map(tuple, rows)), rule.commands, rule.rigid, rule.random)


def _turned_direction(direction: int, turn: Turn) -> int:
    a, b, c, d = turn
    x, y = _STEPS[direction]
    return _DIRECTIONS[a * x + b * y, c * x + d * y]


def _cell(game: PuzzleScriptGame, cell: CellPattern, turn: Turn) -> tuple[object, ...]:
    def turned(movements: int) -> int:
        return _turned_movements(game, movements, turn)

    replacement = cell.replacement
    objects = (cell.objects_present, cell.objects_missing, cell.any_objects_present)
    movements = (turned(cell.movements_present), turned(cell.movements_missing))
    if replacement is None:
        return (*objects, *movements)
    return (
        *objects,
        *movements,
        replacement.objects_clear,
        replacement.objects_set,
        turned(replacement.movements_clear),
        turned(replacement.movements_set),
        turned(replacement.movements_layer_mask),
        replacement.random_mask,
        replacement.random_dir_mask,
    )


def _turned_movements(game: PuzzleScriptGame, movements: int, turn: Turn) -> int:
    found = 0
    for layer in range(game.layer_count):
        shift = MOVEMENT_BITS * layer
        own = movements >> shift & LAYER_MOVEMENTS
        for direction in _STEPS:
            if own & direction:
                own_turned = _turned_direction(direction, turn)
                found |= own_turned << shift
        found |= (own & ~(UP | DOWN | LEFT | RIGHT)) << shift
    return found
