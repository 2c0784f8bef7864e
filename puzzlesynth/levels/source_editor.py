"""A game's source with other levels or other rules in it; everything else stays as the designer wrote it."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzlesynth.bad_input import BadInput
from puzzlesynth.levels.parser.tokens import SECTIONS
from puzzlesynth.levels.show.move_notation import letters as written_moves

from .compiler import compile_source
from .model import Level, PuzzleScriptGame

if TYPE_CHECKING:
    from puzzlesynth.levels.generate.generation import GeneratedLevel

CommentedLevel = tuple[Level, Sequence[str]]
"""A level, and the lines (comments, messages) that come before it."""

_SPARE = string.ascii_uppercase.replace("V", "") + string.digits + "αβγδεζηθικλμνξπρστυφχψω"
"""Without V, which is a direction."""


class CannotWrite(BadInput):
    """The levels cannot be put into the source."""


class MapLetters:
    """A letter for every combination of objects: the legend's, or a new one that `added` explains."""

    def __init__(self, game: PuzzleScriptGame) -> None:
        self._game = game
        self._known = game.legend.letters()
        self._taken = {name.lower() for name in (*game.legend.glyphs, *game.names)}
        self.added: dict[str, tuple[str, ...]] = {}

    def of(self, cell: int) -> str:
        bare = cell & ~self._game.background_mask or cell
        for mask in (cell, bare):
            if mask in self._known:
                return self._known[mask]
        self._known[bare] = self.new(bare)
        return self._known[bare]

    def new(self, cell: int) -> str:
        """A letter that the game does not have, for exactly these objects."""
        for letter in _SPARE:
            if letter.lower() not in self._taken:
                self._taken.add(letter.lower())
                self.added[letter] = tuple(thing.name for thing in self._game.objects if cell & thing.mask)
                return letter
        raise CannotWrite("there are more combinations of objects than letters for them")

    def rows(self, level: Level) -> list[str]:
        """The map, in the letters of the legend as the designer writes them."""
        return ["".join(self.of(level.cell(x, y)) for x in range(level.width)) for y in range(level.height)]


_BREAK = re.compile(r"\r\n?|\n")


@dataclass(frozen=True, slots=True)
class SectionSpan:
    """A section's lines: where its heading is, where its contents begin, and where they end (from 0)."""

    heading: int
    begin: int
    end: int


def lines_of(source: str) -> list[str]:
    return _BREAK.split(source.removeprefix("\ufeff"))


def sections(lines: Sequence[str]) -> dict[str, SectionSpan]:
    """The sections of a source by name, in lower case. Rulers above the next heading belong to that heading."""
    headings: list[tuple[int, str]] = []
    depth = 0
    for number, line in enumerate(lines):
        word = line.strip().lower()
        if depth == 0 and word in SECTIONS and word not in [name for _, name in headings]:
            headings.append((number, word))
        if not headings or headings[-1][1] != "levels":
            depth = max(0, depth + line.count("(") - line.count(")"))
    found = {}
    for place, (number, name) in enumerate(headings):
        begin = number + 1
        if begin < len(lines) and _is_ruler(lines[begin]):
            begin += 1
        end = headings[place + 1][0] if place + 1 < len(headings) else len(lines)
        while place + 1 < len(headings) and end > begin and _is_ruler(lines[end - 1]):
            end -= 1
        found[name] = SectionSpan(number, begin, end)
    return found


def _is_ruler(line: str) -> bool:
    return bool(line.strip()) and not line.strip().strip("=")


def with_level(source: str, game: PuzzleScriptGame, entry: int, level: Level, note: str | None = None) -> str:
    """The source with one level's map replaced by another. `entry` is the level's place in the game's list."""
    old = game.levels[entry]
    assert isinstance(old, Level)
    lines = lines_of(source)
    letters = MapLetters(game)
    rows = letters.rows(level)
    lines[old.line - 1 : old.last_line] = [*([f"({note})"] if note else []), *rows]
    text = "\n".join(_with_legend(lines, letters))
    _check(text, [level if other is old else other for other in game.maps])
    return text


def with_levels(
    source: str,
    game: PuzzleScriptGame,
    levels: Sequence[CommentedLevel],
    after: Sequence[str] = (),
) -> str:
    """The source with these levels as its last section, and with lines after the last. It has been compiled again,
    and has them."""
    lines = lines_of(source)
    found = sections(lines)
    if "levels" not in found:
        raise CannotWrite("the source has no section LEVELS")
    letters = MapLetters(game)
    body = ["", *_section(levels, letters)]
    lines[found["levels"].begin :] = [*body, *after, ""] if after else body
    text = "\n".join(_with_legend(lines, letters))
    _check(text, [level for level, _ in levels])
    return text


def _section(levels: Iterable[CommentedLevel], letters: MapLetters) -> Iterator[str]:
    for level, before in levels:
        yield from (*before, *letters.rows(level), "")


def levels_section(made: Sequence[GeneratedLevel], letters: MapLetters) -> str:
    """Generated levels as the source's last section has them, each under a comment with its solution."""
    return "\n".join(_section(_commented(made), letters))


def source_with_levels(source: str, game: PuzzleScriptGame, made: Sequence[GeneratedLevel]) -> str:
    """The game's source with generated levels in the place of its own."""
    return with_levels(source, game, _commented(made))


def _commented(made: Sequence[GeneratedLevel]) -> list[CommentedLevel]:
    return [
        (
            item.level,
            [f"(made with seed {item.seed}, solved in {len(item.moves)} moves: {written_moves(item.moves)})"],
        )
        for item in made
    ]


def _with_legend(lines: list[str], letters: MapLetters) -> list[str]:
    """New letters are explained at the beginning of the legend."""
    if not letters.added:
        return lines
    found = sections(lines)
    if "legend" not in found:
        raise CannotWrite("the source has no section LEGEND")
    begin = found["legend"].begin
    new = [f"{letter} = {' and '.join(things)}" for letter, things in letters.added.items()]
    return [*lines[:begin], *new, *lines[begin:]]


def _check(text: str, wanted: Sequence[Level]) -> None:
    """Compile what was written: it must have these levels, and not say anything else than before."""
    game = compile_source(text).game
    written = game.maps if game is not None else []
    if [(item.width, item.cells) for item in written] != [(item.width, item.cells) for item in wanted]:
        raise CannotWrite("the levels do not come out of the source as they were put in")
