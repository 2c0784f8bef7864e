"""The command verify: every guarantee of a puzzle, proven again."""

from __future__ import annotations

import json
from itertools import chain, islice
from typing import TYPE_CHECKING, Annotated

import typer

from puzzlesynth.cli.common.colour import highlighted
from puzzlesynth.cli.common.errors import NONE_EXISTS, OUT_OF_TIME
from puzzlesynth.cli.common.inputs import (
    JsonOption,
    PackArgument,
    PuzzleArgument,
    open_pack,
    read_pack_and_puzzle,
)
from puzzlesynth.cli.common.puzzle_files import PuzzleEntry, PuzzleNumber, entries, one_entry

if TYPE_CHECKING:
    from puzzlesynth.pack.model import Pack


def verify(
    pack: PackArgument,
    puzzle: PuzzleArgument,
    number: PuzzleNumber = None,
    states: Annotated[int, typer.Option(min=1, help="Most states to explore.")] = 200_000,
    jobs: Annotated[
        int,
        typer.Option(
            min=1, help="Worker processes for a file with several puzzles; does not affect results."
        ),
    ] = 1,
    as_json: JsonOption = False,
) -> None:
    """Prove every guarantee of a puzzle again by playing it.

    A file with one puzzle gets a detailed report. A file with several (one per line) gets one line per puzzle and a
    summary; with --json, one object per line. --puzzle N gives the detailed report of one of them.

    Lines that cannot be read are reported with their place, and the others are still verified. Exit status: 2 if a line
    cannot be read, otherwise 1 if a guarantee is violated, otherwise 3 if something is not decided, otherwise 0.

    Example: puzzlesynth synth examples/heist -n 20 --json | puzzlesynth verify examples/heist -
    """
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

    from .verify_report import report_json, report_lines

    game, found = read_pack_and_puzzle(entry, pack, path)
    report = verify_puzzle(game, found, states)
    difficulty = measured(game, found).difficulty if report.ok else None
    if as_json:
        data = report_json(report) | ({"difficulty": dict(difficulty)} if difficulty else {})
        print(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        print(highlighted("\n".join(report_lines(report, difficulty))))
    if report.faults:
        raise typer.Exit(NONE_EXISTS)
    if not report.ok:
        raise typer.Exit(OUT_OF_TIME)
