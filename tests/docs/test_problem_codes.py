"""The page of problems explains every code that the checks and readers use, and no other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.support.paths import ROOT

ROOMS = ("pack", "synth", "maps", "asp", "importers", "cli", "puzzle")
REPORTERS = {"error", "warning", "problem", "Problem", "refuse"}
PAGE = (ROOT / "docs" / "reference" / "problems.md").read_text("utf-8")


def codes() -> Iterator[str]:
    """Every text that looks like a code and is handed to a function that reports a problem."""
    for room in ROOMS:
        for path in (ROOT / "puzzlesynth" / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and _name(node.func) == "unknown":
                    yield from (f"unknown-{what}" for what in _constants(node))
                elif isinstance(node, ast.Call) and _name(node.func) in REPORTERS:
                    yield from _constants(node)
                elif isinstance(node, ast.FunctionDef) and node.name in REPORTERS:
                    yield from (
                        str(one.value)
                        for one in node.args.defaults
                        if isinstance(one, ast.Constant) and one.value
                    )


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _constants(call: ast.Call) -> Iterator[str]:
    given = [*call.args[:1], *(word.value for word in call.keywords if word.arg == "code")]
    for argument in given:
        for part in ast.walk(argument):
            if isinstance(part, ast.Constant) and re.fullmatch(r"[a-z]+(-[a-z]+)*", str(part.value)):
                yield str(part.value)


def test_every_code_is_explained_and_used() -> None:
    rows = re.findall(r"^\| (`.*?) \|", PAGE, re.MULTILINE)
    explained = re.findall(r"`([a-z-]+)`", " ".join(rows))
    assert len(explained) == len(set(explained))
    assert set(explained) == set(codes())
