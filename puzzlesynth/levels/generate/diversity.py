"""How much two levels of one layout differ: in how many things, laid over each other in the best way.

A thing is what was placed in a cell. Two levels differ in as many things as the fuller one has without an equal in the
same place of the other. Where the rules do not mind, one of them may be turned or mirrored first. A level that was
shifted as a whole, but for at most one thing, is no other level either.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from puzzlesynth.levels.generate.placement.layout import LevelLayout
from puzzlesynth.levels.model import Level, PuzzleScriptGame

from .symmetry import symmetries, turned_places

DIFFER = 3
"""Levels of one run differ in so many things."""
SHIFTED = 2
"""So many, if one of them is shifted."""

Things = frozenset[tuple[int, int, int]]
"""Columns, rows, and what is there."""


@dataclass(frozen=True, slots=True)
class LevelPattern:
    """What was placed in a level, as it is and in all its images."""

    images: tuple[Things, ...]
    numbers: Counter[int]

    @property
    def things(self) -> Things:
        return self.images[0]


class LevelDiversity:
    """Compares levels of one game on one layout."""

    def __init__(self, game: PuzzleScriptGame, layout: LevelLayout, least: int = DIFFER) -> None:
        self._layout, self._least = layout, least
        self.turns = symmetries(game)
        self._places = [turned_places(layout.width, layout.height, turn) for turn in self.turns]

    def pattern(self, level: Level) -> LevelPattern:
        placed = {
            index: level.cells[index] & ~self._layout.cells[index]
            for index in self._layout.free
            if level.cells[index] & ~self._layout.cells[index]
        }
        images = tuple(
            frozenset((*places[index], mask) for index, mask in placed.items()) for places in self._places
        )
        return LevelPattern(images, Counter(placed.values()))

    def differ(self, one: LevelPattern, other: LevelPattern) -> bool:
        """Whether the levels are different enough to be given out together."""
        least, most = self._least, max(len(one.things), len(other.things))
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


def _most_in_place(one: Things, other: Things) -> int:
    """How many things are in the same places, if the other is shifted in the best way."""
    by_kind: dict[int, list[tuple[int, int]]] = {}
    for x, y, mask in other:
        by_kind.setdefault(mask, []).append((x, y))
    shifts = Counter((x - a, y - b) for x, y, mask in one for a, b in by_kind.get(mask, ()))
    return max(shifts.values(), default=0)
