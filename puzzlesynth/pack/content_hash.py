"""A pack's fingerprint of old: it changes with meaning and texts, not with files, comments or positions.

Puzzles and saves named their packs by it before they did by `logic_hash`, and still load: so what it covers, and how,
never changes.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from .model import Area, Constraint, Cruelty, Guarantees, Item, Limits, Pack, Rule, Term
from .puzzle_map import PuzzleMap


def content_hash(pack: Pack) -> str:
    """The SHA-256 of everything that a pack says, in one canonical form.

    Rules are numbered and the player begins in the first start area, so their order counts;
    that of items does not.
    """
    content: dict[str, Any] = {
        "pack": pack.name,
        "title": pack.title,
        "description": pack.description,
        "items": {name: _item(item) for name, item in pack.items.items()},
        "rules": [_rule(rule) for rule in pack.rules],
        "areas": [_area(area) for area in pack.areas.values()],
        "guarantees": _guarantees(pack.guarantees),
        "constraints": sorted(map(_constraint, pack.constraints)),
        "limits": {"stages": pack.limits.stages},
    }
    if pack.maps:
        content["maps"] = {name: _map(found) for name, found in pack.maps.items()}
    if pack.limits.copies != Limits.copies:
        content["limits"]["copies"] = pack.limits.copies
    if pack.cruelty is not Cruelty.POLITE:
        content["cruelty"] = pack.cruelty.value
    canonical = json.dumps(content, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def _item(item: Item) -> dict[str, Any]:
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


def _rule(rule: Rule) -> list[Any]:
    terms = [[_term(term) for term in side] for side in (rule.outputs, rule.inputs)]
    related = ["relation"] if rule.from_relation else []
    return [rule.action, *terms, rule.name, rule.text, rule.weight, rule.kind, rule.fail, *related]


def _term(term: Term) -> list[Any]:
    return [term.type, dict(term.properties), term.contains, term.label]


def _map(found: PuzzleMap) -> list[Any]:
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


def _area(area: Area) -> dict[str, Any]:
    joined: dict[str, Any] = (
        {"adjoins": sorted(area.adjoins), "is_place": area.is_place} if area.adjoins else {}
    )
    if area.herrings:
        joined["herrings"] = area.herrings
    return joined | {
        "name": area.name,
        "goals": [_term(goal) for goal in area.goals],
        "start": area.start,
        "depth": [area.min_depth, area.max_depth],
        "connects": sorted(set(area.connects)),
        "contains": sorted(area.contains),
        "guarantees": _guarantees(area.guarantees),
        "title": area.title,
        "description": area.description,
    }


def _guarantees(guarantees: Guarantees) -> list[str]:
    return [guarantees.shortcuts.value, guarantees.dead_ends.value]


def _constraint(constraint: Constraint) -> str:
    """A program counts by what it says; what is on the shelf, by its name."""
    if constraint.path is None:
        return constraint.name
    return hashlib.sha256(Path(constraint.path).read_bytes()).hexdigest()
