"""Puzzles as JSON and back. Writing keeps a fixed order of keys; reading trusts nothing.

What is wrong with a text is a `PuzzleError` whose message begins with the place: `steps[3].inputs[0]: …`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from puzzlesynth.pack.model import Value
from puzzlesynth.pack.text.control_characters import first_control_character

from .model import (
    FORMAT,
    Created,
    DisabledRule,
    Filling,
    Goal,
    Object,
    Progress,
    Puzzle,
    StatedConstraint,
    Step,
)
from .strict_json import JsonError, read_json, shown

LARGEST = 2**53
"""Integers beyond this do not survive every JSON reader."""

Read = TypeVar("Read")


class PuzzleError(ValueError):
    """This is not a puzzle; the message names the place."""


def puzzle_to_dict(puzzle: Puzzle) -> dict[str, Any]:
    """The puzzle as JSON data, keys in their order."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "pack": {"name": puzzle.pack, "sha256": puzzle.pack_sha256},
        "seed": puzzle.seed,
        "id": puzzle.id,
        "tree": puzzle.tree,
        "areas": [
            {
                "name": goal.name,
                "goal": goal.goal,
                "start": goal.start,
                "opened_by": goal.opened_by,
                "solved_by": goal.solved_by,
            }
            for goal in puzzle.areas
        ],
        "objects": [
            {
                "id": thing.id,
                "item": thing.item,
                "area": thing.area,
                "inside": thing.inside,
                "placed": thing.placed,
                "properties": dict(thing.properties),
            }
            for thing in puzzle.objects
        ],
        "steps": [_step_to_dict(step) for step in puzzle.steps],
        "creates": [{"id": made.id, "item": made.item} for made in puzzle.creates],
        "solution": list(puzzle.solution),
        "metrics": dict(puzzle.metrics),
        "guarantees": dict(puzzle.guarantees),
    }
    if puzzle.progress is not None:
        data["progress"] = {"open": list(puzzle.progress.open), "solved": list(puzzle.progress.solved)}
    _add_extras(data, puzzle)
    return data


def _add_extras(data: dict[str, Any], puzzle: Puzzle) -> None:
    """What only some puzzles have comes last."""
    hard = [one for one in puzzle.constraints if one.kind != "prefer"]
    soft = [one for one in puzzle.constraints if one.kind == "prefer"]
    if hard:
        data["constraints"] = [{"name": c.name, "kind": c.kind, "sentence": c.sentence} for c in hard]
    if soft:
        data["preferences"] = [
            {"name": c.name, "sentence": c.sentence, "weight": c.weight, "cost": c.cost} for c in soft
        ]
    if puzzle.optimum is not None:
        data["optimum"] = puzzle.optimum
    if puzzle.difficulty:
        data["difficulty"] = dict(puzzle.difficulty)
    if puzzle.rules is not None:
        data["rules"] = puzzle.rules
    if puzzle.rules_off:
        data["rules_off"] = [{"rule": off.rule, "why": off.why} for off in puzzle.rules_off]
    if puzzle.map is not None:
        data["map"] = {
            "name": puzzle.map.name,
            "blocks": dict(puzzle.map.blocks),
            "areas": list(puzzle.map.areas),
            "relations": list(puzzle.map.relations),
        }


def _step_to_dict(step: Step) -> dict[str, Any]:
    data: dict[str, Any] = {
        "id": step.id,
        "area": step.area,
        "rule": step.rule,
        "action": step.action,
        "inputs": list(step.inputs),
        "from": list(step.sources),
        "outputs": list(step.outputs),
        "after": list(step.after),
    }
    if step.place is not None:
        data["place"] = step.place
    return data


def puzzle_to_json(puzzle: Puzzle) -> str:
    """One line of JSON, the same bytes for the same puzzle."""
    return json.dumps(puzzle_to_dict(puzzle), ensure_ascii=False, separators=(",", ":"))


def puzzle_from_json(text: str | bytes) -> Puzzle:
    """Reads one puzzle."""
    try:
        data = read_json(text)
    except JsonError as problem:
        raise PuzzleError(str(problem)) from None
    return puzzle_from_dict(data)


def puzzle_from_dict(data: Any) -> Puzzle:
    """A puzzle from JSON data."""
    top = _mapping(data, "puzzle")
    form = _get(top, "format", "", _text)
    if form != FORMAT:
        raise PuzzleError(f"format: {shown(form)}, expected {FORMAT!r}")
    pack = _get(top, "pack", "", _mapping)
    puzzle = Puzzle(
        pack=_get(pack, "name", "pack.", _text),
        pack_sha256=_get(pack, "sha256", "pack.", _text),
        areas=_get(top, "areas", "", _listed(_goal)),
        objects=_get(top, "objects", "", _listed(_object)),
        steps=_get(top, "steps", "", _listed(_step)),
        creates=_get(top, "creates", "", _listed(_created)),
        solution=_get(top, "solution", "", _listed(_text)),
        metrics=_optional(top, "metrics", "", _numbers) or {},
        guarantees=_optional(top, "guarantees", "", _texts) or {},
        seed=_optional(top, "seed", "", _seed),
        id=_optional(top, "id", "", _text) or "",
        tree=_optional(top, "tree", "", _text) or "",
        progress=_optional(top, "progress", "", _progress),
        constraints=(
            *(_optional(top, "constraints", "", _listed(_constraint)) or ()),
            *(_optional(top, "preferences", "", _listed(_preference)) or ()),
        ),
        optimum=_optional(top, "optimum", "", _text),
        difficulty=_optional(top, "difficulty", "", _values) or {},
        rules=_optional(top, "rules", "", _text),
        rules_off=_optional(top, "rules_off", "", _listed(_rule_off)) or (),
        map=_optional(top, "map", "", _filling),
    )
    _no_name_twice("areas", "name", [goal.name for goal in puzzle.areas])
    _no_name_twice("objects", "id", [thing.id for thing in puzzle.objects])
    _no_name_twice("steps", "id", [step.id for step in puzzle.steps])
    _no_name_twice("creates", "id", [made.id for made in puzzle.creates])
    return puzzle


def _no_name_twice(key: str, part: str, names: list[str]) -> None:
    seen: set[str] = set()
    for index, name in enumerate(names):
        if name in seen:
            raise PuzzleError(f"{key}[{index}].{part}: {name[:60]!r} is there twice")
        seen.add(name)


def _goal(data: Any, where: str) -> Goal:
    known = _mapping(data, where)
    at = f"{where}."
    return Goal(
        name=_get(known, "name", at, _text),
        goal=_get(known, "goal", at, _text),
        start=_get(known, "start", at, _truth),
        opened_by=_optional(known, "opened_by", at, _text),
        solved_by=_get(known, "solved_by", at, _text),
    )


def _object(data: Any, where: str) -> Object:
    known = _mapping(data, where)
    at = f"{where}."
    return Object(
        id=_get(known, "id", at, _text),
        item=_get(known, "item", at, _text),
        area=_optional(known, "area", at, _text),
        inside=_optional(known, "inside", at, _text),
        placed=_get(known, "placed", at, _truth),
        properties=_get(known, "properties", at, _values),
    )


def _step(data: Any, where: str) -> Step:
    known = _mapping(data, where)
    at = f"{where}."
    return Step(
        id=_get(known, "id", at, _text),
        area=_get(known, "area", at, _text),
        rule=_get(known, "rule", at, _whole),
        action=_get(known, "action", at, _text),
        inputs=_get(known, "inputs", at, _listed(_text)),
        sources=_get(known, "from", at, _listed(_maybe_text)),
        outputs=_get(known, "outputs", at, _listed(_text)),
        after=_get(known, "after", at, _listed(_text)),
        place=_optional(known, "place", at, _text),
    )


def _created(data: Any, where: str) -> Created:
    known = _mapping(data, where)
    return Created(_get(known, "id", f"{where}.", _text), _get(known, "item", f"{where}.", _text))


def _progress(data: Any, where: str) -> Progress:
    known = _mapping(data, where)
    at = f"{where}."
    return Progress(_get(known, "open", at, _listed(_text)), _get(known, "solved", at, _listed(_text)))


def _constraint(data: Any, where: str) -> StatedConstraint:
    known = _mapping(data, where)
    at = f"{where}."
    name, kind, sentence = (_get(known, key, at, _text) for key in ("name", "kind", "sentence"))
    return StatedConstraint(name, kind, sentence)


def _preference(data: Any, where: str) -> StatedConstraint:
    known = _mapping(data, where)
    at = f"{where}."
    return StatedConstraint(
        name=_get(known, "name", at, _text),
        kind="prefer",
        sentence=_get(known, "sentence", at, _text),
        weight=_get(known, "weight", at, _whole),
        cost=_get(known, "cost", at, _whole),
    )


def _rule_off(data: Any, where: str) -> DisabledRule:
    known = _mapping(data, where)
    return DisabledRule(_get(known, "rule", f"{where}.", _whole), _get(known, "why", f"{where}.", _text))


def _filling(data: Any, where: str) -> Filling:
    known = _mapping(data, where)
    at = f"{where}."
    return Filling(
        name=_get(known, "name", at, _text),
        blocks=_get(known, "blocks", at, _texts),
        areas=_get(known, "areas", at, _listed(_text)),
        relations=_get(known, "relations", at, _listed(_whole)),
    )


def _get(data: Mapping[str, Any], key: str, where: str, read: Callable[[Any, str], Read]) -> Read:
    if key not in data:
        raise PuzzleError(f"{where}{key}: is missing")
    return read(data[key], f"{where}{key}")


def _optional(data: Mapping[str, Any], key: str, where: str, read: Callable[[Any, str], Read]) -> Read | None:
    value = data.get(key)
    return None if value is None else read(value, f"{where}{key}")


def _listed(read: Callable[[Any, str], Read]) -> Callable[[Any, str], tuple[Read, ...]]:
    def all_of(data: Any, where: str) -> tuple[Read, ...]:
        if not isinstance(data, list):
            raise PuzzleError(f"{where}: expected a list, found {_kind(data)}")
        return tuple(read(entry, f"{where}[{index}]") for index, entry in enumerate(data))

    return all_of


def _mapping(data: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise PuzzleError(f"{where}: expected an object, found {_kind(data)}")
    return data


def _text(data: Any, where: str) -> str:
    if not isinstance(data, str):
        raise PuzzleError(f"{where}: expected a text, found {_kind(data)}")
    code = first_control_character(data)
    if code is not None:
        raise PuzzleError(f"{where}: {code} does not belong in a text")
    return data


def _maybe_text(data: Any, where: str) -> str | None:
    return None if data is None else _text(data, where)


def _truth(data: Any, where: str) -> bool:
    if not isinstance(data, bool):
        raise PuzzleError(f"{where}: expected true or false, found {_kind(data)}")
    return data


def _whole(data: Any, where: str) -> int:
    if isinstance(data, bool) or not isinstance(data, int):
        raise PuzzleError(f"{where}: expected a whole number, found {_kind(data)}")
    if abs(data) > LARGEST:
        raise PuzzleError(f"{where}: the number is too large")
    return data


def _seed(data: Any, where: str) -> int:
    if isinstance(data, bool) or not isinstance(data, int):
        raise PuzzleError(f"{where}: expected a whole number, found {_kind(data)}")
    return data


def _value(data: Any, where: str) -> Value:
    return (
        data
        if isinstance(data, bool)
        else _text(data, where)
        if isinstance(data, str)
        else _whole(data, where)
    )


def _values(data: Any, where: str) -> dict[str, Value]:
    return _mapped(data, where, _value)


def _numbers(data: Any, where: str) -> dict[str, int]:
    return _mapped(data, where, _whole)


def _texts(data: Any, where: str) -> dict[str, str]:
    return _mapped(data, where, _text)


def _mapped(data: Any, where: str, read: Callable[[Any, str], Read]) -> dict[str, Read]:
    known = _mapping(data, where)
    return {_text(key, f"{where}: a key"): read(value, f"{where}.{key}") for key, value in known.items()}


def _kind(data: Any) -> str:
    if data is None:
        return "null"
    names = {bool: "true or false", int: "a number", float: "a number", str: "a text", list: "a list"}
    return names.get(type(data), "an object")
