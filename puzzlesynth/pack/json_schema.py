"""The JSON Schema of `pack.yaml`: editors complete and explain keys with it.

It describes shapes, from the table of keys. Only `check` knows what the names in a pack refer to.
"""

from __future__ import annotations

from typing import Any

from .bounds import MAX_NUMBER
from .keys import SECTIONS, Key, Section, Shape

_START, _REST = "A-Za-z_\\u0080-\\uffff", "0-9A-Za-z_\\u0080-\\uffff"
"""The letters of names, for regular expressions in which `\\w` may know the English alphabet only."""

Schema = dict[str, Any]

_EXTRA: Schema = {"description": "Ignored: a place for your YAML anchors."}
_NAME: Schema = {"$ref": "#/$defs/name"}
_TEXT: Schema = {"type": ["string", "number", "boolean", "null"]}
_MERGES = ("item", "rule", "area", "map", "map area", "block", "composed")
"""Sections that editors may see YAML's merge key in."""
_EMPTY = ("item", "guarantees", "limits", "depth", "map", "map area")
"""Sections that may be empty: nothing behind the colon."""


def pack_schema() -> Schema:
    """The schema, as data for `json.dumps`."""
    sections = {_id(name): _section(name, section) for name, section in SECTIONS.items() if name != "pack"}
    pack = _section("pack", SECTIONS["pack"])
    pack["properties"]["pack"] |= {"type": ["string", "integer"], "pattern": f"^[{_REST}][{_REST}-]*$"}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A puzzlesynth pack",
        **pack,
        "$defs": {
            "name": {"type": "string", "pattern": f"^[{_START}][{_REST}]*$"},
            "names": _one_or_more(_NAME),
            **sections,
        },
    }


def _id(section: str) -> str:
    return section.replace(" ", "_")


def _section(name: str, section: Section) -> Schema:
    found: Schema = {
        "description": section.meaning,
        "type": ["object", "null"] if name in _EMPTY else "object",
        "additionalProperties": False,
        "patternProperties": {"^x-": _EXTRA},
        "properties": {word: _key(key) for word, key in section.keys.items()},
    }
    if name in _MERGES:
        found["properties"]["<<"] = True
    if required := [word for word, key in section.keys.items() if key.required]:
        found["required"] = required
    if section.own_names is not None:
        free: Schema = {"type": ["boolean", "integer", "string", "array"], "minimum": -MAX_NUMBER}
        free["maximum"] = MAX_NUMBER
        found["additionalProperties"] = {"description": section.own_names} | (free if name == "item" else {})
    return found


def _key(key: Key) -> Schema:
    found = {"description": key.meaning, **_shape(key)}
    return found if key.default is None else {**found, "default": key.default}


def _shape(key: Key) -> Schema:
    match key.shape:
        case Shape.TEXT:
            return _TEXT
        case Shape.FLAG:
            return {"type": "boolean"}
        case Shape.NUMBER:
            return {
                "type": "integer" if key.default is not None else ["integer", "null"],
                "minimum": key.least,
                "maximum": key.most,
            }
        case Shape.CHOICE:
            return {"enum": [choice.value for choice in key.choices or ()]}
        case Shape.NAME:
            return {"type": ["string", "null"]}
        case Shape.NAMES:
            return {"$ref": "#/$defs/names"}
        case Shape.TEXTS:
            return _one_or_more({"type": "string"})
        case Shape.RULE:
            return {"type": "string"}
        case Shape.VALUE:
            return {"type": ["boolean", "integer", "string"]}
        case Shape.PAIRS:
            return {"type": "array", "items": {"type": ["array", "string"]}}
        case Shape.CHANGES:
            return {"type": ["array", "object"]}
        case Shape.INPUTS:
            return {"type": ["string", "array", "object", "null"]}
        case Shape.SOLVES | Shape.NEEDS:
            return {"type": ["object", "null"]}
        case _:
            return _nested(key)


def _nested(key: Key) -> Schema:
    """A key behind which another section follows."""
    inner = {"$ref": f"#/$defs/{_id(key.of)}"}
    if key.shape is Shape.ENTRIES:
        names = {"anyOf": [_NAME, {"const": "<<"}]}
        return {"type": ["object", "null"], "propertyNames": names, "additionalProperties": inner}
    if key.shape is Shape.SECTION:
        return inner
    if key.shape is Shape.OUTPUT:
        return {"anyOf": [{"type": ["string", "null"]}, inner]}
    several = {"type": "array", "items": {"anyOf": [{"type": "string"}, inner]}}
    if key.shape is Shape.RULES:
        return {"anyOf": [{"type": ["string", "null"]}, several]}
    return {"anyOf": [{"type": "string"}, inner, several]}


def _one_or_more(entry: Schema) -> Schema:
    return {"anyOf": [entry, {"type": "array", "items": entry}, {"type": "null"}]}
