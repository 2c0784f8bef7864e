"""Shapes of JSON values: how each is read, written and described in a JSON Schema.

Reading trusts nothing. What is wrong is a `PuzzleError` whose message begins with the place: `steps[3].inputs[0]: …`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from json import JSONEncoder
from operator import attrgetter
from typing import Any

from puzzlesynth.pack.model import IdentityCache
from puzzlesynth.pack.text.wording import first_control_character
from puzzlesynth.quick_dataclasses import dataclass, field

from .strict_json import shown

to_json: Callable[[Any], str] = JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""Data as JSON text, always the same for the same data."""

LARGEST = 2**53
"""Integers beyond this do not survive every JSON reader."""

REQUIRED: Any = object()
"""In place of a default: the key must be there."""


class PuzzleError(ValueError):
    """This is not a puzzle; the message names the place."""


@dataclass(frozen=True)
class JsonShape:
    """A kind of JSON value."""

    read: Callable[[Any, str], Any]
    """From the value and its place."""
    schema: Mapping[str, Any]
    write: Callable[[Any], Any] | None = None
    """None: it is written as it is."""
    encode: Callable[[Any], str] = field(default=to_json)
    """What is written, as text."""


@dataclass(frozen=True)
class JsonKey:
    """A key of an object, and the attribute that it stands for."""

    name: str
    shape: JsonShape
    meaning: str
    default: Any = REQUIRED
    """In place of null or a missing key."""
    attribute: str = ""
    """Where it is not named like the key."""
    get: Callable[[Any], Any] | None = None
    """What is written, where it is not simply the attribute."""
    extra: bool = False
    """It is only written where it says something."""


def _kind(data: Any) -> str:
    if data is None:
        return "null"
    names = {bool: "true or false", int: "a number", float: "a number", str: "a text", list: "a list"}
    return names.get(type(data), "an object")


def _expected(what: str, data: Any, where: str) -> PuzzleError:
    return PuzzleError(f"{where}: expected {what}, found {_kind(data)}")


def _text(data: Any, where: str) -> str:
    if not isinstance(data, str):
        raise _expected("a text", data, where)
    code = first_control_character(data)
    if code is not None:
        raise PuzzleError(f"{where}: {code} does not belong in a text")
    return data


def _flag(data: Any, where: str) -> bool:
    if not isinstance(data, bool):
        raise _expected("true or false", data, where)
    return data


def _integer(data: Any, where: str) -> int:
    if isinstance(data, bool) or not isinstance(data, int):
        raise _expected("a whole number", data, where)
    return data


def _number(data: Any, where: str) -> int:
    if abs(_integer(data, where)) > LARGEST:
        raise PuzzleError(f"{where}: the number is too large")
    return int(data)


def _value(data: Any, where: str) -> bool | int | str:
    if not isinstance(data, bool | int | str):
        raise _expected("true, false, a whole number or a text", data, where)
    if isinstance(data, bool):
        return data
    return _text(data, where) if isinstance(data, str) else _number(data, where)


TEXT = JsonShape(_text, {"type": "string"})
FLAG = JsonShape(_flag, {"type": "boolean"})
NUMBER = JsonShape(_number, {"type": "integer"})
POSITIVE = JsonShape(_number, {"type": "integer", "minimum": 1})
SEED = JsonShape(_integer, {"type": "integer"})
VALUE = JsonShape(_value, {"type": ["boolean", "integer", "string"]})


def constant(text: str) -> JsonShape:
    """This text alone."""

    def read(data: Any, where: str) -> str:
        if _text(data, where) != text:
            raise PuzzleError(f"{where}: {shown(data)}, expected {text!r}")
        return text

    return JsonShape(read, {"const": text})


def choice(*words: str) -> JsonShape:
    """One of these texts; readers accept those of later versions too."""
    return JsonShape(_text, {"enum": list(words)})


def nullable(inner: JsonShape) -> JsonShape:
    """The same, or null."""
    return JsonShape(
        lambda data, where: None if data is None else inner.read(data, where), _or_null(inner.schema)
    )


def listed(inner: JsonShape, unique: str = "") -> JsonShape:
    """A list. `unique`: the attribute by which its entries are named, each once."""

    def read(data: Any, where: str) -> tuple[Any, ...]:
        if not isinstance(data, list):
            raise _expected("a list", data, where)
        found = tuple([inner.read(entry, f"{where}[{index}]") for index, entry in enumerate(data)])
        if unique:
            _check_unique([getattr(entry, unique) for entry in found], unique, where)
        return found

    write, encode = inner.write, inner.encode
    schema = {"type": "array", "items": inner.schema}
    if write is None:
        return JsonShape(read, schema, list, lambda entries: to_json(list(entries)))
    return JsonShape(
        read,
        schema,
        lambda entries: [write(entry) for entry in entries],
        lambda entries: f"[{','.join([encode(entry) for entry in entries])}]",
    )


def _check_unique(names: list[str], part: str, where: str) -> None:
    seen: set[str] = set()
    for index, name in enumerate(names):
        if name in seen:
            raise PuzzleError(f"{where}[{index}].{part}: {name[:60]!r} appears twice")
        seen.add(name)


def mapped(inner: JsonShape) -> JsonShape:
    """An object whose keys are names."""

    def read(data: Any, where: str) -> dict[str, Any]:
        known = _object(data, where)
        return {
            _text(key, f"{where}: a key"): inner.read(value, f"{where}.{key}") for key, value in known.items()
        }

    return JsonShape(read, {"type": "object", "additionalProperties": inner.schema}, dict, _encode_mapping)


def _encode_mapping(known: Mapping[str, Any]) -> str:
    return to_json(dict(known))


def record(build: Callable[..., Any], *keys: JsonKey, what: str = "", recurs: bool = False) -> JsonShape:
    """An object with known keys, in their order. Others may be added, so they are ignored.

    `what`: what the whole file is, for a complaint about it. `recurs`: many files have the very same record."""
    plan = [(key, key.attribute or key.name) for key in keys]
    writers = [
        (key.name, key.get or attrgetter(name), key.shape.write or _same, key.extra) for key, name in plan
    ]

    def read(data: Any, where: str) -> Any:
        known = _object(data, where or what)
        prefix = f"{where}." if where else ""
        return build(**{attribute: _read_key(key, known, prefix) for key, attribute in plan})

    def write(value: Any) -> dict[str, Any]:
        written: dict[str, Any] = {}
        for name, get, write_part, extra in writers:
            said = get(value)
            if said or not extra:
                written[name] = None if said is None else write_part(said)
        return written

    encoders = [
        (f"{to_json(key.name)}:", key.get or attrgetter(name), key.shape.encode, key.extra)
        for key, name in plan
    ]

    def encode(value: Any) -> str:
        parts: list[str] = []
        for name, get, encode_part, extra in encoders:
            said = get(value)
            if said or not extra:
                parts.append(name + ("null" if said is None else encode_part(said)))
        return f"{{{','.join(parts)}}}"

    schema = {
        "type": "object",
        "properties": {key.name: _described(key) for key in keys},
        "required": [key.name for key in keys if not key.extra],
    }
    return JsonShape(read, schema, write, IdentityCache(encode) if recurs else encode)


def _same(value: Any) -> Any:
    return value


def _object(data: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise _expected("an object", data, where)
    return data


def _read_key(key: JsonKey, data: Mapping[str, Any], prefix: str) -> Any:
    value = data.get(key.name)
    if key.default is REQUIRED:
        if value is None and key.name not in data:
            raise PuzzleError(f"{prefix}{key.name}: is missing")
    elif value is None:
        return key.default
    return key.shape.read(value, f"{prefix}{key.name}")


def _described(key: JsonKey) -> dict[str, Any]:
    schema = _or_null(key.shape.schema) if key.default is None and not key.extra else key.shape.schema
    return {**schema, "description": key.meaning}


def _or_null(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {**schema, "type": [schema["type"], "null"]}
