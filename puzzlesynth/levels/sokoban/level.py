"""A level of a game that is nothing but pushing: a state is the cells of the crates, as bits, and the player's cell."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from puzzlesynth.levels.bitmask import bits
from puzzlesynth.levels.engine.bitboard.geometry import Geometry, geometry
from puzzlesynth.levels.engine.turn import INPUT_MOVEMENTS
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.movements import STEPS
from puzzlesynth.levels.search.heuristics import greedy_matching

from .game import SokobanGame

MOST_CELLS = 1 << 10
PLAYER_BITS = 10
_KEYS = [(key, *STEPS[movement]) for key, movement in enumerate(INPUT_MOVEMENTS) if movement in STEPS]
"""Keys with their steps across and down, in the order in which solvers try them."""

Way = tuple[int, int, int, int]
"""A key, the cell it leads to, the same as a bit, and the cell behind it as a bit (0 if there is none)."""


@dataclass(slots=True)
class SokobanLevel:
    """A level: cells as bits, the player's as a number. At most `MOST_CELLS` cells."""

    board: Geometry
    walls: int
    marks: int
    crates: int
    player: int
    every_crate: bool
    """Whether all crates have to lie on marks; otherwise all marks have to hold crates."""
    _ways: dict[int, tuple[Way, ...]] = field(default_factory=dict)
    _worths: dict[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, rules: SokobanGame, level: Level) -> SokobanLevel | None:
        """A level to be searched; None if it has no single player, is too large, is won as it is, or has a cell
        with two things that exclude each other."""
        solid = sum(1 << thing for thing in rules.solid)
        walls, marks, crates, players = (
            _cells_with(level, mask) for mask in (solid, 1 << rules.mark, 1 << rules.crate, 1 << rules.player)
        )
        clash = walls & crates | (walls | crates) & players
        if players.bit_count() != 1 or clash or len(level.cells) > MOST_CELLS:
            return None
        board = geometry(level.width, level.height)
        made = cls(board, walls, marks, crates, players.bit_length() - 1, rules.every_crate)
        return None if made.won(crates) else made

    @property
    def start(self) -> int:
        return self.crates << PLAYER_BITS | self.player

    def ways(self, player: int) -> tuple[Way, ...]:
        """Where the player can go from a cell, crates apart."""
        found = self._ways.get(player)
        if found is None:
            found = self._ways[player] = tuple(
                (key, to, 1 << to, (1 << behind) & ~self.walls if behind >= 0 else 0)
                for key, to, behind in neighbours(self.board.width, self.board.height)[player]
                if not self.walls >> to & 1
            )
        return found

    def won(self, crates: int) -> bool:
        return not (crates & ~self.marks if self.every_crate else self.marks & ~crates)

    @property
    def needed(self) -> int:
        """How many crates have to lie on marks in the end."""
        return (self.crates if self.every_crate else self.marks).bit_count()

    def worth(self, crates: int) -> int:
        """The doubled estimate of the moves that are missing."""
        found = self._worths.get(crates)
        if found is None:
            here, there = (crates, self.marks) if self.every_crate else (self.marks, crates)
            height = self.board.height
            away = [divmod(cell, height) for cell in bits(here & ~there)]
            empty = [divmod(cell, height) for cell in bits(there & ~here)]
            farthest = self.board.width + height
            found = self._worths[crates] = greedy_matching(away, empty, farthest) if away else 0
        return found


def _cells_with(level: Level, mask: int) -> int:
    """The cells that hold one of the objects, as bits."""
    return sum([1 << index for index, cell in enumerate(level.cells) if cell & mask])


@lru_cache(maxsize=64)
def neighbours(width: int, height: int) -> list[list[tuple[int, int, int]]]:
    """For every cell the keys that lead to another, that cell, and the one behind it (-1: none)."""

    def cell(x: int, y: int) -> int:
        return x * height + y if 0 <= x < width and 0 <= y < height else -1

    return [
        [
            (key, cell(x + dx, y + dy), cell(x + 2 * dx, y + 2 * dy))
            for key, dx, dy in _KEYS
            if cell(x + dx, y + dy) >= 0
        ]
        for x in range(width)
        for y in range(height)
    ]
