"""A running game as a file: what is where, what is open, what is solved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from puzzlesynth.pack.bounds import MAX_NUMBER
from puzzlesynth.pack.checks.names import cycles
from puzzlesynth.pack.model import Pack
from puzzlesynth.quick_dataclasses import dataclass, replace
from puzzlesynth.suggestions import did_you_mean

from .json_io import OBJECT_KEYS
from .json_shapes import TEXT, VALUE, JsonKey, JsonShape, PuzzleError, constant, listed, mapped, record
from .model import GameProgress, Object
from .strict_json import JsonError, read_bytes, read_json, shown

FORMAT = "puzzlesynth.state/1"


class StateError(Exception):
    """A state file that cannot be used; the message says where and why."""


@dataclass(frozen=True)
class GameState:
    objects: tuple[Object, ...]
    progress: GameProgress
    player: str | None = None


def _property(data: Any, where: str) -> Any:
    if isinstance(data, int) and abs(data) > MAX_NUMBER:
        raise PuzzleError(f"{where}: numbers must be from -{MAX_NUMBER} to {MAX_NUMBER}")
    return VALUE.read(data, where)


_OBJECT = record(
    Object,
    JsonKey("id", TEXT, "Its name."),
    *OBJECT_KEYS,
    JsonKey(
        "properties", mapped(JsonShape(_property, VALUE.schema)), "Its properties, where they changed.", {}
    ),
)
_STATE = record(
    dict,
    JsonKey("format", constant(FORMAT), "What this file is.", FORMAT),
    JsonKey("objects", listed(_OBJECT, "id"), "Everything that is in the world."),
    JsonKey("open", listed(TEXT), "The areas that are open."),
    JsonKey("solved", listed(TEXT), "The areas that are solved."),
    JsonKey("player", TEXT, "The area where the player is.", None),
    what="state",
)


def read_state(pack: Pack, path: Path) -> GameState:
    if path.is_dir():
        raise StateError("this is a folder, not a state file")
    try:
        return state_from_dict(pack, read_json(read_bytes(path)))
    except JsonError as error:
        raise StateError(str(error)) from None


def state_from_dict(pack: Pack, data: Any) -> GameState:
    try:
        said = _STATE.read(data, "")
    except PuzzleError as problem:
        raise StateError(str(problem)) from None
    objects = tuple(_fitted(pack, thing, f"objects[{n}]") for n, thing in enumerate(said["objects"]))
    known = {thing.id for thing in objects}
    for n, thing in enumerate(objects):
        if thing.inside is not None and thing.inside not in known:
            raise StateError(f"objects[{n}].inside: no object has the id {shown(thing.inside)}")
    _check_copies(pack, objects)
    _check_holders(objects)
    for key in ("open", "solved"):
        for n, area in enumerate(said[key]):
            _check_known(area, pack.areas, f"{key}[{n}]", "area")
    if not said["open"]:
        raise StateError("open: at least one area must be open")
    if said["player"] is not None and said["player"] not in said["open"]:
        raise StateError(f"player: {shown(said['player'])} is not an open area")
    return GameState(objects, GameProgress(said["open"], said["solved"]), said["player"])


def _check_known(name: str, known: Mapping[str, Any], where: str, what: str) -> None:
    if name not in known:
        hint = did_you_mean(name, known)
        raise StateError(f"{where}: the pack has no {what} named {shown(name)}{f'; {hint}' if hint else ''}")


def _fitted(pack: Pack, thing: Object, where: str) -> Object:
    """An object of the pack, with the properties that it has from its item."""
    if not thing.id:
        raise StateError(f"{where}.id: expected a name")
    _check_known(thing.item, pack.items, f"{where}.item", "item")
    if thing.area is not None:
        _check_known(thing.area, pack.areas, f"{where}.area", "area")
        if thing.inside is not None:
            raise StateError(f"{where}.inside: expected the id of another object, and no area beside it")
    elif thing.inside is None and not pack.items[thing.item].carryable:
        raise StateError(f"{where}: players cannot carry `{thing.item}`, so it needs an area")
    return replace(thing, properties={**pack.items[thing.item].properties, **thing.properties})


def _check_copies(pack: Pack, objects: tuple[Object, ...]) -> None:
    for item, count in Counter(thing.item for thing in objects).items():
        most = pack.items[item].copies
        if count > most:
            raise StateError(f"objects: {count} of `{item}`, but only {most} can exist (`copies: {most}`)")


def _check_holders(objects: tuple[Object, ...]) -> None:
    """Nothing holds two things, and nothing is inside itself."""
    holder = {thing.id: thing.inside for thing in objects}
    full: dict[str, str] = {}
    for thing in objects:
        if thing.inside is not None and full.setdefault(thing.inside, thing.id) != thing.id:
            both = f"both {shown(full[thing.inside])} and {shown(thing.id)}"
            raise StateError(f"{shown(thing.inside)} holds {both}: an object holds at most one other")
    for circle in cycles(holder, lambda name: (outer for outer in [holder[name]] if outer is not None)):
        raise StateError(f"{shown(circle[0])} is inside itself")
