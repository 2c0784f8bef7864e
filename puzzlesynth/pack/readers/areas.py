"""Areas as the YAML has them: goals, depth, connections, what is there at the start, what is guaranteed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from puzzlesynth.pack.bounds import MAX_GOALS
from puzzlesynth.pack.keys import AREA, DEPTH, DOOR, GUARANTEES
from puzzlesynth.pack.model import Area, Door, Guarantees, Place, Term
from puzzlesynth.pack.rules.notation import NotationError, parse_term
from puzzlesynth.pack.yaml.location import locator
from puzzlesynth.pack.yaml.nodes import YamlMapping, YamlNode, YamlScalar, YamlSequence

from . import fields as read
from .fields import ProblemLog


def read_area(key: YamlScalar, node: YamlNode, inherited: Guarantees, notes: ProblemLog) -> Area | None:
    """One area; it promises what the pack promises, unless it says otherwise."""
    name = read.new_name(key, "an area", notes)
    what = f"the area `{key.text}`"
    found = read.fields(node, what, AREA.keys, notes)
    places: dict[str, Place] = {}
    said = read.read_keys(found, AREA.keys, notes, places)
    if "goals" in found and _is_empty(found["goals"][1]):
        notes.error("missing-key", f"{what} needs `goals`: what must be there to solve it", key.place)
    least, most = read_depth(found["depth"][1], notes) if "depth" in found else (1, None)
    if "guarantees" in found:
        inherited = read_guarantees(found["guarantees"][1], inherited, notes)
    area = Area(
        name=name or "",
        goals=_goals(found["goals"][1], notes) if "goals" in found else (),
        start=said["start"],
        min_depth=least,
        max_depth=most,
        connects=said["connects"],
        contains=said["contains"],
        adjoins=said["open"],
        doors=_doors(found["doors"][1], name or "", notes) if "doors" in found else (),
        herrings=said["herrings"],
        guarantees=_overridden(inherited, said),
        title=said["title"],
        description=said["description"],
        place=key.place,
        places=places,
    )
    return area if name else None


def read_guarantees(node: YamlNode, inherited: Guarantees, notes: ProblemLog) -> Guarantees:
    """`{shortcuts: …, dead_ends: …}`; what is not given is inherited."""
    found = read.fields(node, "`guarantees`", GUARANTEES.keys, notes)
    keys = GUARANTEES.keys
    said = {word: read.read_key(word, keys[word], value, notes, {}) for word, (_, value) in found.items()}
    return _overridden(inherited, said)


def _overridden(inherited: Guarantees, said: Mapping[str, Any]) -> Guarantees:
    return replace(inherited, **{word: said[word] for word in GUARANTEES.keys if said.get(word) is not None})


def read_depth(node: YamlNode, notes: ProblemLog) -> tuple[int, int | None]:
    """`{min: …, max: …}`: how many steps the longest chain of an area may have."""
    if isinstance(node, YamlScalar) and not node.is_null:
        notes.error(
            "wrong-kind", f"`depth` is a range; this is `{node.text}`", node.place, "as in `{min: 3, max: 6}`"
        )
        return 1, None
    places: dict[str, Place] = {}
    said = read.read_keys(read.fields(node, "`depth`", DEPTH.keys, notes), DEPTH.keys, notes, places)
    least, most = said["min"], said["max"]
    if most is not None and most < least:
        message = f"`max` is {most}, less than `min`, which is {least}"
        notes.error("out-of-range", message, places["max"])
    return least, most


def _doors(node: YamlNode, area: str, notes: ProblemLog) -> tuple[Door, ...]:
    """`[{to: Vault, key: VaultKey, name: VaultDoor}]`; the name of the area behind it is enough."""
    found = []
    for entry in node.entries if isinstance(node, YamlSequence) else [node]:
        given: dict[str, str | None] = {}
        if isinstance(entry, YamlScalar):
            given["to"] = read.name(entry, "an area", notes)
        else:
            for word, (_, value) in read.fields(entry, "a door", DOOR.keys, notes).items():
                given[word] = read.name(value, DOOR.keys[word].of, notes)
        if given.get("to") is None:
            notes.error("missing-key", "a door needs `to`: the area behind it", entry.place)
            continue
        to = given["to"] or ""
        found.append(Door(given.get("name") or f"Door_{area}_{to}", to, given.get("key"), entry.place))
    return tuple(found)


def _goals(node: YamlNode, notes: ProblemLog) -> tuple[Term, ...]:
    if isinstance(node, YamlMapping):
        _unquoted(node, notes)
        return ()
    entries = read.entries(node, notes, "goals")
    if len(entries) > MAX_GOALS:
        message = f"an area has at most {MAX_GOALS:,} goals; these are {len(entries):,}"
        notes.error("too-large", message, node.place)
        return ()
    found = [_goal(entry, notes) for entry in entries]
    return tuple(goal for goal in found if goal is not None)


def _goal(node: YamlNode, notes: ProblemLog) -> Term | None:
    if not isinstance(node, YamlScalar) or node.is_null:
        _unquoted(node, notes)
        return None
    try:
        return parse_term(node.text, locator(node))
    except NotationError as mistake:
        notes.problems.append(mistake.problem)
        return None


def _unquoted(node: YamlNode, notes: ProblemLog) -> None:
    hint = 'put a goal with properties in quotes: "Safe[locked: False]"'
    notes.error("unquoted", f"expected a goal, found {read.kind_of(node)}", node.place, hint)


def _is_empty(node: YamlNode) -> bool:
    return read.is_null(node) or getattr(node, "entries", None) == []
