"""A running game as a file: what is where, what is open, what is solved."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from puzzlesynth.pack.characters import harmful
from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.problems import Names

from .model import Object, Progress

FORMAT = "puzzlesynth.state/1"
MAX_BYTES = 16 * 1024 * 1024


class StateError(Exception):
    """A state file that cannot be used; the message says where and why."""


@dataclass(frozen=True)
class Running:
    objects: tuple[Object, ...]
    progress: Progress
    player: str | None = None


def read_state(pack: Pack, path: Path) -> Running:
    if path.is_dir():
        raise StateError("this is a folder, not a state file")
    raw = path.read_bytes()
    if len(raw) > MAX_BYTES:
        raise StateError(f"larger than {MAX_BYTES // 2**20} MiB")
    try:
        data = json.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise StateError(f"not UTF-8 text (byte {error.start + 1})") from None
    except json.JSONDecodeError as error:
        raise StateError(f"line {error.lineno}, column {error.colno}: not JSON: {error.msg}") from None
    except RecursionError:
        raise StateError("nested too deeply") from None
    return state_from_dict(pack, data)


def state_from_dict(pack: Pack, data: Any) -> Running:
    if not isinstance(data, Mapping):
        raise StateError("expected an object with `objects`, `open` and `solved`")
    if data.get("format", FORMAT) != FORMAT:
        raise StateError(f"format: expected `{FORMAT}`, found {data['format']!r}")
    objects = tuple(_object(pack, thing, f"objects[{n}]") for n, thing in enumerate(_list(data, "objects")))
    names = [thing.id for thing in objects]
    for n, thing in enumerate(objects):
        if names.index(thing.id) != n:
            raise StateError(f"objects[{n}].id: `{thing.id}` is used twice")
        if thing.inside is not None and thing.inside not in names:
            raise StateError(f"objects[{n}].inside: no object has the id `{thing.inside}`")
    _no_circles(objects)
    progress = Progress(_areas(pack, data, "open"), _areas(pack, data, "solved"))
    if not progress.open:
        raise StateError("open: at least one area must be open")
    player = data.get("player")
    if player is not None and player not in progress.open:
        raise StateError(f"player: {player!r} is not an open area")
    return Running(objects, progress, player)


def _list(data: Mapping[str, Any], key: str) -> list[Any]:
    value = data.get(key)
    if not isinstance(value, list):
        raise StateError(f"{key}: expected a list")
    return value


def _areas(pack: Pack, data: Mapping[str, Any], key: str) -> tuple[str, ...]:
    return tuple(_known(area, pack.areas, f"{key}[{n}]", "area") for n, area in enumerate(_list(data, key)))


def _known(name: Any, known: Mapping[str, Any], where: str, what: str) -> str:
    if not isinstance(name, str) or name not in known:
        closest = Names(known).closest(str(name))
        hint = f"; did you mean `{closest}`?" if closest else ""
        raise StateError(f"{where}: the pack has no {what} called {name!r}{hint}")
    return name


def _object(pack: Pack, data: Any, where: str) -> Object:
    if not isinstance(data, Mapping):
        raise StateError(f"{where}: expected an object with `id`, `item` and where it is")
    name, inside, area = data.get("id"), data.get("inside"), data.get("area")
    if not isinstance(name, str) or not name or harmful(name):
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
        if not isinstance(value, bool | int | str) or harmful(f"{key}{value}"):
            raise StateError(f"{where}.properties.{key}: expected true, false, a number or a text")
    return Object(name, item, area, inside, False, {**pack.items[item].properties, **properties})


def _no_circles(objects: tuple[Object, ...]) -> None:
    holder = {thing.id: thing.inside for thing in objects}
    full: dict[str, str] = {}
    for thing in objects:
        if thing.inside is not None and full.setdefault(thing.inside, thing.id) != thing.id:
            raise StateError(
                f"`{thing.inside}` holds both `{full[thing.inside]}` and `{thing.id}`: one is the most"
            )
        seen, at = {thing.id}, thing.inside
        while at is not None:
            if at in seen:
                raise StateError(f"`{thing.id}` is inside itself")
            seen.add(at)
            at = holder[at]
