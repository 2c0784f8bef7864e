"""Values as the rule notation writes them."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W\d]\w*")
_BOOLEANS = ("True", "False", "true", "false")


def spelt(value: bool | int | str) -> str:
    """A value as it is written in a term."""
    if not isinstance(value, str):
        return str(value)
    if _WORD.fullmatch(value) and value not in _BOOLEANS:
        return value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
