"""The items of a small pack in one line: `Gate[open: False] Key+ Gold+-`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from puzzlesynth.pack.model import Value

_ITEM = re.compile(r"(\w+)(?:\[([^\]]*)\])?(\+?)(-?)")


def value(text: str) -> Value:
    if text in ("True", "False"):
        return text == "True"
    return int(text) if re.fullmatch(r"-?\d+", text) else text


def pairs(text: str) -> list[tuple[str, str]]:
    """`open: False, sharp: True` and the like."""
    found = [part.split(":") for part in text.split(",") if part.strip()]
    return [(name.strip(), given.strip()) for name, given in found]


def read_items(text: str) -> dict[str, Mapping[str, Any]]:
    """`+` marks what can be carried, `-` what is not to be placed."""
    found: dict[str, Mapping[str, Any]] = {}
    for item in _ITEM.finditer(text):
        given: dict[str, Any] = {name: value(word) for name, word in pairs(item[2] or "")}
        if item[3]:
            given["carryable"] = True
        if item[4]:
            given["notSpawnable"] = True
        found[item[1]] = given
    return found
