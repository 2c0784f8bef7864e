"""Commands about puzzles: verify, show."""

from __future__ import annotations

import json
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
    from collections.abc import Mapping

    from puzzlesynth.pack.model import Pack, Value
    from puzzlesynth.puzzle.model import Puzzle
    from puzzlesynth.world import Report
    from puzzlesynth.world import Verdict as WorldVerdict


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
            from textwrap import fill

            parts = ", ".join(f"{name.replace('_', ' ')} {v}" for name, v in list(difficulty.items())[2:])
            said = f"Difficulty {difficulty['score']} of 100, {difficulty['grade']} (of 100 each: {parts})."
            print(fill(said, 80, subsequent_indent="  "))
    if report.faults:
        raise typer.Exit(NONE_EXISTS)
    if not report.ok:
        raise typer.Exit(OUT_OF_TIME)


def _difficulty(pack: Pack, puzzle: Puzzle) -> Mapping[str, Value]:
    from puzzlesynth.choosing import measured

    return measured(pack, puzzle).difficulty


def _report_text(report: Report) -> str:
    lines = []
    for verdict in report.verdicts:
        mark = {"proven": "✓", "found": "!", "violated": "✗"}.get(verdict.outcome.value, "?")
        lines.append(f"{mark} {verdict.guarantee.replace('_', ' '):20} {_said(verdict)}")
        lines += [f"      {n}. {deed}" for n, deed in enumerate(verdict.trace, 1)]
    for number, end in enumerate(report.dead_ends, 1):
        lines.append(f"! dead end {number:<11} {end}")
        lines += [f"      {n}. {deed}" for n, deed in enumerate(end.trace, 1)]
    for defeat in report.defeats:
        lines.append(
            f"! defeat               {len(defeat.trace)} moves lead to an action that ends the game:"
        )
        lines += [f"      {n}. {deed}" for n, deed in enumerate(defeat.trace, 1)]
    explored = f"{report.states} states explored" if report.states else "no exploration was needed"
    lines.append(f"{'All guarantees hold' if report.ok else 'Not everything holds'}: {explored}.")
    return "\n".join(lines)


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
