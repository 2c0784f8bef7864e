"""A pack's two fingerprints: `logic`, by which puzzles name their pack, and the older `content`.

`logic` changes with what a puzzle depends on, and with nothing else. Titles, descriptions and what players read,
the order of keys, comments, layout and the split into files are left out. The order of rules counts, since puzzles name
rules by their number. Whatever is not known to be a mere text counts.

`content` changes with meaning and texts. Puzzles and saves named their packs by it before, and still load: what it
covers, and how, never changes.

In a large pack they take a sixth of the time to read it, and `check` needs neither: each is worked out when it is asked
for. What constraints say is read at once, since their files can change.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from .model import Area, Constraint, Cruelty, Guarantees, Item, Limits, Pack, PackHashes, Rule, Term
from .puzzle_map import PuzzleMap

LEFT_OUT: Mapping[type, frozenset[str]] = {
    # `types` says what follows from `isa`, `spawnable` and the like what follows from other words.
    Item: frozenset({"description", "isa"}),
    Rule: frozenset({"text", "name", "number"}),
    Area: frozenset({"title", "description", "goals"}),
}
"""Fields that no puzzle depends on, or that are hashed in another way."""

UNORDERED = frozenset({"types", "areas", "connects", "adjoins", "contains", "doors"})
"""Fields of items and areas whose order says nothing."""


Programs = Mapping[str, bytes]
"""What constraints say, by their paths."""


class HashesOfPack(PackHashes):
    """The hashes of a pack as it is now: one that is made from it keeps them."""

    _pack: Pack
    _programs: Programs

    def __init__(self, pack: Pack) -> None:
        paths = [constraint.path for constraint in pack.constraints if constraint.path is not None]
        vars(self)["_pack"] = pack
        vars(self)["_programs"] = {path: Path(path).read_bytes() for path in paths}

    @cached_property
    def logic(self) -> str:
        return _logic_hash(self._pack, self._programs)

    @cached_property
    def content(self) -> str:
        return _content_hash(self._pack, self._programs)

    def __eq__(self, other: object) -> bool:
        """A hash that is equal is one of the same pack, however it came about."""
        return isinstance(other, PackHashes) and (self.logic, self.content) == (other.logic, other.content)

    def __hash__(self) -> int:
        return hash((self.logic, self.content))

    def __reduce__(self) -> tuple[type[PackHashes], tuple[str, str]]:
        return PackHashes, (self.logic, self.content)


def _logic_hash(pack: Pack, programs: Programs) -> str:
    """The SHA-256 of everything in a pack that a puzzle can depend on."""
    begin = next((area.name for area in pack.areas.values() if area.start and area.is_place), None)
    content: dict[str, Any] = {
        "pack": pack.name,
        "items": {name: _unordered(item) for name, item in pack.items.items()},
        "rules": [_rule(rule, bool(pack.constraints)) for rule in pack.rules],
        "areas": {name: _area(area) for name, area in pack.areas.items()},
        "begin": begin,
        "guarantees": _told(pack.guarantees, Guarantees()),
        "limits": _told(pack.limits, Limits()),
        "constraints": sorted(_constraint(one, programs) for one in pack.constraints),
        "cruelty": pack.cruelty.value,
    }
    if pack.maps:
        # The world of a map is built in the order of its areas and blocks, and so are the numbers of its rules.
        content["maps"] = {name: _in_order(found) for name, found in pack.maps.items()}
    canonical = json.dumps(content, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def _rule(rule: Rule, named: bool) -> list[Any]:
    """Only constraints can ask for a rule's name; otherwise it is a text."""
    return [_in_order(rule), *([rule.name] if named and rule.name else [])]


def _area(area: Area) -> dict[str, Any]:
    """A puzzle names its goals by their text."""
    return _unordered(area) | {"goals": sorted(set(area.goal_texts))}


def _told(value: Any, default: Any) -> Any:
    return None if value == default else _in_order(value)


_PLAIN = frozenset({str, int, float, bool, type(None)})
"""What is JSON as it is; in a large pack nearly every value."""


def _in_order(value: Any) -> Any:
    """A value as JSON that keeps every order but that of a term's properties."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Term):
        return [value.type, dict(value.properties), value.contains, value.label]
    if is_dataclass(value) and not isinstance(value, type):
        return _said(value, _in_order)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return [[key, _in_order(entry)] for key, entry in value.items()]
    if isinstance(value, tuple | list):
        return [_in_order(entry) for entry in value]
    return value


def _unordered(value: Item | Area) -> dict[str, Any]:
    """An item or an area as JSON in which no order counts."""
    said = _said(value, _in_order)
    for name in UNORDERED & said.keys():
        said[name] = _sorted(getattr(value, name))
    if isinstance(value, Item):
        said["properties"] = dict(value.properties)
    if "relations" in said:
        # What follows from their order is in the order of the rules.
        said["relations"] = {name: _sorted(entry) for name, entry in said["relations"].items()}
    return said


def _sorted(value: Any) -> Any:
    """`contains` is a list of an area and a single name of an item."""
    return sorted(map(_in_order, value), key=repr) if isinstance(value, tuple | list | frozenset) else value


def _said(value: Any, told: Callable[[Any], Any]) -> dict[str, Any]:
    """The fields that are not as they are by default, so that a new one changes nothing where it is not used."""
    found = ((name, getattr(value, name), default) for name, default in _telling_fields(value.__class__))
    return {
        name: sorted(entry) if isinstance(entry, frozenset) else told(entry)
        for name, entry, default in found
        if entry != default
    }


@cache
def _telling_fields(kind: type) -> tuple[tuple[str, Any], ...]:
    """The fields that can say something, with their defaults."""
    left_out = LEFT_OUT.get(kind, frozenset())
    return tuple((f.name, _default(f)) for f in fields(kind) if f.compare and f.name not in left_out)


def _default(known: Field[Any]) -> Any:
    if known.default_factory is not MISSING:
        return known.default_factory()
    return known.default


_PARTS = re.compile(r'(?P<gap>%\*.*?\*%|%[^\n]*|\s+)|"(?:\\.|[^"\\\n])*"|[^\s%"]+|.', re.DOTALL)
_TAG = re.compile(r"[%*\s]*(@\w+)\s*\(([^)]*)\)")


def _constraint(constraint: Constraint, programs: Programs) -> str:
    """What is on the shelf goes by its name, a program by what it says."""
    if constraint.path is None:
        return constraint.name
    text = programs[constraint.path].decode("utf-8", "backslashreplace")
    return hashlib.sha256(_program(text).encode()).hexdigest()


def _program(text: str) -> str:
    """A program with one blank for all that is between its words; of comments only what a tag sets is left."""
    words: list[str] = [""]
    for found in _PARTS.finditer(text):
        tag = _TAG.match(found["gap"] or "")
        if tag:
            words += [f"{tag[1]}({tag[2]})", ""]
        elif not found["gap"]:
            words[-1] += found.group()
        elif words[-1]:
            words.append("")
    return " ".join(filter(None, words))


def _content_hash(pack: Pack, programs: Programs) -> str:
    """The SHA-256 of everything that a pack says, in one canonical form.

    Rules are numbered and the player begins in the first start area, so their order counts;
    that of items does not.
    """
    content: dict[str, Any] = {
        "pack": pack.name,
        "title": pack.title,
        "description": pack.description,
        "items": {name: _legacy_item(item) for name, item in pack.items.items()},
        "rules": [_legacy_rule(rule) for rule in pack.rules],
        "areas": [_legacy_area(area) for area in pack.areas.values()],
        "guarantees": _legacy_guarantees(pack.guarantees),
        "constraints": sorted(_legacy_constraint(one, programs) for one in pack.constraints),
        "limits": {"stages": pack.limits.stages},
    }
    if pack.maps:
        content["maps"] = {name: _legacy_map(found) for name, found in pack.maps.items()}
    if pack.limits.copies != Limits.copies:
        content["limits"]["copies"] = pack.limits.copies
    if pack.cruelty is not Cruelty.POLITE:
        content["cruelty"] = pack.cruelty.value
    canonical = json.dumps(content, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def _legacy_item(item: Item) -> dict[str, Any]:
    return {
        "isa": sorted(item.isa),
        "properties": dict(item.properties),
        "carryable": item.carryable,
        "spawnable": item.spawnable,
        "areas": None if item.areas is None else sorted(item.areas),
        "contains": item.contains,
        "copies": item.copies,
        "description": item.description,
    }


def _legacy_rule(rule: Rule) -> list[Any]:
    terms = [[_legacy_term(term) for term in side] for side in (rule.outputs, rule.inputs)]
    related = ["relation"] if rule.from_relation else []
    return [rule.action, *terms, rule.name, rule.text, rule.weight, rule.kind, rule.fail, *related]


def _legacy_term(term: Term) -> list[Any]:
    return [term.type, dict(term.properties), term.contains, term.label]


def _legacy_map(found: PuzzleMap) -> list[Any]:
    areas = [[a.name, a.start, sorted(a.doors), sorted(a.locked)] for a in found.areas.values()]
    blocks = [
        [
            b.name,
            b.kind,
            dict(b.inputs),
            b.area,
            b.to,
            b.property,
            b.value,
            b.item,
            {k: list(v) for k, v in b.needs.items()},
        ]
        for b in found.blocks.values()
    ]
    return [sorted(areas), sorted(blocks, key=repr), found.output]


def _legacy_area(area: Area) -> dict[str, Any]:
    joined: dict[str, Any] = (
        {"adjoins": sorted(area.adjoins), "is_place": area.is_place} if area.adjoins else {}
    )
    if area.herrings:
        joined["herrings"] = area.herrings
    return joined | {
        "name": area.name,
        "goals": [_legacy_term(goal) for goal in area.goals],
        "start": area.start,
        "depth": [area.min_depth, area.max_depth],
        "connects": sorted(set(area.connects)),
        "contains": sorted(area.contains),
        "guarantees": _legacy_guarantees(area.guarantees),
        "title": area.title,
        "description": area.description,
    }


def _legacy_guarantees(guarantees: Guarantees) -> list[str]:
    return [guarantees.shortcuts.value, guarantees.dead_ends.value]


def _legacy_constraint(constraint: Constraint, programs: Programs) -> str:
    """A program counts by what it says; what is on the shelf, by its name."""
    if constraint.path is None:
        return constraint.name
    return hashlib.sha256(programs[constraint.path]).hexdigest()
