"""The command qa: many puzzles measured, and a page that shows them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puzzlesynth.cli.common.errors import INTERRUPTED, NONE_EXISTS, BadInput
from puzzlesynth.cli.common.files import write_atomically
from puzzlesynth.cli.common.inputs import PackArgument, open_pack
from puzzlesynth.cli.common.output import ProgressLine

if TYPE_CHECKING:
    from puzzlesynth.pack.model import Pack
    from puzzlesynth.puzzle.model import Puzzle
    from puzzlesynth.qa.measurement import PuzzleMeasurement


def qa(
    pack: PackArgument,
    n: Annotated[int, typer.Option("-n", min=1, help="How many puzzles to measure.")] = 200,
    output: Annotated[Path, typer.Option("-o", metavar="DIR", help="Where the page goes.")] = Path("report"),
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same report.")] = 0,
    jobs: Annotated[int, typer.Option(min=1, help="Processes that measure side by side.")] = 1,
) -> None:
    """Measure many puzzles and write one page about them.

    Example: puzzlesynth qa examples/meadow -n 100 -o report --jobs 2
    """
    from puzzlesynth.pack.text.wording import counted
    from puzzlesynth.qa.report import report_page

    loaded = open_pack(pack)
    if not loaded.areas:
        raise BadInput(f"{loaded.name} has maps and no areas of its own: there is nothing to report on")
    with ProgressLine("measuring puzzles") as progress:
        measured: list[PuzzleMeasurement] = []
        stopped = False
        try:
            for one in _measured(loaded, _puzzles(loaded, seed, n), jobs):
                measured.append(one)
                progress.say(f"{len(measured)} of {n}")
        except KeyboardInterrupt:
            stopped = True
    if stopped:
        if not measured:
            print("stopped before the first puzzle: there is nothing to report on yet", file=sys.stderr)
            raise typer.Exit(INTERRUPTED)
        print(f"stopped: the report is about {counted(len(measured), 'puzzle')}", file=sys.stderr)
    if not measured:
        print(f"{loaded.name} has no puzzle to report on", file=sys.stderr)
        raise typer.Exit(NONE_EXISTS)
    page = report_page(loaded, measured, lambda one: _drawn(loaded, one), len(measured) < n and not stopped)
    write_atomically(output / "index.html", page)
    print(f"wrote {output / 'index.html'}: {counted(len(measured), 'puzzle')}")
    if stopped:
        raise typer.Exit(INTERRUPTED)


def _puzzles(pack: Pack, seed: int, n: int) -> Iterator[Puzzle]:
    from itertools import islice

    from puzzlesynth.pipeline.generate import make_puzzles

    constraints = [constraint.path for constraint in pack.constraints if constraint.path is not None]
    return islice(make_puzzles(pack, seed=seed, constraints=constraints), n)


def _measured(pack: Pack, puzzles: Iterator[Puzzle], jobs: int) -> Iterator[PuzzleMeasurement]:
    from puzzlesynth.qa.measurement import measure
    from puzzlesynth.qa.parallel_measurement import measure_in_parallel

    if jobs == 1:
        yield from (measure(pack, puzzle) for puzzle in puzzles)
    else:
        # One process makes puzzles, the others measure what is there.
        yield from measure_in_parallel(pack, puzzles, jobs - 1)


def _drawn(pack: Pack, one: PuzzleMeasurement) -> str | None:
    """The tree as SVG without its XML head; None without Graphviz."""
    from puzzlesynth.export.interface import ExportError, Options
    from puzzlesynth.export.registry import exporter

    try:
        drawn = str(exporter("svg").export(pack, one.puzzle, Options()))
    except ExportError:
        return None
    return drawn[drawn.index("<svg") :]
