"""Commands about puzzles: verify, show."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puzzlesynth.cli.common.errors import NONE_EXISTS, OUT_OF_TIME, BadInput
from puzzlesynth.cli.common.files import check_output
from puzzlesynth.cli.common.inputs import (
    JsonOption,
    PackArgument,
    PuzzleArgument,
    open_pack,
    open_pack_and_puzzle,
    pack_files,
    read_pack_and_puzzle,
)
from puzzlesynth.cli.common.map_options import MapViewChoice, drawn_map
from puzzlesynth.cli.common.output import write_output
from puzzlesynth.cli.common.puzzle_files import PuzzleEntry, PuzzleNumber, entries, one_entry

if TYPE_CHECKING:
    from puzzlesynth.pack.model import Pack
    from puzzlesynth.puzzle.model import Puzzle


def verify(
    pack: PackArgument,
    puzzle: PuzzleArgument,
    number: PuzzleNumber = None,
    states: Annotated[
        int, typer.Option(min=1, help="How many states to look at before giving up.")
    ] = 200_000,
    jobs: Annotated[
        int,
        typer.Option(
            min=1, help="Worker processes for a file with several puzzles; does not affect results."
        ),
    ] = 1,
    as_json: JsonOption = False,
) -> None:
    """Prove every guarantee of a puzzle again by running the world.

    A file with one puzzle gets a detailed report. A file with several (one per line) gets one line per puzzle and a
    summary; with --json, one object per line. --puzzle N gives the detailed report of one of them.

    Lines that cannot be read are reported with their place, and the others are still verified. Exit status: 2 if a line
    cannot be read, otherwise 1 if a guarantee is violated, otherwise 3 if something is not decided, otherwise 0.

    Example: puzzlesynth synth examples/heist -n 20 --json | puzzlesynth verify examples/heist -
    """
    from itertools import chain, islice

    from .verify_stream import VerifyContext, verify_all

    loaded = open_pack(pack)
    if number is not None:
        _verify_one(loaded, one_entry(puzzle, number), puzzle, states, as_json)
        return
    with entries(puzzle) as found:
        first = list(islice(found, 2))
        if len(first) == 1:
            _verify_one(loaded, first[0], puzzle, states, as_json)
        else:
            verify_all(VerifyContext(loaded, puzzle, states), chain(first, found), jobs, as_json)


def _verify_one(pack: Pack, entry: PuzzleEntry, path: str, states: int, as_json: bool) -> None:
    from puzzlesynth.pipeline.selection import measured
    from puzzlesynth.world import verify as verify_puzzle

    from .verify_report import difficulty_text, report_json, report_text

    game, found = read_pack_and_puzzle(entry, pack, path)
    report = verify_puzzle(game, found, states)
    difficulty = measured(game, found).difficulty if report.ok else None
    if as_json:
        data = report_json(report) | ({"difficulty": dict(difficulty)} if difficulty else {})
        print(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        print(report_text(report))
        if difficulty:
            print(difficulty_text(difficulty))
    if report.faults:
        raise typer.Exit(NONE_EXISTS)
    if not report.ok:
        raise typer.Exit(OUT_OF_TIME)


class TreeFormat(StrEnum):
    text = "text"
    svg = "svg"
    dot = "dot"
    mermaid = "mermaid"


def show(
    pack: PackArgument,
    puzzle: Annotated[
        str | None, typer.Argument(metavar="[PUZZLE]", help="A puzzle's JSON file, or - for standard input.")
    ] = None,
    to: Annotated[TreeFormat, typer.Option(help="How to draw it.")] = TreeFormat.text,
    map_: Annotated[
        str | None, typer.Option("--map", metavar="NAME", help="Draw this map of the pack instead.")
    ] = None,
    view: Annotated[
        MapViewChoice, typer.Option(help="Of a map: its blocks, or its areas with their doors.")
    ] = MapViewChoice.blocks,
    number: PuzzleNumber = None,
    output: Annotated[Path | None, typer.Option("-o", metavar="FILE", help="Write it there.")] = None,
) -> None:
    """Show a puzzle's tree: as text, or as SVG, DOT or Mermaid.

    Example: puzzlesynth show examples/heist heist.json --to svg -o heist.svg
    """
    if map_ is not None:
        loaded = open_pack(pack)
        check_output(output, [puzzle, *pack_files(loaded)])
        drawn = drawn_map(loaded, map_, view.value, to.value, puzzle, number)
    elif puzzle is None:
        raise BadInput("a puzzle is missing: its JSON file, or - for standard input")
    else:
        loaded, opened = open_pack_and_puzzle(pack, puzzle, number)
        check_output(output, [puzzle, *pack_files(loaded)])
        drawn = _drawn(loaded, opened, to)
    if to is TreeFormat.text and output is None:
        print(drawn)
    else:
        write_output(drawn + "\n", output)


def _drawn(pack: Pack, puzzle: Puzzle, to: TreeFormat) -> str:
    if to is TreeFormat.text:
        from puzzlesynth.pipeline.selection import measured
        from puzzlesynth.puzzle.text_tree import tree_text

        return tree_text(pack, measured(pack, puzzle))
    from puzzlesynth.export.interface import ExportError, Options
    from puzzlesynth.export.registry import exporter

    try:
        return str(exporter(to.value).export(pack, puzzle, Options()))
    except ExportError as error:
        raise BadInput(str(error)) from None
