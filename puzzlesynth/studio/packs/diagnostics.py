"""What `check` says of a pack, for an editor: where each problem begins and ends, and edits that fix it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from puzzlesynth.pack.diagnostics.problems import Problem
from puzzlesynth.studio.jobs.worker import Emit
from puzzlesynth.studio.protocol import Json

from .pack_source import PackSnapshot, read

_WORD = re.compile(r"::=|[\w#-]+|\S")
_MEANT = re.compile(r"did you mean `([^`]+)`\?")
_NAMED = re.compile(r"`([^`\n]+)`")
MOST = 500
"""Problems that are shown."""


def check(source: PackSnapshot, _emit: Emit) -> Json:
    """The problems of a pack, and how large it is."""
    found = read(source)
    problems = tuple(_problems(source))
    pack = found.pack
    return {
        "problems": [described(source, problem) for problem in problems[:MOST]],
        "more": max(0, len(problems) - MOST),
        "errors": sum(problem.is_error for problem in problems),
        "size": {"items": len(pack.items), "rules": len(pack.rules), "areas": len(pack.areas)},
        "title": pack.title or pack.name,
    }


def _problems(source: PackSnapshot) -> Iterable[Problem]:
    from puzzlesynth.api import check as check_pack
    from puzzlesynth.pack.checks.checker import check_partial_pack

    found = read(source)
    if not found.problems:
        return check_pack(found.pack)
    more = check_partial_pack(found.pack, found.rules_whole) if found.whole else ()
    return (*found.problems, *(problem for problem in more if not found.follows(problem)))


def described(source: PackSnapshot, problem: Problem) -> Json:
    line = _line(source, problem.place.file, problem.place.line)
    start = min(problem.place.column, len(line) + 1)
    word = _WORD.match(line, start - 1)
    end = start + len(word.group()) if word else start
    return {
        "severity": problem.severity.value,
        "code": problem.code,
        "message": problem.message,
        "hint": problem.hint,
        "file": source.relative(problem.place.file),
        "line": problem.place.line,
        "column": _units(line, start - 1) + 1,
        "end": _units(line, end - 1) + 1,
        "fixes": [
            {
                "title": title,
                "line": problem.place.line,
                "from": _units(line, a) + 1,
                "to": _units(line, b) + 1,
                "text": text,
            }
            for title, a, b, text in fixes(problem, line)
        ],
    }


def fixes(problem: Problem, line: str) -> Iterator[tuple[str, int, int, str]]:
    """Edits of a line that would put a problem right: a title, from and to which character, and what comes there."""
    meant = _MEANT.search(problem.hint or "")
    if meant is None:
        return
    start = problem.place.column - 1
    for wrong in _NAMED.findall(problem.message):
        # The name may be a little further on: a place is sometimes that of the term or the value around it.
        at = line.find(wrong, max(0, start - 1))
        if wrong != meant[1] and at >= 0:
            yield f"Change to {meant[1]}", at, at + len(wrong), meant[1]
            return
    word = _WORD.match(line, start)
    if word:
        yield f"Change to {meant[1]}", word.start(), word.end(), meant[1]


def _line(source: PackSnapshot, file: str, number: int) -> str:
    text = dict(source.texts).get(file)
    if text is None:
        # A constraint file; its text is on the disk.
        known = file in dict(source.constraints)
        text = Path(file).read_text("utf-8", errors="replace") if known else ""
    lines = text.splitlines()
    return lines[number - 1] if 0 < number <= len(lines) else ""


def _units(line: str, index: int) -> int:
    """A column as the page counts it."""
    return len(line[:index].encode("utf-16-le")) // 2
