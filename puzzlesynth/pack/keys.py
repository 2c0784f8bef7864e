"""Every key that a pack may have: its shape, its default and its meaning for designers.

The readers, the JSON Schema and the reference are driven by this table. A new key is a line here, and a reader if its
shape is new.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from puzzlesynth.quick_dataclasses import dataclass

from .bounds import MAX_ADDED, MAX_COPIES, MAX_NUMBER, MAX_STAGES
from .model import Cruelty, Guarantees, Limits, Policy


class Shape(Enum):
    """What can be written behind a key, in the words of the reference."""

    TEXT = "text"
    FLAG = "true or false"
    NUMBER = "whole number"
    CHOICE = "one of a few words"
    NAME = "name"
    NAMES = "name, or list of names"
    TEXTS = "text, or list of texts"
    RULE = "a rule in the rule notation"
    RULES = "text with one rule per line, or list of rules"
    VALUE = "true, false, whole number or text"
    PAIRS = "list of pairs"
    CHANGES = "list of pairs, or mapping"
    SECTION = "mapping with the keys of its own section"
    ENTRIES = "mapping of names to entries"
    DOORS = "area, door, or list of them"
    INPUTS = "block, list of blocks, or mapping of inputs to blocks"
    SOLVES = "mapping of areas to blocks"
    NEEDS = "mapping of inputs to properties"
    OUTPUT = "block, or mapping with the keys of an output"


@dataclass(frozen=True)
class Key:
    """One key of a section."""

    shape: Shape
    meaning: str
    default: bool | int | str | None = None
    least: int = 1
    most: int = MAX_NUMBER
    choices: type[Enum] | None = None
    of: str = ""
    """What names are names of (`an area`), or the section that describes the mapping or its entries."""
    required: bool = False


@dataclass(frozen=True)
class Section:
    """The keys that one mapping may have."""

    meaning: str
    keys: Mapping[str, Key]
    own_names: str | None = None
    """What keys beside these mean; None: there are none."""


def _text(meaning: str) -> Key:
    return Key(Shape.TEXT, meaning)


def _flag(meaning: str) -> Key:
    return Key(Shape.FLAG, meaning, default=False)


def _names(of: str, meaning: str) -> Key:
    return Key(Shape.NAMES, meaning, of=of)


def _name(of: str, meaning: str) -> Key:
    return Key(Shape.NAME, meaning, of=of)


def _section(of: str, meaning: str) -> Key:
    return Key(Shape.SECTION, meaning, of=of)


def _entries(of: str, meaning: str) -> Key:
    return Key(Shape.ENTRIES, meaning, of=of)


def _policy(default: Policy | None, meaning: str) -> Key:
    return Key(Shape.CHOICE, meaning, default.value if default else None, choices=Policy)


PACK = Section(
    "Items, rules and areas from which puzzles are made.",
    {
        "pack": Key(Shape.NAME, "The pack's name: letters, digits, `_` and `-`.", of="a pack", required=True),
        "title": _text("The name that players see."),
        "description": _text("What the pack is about."),
        "items": _entries("item", "What can be in the world: each item's name and its properties."),
        "rules": Key(
            Shape.RULES, "What players can do: a text (`|`) with one rule per line, or a list.", of="rule"
        ),
        "areas": _entries("area", "The connected parts of the game world."),
        "maps": _entries("map", "Puzzle maps: the shapes of puzzles, as blocks that feed each other."),
        "guarantees": _section("guarantees", "What holds for every puzzle."),
        "constraints": Key(
            Shape.TEXTS,
            "Logic programs that puzzles must obey: files in the pack's folder, or `asp:name` from the shelf.",
        ),
        "limits": _section("limits", "Bounds that keep the search finite where the pack alone does not."),
        "extensions": Key(
            Shape.TEXTS,
            "Transformations, in order: `inherit`, `container_sizes`, `normalise_changes`, `module:function`.",
        ),
        "blocks": _entries("composed", "Blocks of your own for maps."),
        "cruelty": Key(
            Shape.CHOICE,
            "What the game does about actions that make it unwinnable. `merciful`: it refuses them. "
            "`polite`: it allows them and warns the player. `cruel`: it allows them silently.",
            default=Cruelty.POLITE.value,
            choices=Cruelty,
        ),
    },
)

SPECIAL = {
    "isa": _names("a type", "The types that it belongs to."),
    "carryable": _flag("The player can pick it up."),
    "notSpawnable": _flag("The synthesizer may not place it."),
    "area": _names("an area", "Where the synthesizer may place it; everywhere if not given."),
    "contains": _name("an item", "The item that is inside it at the start."),
    "copies": Key(Shape.NUMBER, "How many of it can exist at once.", default=1, most=MAX_COPIES),
    "description": _text("What players read about it."),
}
"""Keys of an item that the synthesizer knows."""

RELATIONS = {
    "madeby": Key(Shape.PAIRS, "Pairs of items that combine into it: `[[Flour, Yeast]]`.", of="an item"),
    "changes": Key(
        Shape.CHANGES,
        "Properties and values that it gives to others: `[[temperature, hot]]`.",
        of="a property",
    ),
    "givenby": _names("an item", "Who gives it in exchange for what they request."),
    "requests": _names("an item", "What it asks for, if it is a person."),
    "changedby": _names("an item", "What can change it; anything that fits if not given."),
    "fills": _names("an item", "What it can be put into."),
    "filledby": _names("an item", "What can be put into it."),
    "types": _names("an item", "The items whose properties it inherits (with the extension `inherit`)."),
    "mutables": _names("a property", "Its properties that can change."),
    "container": Key(Shape.VALUE, "It holds everything smaller (with the extension `container_sizes`)."),
    "abstract": Key(Shape.VALUE, "It is never placed; others inherit from it."),
    "key": Key(Shape.VALUE, "Locked doors copy their keys from it."),
    "destroyoncombine": Key(Shape.VALUE, "Combining uses it up."),
    "size": Key(Shape.VALUE, "How large it is, for the extension `container_sizes`."),
    "capacity": Key(Shape.VALUE, "How many of it can exist, like `copies`; 0 means one."),
}
"""Keys of an item that relate it to others. Flags and numbers are properties as well."""

FLAGS = ("container", "abstract", "key", "destroyoncombine")
NUMBERS = ("size", "capacity")

ITEM = Section(
    "An item. Every key that is not listed here is a property of your own.",
    {**SPECIAL, **RELATIONS},
    own_names="A property of your own: true, false, a whole number or a text; or the list of values it can have.",
)

RULE = Section(
    "A rule with options.",
    {
        "rule": Key(
            Shape.RULE,
            "The rule's line: `Safe[locked: False] Badge ::= Unlock Safe[locked: True] Badge`.",
            required=True,
        ),
        "name": _text("A name, to refer to the rule."),
        "text": _text("What players read when they use it: `You slip the {Badge} off the {Security}.`"),
        "weight": Key(
            Shape.NUMBER, "How much more likely it is to be chosen than a rule of weight 1.", default=1
        ),
        "kind": _text("A word to group rules by, for maps, constraints and texts."),
        "fail": _flag("It ends the game in defeat; no puzzle uses it."),
    },
)

_POLICIES = {"shortcuts": "Ways to solve an area without all of its steps.",
             "dead_ends": "States from which the game can no longer be won."}  # fmt: skip

AREA = Section(
    "An area.",
    {
        "title": _text("The name that players see."),
        "description": _text("What players read when they enter."),
        "start": _flag("It is open when the game begins."),
        "goals": Key(
            Shape.TEXTS, 'What may solve it; each puzzle chooses one: `Gold`, `"Safe[locked: False]"`.'
        ),
        "depth": _section("depth", "How long the longest chain of steps to the goal may be."),
        "connects": _names("an area", "The areas that open when this one is solved."),
        "open": _names("an area", "The areas that it is directly connected to: they open together."),
        "doors": Key(
            Shape.DOORS, "Locked doors in it: `{to, name, key}` each, or the area behind it.", of="door"
        ),
        "contains": _names("an item", "Items that are already here; `[Tree, Tree]` means two."),
        "herrings": Key(Shape.NUMBER, "How many red herrings are placed here.", default=0, least=0),
        **{name: _policy(None, meaning) for name, meaning in _POLICIES.items()},
        "guarantees": _section("guarantees", "What holds for this area, instead of the pack's guarantees."),
    },
)

GUARANTEES = Section(
    "What holds for every puzzle. forbid: no puzzle has one. report: the puzzle lists them. allow: no check.",
    {name: _policy(getattr(Guarantees, name), meaning) for name, meaning in _POLICIES.items()},
)

LIMITS = Section(
    "Bounds that keep the search finite where the pack alone does not.",
    {
        "stages": Key(
            Shape.NUMBER,
            "How often an object may change in one puzzle, where its changes could repeat forever.",
            default=Limits.stages,
            most=MAX_STAGES,
        ),
        "copies": Key(
            Shape.NUMBER,
            "How many objects of one item a puzzle may add to those that are already there.",
            default=Limits.copies,
            most=MAX_ADDED,
        ),
    },
)

DEPTH = Section(
    "How many steps the longest chain may have, from the goal back to what is there at the start.",
    {
        "min": Key(Shape.NUMBER, "The fewest steps.", default=1),
        "max": Key(Shape.NUMBER, "The most steps; no limit if not given."),
    },
)

DOOR = Section(
    "A locked door. Its own key, used on this side of it, opens the area behind it.",
    {
        "to": Key(Shape.NAME, "The area behind it.", of="an area", required=True),
        "key": _name("an item", "The item that its key is a copy of; the pack's key item if not given."),
        "name": _name("an item", "Its name; `Door_FROM_TO` if not given."),
    },
)

MAP = Section(
    "A puzzle map. It has an `output` and a world of its own, or it `solves` areas of the pack.",
    {
        "areas": _entries("map area", "The areas of the map; the pack's areas if not given."),
        "blocks": _entries("block", "The blocks, each with its kind and what it takes."),
        "output": Key(Shape.OUTPUT, "The block whose result ends the puzzle.", of="output"),
        "solves": Key(Shape.SOLVES, "The block that solves each area of the pack."),
        "title": _text("The name that players see."),
        "description": _text("What the map is about."),
    },
)

MAP_AREA = Section(
    "An area of a map.",
    {
        "start": _flag("It is open when the game begins."),
        "doors": _names("an area", "Areas that it is directly connected to: they open together."),
        "locked": _names("a block", "The unlock blocks that lead into it."),
        "title": _text("The name that players see."),
        "description": _text("What players read when they enter."),
    },
)

OUTPUT = Section(
    "What the map asks for in the end.",
    {
        "input": _name("a block", "The block whose result ends the puzzle."),
        "asks": _name("an item", "The item that is asked for; any item if not given."),
    },
)

BLOCK_OPTIONS = {
    "property": _name("a property", "What a change block changes, or what a filter looks at."),
    "value": Key(Shape.VALUE, "The value that the property gets or must have; any value if not given."),
    "item": _name("an item", "The item that comes out; any item if not given."),
    "needs": Key(Shape.NEEDS, "Properties that inputs must have: `{ingredient1: {temperature: hot}}`."),
}

BLOCK = Section(
    "A block of a map: exactly one kind, and its options.",
    {
        "spawn": Key(Shape.INPUTS, "Something that is in the area."),
        "combine": Key(Shape.INPUTS, "What two ingredients make, in any order."),
        "request": Key(Shape.INPUTS, "What the requester gives for what is requested."),
        "change": Key(Shape.INPUTS, "The changee, once the changer has changed a property of it."),
        "insert": Key(Shape.INPUTS, "The box with the boxee inside."),
        "unbox": Key(Shape.INPUTS, "What was inside the box."),
        "unlock": Key(Shape.INPUTS, "The way into `to`: the key is used on the side of `from`."),
        "step": Key(Shape.INPUTS, "The result of any rule with this many inputs (only in maps with `solves`)."),
        "left": Key(Shape.INPUTS, "What else the step of a block makes (only in maps with `solves`)."),
        "filter": Key(Shape.INPUTS, "The same thing, if its property has the value (only with `output`)."),
        "or": Key(Shape.INPUTS, "What one of two blocks gives; the other is left out (only with `output`)."),
        **BLOCK_OPTIONS,
    },
    own_names="A block of your own, by its name.",
)  # fmt: skip

COMPOSED = Section(
    "A block of your own: several blocks under one name, used like a built-in kind.",
    {
        "takes": _names("an input", "The names of its inputs."),
        "blocks": _entries("block", "The blocks it is made of; they name its inputs like blocks."),
        "gives": Key(Shape.NAME, "The block whose result it gives.", of="a block", required=True),
        "description": _text("What it is for."),
    },
)

SECTIONS: Mapping[str, Section] = {
    "pack": PACK, "item": ITEM, "rule": RULE, "area": AREA, "depth": DEPTH, "door": DOOR, "guarantees": GUARANTEES,
    "limits": LIMITS, "map": MAP, "map area": MAP_AREA, "block": BLOCK, "output": OUTPUT, "composed": COMPOSED,
}  # fmt: skip
"""Every section by its name."""
