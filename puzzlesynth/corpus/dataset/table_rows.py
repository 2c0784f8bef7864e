"""A puzzle as a row of a table: what is in which column, and how it is read off the puzzle's JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.text.phrases import goal_phrase, use_phrase
from puzzlesynth.pack.text.wording import area_title, capital, words
from puzzlesynth.quick_dataclasses import dataclass

TEXT, NUMBER, TEXTS = "string", "int32", "list<string>"

Row = dict[str, Any]
Data = dict[str, Any]
"""The JSON of a puzzle."""


@dataclass(frozen=True)
class Column:
    name: str
    type: str
    meaning: str
    read: Callable[[Any, Data], Any]


class PackTexts:
    """The words for what happens in a pack's puzzles. The same few phrases come again and again, so each is made once."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self._rules = {rule.number: rule for rule in pack.rules}
        self._phrases: dict[tuple[int, tuple[str, ...]], str] = {}

    @cached_property
    def _goals(self) -> dict[tuple[str, str], str]:
        return {
            (area.name, text): f"{area_title(area)}: {goal_phrase(goal)}"
            for area in self.pack.areas.values()
            for goal, text in zip(area.goals, area.goal_texts, strict=True)
        }

    def goals(self, data: Data) -> list[str]:
        return [self._goals[area["name"], area["goal"]] for area in data["areas"]]

    def solution(self, data: Data) -> list[str]:
        items = {thing["id"]: thing["item"] for thing in (*data["objects"], *data["creates"])}
        steps = {step["id"]: step for step in data["steps"]}
        return [self._phrase(steps[name], items) for name in data["solution"]]

    def _phrase(self, step: Data, items: dict[str, str]) -> str:
        key = (step["rule"], tuple(items[name] for name in step["inputs"]))
        found = self._phrases.get(key)
        if found is None:
            rule = self._rules[step["rule"]]
            found = f"{capital(use_phrase(self.pack, rule, [words(item) for item in key[1]]))}."
            self._phrases[key] = found
        return found


def _metric(name: str) -> Callable[[PackTexts, Data], Any]:
    return lambda _, data: data["metrics"].get(name, 0)


def _difficulty(name: str) -> Callable[[PackTexts, Data], Any]:
    return lambda _, data: data.get("difficulty", {}).get(name)


def _guarantee(name: str) -> Callable[[PackTexts, Data], Any]:
    return lambda _, data: data["guarantees"].get(name)


_PARTS = {
    "steps": "the number of steps",
    "depth": "the longest chain of steps",
    "sight": "what is in sight at the start",
    "states": "the number of states",
    "dead_ends": "the share of dead ends",
    "lost": "how little a random player gets done",
    "tightness": "how few orders of the steps work",
}
"""Of the difficulty, each from 0 to 100."""

COLUMNS: tuple[Column, ...] = (
    Column("id", TEXT, "Hash of the puzzle; no two rows have the same.", lambda _, data: data["id"]),
    Column(
        "tree", TEXT, "Hash of the puzzle without the places of its objects.", lambda _, data: data["tree"]
    ),
    Column("pack", TEXT, "The pack that it was made from.", lambda _, data: data["pack"]["name"]),
    Column("areas", NUMBER, "How many areas there are to solve.", lambda _, data: len(data["areas"])),
    Column("steps", NUMBER, "How many steps the solution has.", _metric("steps")),
    Column("depth", NUMBER, "The longest chain of steps under a goal.", _metric("depth")),
    Column("objects", NUMBER, "How many objects there are at the start.", _metric("objects")),
    Column("herrings", NUMBER, "How many of them are red herrings.", _metric("herrings")),
    Column("grade", TEXT, "`easy`, `medium` or `hard`; null if it was not measured.", _difficulty("grade")),
    Column("score", NUMBER, "The difficulty, from 0 to 100.", _difficulty("score")),
    *(
        Column(f"score_{name}", NUMBER, f"The part of the difficulty for {what}.", _difficulty(name))
        for name, what in _PARTS.items()
    ),
    Column("solvable", TEXT, "Whether the solution was replayed.", _guarantee("solvable")),
    Column("shortcuts", TEXT, "What is known about shortcuts.", _guarantee("shortcuts")),
    Column("dead_ends", TEXT, "What is known about dead ends.", _guarantee("dead_ends")),
    Column("goals", TEXTS, "The goal of each area, in words.", PackTexts.goals),
    Column("solution", TEXTS, "The steps of the solution, in words.", PackTexts.solution),
)
"""Beside `puzzle`, which has the JSON itself."""

PUZZLE = Column("puzzle", TEXT, "The puzzle as JSON, for every command of puzzlesynth.", lambda _, data: data)


def row_of(texts: PackTexts, line: str) -> Row:
    """The row of a puzzle. `ValueError` or `KeyError` for a line that is no puzzle of this pack."""
    return _row(COLUMNS, PUZZLE, texts, line)


def _measure(name: str) -> Callable[[object, Data], Any]:
    return lambda _, data: data["measures"].get(name)


LEVEL_COLUMNS: tuple[Column, ...] = (
    Column("id", TEXT, "Hash of the level, the same for its images.", lambda _, data: data["id"]),
    Column("pack", TEXT, "The game.", lambda _, data: data["pack"]["name"]),
    Column("width", NUMBER, "Cells from left to right.", lambda _, data: data["width"]),
    Column("height", NUMBER, "Cells from top to bottom.", lambda _, data: data["height"]),
    Column("rows", TEXTS, "The map, with the letters of the game's legend.", lambda _, data: data["rows"]),
    Column("solution", TEXT, "A shortest solution: u, d, l, r and x.", lambda _, data: data["solution"]),
    Column("length", NUMBER, "Moves of a shortest solution.", _measure("length")),
    Column("difficulty", NUMBER, "States that the best solver explores.", _measure("difficulty")),
)
LEVEL = Column("level", TEXT, "Everything that is known about the level, as JSON.", lambda _, data: data)


def level_row_of(_: object, line: str) -> Row:
    """The row of a level. `ValueError` or `KeyError` for a line that is none."""
    return _row(LEVEL_COLUMNS, LEVEL, _, line)


def _row(columns: Sequence[Column], whole: Column, texts: Any, line: str) -> Row:
    data = json.loads(line)
    row: Row = {column.name: column.read(texts, data) for column in columns}
    for column in columns:
        if not _FITS[column.type](row[column.name]):
            raise ValueError(f"{column.name} is not of type {column.type}")
    row[whole.name] = line
    return row


_FITS: dict[str, Callable[[Any], bool]] = {
    TEXT: lambda value: value is None or isinstance(value, str),
    NUMBER: lambda value: value is None or (type(value) is int and -(2**31) <= value < 2**31),
    TEXTS: lambda value: isinstance(value, list) and all(isinstance(one, str) for one in value),
}
"""What the columns of a table can hold. Where a line says something else, Parquet would not name the line."""


@dataclass(frozen=True)
class Table:
    """What the rows of a kind of corpus are."""

    columns: tuple[Column, ...]
    """All of them."""
    row: Callable[[Any, str], Row]
    key: str
    """The column whose hash decides the split, so that equal values are never in two."""
    thing: str
    """What a row is."""


PUZZLE_TABLE = Table((*COLUMNS, PUZZLE), row_of, "tree", "puzzle")
LEVEL_TABLE = Table((*LEVEL_COLUMNS, LEVEL), level_row_of, "id", "level")
