"""Made levels for people, programs and the original editor: maps in the game's letters, whole sources, JSON."""

from __future__ import annotations

import json
import string
from collections.abc import Sequence
from typing import Any

from puzzlesynth.bad_input import BadInput
from puzzlesynth.levels.generate.generation import GeneratedLevel
from puzzlesynth.levels.show.move_notation import letters

from .compiler import compile_source
from .model import Level, PuzzleScriptGame

_SPARE = string.ascii_uppercase.replace("V", "") + string.digits + "αβγδεζηθικλμνξπρστυφχψω"
"""Without V, which is a direction."""


class CannotWrite(BadInput):
    """The levels cannot be put into the source."""


class MapLetters:
    """A letter for every combination of objects: the legend's, or a new one that `added` explains."""

    def __init__(self, game: PuzzleScriptGame) -> None:
        self._game = game
        self._ground = game.layers[game.background_layer].mask
        self._known = game.legend.letters()
        legend = game.legend
        names = {*legend.glyphs, *legend.synonyms, *legend.aggregates, *legend.properties}
        self._taken = {name.lower() for name in (*names, *(thing.name for thing in game.objects))}
        self.added: dict[str, tuple[str, ...]] = {}

    def of(self, cell: int) -> str:
        for mask in (cell, cell & ~self._ground or cell):
            if mask in self._known:
                return self._known[mask]
        for letter in _SPARE:
            if letter.lower() not in self._taken:
                self._taken.add(letter.lower())
                mask = cell & ~self._ground or cell
                self.added[letter] = tuple(thing.name for thing in self._game.objects if mask & thing.mask)
                self._known[mask] = letter
                return letter
        raise CannotWrite("there are more combinations of objects than letters for them")

    def rows(self, level: Level) -> list[str]:
        """The map, in the letters of the legend as the designer writes them."""
        return ["".join(self.of(level.cell(x, y)) for x in range(level.width)) for y in range(level.height)]


def levels_section(game: PuzzleScriptGame, made: Sequence[GeneratedLevel], map_letters: MapLetters) -> str:
    """The levels as the source's last section has them, each under a comment with its solution."""
    blocks = []
    for item in made:
        comment = f"(made with seed {item.seed}, solved in {len(item.moves)} moves: {letters(item.moves)})"
        blocks.append("\n".join([comment, *map_letters.rows(item.level)]))
    return "\n\n".join(blocks) + "\n"


def source_with_levels(source: str, game: PuzzleScriptGame, made: Sequence[GeneratedLevel]) -> str:
    """The game's source with these levels in the place of its own. It has been compiled again, and has them."""
    lines = source.splitlines()
    start = _header(lines, "levels")
    map_letters = MapLetters(game)
    levels = levels_section(game, made, map_letters)
    head = lines[: start + 1]
    if start + 1 < len(lines) and set(lines[start + 1].strip()) == {"="}:
        head.append(lines[start + 1])
    if map_letters.added:
        legend = _header(lines, "legend") + 1
        if set(lines[legend].strip()) == {"="}:
            legend += 1
        head[legend:legend] = [
            f"{name} = {' and '.join(things)}" for name, things in map_letters.added.items()
        ]
    text = "\n".join([*head, "", levels])
    again = compile_source(text).game
    written = [level.cells for level in again.levels if isinstance(level, Level)] if again is not None else []
    if written != [item.level.cells for item in made]:
        raise CannotWrite("the levels do not come out of the source as they were put in")
    return text


def _header(lines: Sequence[str], name: str) -> int:
    for number in range(len(lines) - 1, -1, -1):
        if lines[number].strip().lower() == name:
            return number
    raise CannotWrite(f"the source has no section {name.upper()}")


def generated_level_json(game: PuzzleScriptGame, item: GeneratedLevel) -> dict[str, Any]:
    """One level with everything that is known about it."""
    map_letters = MapLetters(game)
    rows = map_letters.rows(item.level)
    used = {letter for row in rows for letter in row}
    meanings = {letter: _names(game, item.level, rows, letter) for letter in sorted(used)}
    return {
        "game": game.settings.title,
        "width": item.level.width,
        "height": item.level.height,
        "rows": rows,
        "legend": meanings,
        "solution": letters(item.moves),
        "moves": list(item.moves),
        "measures": item.measures.json(),
        "seed": item.seed,
        "method": item.method,
        "attempt": item.attempt,
    }


def _names(game: PuzzleScriptGame, level: Level, rows: list[str], letter: str) -> list[str]:
    """The objects that a letter stands for."""
    y = next(number for number, row in enumerate(rows) if letter in row)
    cell = level.cell(rows[y].index(letter), y)
    ground = game.layers[game.background_layer].mask
    mask = cell & ~ground or cell
    return [thing.name for thing in game.objects if mask & thing.mask]


def json_lines(game: PuzzleScriptGame, made: Sequence[GeneratedLevel]) -> str:
    """One level a line."""
    return "".join(json.dumps(generated_level_json(game, item), ensure_ascii=False) + "\n" for item in made)
