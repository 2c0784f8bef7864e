"""Games and levels as the page has them.

A level is `{"width": 3, "height": 1, "cells": "0 0.4 0.2"}`: for each cell, column by column, the numbers of its objects.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from puzzlesynth.levels.analysis import analyse, collect_source_rules
from puzzlesynth.levels.bitmask import bits
from puzzlesynth.levels.compiler import Compilation
from puzzlesynth.levels.design import LevelLocks
from puzzlesynth.levels.editor.grid import LARGEST_SIDE
from puzzlesynth.levels.engine.turn import INPUT_MOVEMENTS
from puzzlesynth.levels.generate import single_solution_refusals
from puzzlesynth.levels.model import GameObject, Level, LevelEntry, PuzzleScriptGame
from puzzlesynth.levels.parser.messages import Message
from puzzlesynth.levels.show.scene import Painter
from puzzlesynth.levels.source_editor import lines_of
from puzzlesynth.studio.protocol import Json, Params, RequestError, number_of, text_of


def level_json(level: Level) -> dict[str, Json]:
    known: dict[int, str] = {}
    for cell in level.cells:
        if cell not in known:
            known[cell] = ".".join(map(str, bits(cell)))
    return {
        "width": level.width,
        "height": level.height,
        "cells": " ".join(known[cell] for cell in level.cells),
    }


def read_level(game: PuzzleScriptGame, params: Params, name: str = "level") -> Level:
    """Raises `RequestError`."""
    said = params.get(name)
    if not isinstance(said, dict):
        raise RequestError(f"`{name}` is a level")
    width, height = number_of(said, "width"), number_of(said, "height")
    if not (1 <= width <= LARGEST_SIDE and 1 <= height <= LARGEST_SIDE):
        raise RequestError(f"a level has 1 to {LARGEST_SIDE} columns and rows")
    words = text_of(said, "cells").split(" ")
    if len(words) != width * height:
        raise RequestError("a level has as many cells as columns times rows")
    known: dict[str, int] = {}
    for word in words:
        if word not in known:
            known[word] = _cell(game, word)
    return Level(width, height, tuple(known[word] for word in words), 0)


def number_from(word: str) -> int:
    """The number of an object, from the words of a cell. Raises `RequestError`."""
    if not re.fullmatch("[0-9]{1,9}", word):
        raise RequestError("objects are named by their numbers")
    return int(word)


def _cell(game: PuzzleScriptGame, word: str) -> int:
    cell = 0
    for part in word.split(".") if word else ():
        if number_from(part) >= game.object_count:
            raise RequestError("a cell has objects that the game does not have")
        cell |= 1 << number_from(part)
    return cell if cell & game.background_mask else cell | 1 << game.background_id


def read_locks(game: PuzzleScriptGame, level: Level, params: Params) -> LevelLocks:
    """`frozen`: a text with `1` for every frozen cell, column by column; `objects`: numbers of frozen objects."""
    mask, things = text_of(params, "frozen", ""), params.get("objects", [])
    if mask and len(mask) != len(level.cells):
        raise RequestError("`frozen` has a digit for every cell")
    if not isinstance(things, list) or not all(
        isinstance(thing, int) and 0 <= thing < game.object_count for thing in things
    ):
        raise RequestError("`objects` are numbers of objects")
    cells = sum(1 << index for index, digit in enumerate(mask) if digit == "1")
    return LevelLocks(cells, sum({1 << thing for thing in things}))


def compilation_json(source: str, compilation: Compilation) -> dict[str, Json]:
    game = compilation.game
    return {
        "messages": [message_json(message) for message in compilation.messages],
        "errors": len(compilation.errors),
        "game": None if game is None else game_json(source, game),
    }


def message_json(message: Message) -> dict[str, Json]:
    return {"kind": message.kind, "line": message.line, "text": message.text}


def game_json(source: str, game: PuzzleScriptGame) -> dict[str, Json]:
    painter = Painter(game)
    walls = analyse(game).walls
    settings = game.settings
    return {
        "title": settings.title,
        "objects": [_object_json(game, painter, thing) for thing in game.objects],
        "background": game.background_id,
        "ground": bits(game.ground_mask),
        "bare": ".".join(map(str, bits(game.bare_cell))),
        "wall": walls[0] if walls else None,
        "players": list(game.players),
        "entries": [entry_json(entry) for entry in game.levels],
        "rules": rules_json(source, game),
        "refusals": list(single_solution_refusals(game)),
        "action": not settings.noaction,
        "inputs": len(INPUT_MOVEMENTS) - settings.noaction,
        "ground_color": settings.background_color,
    }


def _object_json(game: PuzzleScriptGame, painter: Painter, thing: GameObject) -> dict[str, Json]:
    letters = game.legend.letters()
    return {
        "name": thing.display_name,
        "layer": thing.layer,
        "letter": letters.get(thing.mask) or letters.get(thing.mask | 1 << game.background_id),
        "pixels": [
            [None if color is None else "#{:02x}{:02x}{:02x}".format(*color) for color in row]
            for row in painter.sprite(thing)
        ],
    }


def entry_json(entry: LevelEntry) -> dict[str, Json]:
    if isinstance(entry, Level):
        return {"kind": "level", "line": entry.line, "level": level_json(entry)}
    return {"kind": "message", "line": entry.line, "text": entry.text}


def rules_json(source: str, game: PuzzleScriptGame) -> list[dict[str, Json]]:
    """The rules as the designer wrote them, by their lines."""
    lines = lines_of(source)
    numbers = sorted({rule.line for rule in collect_source_rules(game)})
    return [{"line": number, "text": lines[number - 1].strip()} for number in numbers if number <= len(lines)]


def moves_json(moves: Sequence[int] | None) -> list[int] | None:
    return None if moves is None else list(moves)


def read_range(params: Params, name: str) -> tuple[int, int | None] | None:
    """Two numbers of which the second can be missing; nothing if there is no wish."""
    said: Any = params.get(name)
    if said is None:
        return None
    if not (isinstance(said, list) and len(said) == 2 and isinstance(said[0], int | None)):
        raise RequestError(f"`{name}` is a range")
    least, most = said
    if most is not None and not isinstance(most, int):
        raise RequestError(f"`{name}` is a range")
    return None if least is None and most is None else (least or 0, most)
