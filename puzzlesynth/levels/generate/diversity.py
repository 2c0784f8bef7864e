"""How much two levels of one layout differ: in how many things, laid over each other in the best way.

A thing is what was placed in a cell. Two levels differ in as many things as the fuller one has without an equal in the
same place of the other. Where the rules do not mind, one of them may be turned or mirrored first. A level that was
shifted as a whole, but for at most one thing, is no other level either. Nor is one that is won by the same moves, turned
or not: what differs there does not matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import ceil

from puzzlesynth.levels.engine.turn import INPUT_MOVEMENTS, NO_INPUT
from puzzlesynth.levels.generate.placement.layout import LevelLayout
from puzzlesynth.levels.model import CellPattern, Level, PuzzleScriptGame, PuzzleScriptRule, RuleGroup
from puzzlesynth.levels.movements import DOWN, LAYER_MOVEMENTS, LEFT, MOVEMENT_BITS, RIGHT, STEPS, UP

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

_DIRECTIONS = {step: direction for direction, step in STEPS.items()}
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


def _turned_keys(turn: Turn) -> list[int]:
    """For every input, the one that does the same in a turned level. The last is for `NO_INPUT`, which is -1."""
    movements = list(INPUT_MOVEMENTS)
    turned = [
        movements.index(_turned_direction(movement, turn)) if movement in STEPS else key
        for key, movement in enumerate(movements)
    ]
    return [*turned, NO_INPUT]


def _turned_direction(direction: int, turn: Turn) -> int:
    a, b, c, d = turn
    x, y = STEPS[direction]
    return _DIRECTIONS[a * x + b * y, c * x + d * y]


def _cell(game: PuzzleScriptGame, cell: CellPattern, turn: Turn) -> CellPattern:
    def turned(movements: int) -> int:
        return _turned_movements(game, movements, turn)

    after = cell.replacement
    if after is not None:
        after = replace(
            after,
            movements_clear=turned(after.movements_clear),
            movements_set=turned(after.movements_set),
            movements_layer_mask=turned(after.movements_layer_mask),
        )
    present, missing = turned(cell.movements_present), turned(cell.movements_missing)
    return replace(cell, movements_present=present, movements_missing=missing, replacement=after)


def _turned_movements(game: PuzzleScriptGame, movements: int, turn: Turn) -> int:
    found = 0
    for layer in range(game.layer_count):
        shift = MOVEMENT_BITS * layer
        own = movements >> shift & LAYER_MOVEMENTS
        for direction in STEPS:
            if own & direction:
                own_turned = _turned_direction(direction, turn)
                found |= own_turned << shift
        found |= (own & ~(UP | DOWN | LEFT | RIGHT)) << shift
    return found


DIFFER = 3
"""Levels of one run differ in at least this many things ..."""
DIFFER_SHARE = 1 / 3
"""... and in this share of what the fuller one has, unless a number is asked for."""
SHIFTED = 2
"""So many, if one of them is shifted."""

Things = frozenset[tuple[int, int, int]]
"""Columns, rows, and what is there."""


@dataclass(frozen=True, slots=True)
class LevelPattern:
    """What was placed in a level, as it is and in all its images."""

    images: tuple[Things, ...]
    numbers: Counter[int]
    play: tuple[int, ...] | None = None
    """The moves that win, the same for all images; None if they are not to be compared."""

    @property
    def things(self) -> Things:
        return self.images[0]


class LevelDiversity:
    """Compares levels of one game on one layout."""

    def __init__(self, game: PuzzleScriptGame, layout: LevelLayout, least: int | None = None) -> None:
        self._layout, self._asked = layout, least
        self.turns = symmetries(game)
        self._places = [turned_places(layout.width, layout.height, turn) for turn in self.turns]
        self._keys = [_turned_keys(turn) for turn in self.turns]

    def pattern(self, level: Level, moves: tuple[int, ...] | None = None) -> LevelPattern:
        placed = {
            index: level.cells[index] & ~self._layout.cells[index]
            for index in self._layout.free
            if level.cells[index] & ~self._layout.cells[index]
        }
        images = tuple(
            frozenset((*places[index], mask) for index, mask in placed.items()) for places in self._places
        )
        play = min(tuple(keys[move] for move in moves) for keys in self._keys) if moves else None
        return LevelPattern(images, Counter(placed.values()), play)

    def least(self, one: LevelPattern, other: LevelPattern) -> int:
        """In how many things two levels have to differ."""
        if self._asked is not None:
            return self._asked
        return max(DIFFER, ceil(DIFFER_SHARE * max(len(one.things), len(other.things))))

    def differ(self, one: LevelPattern, other: LevelPattern) -> bool:
        """Whether the levels are different enough to be given out together."""
        if one.play is not None and one.play == other.play:
            return False
        least, most = self.least(one, other), max(len(one.things), len(other.things))
        if most - (one.numbers & other.numbers).total() >= max(least, SHIFTED):
            return True
        if any(most - len(one.things & image) < least for image in other.images):
            return False
        near = min(least, SHIFTED)
        return all(most - _most_in_place(one.things, image) >= near for image in other.images)

    def distance(self, one: LevelPattern, other: LevelPattern) -> int:
        """In how many things they differ, without shifting."""
        most = max(len(one.things), len(other.things))
        return min(most - len(one.things & image) for image in other.images)

    def nearest(self, pattern: LevelPattern, others: Iterable[LevelPattern]) -> int | None:
        """In how many things a level differs from the most similar of the others; None if there is no other."""
        return min((self.distance(pattern, other) for other in others if other is not pattern), default=None)


def _most_in_place(one: Things, other: Things) -> int:
    """How many things are in the same places, if the other is shifted in the best way."""
    by_kind: dict[int, list[tuple[int, int]]] = {}
    for x, y, mask in other:
        by_kind.setdefault(mask, []).append((x, y))
    shifts = Counter((x - a, y - b) for x, y, mask in one for a, b in by_kind.get(mask, ()))
    return max(shifts.values(), default=0)
