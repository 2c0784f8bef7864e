"""JSON from files of strangers: bounded in size, depth and numbers, strict, and with places in its complaints."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from puzzlesynth.pack.text.wording import without_control_characters

MOST_BYTES = 16 * 1024 * 1024
"""The largest puzzle, state or save that is read; the largest known ones have less than a tenth of this."""
MOST_VALUES = 2_000_000
MAX_DEPTH = 50
"""How deeply lists and objects may be nested; a save needs seven levels."""
MOST_DIGITS = 4300
"""Of a number: what Python converts, and so what a seed may have."""
LONGEST = 60
"""How much of a wrong value is quoted."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"?|(?P<open>[\[{])|(?P<close>[\]}])|(?P<number>-?\d+)', re.DOTALL)


class JsonError(ValueError):
    """This is not JSON that can be used; the message says why, and where in the text."""


def read_json(raw: str | bytes) -> Any:
    """The data of a JSON text; `JsonError` where it is broken, ambiguous or larger than the limits."""
    if len(raw) > MOST_BYTES:
        raise JsonError(f"larger than {MOST_BYTES // 2**20} MiB, the most that is read")
    text = _decoded(raw) if isinstance(raw, bytes) else raw.removeprefix("\ufeff")
    if text.count(",") > MOST_VALUES:
        raise JsonError(f"more than {MOST_VALUES:,} values, the most that is read")
    _check_depth(text)
    try:
        return json.loads(
            text, object_pairs_hook=_no_twice, parse_constant=_no_constant, parse_int=_Integers(text).read
        )
    except json.JSONDecodeError as problem:
        raise JsonError(f"line {problem.lineno}, column {problem.colno}: not JSON: {problem.msg}") from None


def read_bytes(path: Path) -> bytes:
    """A file's bytes, of one that is too large a few more than the limit: devices and pipes never end."""
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


def shown(value: object) -> str:
    """A wrong value, as a complaint quotes it."""
    text = without_control_characters(repr(value))
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        before = raw[: problem.start].decode("utf-8-sig", errors="replace")
        _refuse("this is not UTF-8", before, len(before))


def _tokens(text: str) -> Iterator[re.Match[str]]:
    """Brackets and numbers outside of texts."""
    return (token for token in _TOKEN.finditer(text) if token.lastgroup is not None)


def _check_depth(text: str) -> None:
    depth = 0
    for token in _tokens(text):
        if token.lastgroup == "open":
            depth += 1
            if depth > MAX_DEPTH:
                _refuse(f"nested more than {MAX_DEPTH} levels deep", text, token.start())
        elif token.lastgroup == "close":
            depth -= 1


class _Integers:
    """Whole numbers of a text; where one is too long, its place."""

    def __init__(self, text: str) -> None:
        self._text = text

    def read(self, digits: str) -> int:
        if len(digits.lstrip("-")) > MOST_DIGITS:
            found = next((token for token in _tokens(self._text) if token[0] == digits), None)
            _refuse(
                f"a number of more than {MOST_DIGITS:,} digits",
                self._text,
                0 if found is None else found.start(),
            )
        return int(digits)


def _refuse(message: str, text: str, at: int) -> NoReturn:
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    raise JsonError(f"line {line}, column {column}: {message}")


def _no_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise JsonError(f"the key {shown(key)} appears twice in one object")
        found[key] = value
    return found


def _no_constant(name: str) -> Any:
    raise JsonError(f"{name} is not a number in JSON")
