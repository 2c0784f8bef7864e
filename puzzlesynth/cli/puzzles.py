"""Commands about puzzles: verify, show."""

from __future__ import annotations

import json
import shutil
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .failing import NONE_EXISTS, OUT_OF_TIME, BadInput
from .inputs import (
    JsonOption,
    PackArgument,
    PuzzleArgument,
    files_of,
    open_pack,
    open_pair,
    open_unchecked_pair,
)
from .map_options import View, drawn_map
from .output import give
from .writing import check_output

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzlesynth.pack.model import Pack, Value
    from puzzlesynth.puzzle.model import Puzzle
    from puzzlesynth.world import Report
    from puzzlesynth.world import Verdict as WorldVerdict


SAID_AT = 23
"""The column where it is told what was found."""


def verify(
    pack: PackArgument,
    puzzle: PuzzleArgument,
    states: Annotated[
        int, typer.Option(min=1, help="How many states to look at before giving up.")
    ] = 200_000,
    as_json: JsonOption = False,
) -> None:
    """Prove every guarantee of a puzzle again by running the world.

    Example: puzzlesynth synth examples/heist --json | puzzlesynth verify examples/heist -
    """
    from puzzlesynth.world import verify as verify_puzzle

    loaded, found = open_unchecked_pair(pack, puzzle)
    report = verify_puzzle(loaded, found, states)
    difficulty = _difficulty(loaded, found) if report.ok else None
    if as_json:
        data = _report_json(report) | ({"difficulty": dict(difficulty)} if difficulty else {})
        print(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        print(_report_text(report))
        if difficulty:
            parts = ", ".join(f"{name.replace('_', ' ')} {v}" for name, v in list(difficulty.items())[2:])
            said = f"Difficulty {difficulty['score']} of 100, {difficulty['grade']} (of 100 each: {parts})."
            print("\n".join(_fitted(said, 2)))
    if report.faults:
        raise typer.Exit(NONE_EXISTS)
    if not report.ok:
        raise typer.Exit(OUT_OF_TIME)


def _difficulty(pack: Pack, puzzle: Puzzle) -> Mapping[str, Value]:
    from puzzlesynth.choosing import measured

    return measured(pack, puzzle).difficulty


def _report_text(report: Report) -> str:
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
    from .play_screen import WIDTH, wrapped

    width = shutil.get_terminal_size((WIDTH, 24)).columns if sys.stdout.isatty() else WIDTH
    return wrapped(text, width, indent)


def _said(verdict: WorldVerdict) -> str:
    return f"{verdict.outcome.value}: {verdict.message}" if verdict.message else verdict.outcome.value


def _report_json(report: Report) -> dict[str, Any]:
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


class Drawing(StrEnum):
    text = "text"
    svg = "svg"
    dot = "dot"
    mermaid = "mermaid"


def show(
    pack: PackArgument,
    puzzle: Annotated[
        str | None, typer.Argument(metavar="[PUZZLE]", help="A puzzle's JSON file, or - for standard input.")
    ] = None,
    to: Annotated[Drawing, typer.Option(help="How to draw it.")] = Drawing.text,
    map_: Annotated[
        str | None, typer.Option("--map", metavar="NAME", help="Draw this map of the pack instead.")
    ] = None,
    view: Annotated[
        View, typer.Option(help="Of a map: its blocks, or its areas with their doors.")
    ] = View.blocks,
    output: Annotated[Path | None, typer.Option("-o", metavar="FILE", help="Write it there.")] = None,
) -> None:
    """Show a puzzle's tree: as text, or as SVG, DOT or Mermaid.

    Example: puzzlesynth show examples/heist heist.json --to svg -o heist.svg
    """
    if map_ is not None:
        loaded = open_pack(pack)
        check_output(output, [puzzle, *files_of(loaded)])
        drawn = drawn_map(loaded, map_, view.value, to.value, puzzle)
    elif puzzle is None:
        raise BadInput("a puzzle is missing: its JSON file, or - for standard input")
    else:
        loaded, opened = open_pair(pack, puzzle)
        check_output(output, [puzzle, *files_of(loaded)])
        drawn = _drawn(loaded, opened, to)
    if to is Drawing.text and output is None:
        print(drawn)
    else:
        give(drawn + "\n", output)


def _drawn(pack: Pack, puzzle: Puzzle, to: Drawing) -> str:
    if to is Drawing.text:
        from puzzlesynth.choosing import measured
        from puzzlesynth.puzzle.tree import tree_text

        return tree_text(pack, measured(pack, puzzle))
    from puzzlesynth.export.exporting import ExportError, Options
    from puzzlesynth.export.registry import exporter

    try:
        return str(exporter(to.value).export(pack, puzzle, Options()))
    except ExportError as error:
        raise BadInput(str(error)) from None
