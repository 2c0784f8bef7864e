"""Recorded plays: run one again, and write the final level as the recordings do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from puzzlesynth.levels.bitmask import bits
from puzzlesynth.levels.engine.reference.interpreter import Interpreter
from puzzlesynth.levels.model import PuzzleScriptGame

from .session import LevelSession
from .turn import Engine

EngineFactory = Callable[[PuzzleScriptGame], Engine]


def level_string(game: PuzzleScriptGame, cells: Sequence[int], width: int) -> str:
    """A level as recordings write it.

    Every combination of objects is named where it is first seen and has a number from then on. Cells come
    column by column and the writer breaks the line after every `width` of them, whatever the height is.
    """
    marks = {cell: f"{number}," for number, cell in enumerate(dict.fromkeys(cells))}
    parts = [marks[cell] for cell in cells]
    first = dict(zip(reversed(cells), range(len(cells) - 1, -1, -1), strict=True))
    for cell, mark in marks.items():
        parts[first[cell]] = f"{_names(game, cell)}:{mark}"
    rows = ["".join(parts[begin : begin + width]) for begin in range(0, len(parts), max(1, width))]
    whole = len(cells) // width if width else 0
    return "\n".join([*rows[:whole], *(rows[whole:] or [""])])


def _names(game: PuzzleScriptGame, cell: int) -> str:
    return " ".join(sorted(game.objects[thing].name for thing in bits(cell)))


def session_string(session: LevelSession) -> str:
    """A session's level as recordings write it."""
    board = session.board
    return level_string(session.game, session.engine.cells(board), session.engine.size(board)[0])


def replay(
    game: PuzzleScriptGame, record: Mapping[str, Any], make_engine: EngineFactory = Interpreter
) -> tuple[str, list[int]]:
    """Play a record's inputs. Returns the final level, as recordings write it, and the sounds heard since the first
    level was loaded: recording begins after that."""
    session = LevelSession(game, int(record["level"] or 0), seed=record.get("seed"), engine=make_engine(game))
    for key in record["inputs"]:
        session.press(key)
    return session_string(session), session.sounds[session.sounds_of_loading :]
