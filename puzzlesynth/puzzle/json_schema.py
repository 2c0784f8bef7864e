"""The JSON Schema (2020-12) of a puzzle, for editors and other programs. docs/reference/files.md is made from it."""

from __future__ import annotations

from typing import Any

from .model import FORMAT

Schema = dict[str, Any]


def puzzle_schema() -> Schema:
    """The schema of one puzzle, that is of one line of `synth --json`."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": FORMAT,
    } | _object(_always(), _sometimes())


def _always() -> Schema:
    """The keys that every puzzle has."""
    return {
        "format": {"const": FORMAT, "description": "What this file is."},
        "pack": _object(
            {
                "name": _text("The pack's name."),
                "sha256": _text("A hash of everything in the pack that puzzles depend on."),
            },
            about="The pack it belongs to.",
        ),
        "seed": {"type": ["integer", "null"], "description": "The seed that it was made with."},
        "id": _text("A hash of the content, whatever the seed."),
        "tree": _text("The same hash without the places. Puzzles are different if this differs."),
        "areas": _list(_area(), "The goal chosen for each area, what opens it and what solves it."),
        "objects": _list(_thing(), "Everything in the world at the start."),
        "steps": _list(_step(), "The tree: rules applied to particular objects."),
        "creates": _list(
            _object({"id": _text("The object."), "item": _text("Its item.")}),
            "Every object that a step makes.",
        ),
        "solution": _texts("The steps in an order that solves every area."),
        "metrics": {
            "type": "object",
            "additionalProperties": {"type": "integer"},
            "description": "`steps`, `depth`, `objects` and, if there are any, `herrings`.",
        },
        "guarantees": {
            "type": "object",
            "additionalProperties": {"type": "string"},
            "description": "`solvable`, `shortcuts` and `dead_ends`, each with what is known about it.",
        },
    }


def _area() -> Schema:
    return _object(
        {
            "name": _text("The area."),
            "goal": _text("The goal, written as in the pack."),
            "start": {"type": "boolean", "description": "The area is open from the start."},
            "opened_by": _text("The area whose goal opens this one.", or_null=True),
            "solved_by": _text("The step that meets the goal."),
        }
    )


def _thing() -> Schema:
    return _object(
        {
            "id": _text("The name that steps use for it."),
            "item": _text("Its item."),
            "area": _text(
                "Where it is; null if the player carries it or it is inside something.", or_null=True
            ),
            "inside": _text("The object that holds it.", or_null=True),
            "placed": {
                "type": "boolean",
                "description": "The synthesizer added it; otherwise the pack has it there.",
            },
            "properties": {
                "type": "object",
                "additionalProperties": _VALUE,
                "description": "Its properties at the start.",
            },
        }
    )


def _step() -> Schema:
    return _object(
        {
            "id": _text("The step's name."),
            "area": _text("The area whose goal it serves."),
            "rule": {
                "type": "integer",
                "minimum": 1,
                "description": "The rule's number in the pack, from 1.",
            },
            "action": _text("The rule's action."),
            "inputs": _texts("The object for each input of the rule, in order."),
            "from": {
                "type": "array",
                "items": _MAYBE,
                "description": "For each input, the step that makes it as it is needed; null if it is there already.",
            },
            "outputs": _texts("The object for each output of the rule, in order."),
            "after": _texts("The steps that must come before."),
        },
        {"place": _text("The area where the solution does it.")},
    )


def _sometimes() -> Schema:
    """The keys that only some puzzles have."""
    return {
        "progress": _object(
            {"open": _texts("The areas that were open."), "solved": _texts("The areas that were solved.")},
            about="How far a running game had come.",
        ),
        "constraints": _list(
            _object(
                {
                    "name": _text("Its name."),
                    "kind": {"enum": ["forbid", "require"], "description": "What it does."},
                    "sentence": _text("What it says."),
                }
            ),
            "The designer's constraints that it was made under.",
        ),
        "preferences": _list(
            _object(
                {
                    "name": _text("Its name."),
                    "sentence": _text("What it says."),
                    "weight": _whole("How much it matters."),
                    "cost": _whole("How much of it is not met, without its weight."),
                }
            ),
            "What the designer would rather have, and how much of it is not met.",
        ),
        "optimum": {
            "enum": ["best", "best so far"],
            "description": "With preferences: whether a better puzzle is ruled out.",
        },
        "difficulty": {
            "type": "object",
            "additionalProperties": _VALUE,
            "description": "Where it was measured: `grade`, `score` and the parts of the score.",
        },
        "rules": _text("Which rules players can use, where it is not all of them."),
        "map": _object(
            {
                "name": _text("The map."),
                "blocks": {
                    "type": "object",
                    "additionalProperties": {"type": "string"},
                    "description": "The step or object of each block; `a#2` is the second copy of `a`.",
                },
                "areas": _texts("The map's areas and doors that the game has."),
                "relations": {
                    "type": "array",
                    "items": {"type": "integer"},
                    "description": "The rules from relations of items that the game has.",
                },
            },
            about="The map that it fills: the step or object of each block, the areas and relations of the game.",
        ),
        "rules_off": _list(
            _object({"rule": _whole("The rule's number in the pack."), "why": _text("The reason.")}),
            "Rules that players cannot use, and why.",
        ),
    }


_MAYBE: Schema = {"type": ["string", "null"]}
_VALUE: Schema = {"type": ["boolean", "integer", "string"]}


def _object(required: Schema, optional: Schema | None = None, about: str = "") -> Schema:
    """An object with these keys. Others may be added, so readers must not mind them."""
    found: Schema = {"type": "object"}
    if about:
        found["description"] = about
    return found | {"properties": {**required, **(optional or {})}, "required": list(required)}


def _list(entry: Schema, about: str) -> Schema:
    return {"type": "array", "description": about, "items": entry}


def _text(about: str, *, or_null: bool = False) -> Schema:
    return {"type": ["string", "null"] if or_null else "string", "description": about}


def _texts(about: str) -> Schema:
    return {"type": "array", "description": about, "items": {"type": "string"}}


def _whole(about: str) -> Schema:
    return {"type": "integer", "description": about}
