"""Levels as text, in the characters of the game's own legend."""

from __future__ import annotations

import string
from dataclasses import dataclass, field

from puzzlesynth.levels.model import PuzzleScriptGame

from .scene import Viewport

_SPARE = string.ascii_uppercase + string.digits + "!?%&§$+=:;<>^~|/"

_LAST_RESORT = "¤"


@dataclass
class Glyphs:
    """Which character stands for which combination of objects in one game.

    Combinations that the legend has no character for get a spare one, which `invented` explains; unless
    `loose`: then the topmost object that has a character lends it.
    """

    game: PuzzleScriptGame
    loose: bool = False
    invented: dict[str, int] = field(default_factory=dict)
    _known: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        letters = self.game.legend.letters()
        self._known |= {mask: letter for mask, letter in letters.items() if letter.isprintable()}
        self._legend = dict(self._known)
        # Maps know no difference between capitals and small letters.
        self._taken = {letter.upper() for letter in self._legend.values()}

    def of(self, cell: int) -> str:
        """The character of a cell."""
        if cell not in self._known:
            self._known[cell] = self._without_background(cell) or self._lent(cell) or self._new(cell)
        return self._known[cell]

    def _without_background(self, cell: int) -> str | None:
        layer = self.game.background_mask
        return self._legend.get(cell & ~layer) or (
            self._legend.get(cell & layer) if cell == cell & layer else None
        )

    def _lent(self, cell: int) -> str | None:
        if not self.loose:
            return None
        for thing in reversed(self.game.objects):
            if cell & thing.mask and thing.mask in self._legend:
                return self._legend[thing.mask]
        return None

    def _new(self, cell: int) -> str:
        for letter in _SPARE:
            if letter not in self._taken:
                self._taken.add(letter)
                self.invented[letter] = cell
                return letter
        return _LAST_RESORT

    def key(self) -> list[str]:
        """What the spare characters stand for, a line each."""
        return [
            f"{letter} = {' and '.join(names(self.game, cell))}" for letter, cell in self.invented.items()
        ]


def names(game: PuzzleScriptGame, cell: int) -> list[str]:
    """The objects in a cell, from the bottom to the top; the background only if it is alone."""
    return [thing.display_name for thing in game.objects_in(cell)] or ["nothing"]


def level_text(view: Viewport, glyphs: Glyphs) -> str:
    """The rows of a level, without a newline at the end."""
    return "\n".join(
        "".join(glyphs.of(view.cell(x, y)) for x in range(view.width)) for y in range(view.height)
    )
