"""The JSON Schema (2020-12) of a puzzle, for editors and other programs."""

from __future__ import annotations

from typing import Any

from .model import FORMAT

_TEXT: dict[str, Any] = {"type": "string"}
_TEXTS: dict[str, Any] = {"type": "array", "items": _TEXT}
_MAYBE: dict[str, Any] = {"type": ["string", "null"]}
_VALUE: dict[str, Any] = {"type": ["boolean", "integer", "string"]}


def _object(
    required: dict[str, Any], optional: dict[str, Any] | None = None, about: str = ""
) -> dict[str, Any]:
    """An object with these keys. Others may be added, so readers must not mind them."""
    found: dict[str, Any] = {"type": "object"}
    if about:
        found["description"] = about
    return found | {"properties": {**required, **(optional or {})}, "required": list(required)}


def _list(entry: dict[str, Any], about: str) -> dict[str, Any]:
    return {"type": "array", "description": about, "items": entry}


def puzzle_schema() -> dict[str, Any]:
    """The schema of one puzzle, that is of one line of `synth --json`."""
    area = _object(
        {"name": _TEXT, "goal": _TEXT, "start": {"type": "boolean"}, "opened_by": _MAYBE, "solved_by": _TEXT}
    )
    thing = _object(
        {
            "id": _TEXT,
            "item": _TEXT,
            "area": _MAYBE,
            "inside": _MAYBE,
            "placed": {"type": "boolean"},
            "properties": {"type": "object", "additionalProperties": _VALUE},
        }
    )
    step = _object(
        {
            "id": _TEXT,
            "area": _TEXT,
            "rule": {"type": "integer", "minimum": 1},
            "action": _TEXT,
            "inputs": _TEXTS,
            "from": {"type": "array", "items": _MAYBE},
            "outputs": _TEXTS,
            "after": _TEXTS,
        },
        {"place": _TEXT},
    )
    required: dict[str, Any] = {
        "format": {"const": FORMAT},
        "pack": _object({"name": _TEXT, "sha256": _TEXT}, about="The pack it belongs to."),
        "seed": {"type": ["integer", "null"]},
        "id": {"type": "string", "description": "A hash of the content, whatever the seed."},
        "tree": {"type": "string", "description": "The same hash without the places."},
        "areas": _list(area, "The goal chosen for each area, what opens it and what solves it."),
        "objects": _list(thing, "Everything in the world at the start."),
        "steps": _list(step, "The tree: rules applied to particular objects."),
        "creates": _list(_object({"id": _TEXT, "item": _TEXT}), "Every object that a step makes."),
        "solution": _TEXTS | {"description": "The steps in an order that solves every area."},
        "metrics": {"type": "object", "additionalProperties": {"type": "integer"}},
        "guarantees": {"type": "object", "additionalProperties": _TEXT},
    }
    progress = _object({"open": _TEXTS, "solved": _TEXTS}, about="How far a running game had come.")
    whole: dict[str, Any] = {"type": "integer"}
    extras: dict[str, Any] = {
        "progress": progress,
        "constraints": _list(
            _object({"name": _TEXT, "kind": {"enum": ["forbid", "require"]}, "sentence": _TEXT}),
            "The designer's constraints that it was made under.",
        ),
        "preferences": _list(
            _object({"name": _TEXT, "sentence": _TEXT, "weight": whole, "cost": whole}),
            "What the designer would rather have, and how much of it is not met.",
        ),
        "optimum": {"enum": ["best", "best so far"]},
        "difficulty": {"type": "object", "additionalProperties": _VALUE},
        "rules": _TEXT | {"description": "Which rules players can use, where it is not all of them."},
        "map": _object(
            {
                "name": _TEXT,
                "blocks": {"type": "object", "additionalProperties": _TEXT},
                "areas": _TEXTS,
                "relations": {"type": "array", "items": whole},
            },
            about="The map that it fills: the step or object of each block, the areas and relations of the game.",
        ),
        "rules_off": _list(_object({"rule": whole, "why": _TEXT}), "Rules that players cannot use, and why."),
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": FORMAT,
    } | _object(required, extras)
