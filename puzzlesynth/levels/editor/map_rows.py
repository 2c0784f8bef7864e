"""Rows of a map as text: in the letters of the legend, and where nothing changed in those that stand there."""

from __future__ import annotations

from collections.abc import Sequence

from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.parser.tokens import WHITE
from puzzlesynth.levels.source_editor import MapLetters


class Letters:
    """Letters for the cells of maps. `added` has those that the legend lacks, with the objects that they mean."""

    def __init__(self, game: PuzzleScriptGame) -> None:
        self._game = game
        self._letters = MapLetters(game)
        self.keeps_old = True
        """Whether a letter of a map can stay where the cell has not changed."""

    def of(self, cell: int) -> str:
        raise NotImplementedError

    def row(self, level: Level, y: int) -> str:
        return "".join(self.of(level.cell(x, y)) for x in range(level.width))

    @property
    def added(self) -> dict[str, tuple[str, ...]]:
        return self._letters.added

    def explanations(self) -> list[str]:
        """Lines of a legend for the letters that were added."""
        spelled = {thing.name: thing.display_name for thing in self._game.objects}
        return [
            f"{letter} = {' and '.join(spelled.get(name, name) for name in names)}"
            for letter, names in self.added.items()
        ]


class KnownLetters(Letters):
    """The legend's letters. One that says nothing about the background stands for a cell with any."""

    def of(self, cell: int) -> str:
        return self._letters.of(cell)


class ExactLetters(Letters):
    """Letters that name every object of a cell, the background too."""

    def __init__(self, game: PuzzleScriptGame) -> None:
        super().__init__(game)
        self.keeps_old = False
        self._exact = dict(game.legend.letters())

    def of(self, cell: int) -> str:
        if cell not in self._exact:
            self._exact[cell] = self._letters.new(cell)
        return self._exact[cell]


def rewritten_rows(texts: Sequence[str], old: Level, new: Level, letters: Letters) -> list[str]:
    """The rows of a map in the place of another's. Of rows that stand there, the letters of cells that have not
    changed, spaces around them and comments behind them are kept."""
    same_width = old.width == new.width and len(texts) == old.height
    rows = []
    for y in range(new.height):
        text = texts[y] if same_width and y < old.height else None
        rows.append(
            letters.row(new, y)
            if text is None or not letters.keeps_old
            else _edited(text, y, old, new, letters)
        )
    return rows


def _edited(text: str, y: int, old: Level, new: Level, letters: Letters) -> str:
    body = text.partition("(")[0]
    row = body.strip(WHITE)
    if len(row) != old.width:
        return letters.row(new, y)
    begin = body.index(row)
    cells = [
        row[x] if old.cell(x, y) == new.cell(x, y) else letters.of(new.cell(x, y)) for x in range(new.width)
    ]
    return text[:begin] + "".join(cells) + text[begin + len(row) :]
