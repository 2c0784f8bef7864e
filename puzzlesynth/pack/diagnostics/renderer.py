"""Problems for people (what, where, the line itself, how to put it right) and for programs (JSON)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from unicodedata import combining, east_asian_width

from puzzlesynth.pack.model import Place
from puzzlesynth.pack.text.wording import counted
from puzzlesynth.pack.yaml.nodes import Source, read_source

from .problems import Problem

WIDEST = 100
"""How much of a line is shown; a longer one is cut around the mistake."""
_WORD = re.compile(r"::=|[\w#]+|.")


def render_problems(problems: Iterable[Problem], sources: Mapping[str, str] | None = None) -> str:
    """All problems and how many there are. `sources` are texts of files by name; others are read."""
    found = tuple(problems)
    library = _Library(sources or {})
    parts = [_rendered(problem, library.line(problem.place)) for problem in found]
    return "\n\n".join([*parts, summary(found)])


def summary(problems: Iterable[Problem]) -> str:
    """`2 errors, 1 warning`, or that there is nothing to say."""
    found = tuple(problems)
    errors = sum(problem.is_error for problem in found)
    warnings = len(found) - errors
    parts = [counted(count, word) for count, word in ((errors, "error"), (warnings, "warning")) if count]
    return ", ".join(parts) or "no problems found"


def problems_json(problems: Iterable[Problem]) -> dict[str, Any]:
    """The same for programs: `json.dumps` takes it as it is."""
    found = tuple(problems)
    errors = sum(problem.is_error for problem in found)
    return {
        "format": "puzzlesynth.problems/1",
        "errors": errors,
        "warnings": len(found) - errors,
        "problems": [problem_json(problem) for problem in found],
    }


def problem_json(problem: Problem) -> dict[str, Any]:
    return {
        "severity": problem.severity.value,
        "code": problem.code,
        "message": problem.message,
        "file": problem.place.file,
        "line": problem.place.line,
        "column": problem.place.column,
        "hint": problem.hint,
    }


def _rendered(problem: Problem, line: str | None) -> str:
    place = problem.place
    number = str(place.line)
    margin = " " * len(number)
    # A pack that does not exist has no line; a pack that names a missing file does.
    is_missing = problem.code == "missing-file" and line is None and (place.line, place.column) == (1, 1)
    where = place.file if is_missing else place
    rows = [f"{problem.severity.value}[{problem.code}]: {problem.message}", f"{margin}--> {where}"]
    if line is not None and line.strip():
        shown, before, marked = _window(line, place.column)
        rows += [
            f"{margin} |",
            f"{number} | {shown}",
            f"{margin} | {_blank(before)}{'^' * max(1, _width(marked))}",
        ]
    if problem.hint:
        rows.append(f"{margin} = help: {problem.hint}")
    return "\n".join(rows)


def _window(line: str, column: int) -> tuple[str, str, str]:
    """The part of a line to show, its text before the mistake, and the word that is marked."""
    index = min(column - 1, len(line))
    word = _WORD.match(line, index)
    marked = word.group()[:WIDEST] if word else ""
    if len(line) <= WIDEST:
        return line, line[:index], marked
    first = max(0, index - WIDEST // 2)
    last = min(len(line), first + WIDEST)
    lead, tail = "…" if first else "", "…" if last < len(line) else ""
    return (
        lead + line[first:last] + tail,
        lead + line[first:index],
        line[index : min(last, index + len(marked))],
    )


def _blank(text: str) -> str:
    """Space as wide as a text; a tab stays one, since its width is unknown."""
    return "".join("\t" if character == "\t" else " " * _width(character) for character in text)


def _width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(
        0 if combining(character) else 2 if east_asian_width(character) in "WF" else 1 for character in text
    )


class _Library:
    """Texts of files, each read at most once; a file that cannot be read has no lines to show."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self.sources: dict[str, Source | None] = {file: Source(file, text) for file, text in sources.items()}

    def line(self, place: Place) -> str | None:
        if place.file not in self.sources:
            try:
                self.sources[place.file] = read_source(Path(place.file))
            except (OSError, ValueError):
                self.sources[place.file] = None
        source = self.sources[place.file]
        return source.line(place.line) if source else None
