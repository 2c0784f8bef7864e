"""Compile a source, write a level into it, and play. They follow each keystroke, so what was compiled is kept."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from puzzlesynth.levels.editor import PlayTest, blank
from puzzlesynth.levels.editor.grid import LARGEST_SIDE, mirrored, resized, rotated
from puzzlesynth.levels.editor.play_test import PlayTurn
from puzzlesynth.levels.editor.source_document import SourceDocument
from puzzlesynth.levels.engine.session import Input
from puzzlesynth.levels.model import Level
from puzzlesynth.studio.jobs.worker import Emit
from puzzlesynth.studio.protocol import Json, Params, RequestError, number_of, text_of

from .opened_game import document_of, game_of
from .wire import compilation_json, level_json, read_level

Given = tuple[str, Params]
"""A source, and what is asked about it."""


def compile_game(given: Given, _emit: Emit) -> Json:
    source, _ = given
    return compilation_json(source, document_of(source).compilation)


def write(given: Given, _emit: Emit) -> Json:
    """The source after a change of its levels: `change` is level, add, message, remove, order or words."""
    source, params = given
    document = document_of(source)
    made = _written(document, params)
    return {"text": made.text}


def _written(document: SourceDocument, params: Params) -> SourceDocument:
    change = text_of(params, "change")
    if change == "order":
        order = params.get("order")
        if not isinstance(order, list) or sorted(order) != list(range(len(document.entries))):
            raise RequestError("`order` has every entry once")
        return document.reordered(order)
    entry = number_of(params, "entry")
    if change == "level":
        return document.with_level(entry, read_level(document.game, params))
    if change == "add":
        return document.with_new_level(read_level(document.game, params), entry)
    if change == "message":
        return document.with_new_message(text_of(params, "words"), entry)
    if change == "words":
        return document.with_message(entry, text_of(params, "words"))
    if change == "remove":
        return document.without_entry(entry)
    raise RequestError(f"no change is named `{change}`")


def reshape(given: Given, _emit: Emit) -> Json:
    """A map turned, mirrored or with other sides: `how` is turn, mirror columns, mirror rows, resize or blank."""
    source, params = given
    game = game_of(source)
    how = text_of(params, "how")
    if how == "blank":
        width, height = number_of(params, "width"), number_of(params, "height")
        if not (1 <= width <= LARGEST_SIDE and 1 <= height <= LARGEST_SIDE):
            raise RequestError(f"a level has 1 to {LARGEST_SIDE} columns and rows")
        return level_json(blank(game, width, height))
    level = read_level(game, params)
    if how == "turn":
        return level_json(rotated(level))
    if how in ("mirror columns", "mirror rows"):
        return level_json(mirrored(level, "columns" if how == "mirror columns" else "rows"))
    if how == "resize":
        sides = {side: number_of(params, side, 0) for side in ("left", "top", "right", "bottom")}
        try:
            return level_json(resized(game, level, **sides))
        except ValueError as error:
            raise RequestError(str(error)) from None
    raise RequestError(f"no change is named `{how}`")


# --- play -----------------------------------------------------------------------------------------------------------

_WORDS = ("undo", "restart", "tick")


def play(given: Given, _emit: Emit) -> Json:
    """Where a play stands after `keys`, and the boards on the way from the last but one. A play goes on from where the
    process has it; a process that was started anew plays the keys before again."""
    source, params = given
    level = read_level(game_of(source), params)
    keys = _keys(params)
    test, done = _plays(source, level.width, level.cells)
    if done != keys[: len(done)] or len(done) > len(keys):
        _plays.cache_clear()
        test, done = _plays(source, level.width, level.cells)
    turn = test.now()
    for key in keys[len(done) :]:
        turn = test.press(key)
        done.append(key)
    return turn_json(turn, test.can_undo)


@lru_cache(maxsize=1)
def _plays(source: str, width: int, cells: tuple[int, ...]) -> tuple[PlayTest, list[Input]]:
    level = Level(width, len(cells) // width, cells, 0)
    return PlayTest(game_of(source), level), []


def _keys(params: Params) -> list[Input]:
    said: Any = params.get("keys")
    if not isinstance(said, list) or not all(
        key in _WORDS or (isinstance(key, int) and 0 <= key <= 4) for key in said
    ):
        raise RequestError("`keys` are numbers of inputs, or undo, restart or tick")
    return said


def turn_json(turn: PlayTurn, can_undo: bool) -> dict[str, Json]:
    return {
        "frames": [level_json(frame) for frame in turn.frames],
        "changed": turn.changed,
        "won": turn.won,
        "message": turn.message,
        "moves": list(turn.moves),
        "undo": can_undo,
    }
