"""Why there is no puzzle: which choices or requirements conflict, and fixes that were tried, ready to be applied."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzlesynth.deadline import OutOfTime
from puzzlesynth.studio.jobs.worker import Emit
from puzzlesynth.studio.packs.pack_source import PackSnapshot, load
from puzzlesynth.studio.protocol import Json

from .generation import Steer, choice_json, playable, regenerator

if TYPE_CHECKING:
    from puzzlesynth.synth.explain.explanation import PackRepair, Reason
    from puzzlesynth.synth.explain.requirements import Requirement

SECONDS = 60.0


def why(given: Steer, emit: Emit) -> Json:
    """Sends what conflicts, then each fix. `choices`: what is kept or never used is in the way, and nothing else; `only`:
    there is no other puzzle than those to avoid, whatever is chosen; `none`: there is a puzzle after all; `undecided`:
    the time was not enough to find out."""
    pack = playable(given.source)
    steering = given.steering(pack)
    if steering:
        emit({"progress": "looking at your choices"})
        conflict = regenerator(given.source, given.wishes).conflict(steering, set(given.avoid))
        if conflict:
            said = [{"text": one.told(pack), "choice": choice_json(one)} for one in conflict]
            return {"kind": "choices", "conflict": said}
    return _requirements(given, emit)


def _requirements(given: Steer, emit: Emit) -> Json:
    from puzzlesynth.pipeline.explain import explanation_for

    pack = load(given.source)
    options = given.wishes.options(pack)
    emit({"progress": "looking for a smallest conflict"})
    try:
        asked = explanation_for(pack, options.constraints, options.targets, SECONDS)
        reason = asked.reason()
    except OutOfTime:
        return {"kind": "undecided", "seconds": SECONDS}
    if reason is None:
        return {"kind": "only" if given.avoid else "none"}
    emit({"reason": _reason(given.source, reason), "progress": "trying what would help"})
    try:
        for repair in asked.changes(reason):
            emit({"fix": _fix(given.source, repair)})
    except OutOfTime:
        return {"kind": "requirements", "stopped": True}
    return {"kind": "requirements"}


def _reason(source: PackSnapshot, reason: Reason) -> Json:
    return {
        "requirements": [
            {
                "text": _plain(one.text),
                "place": None
                if one.place is None
                else {"file": source.relative(one.place.file), "line": one.place.line},
            }
            for one in reason.requirements
        ],
        "notes": list(reason.notes),
        "proven": reason.proven,
    }


def _fix(source: PackSnapshot, repair: PackRepair) -> Json:
    parts = list(zip(repair.requirements, repair.numbers, strict=True))
    edits = [edit for requirement, number in parts if (edit := _edit(source, requirement, number))]
    return {
        "ways": [_worded(way) for way in repair.ways],
        "edits": edits,
        "complete": len(edits) == len(parts),
    }


_OPTION = re.compile(r" \(--\w+ [^)]*\)")
_DIAL = re.compile(r"--(\w+) (.+):(\.\.)?(\d+)(\.\.)?")


def _plain(text: str) -> str:
    """What the command line calls an option is a dial here, and has its name already."""
    return _OPTION.sub("", text).replace("`", "")


def _worded(way: str) -> str:
    found = _DIAL.fullmatch(way)
    if found is None:
        return way
    bound = "at most " if found[3] else "at least " if found[5] else ""
    return f"set the {found[1]} of {found[2]} to {bound}{found[4]}"


def _edit(source: PackSnapshot, requirement: Requirement, number: int | None) -> Json:
    """What to change: a dial, or a value of the pack; null where a person has to decide."""
    kind, *rest = requirement.id
    name = str(rest[0]) if rest else ""
    if kind == "target":
        what, area, end = map(str, rest)
        return {"dial": what, "area": area, "end": end, "number": number}
    if kind == "herrings" and requirement.place is None:
        return {"dial": "herrings", "area": name, "end": "least", "number": number}
    if kind == "constraint":
        place = requirement.place
        return {
            "constraint": requirement.text,
            "file": source.relative(place.file) if place and place.file.endswith(".lp") else None,
        }
    path, value = {
        "min_depth": (["areas", name, "depth", "min"], number or 1),
        "max_depth": (["areas", name, "depth", "max"], number),
        "herrings": (["areas", name, "herrings"], number or 0),
        "shortcuts": (["areas", name, "guarantees", "shortcuts"], "allow"),
        "dead_ends": (["areas", name, "guarantees", "dead_ends"], "allow"),
        "sequence": (["areas", name, "start"], True),
        "copies": (["items", name, "copies"], number),
        "not_spawnable": (["items", name, "notSpawnable"], None),
        "area": (["items", name, "area"], None),
        "limit": (["limits", name], number),
    }.get(str(kind), ([], None))
    return {"path": path, "value": value} if path else None
