"""What `verify` found out about a puzzle, as a report for people or as JSON."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzlesynth.pack.model import Value
    from puzzlesynth.world import Report, Verdict

SAID_AT = 23
"""The column where it is told what was found."""


def report_text(report: Report) -> str:
    lines: list[str] = []
    for verdict in report.verdicts:
        mark = {"proven": "✓", "found": "!", "violated": "✗"}.get(verdict.outcome.value, "?")
        lines += _finding(mark, verdict.guarantee.replace("_", " "), _said(verdict), verdict.trace)
    for number, end in enumerate(report.dead_ends, 1):
        lines += _finding("!", f"dead end {number}", str(end), end.trace)
    for defeat in report.defeats:
        said = f"{len(defeat.trace)} moves lead to an action that ends the game:"
        lines += _finding("!", "defeat", said, defeat.trace)
    explored = f"{report.states} states explored" if report.states else "no exploration was needed"
    lines.append(f"{'All guarantees hold' if report.ok else 'Not everything holds'}: {explored}.")
    return "\n".join(lines)


def _finding(mark: str, what: str, said: str, trace: Sequence[object]) -> list[str]:
    """What was found, and the way to it."""
    lines = _fitted(f"{mark} {what:20} {said}", SAID_AT)
    for number, deed in enumerate(trace, 1):
        lines += _fitted(f"      {number}. {deed}", 9)
    return lines


def _fitted(text: str, indent: int) -> list[str]:
    """A line as several that fit on the screen."""
    from puzzlesynth.cli.play.terminal import WIDTH, wrapped

    width = shutil.get_terminal_size((WIDTH, 24)).columns if sys.stdout.isatty() else WIDTH
    return wrapped(text, width, indent)


def _said(verdict: Verdict) -> str:
    return f"{verdict.outcome.value}: {verdict.message}" if verdict.message else verdict.outcome.value


def report_json(report: Report) -> dict[str, Any]:
    return {
        "format": "puzzlesynth.report/1",
        "ok": report.ok,
        "states": report.states,
        "guarantees": [
            {
                "guarantee": verdict.guarantee,
                "outcome": verdict.outcome.value,
                "message": verdict.message,
                "area": verdict.area,
                "step": verdict.step,
                "trace": [str(deed) for deed in verdict.trace],
            }
            for verdict in report.verdicts
        ],
        "dead_ends": [
            {
                "text": str(end),
                "move": str(end.move),
                "step": len(end.trace),
                "areas": list(end.areas),
                "needed_by": list(end.needed_by),
                "entries": end.entries,
                "trace": [str(deed) for deed in end.trace],
            }
            for end in report.dead_ends
        ],
        "defeats": [[str(deed) for deed in defeat.trace] for defeat in report.defeats],
    }


def difficulty_text(difficulty: Mapping[str, Value]) -> str:
    parts = ", ".join(f"{name.replace('_', ' ')} {v}" for name, v in list(difficulty.items())[2:])
    said = f"Difficulty {difficulty['score']} of 100, {difficulty['grade']} (of 100 each: {parts})."
    return "\n".join(_fitted(said, 2))


LONGEST = 160
"""Characters of what is said about one guarantee in one line; the detailed report says it all."""


def report_line(report: Report) -> str:
    """The same in one line: what does not hold, or else that all does."""
    told = report.faults or report.undecided
    if told:
        return "; ".join(map(_in_brief, told))
    found = [verdict for verdict in report.verdicts if verdict.outcome.value == "found"]
    return "; ".join(["all guarantees hold", *map(_in_brief, found)])


def _in_brief(verdict: Verdict) -> str:
    said = " ".join(f"{verdict.guarantee.replace('_', ' ')} {_said(verdict)}".split())
    return said if len(said) <= LONGEST else said[: LONGEST - 1] + "…"
