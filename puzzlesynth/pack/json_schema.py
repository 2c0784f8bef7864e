"""The JSON Schema of `pack.yaml`: editors complete and explain keys with it.

It says what has which shape. What the names in a pack refer to only `check` can tell.
"""

from __future__ import annotations

from typing import Any

from puzzlesynth.pack.rules.notation import MAX_NUMBER

from .bounds import MAX_ADDED, MAX_COPIES, MAX_STAGES
from .model import Cruelty, Limits, Policy

_PORTABLE_NAME = "^[A-Za-z_\\u0080-\\uffff][0-9A-Za-z_\\u0080-\\uffff]*$"
"""A name, for regular expressions in which `\\w` may know the English alphabet only."""

Schema = dict[str, Any]


def pack_schema() -> Schema:
    """The schema, as data for `json.dumps`."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A puzzlesynth pack",
        "description": "Items, rules and areas from which puzzles are made.",
        "type": "object",
        "required": ["pack"],
        "additionalProperties": False,
        "patternProperties": {"^x-": _EXTRA},
        "properties": _top_level(),
        "$defs": {
            "name": {"type": "string", "pattern": _PORTABLE_NAME},
            "names": _one_or_more("A name, or a list of names.", {"$ref": "#/$defs/name"}),
            "policy": _policy(),
            "guarantees": _guarantees(),
            "item": _item(),
            "rule": _rule(),
            "area": _area(),
        },
    }


_EXTRA: Schema = {"description": "Yours alone: a place for YAML anchors. It is not read."}


def _top_level() -> Schema:
    return {
        "pack": {
            "description": "The pack's name: letters, digits, `_` and `-`.",
            "type": ["string", "integer"],
            "pattern": "^[0-9A-Za-z_\\u0080-\\uffff][0-9A-Za-z_\\u0080-\\uffff-]*$",
        },
        "title": _text("The name that players see."),
        "description": _text("What the pack is about."),
        "items": {
            "description": "What can be in the world: a name, and what is special about it.",
            "type": ["object", "null"],
            "propertyNames": {"anyOf": [{"$ref": "#/$defs/name"}, {"const": "<<"}]},
            "additionalProperties": {"$ref": "#/$defs/item"},
        },
        "rules": {
            "description": "What a player can do: a text (`|`) with one rule a line, or a list.",
            "anyOf": [
                {"type": ["string", "null"]},
                {"type": "array", "items": {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/rule"}]}},
            ],
        },
        "areas": {
            "description": "The connected parts of the game world.",
            "type": ["object", "null"],
            "propertyNames": {"anyOf": [{"$ref": "#/$defs/name"}, {"const": "<<"}]},
            "additionalProperties": {"$ref": "#/$defs/area"},
        },
        "extensions": _one_or_more(
            "Transformations, in order: `inherit`, `container_sizes`, `normalise_changes`, `module:function`.",
            {"type": "string"},
        ),
        "maps": {"description": "Puzzle maps: areas, blocks and an output each.", "type": ["object", "null"]},
        "blocks": {
            "description": "Blocks of your own for maps: `takes`, `blocks` and `gives` each.",
            "type": ["object", "null"],
        },
        "guarantees": {"$ref": "#/$defs/guarantees"},
        "cruelty": {
            "description": "What a game does about actions that make it unwinnable: refuse, tell, or nothing.",
            "enum": [cruelty.value for cruelty in Cruelty],
            "default": Cruelty.POLITE.value,
        },
        "constraints": _one_or_more(
            "Logic programs that puzzles must obey: files in the pack's folder, or `asp:name` from the shelf.",
            {"type": "string"},
        ),
        "limits": {
            "description": "Bounds that keep the search finite where the pack alone does not.",
            "type": ["object", "null"],
            "additionalProperties": False,
            "properties": {
                "stages": _number(
                    "How often an object may change in one puzzle, where it could go round in circles.",
                    default=Limits.stages,
                    most=MAX_STAGES,
                ),
                "copies": _number(
                    "How many objects of one item a puzzle may add to those that are there already.",
                    default=Limits.copies,
                    most=MAX_ADDED,
                ),
            },
        },
    }


def _item() -> Schema:
    return {
        "description": "An item. Every name that is not listed here is a property of your own.",
        "type": ["object", "null"],
        "properties": {
            "isa": {"$ref": "#/$defs/names", "description": "The types that it belongs to."},
            "carryable": _boolean("The player can pick it up.", False),
            "notSpawnable": _boolean("The synthesizer may not place it.", False),
            "area": {
                "$ref": "#/$defs/names",
                "description": "Where the synthesizer may place it; otherwise everywhere.",
            },
            "contains": {
                "type": ["string", "null"],
                "description": "The item that is inside it at the start.",
            },
            "copies": _number("How many of it can exist at once.", default=1, most=MAX_COPIES),
            "description": _text("What players read about it."),
            **_relations(),
            "<<": True,
        },
        "patternProperties": {"^x-": _EXTRA},
        "additionalProperties": {
            "description": "A property of your own: true, false, a whole number or a text; or the values it can have.",
            "type": ["boolean", "integer", "string", "array"],
            "minimum": -MAX_NUMBER,
            "maximum": MAX_NUMBER,
        },
    }


def _relations() -> Schema:
    """What an item may say about others."""
    names = {
        "givenby": "Who gives it to whoever brings what they ask for.",
        "requests": "What it asks for, if it is somebody.",
        "changedby": "What can change it.",
        "fills": "What it can be put into.",
        "filledby": "What can be put into it.",
        "types": "The items whose properties it inherits (with the extension `inherit`).",
        "mutables": "Its properties that can change.",
    }
    plain = {
        "size": "How large it is; a container holds what is smaller (with the extension `container_sizes`).",
        "capacity": "How many of it there can be.",
        "container": "It holds whatever is smaller.",
        "abstract": "It is never placed.",
        "key": "Locked doors copy their keys from it.",
        "destroyoncombine": "Combining uses it up.",
    }
    pairs = {"type": "array", "items": {"type": ["array", "string"]}}
    return {
        **{word: {"$ref": "#/$defs/names", "description": text} for word, text in names.items()},
        **{
            word: {"type": ["boolean", "integer", "string"], "description": text}
            for word, text in plain.items()
        },
        "madeby": {**pairs, "description": "Pairs of items that combine into it: `[[Flour, Yeast]]`."},
        "changes": {
            "description": "Properties and values that it gives to others: `[[temperature, hot]]`.",
            "type": ["array", "object"],
        },
    }


def _rule() -> Schema:
    return {
        "description": "A rule with more than its line.",
        "type": "object",
        "required": ["rule"],
        "additionalProperties": False,
        "patternProperties": {"^x-": _EXTRA},
        "properties": {
            "rule": {
                "type": "string",
                "description": "Safe[locked: False] Badge ::= Unlock Safe[locked: True] Badge",
            },
            "name": _text("A name, to refer to the rule."),
            "text": _text("What players read when they do it: `You slip the {Badge} off the {Security}.`"),
            "weight": _number("How much more likely it is chosen than a rule of weight 1.", default=1),
            "kind": _text("A word to group rules by, for constraints and texts."),
            "fail": _boolean("It ends the game in defeat; no puzzle uses it.", False),
            "<<": True,
        },
    }


def _area() -> Schema:
    return {
        "description": "An area.",
        "type": "object",
        "additionalProperties": False,
        "patternProperties": {"^x-": _EXTRA},
        "properties": {
            "title": _text("The name that players see."),
            "description": _text("What players read when they come here."),
            "start": _boolean("It is open when the game begins.", False),
            "goals": _one_or_more(
                'What may solve it; one is chosen: `Gold`, `"Safe[locked: False]"`.', {"type": "string"}
            ),
            "depth": {
                "description": "How many steps the longest way from the goal back to what lies around may have.",
                "type": ["object", "null"],
                "additionalProperties": False,
                "properties": {
                    "min": _number("At least so many steps.", default=1),
                    "max": {
                        "type": ["integer", "null"],
                        "minimum": 1,
                        "description": "At most so many steps.",
                    },
                },
            },
            "connects": {
                "$ref": "#/$defs/names",
                "description": "The areas that open when this one is solved.",
            },
            "open": {
                "$ref": "#/$defs/names",
                "description": "The areas that it is simply connected with: they open together.",
            },
            "doors": {"description": "Locked doors in it: `{to, name, key}` each, or the area behind it."},
            "contains": {
                "$ref": "#/$defs/names",
                "description": "Items that are already here; `[Tree, Tree]` is two.",
            },
            "herrings": {
                "type": "integer",
                "minimum": 0,
                "description": "How many things are placed here that look useful and are not.",
                "default": 0,
            },
            "shortcuts": {"$ref": "#/$defs/policy"},
            "dead_ends": {"$ref": "#/$defs/policy"},
            "guarantees": {"$ref": "#/$defs/guarantees"},
            "<<": True,
        },
    }


def _guarantees() -> Schema:
    return {
        "description": "What is promised about every puzzle.",
        "type": ["object", "null"],
        "additionalProperties": False,
        "properties": {
            "shortcuts": {
                "$ref": "#/$defs/policy",
                "description": "Ways to solve an area without all its steps.",
                "default": "forbid",
            },
            "dead_ends": {
                "$ref": "#/$defs/policy",
                "description": "States from which the game cannot be won any more.",
                "default": "report",
            },
        },
    }


def _policy() -> Schema:
    return {
        "description": "forbid: no puzzle has one. report: the puzzle says what was found. allow: nobody looks.",
        "enum": [policy.value for policy in Policy],
    }


def _text(description: str) -> Schema:
    return {"description": description, "type": ["string", "number", "boolean", "null"]}


def _boolean(description: str, default: bool) -> Schema:
    return {"description": description, "type": "boolean", "default": default}


def _number(description: str, default: int | None = None, most: int = MAX_NUMBER) -> Schema:
    found: Schema = {"description": description, "type": "integer", "minimum": 1, "maximum": most}
    return found if default is None else {**found, "default": default}


def _one_or_more(description: str, entry: Schema) -> Schema:
    return {"description": description, "anyOf": [entry, {"type": "array", "items": entry}, {"type": "null"}]}
