"""A running game as a file: what is where, what is open, what is solved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from puzzlesynth.pack.bounds import MAX_NUMBER
from puzzlesynth.pack.cycles import cycles
from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.text.control_characters import first_control_character
from puzzlesynth.suggestions import did_you_mean

from .model import Object, Progress
from .strict_json import JsonError, read_bytes, read_json, shown

FORMAT = "puzzlesynth.state/1"


class StateError(Exception):
    """A state file that cannot be used; the message says where and why."""


@dataclass(frozen=True)
class GameState:
    objects: tuple[Object, ...]
    progress: Progress
    player: str | None = None


def read_state(pack: Pack, path: Path) -> GameState:
    if path.is_dir():
        raise StateError("this is a folder, not a state file")
    try:
        data = read_json(read_bytes(path))
    except JsonError as error:
        raise StateError(str(error)) from None
    return state_from_dict(pack, data)


def state_from_dict(pack: Pack, data: Any) -> GameState:
    if not isinstance(data, Mapping):
        raise StateError("expected an object with `objects`, `open` and `solved`")
    if data.get("format", FORMAT) != FORMAT:
        raise StateError(f"format: expected `{FORMAT}`, found {shown(data['format'])}")
    objects = tuple(_object(pack, thing, f"objects[{n}]") for n, thing in enumerate(_list(data, "objects")))
    first: dict[str, int] = {}
    for n, thing in enumerate(objects):
        if first.setdefault(thing.id, n) != n:
            raise StateError(f"objects[{n}].id: {shown(thing.id)} is used twice")
    for n, thing in enumerate(objects):
        if thing.inside is not None and thing.inside not in first:
            raise StateError(f"objects[{n}].inside: no object has the id {shown(thing.inside)}")
    _check_copies(pack, objects)
    _check_holders(objects)
    progress = Progress(_areas(pack, data, "open"), _areas(pack, data, "solved"))
    if not progress.open:
        raise StateError("open: at least one area must be open")
    player = data.get("player")
    if player is not None and player not in progress.open:
        raise StateError(f"player: {shown(player)} is not an open area")
    return GameState(objects, progress, player)


def _list(data: Mapping[str, Any], key: str) -> list[Any]:
    value = data.get(key)
    if not isinstance(value, list):
        raise StateError(f"{key}: expected a list")
    return value


def _areas(pack: Pack, data: Mapping[str, Any], key: str) -> tuple[str, ...]:
    return tuple(_known(area, pack.areas, f"{key}[{n}]", "area") for n, area in enumerate(_list(data, key)))


def _known(name: Any, known: Mapping[str, Any], where: str, what: str) -> str:
    if not isinstance(name, str) or name not in known:
        hint = did_you_mean(str(name), known)
        raise StateError(f"{where}: the pack has no {what} named {shown(name)}{f'; {hint}' if hint else ''}")
    return name


def _object(pack: Pack, data: Any, where: str) -> Object:
    if not isinstance(data, Mapping):
        raise StateError(f"{where}: expected an object with `id`, `item` and where it is")
    name, inside, area = data.get("id"), data.get("inside"), data.get("area")
    if not isinstance(name, str) or not name or first_control_character(name):
        raise StateError(f"{where}.id: expected a name")
    item = _known(data.get("item"), pack.items, f"{where}.item", "item")
    if inside is not None and (area is not None or not isinstance(inside, str)):
        raise StateError(f"{where}.inside: expected the id of another object, and no area beside it")
    if area is not None:
        area = _known(area, pack.areas, f"{where}.area", "area")
    elif inside is None and not pack.items[item].carryable:
        raise StateError(f"{where}: nobody can carry `{item}`, so it needs an area")
    properties = data.get("properties", {})
    if not isinstance(properties, Mapping):
        raise StateError(f"{where}.properties: expected an object")
    for key, value in properties.items():
        if first_control_character(key):
            raise StateError(f"{where}.properties: expected names, found {shown(key)}")
        if not isinstance(value, bool | int | str) or (
            isinstance(value, str) and first_control_character(value)
        ):
            raise StateError(f"{where}.properties.{key}: expected true, false, a number or a text")
        if isinstance(value, int) and abs(value) > MAX_NUMBER:
            raise StateError(f"{where}.properties.{key}: numbers go from -{MAX_NUMBER} to {MAX_NUMBER}")
    return Object(name, item, area, inside, False, {**pack.items[item].properties, **properties})


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
