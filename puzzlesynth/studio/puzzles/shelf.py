"""The designers' shelf: constraints with a sentence and parameters, to be switched on."""

from __future__ import annotations

import re

from puzzlesynth.studio.protocol import Json

_CONSTANT = re.compile(r"^#const\s+(\w+)\s*=\s*(\"\"|\d+)\s*\.", re.MULTILINE)


def shelf(_context: object, _params: object) -> Json:
    from puzzlesynth.synth.constraints.shelf import header, shelf_names, shelf_text

    found = []
    for name in shelf_names():
        text = shelf_text(name)
        _, sentence = header(text)
        found.append({"name": name, "sentence": _first(sentence), "parameters": _parameters(text)})
    return found


def _first(sentence: str) -> str:
    return sentence.partition(". ")[0].rstrip(".") + "."


def _parameters(text: str) -> Json:
    return [
        {
            "name": name,
            "kind": _kind(name) if value == '""' else "number",
            "initial": "" if value == '""' else int(value),
        }
        for name, value in _CONSTANT.findall(text)
    ]


def _kind(name: str) -> str:
    return name if name in ("item", "area", "rule") else "name"
