"""What the page and the server say to each other, in JSON, over one WebSocket. `studio/web/src/protocol.ts` has the
same types for the page.

From the page: `{"id": 7, "kind": "pack.check", "params": {…}}`. The id is the page's own and never used twice.
`{"id": 8, "kind": "cancel", "params": {"request": 7}}` ends request 7, which is answered with the error `cancelled`.

From the server: `{"type": "event", "id": 7, "event": {…}}` any number of times while request 7 is worked on, then
exactly once `{"type": "reply", "id": 7, "result": …}` or `{"type": "error", "id": 7, "error": {…}}`. Without an id:
`{"type": "notice", "notice": "document", …}` when something changed that this tab did not ask for.
The first message of a connection is the notice `hello`, with the version of the protocol.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any

from puzzlesynth.bad_input import BadInput
from puzzlesynth.puzzle.strict_json import MAX_DEPTH
from puzzlesynth.quick_dataclasses import dataclass, field

VERSION = 1
"""Changes when a page of another version would misunderstand the server."""

LARGEST_MESSAGE = 16_000_000
"""Bytes; a page that sends more is not ours."""

Json = Any
"""What JSON can say."""
Params = Mapping[str, Any]


@dataclass(frozen=True)
class PageRequest:
    id: int
    kind: str
    params: Params


@dataclass(frozen=True)
class Failure:
    """Why a request has no result, for the page: a code for programs and a message for people."""

    code: str
    message: str
    more: Mapping[str, Json] = field(default_factory=dict)

    def to_json(self) -> dict[str, Json]:
        return {"code": self.code, "message": self.message, **self.more}


class RequestError(BadInput):
    """A request that makes no sense. The page never sends one; something else may."""


CANCELLED = Failure("cancelled", "Cancelled.")
REPLACED = Failure("replaced", "Replaced by a newer request.")


def read_request(text: str) -> PageRequest:
    """Raises `RequestError`."""
    try:
        said = plain_json(text)
    except (ValueError, RecursionError):
        raise RequestError(f"a message is JSON, nested no deeper than {MAX_DEPTH} levels") from None
    if not isinstance(said, dict):
        raise RequestError("a message is an object")
    number, kind, params = said.get("id"), said.get("kind"), said.get("params", {})
    if not isinstance(number, int) or not isinstance(kind, str) or not isinstance(params, dict):
        raise RequestError("a request has an `id`, a `kind` and `params`")
    return PageRequest(number, kind, params)


def plain_json(text: str) -> Json:
    """JSON that a browser reads as well: neither numbers without a value nor halves of characters, which could not be
    sent to it; and not so deep that it could not be sent to a worker. `ValueError` or `RecursionError` otherwise."""
    said = json.loads(text, parse_constant=_refuse, parse_float=_finite)
    _check_depth(said)
    if _HALVES.search(text):
        json.dumps(said, ensure_ascii=False).encode("utf-8")
    return said


_HALVES = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")


def _check_depth(said: Json) -> None:
    layer = [said]
    for _ in range(MAX_DEPTH + 1):
        below = (
            one.values() if isinstance(one, dict) else one for one in layer if isinstance(one, dict | list)
        )
        layer = [one for inner in below for one in inner if isinstance(one, dict | list)]
        if not layer:
            return
    raise ValueError("too deep")


def _refuse(word: str) -> Json:
    raise ValueError(word)


def _finite(digits: str) -> float:
    if not math.isfinite(number := float(digits)):
        raise ValueError(digits)
    return number


def reply(request: int, result: Json) -> str:
    return _written({"type": "reply", "id": request, "result": result})


def error(request: int, failure: Failure) -> str:
    return _written({"type": "error", "id": request, "error": failure.to_json()})


def event(request: int, said: Json) -> str:
    return _written({"type": "event", "id": request, "event": said})


def notice(name: str, said: Mapping[str, Json]) -> str:
    return _written({"type": "notice", "notice": name, **said})


def _written(message: Json) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


# --- what params have -----------------------------------------------------------------------------------------------


def text_of(params: Params, name: str, default: str | None = None) -> str:
    """Raises `RequestError`."""
    found = params.get(name, default)
    if not isinstance(found, str):
        raise RequestError(f"`{name}` is a text")
    return found


def number_of(params: Params, name: str, default: int | None = None) -> int:
    found = params.get(name, default)
    if not isinstance(found, int) or isinstance(found, bool):
        raise RequestError(f"`{name}` is a whole number")
    return found


def texts_of(params: Params, name: str) -> list[str]:
    found = params.get(name, [])
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise RequestError(f"`{name}` is a list of texts")
    return found
