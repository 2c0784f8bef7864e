"""Puzzles as JSON and back, and their JSON Schema. One table of keys drives all three; it also fixes their order."""

from __future__ import annotations

from functools import partial
from typing import Any

from puzzlesynth.quick_dataclasses import dataclass

from .json_shapes import (
    FLAG,
    NUMBER,
    POSITIVE,
    SEED,
    TEXT,
    VALUE,
    JsonKey,
    PuzzleError,
    choice,
    constant,
    listed,
    mapped,
    nullable,
    record,
)
from .model import (
    FORMAT,
    Created,
    DisabledRule,
    Filling,
    GameProgress,
    Goal,
    Object,
    Puzzle,
    StatedConstraint,
    Step,
)
from .strict_json import JsonError, read_json


@dataclass(frozen=True)
class PackReference:
    """How puzzles and saves name their pack."""

    name: str
    sha256: str


_AREA = record(
    Goal,
    JsonKey("name", TEXT, "The area."),
    JsonKey("goal", TEXT, "The goal, written as in the pack."),
    JsonKey("start", FLAG, "The area is open from the start."),
    JsonKey("opened_by", TEXT, "The area whose goal opens this one.", None),
    JsonKey("solved_by", TEXT, "The step that meets the goal."),
    recurs=True,
)
OBJECT_KEYS = (
    JsonKey("item", TEXT, "Its item."),
    JsonKey("area", TEXT, "Where it is; null if the player carries it or it is inside something.", None),
    JsonKey("inside", TEXT, "The object that holds it.", None),
)
"""What puzzles and states say of an object alike."""

_OBJECT = record(
    Object,
    JsonKey("id", TEXT, "The name that steps use for it."),
    *OBJECT_KEYS,
    JsonKey("placed", FLAG, "The synthesizer added it; otherwise the pack has it there."),
    JsonKey("properties", mapped(VALUE), "Its properties at the start."),
    recurs=True,
)
_STEP = record(
    Step,
    JsonKey("id", TEXT, "The step's name."),
    JsonKey("area", TEXT, "The area whose goal it serves."),
    JsonKey("rule", POSITIVE, "The rule's number in the pack, from 1."),
    JsonKey("action", TEXT, "The rule's action."),
    JsonKey("inputs", listed(TEXT), "The object for each input of the rule, in order."),
    JsonKey(
        "from",
        listed(nullable(TEXT)),
        "For each input, the step that makes it as it is needed; null if it is there already.",
        attribute="sources",
    ),
    JsonKey("outputs", listed(TEXT), "The object for each output of the rule, in order."),
    JsonKey("after", listed(TEXT), "The steps that must come before."),
    JsonKey("place", TEXT, "The area where the solution does it.", None, extra=True),
    recurs=True,
)
_CREATED = record(
    Created, JsonKey("id", TEXT, "The object."), JsonKey("item", TEXT, "Its item."), recurs=True
)
_PROGRESS = record(
    GameProgress,
    JsonKey("open", listed(TEXT), "The areas that were open."),
    JsonKey("solved", listed(TEXT), "The areas that were solved."),
)
_CONSTRAINT = record(
    StatedConstraint,
    JsonKey("name", TEXT, "Its name."),
    JsonKey("kind", choice("forbid", "require"), "What it does."),
    JsonKey("sentence", TEXT, "What it says."),
)
_PREFERENCE = record(
    partial(StatedConstraint, kind="prefer"),
    JsonKey("name", TEXT, "Its name."),
    JsonKey("sentence", TEXT, "What it says."),
    JsonKey("weight", NUMBER, "How much it matters."),
    JsonKey("cost", NUMBER, "How much of it is not met, without its weight."),
)
_DISABLED = record(
    DisabledRule,
    JsonKey("rule", NUMBER, "The rule's number in the pack."),
    JsonKey("why", TEXT, "The reason."),
)
_MAP = record(
    Filling,
    JsonKey("name", TEXT, "The map."),
    JsonKey("blocks", mapped(TEXT), "The step or object of each block; `a#2` is the second copy of `a`."),
    JsonKey("areas", listed(TEXT), "The map's areas and doors that the game has."),
    JsonKey("relations", listed(NUMBER), "The rules from relations of items that the game has."),
)
PACK = record(
    PackReference,
    JsonKey("name", TEXT, "The pack's name."),
    JsonKey("sha256", TEXT, "A hash of everything in the pack that puzzles depend on."),
)


def _stated(puzzle: Puzzle, preferences: bool) -> list[StatedConstraint]:
    return [one for one in puzzle.constraints if (one.kind == "prefer") is preferences]


def _puzzle(
    format: str,
    pack: PackReference,
    constraints: tuple[StatedConstraint, ...],
    preferences: tuple[StatedConstraint, ...],
    **rest: Any,
) -> Puzzle:
    return Puzzle(pack=pack.name, pack_sha256=pack.sha256, constraints=(*constraints, *preferences), **rest)


PUZZLE = record(
    _puzzle,
    JsonKey("format", constant(FORMAT), "What this file is.", get=lambda _: FORMAT),
    JsonKey("pack", PACK, "The pack it belongs to.", get=lambda p: PackReference(p.pack, p.pack_sha256)),
    JsonKey("seed", SEED, "The seed that it was made with.", None),
    JsonKey("id", TEXT, "A hash of the content, whatever the seed.", ""),
    JsonKey("tree", TEXT, "The same hash without the places. Puzzles are different if this differs.", ""),
    JsonKey(
        "areas", listed(_AREA, "name"), "The goal chosen for each area, what opens it and what solves it."
    ),
    JsonKey("objects", listed(_OBJECT, "id"), "Everything in the world at the start."),
    JsonKey("steps", listed(_STEP, "id"), "The tree: rules applied to particular objects."),
    JsonKey("creates", listed(_CREATED, "id"), "Every object that a step makes."),
    JsonKey("solution", listed(TEXT), "The steps in an order that solves every area."),
    JsonKey("metrics", mapped(NUMBER), "`steps`, `depth`, `objects` and, if there are any, `herrings`.", {}),
    JsonKey(
        "guarantees",
        mapped(TEXT),
        "`solvable`, `shortcuts` and `dead_ends`, each with what is known about it.",
        {},
    ),
    JsonKey("progress", _PROGRESS, "How far a running game had come.", None, extra=True),
    JsonKey(
        "constraints",
        listed(_CONSTRAINT),
        "The designer's constraints that it was made under.",
        (),
        get=lambda puzzle: _stated(puzzle, preferences=False),
        extra=True,
    ),
    JsonKey(
        "preferences",
        listed(_PREFERENCE),
        "What the designer would rather have, and how much of it is not met.",
        (),
        get=lambda puzzle: _stated(puzzle, preferences=True),
        extra=True,
    ),
    JsonKey(
        "optimum",
        choice("best", "best so far"),
        "With preferences: whether a better puzzle is ruled out.",
        None,
        extra=True,
    ),
    JsonKey(
        "difficulty",
        mapped(VALUE),
        "Where it was measured: `grade`, `score` and the parts of the score.",
        {},
        extra=True,
    ),
    JsonKey("rules", TEXT, "Which rules players can use, where it is not all of them.", None, extra=True),
    JsonKey("rules_off", listed(_DISABLED), "Rules that players cannot use, and why.", (), extra=True),
    JsonKey(
        "map",
        _MAP,
        "The map that it fills: the step or object of each block, the areas and relations of the game.",
        None,
        extra=True,
    ),
    what="puzzle",
)


def puzzle_to_dict(puzzle: Puzzle) -> dict[str, Any]:
    """The puzzle as JSON data, keys in their order; what only some puzzles have comes last."""
    assert PUZZLE.write is not None
    data: dict[str, Any] = PUZZLE.write(puzzle)
    return data


def puzzle_to_json(puzzle: Puzzle) -> str:
    """One line of JSON, the same bytes for the same puzzle."""
    return PUZZLE.encode(puzzle)


def puzzle_from_json(text: str | bytes) -> Puzzle:
    """Reads one puzzle."""
    try:
        data = read_json(text)
    except JsonError as problem:
        raise PuzzleError(str(problem)) from None
    return puzzle_from_dict(data)


def puzzle_from_dict(data: Any) -> Puzzle:
    """A puzzle from JSON data."""
    puzzle: Puzzle = PUZZLE.read(data, "")
    return puzzle


def puzzle_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of one puzzle, that is of one line of `synth --json`."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": FORMAT,
        **PUZZLE.schema,
    }
