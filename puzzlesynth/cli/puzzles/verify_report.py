"""What `verify` found out about a puzzle, as a report for people or as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzlesynth.cli.common.text_wrap import fitted
from puzzlesynth.pack.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzlesynth.pack.model import Value
    from puzzlesynth.world import Report, Verdict

SAID_AT = 23
"""The column of the findings."""


def report_lines(report: Report, difficulty: Mapping[str, Value] | None) -> list[str]:
    """The detailed report of a puzzle."""
    lines: list[str] = []
    for verdict in report.verdicts:
        mark = {"proven": "✓", "found": "!", "violated": "✗"}.get(verdict.outcome.value, "?")
        lines += _finding(mark, verdict.guarantee.replace("_", " "), _said(verdict), verdict.trace)
    for number, end in enumerate(report.dead_ends, 1):
        lines += _finding("!", f"dead end {number}", str(end), end.trace)
    for defeat in report.defeats:
        lead = "leads" if len(defeat.trace) == 1 else "lead"
        said = f"{counted(len(defeat.trace), 'move')} {lead} to an action that ends the game:"
        lines += _finding("!", "defeat", said, defeat.trace)
    explored = f"{counted(report.states, 'state')} explored" if report.states else "no exploration was needed"
    lines.append(f"{'All guarantees hold' if report.ok else 'Not everything holds'}: {explored}.")
    if difficulty:
        parts = ", ".join(f"{name.replace('_', ' ')} {v}" for name, v in list(difficulty.items())[2:])
        said = f"Difficulty {difficulty['score']} of 100, {difficulty['grade']} (of 100 each: {parts})."
        lines += fitted(said, 2)
    return lines


def _finding(mark: str, what: str, said: str, trace: Sequence[object]) -> list[str]:
    """What was found, and the way to it."""
    lines = fitted(f"{mark} {what:20} {said}", SAID_AT)
    for number, deed in enumerate(trace, 1):
        lines += fitted(f"      {number}. {deed}", 9)
    return lines


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


LONGEST = 160
"""Most characters about one guarantee in one line; the detailed report has them all."""


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
