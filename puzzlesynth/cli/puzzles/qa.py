"""The command qa: many puzzles measured, and a page that shows them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puzzlesynth.cli.common.errors import NONE_EXISTS, OUT_OF_TIME
from puzzlesynth.cli.common.files import write_atomically
from puzzlesynth.cli.common.inputs import PackArgument, SeedOption, open_pack, require_areas
from puzzlesynth.cli.common.run import Progress, early_end
from puzzlesynth.cli.common.standard_streams import print_line
from puzzlesynth.pack.text.wording import counted

from .synth import ending

if TYPE_CHECKING:
    from puzzlesynth.pack.model import Pack
    from puzzlesynth.puzzle.model import Puzzle
    from puzzlesynth.qa.measurement import PuzzleMeasurement
    from puzzlesynth.synth.exhaustion import Exhaustion


def qa(
    pack: PackArgument,
    n: Annotated[int, typer.Option("-n", min=1, help="How many puzzles to measure.")] = 200,
    output: Annotated[Path, typer.Option("-o", metavar="DIR", help="The folder for the page.")] = Path(
        "report"
    ),
    seed: SeedOption = 0,
    jobs: Annotated[int, typer.Option(min=1, help="Worker processes; does not affect results.")] = 1,
) -> None:
    """Measure many puzzles and write a report page about them.

    Example: puzzlesynth qa examples/meadow -n 100 -o report --jobs 2
    """
    from puzzlesynth.qa.measurement import measure_all
    from puzzlesynth.qa.report import report_page
    from puzzlesynth.synth.exhaustion import Exhaustion

    loaded = open_pack(pack)
    require_areas(loaded, "there is nothing to report on")
    measured: list[PuzzleMeasurement] = []
    exhaustion = Exhaustion()
    with early_end() as end, Progress("measuring puzzles") as progress:
        # One process makes puzzles, the others measure what is there.
        for one in measure_all(loaded, _puzzles(loaded, seed or 0, n, exhaustion), jobs - 1):
            measured.append(one)
            progress.say(f"{len(measured)} of {n}")
    if not measured:
        end.exit(" before the first puzzle: there is nothing to report on yet")
        for line in ending(exhaustion, f"{loaded.name} has no puzzle to report on", "puzzles"):
            print_line(line, sys.stderr)
        raise typer.Exit(OUT_OF_TIME if exhaustion.undecided else NONE_EXISTS)
    complete = len(measured) < n and not end.status and exhaustion.proven
    page = report_page(loaded, measured, lambda one: _drawn(loaded, one), complete)
    write_atomically(output / "index.html", page)
    print(f"wrote {output / 'index.html'}: {counted(len(measured), 'puzzle')}")
    end.exit(f": the report is about {counted(len(measured), 'puzzle')}")


def _puzzles(pack: Pack, seed: int, n: int, exhaustion: Exhaustion) -> Iterator[Puzzle]:
    from itertools import islice

    from puzzlesynth.pipeline.generate import make_puzzles

    constraints = [constraint.path for constraint in pack.constraints if constraint.path is not None]
    return islice(make_puzzles(pack, seed=seed, constraints=constraints, exhaustion=exhaustion), n)


def _drawn(pack: Pack, one: PuzzleMeasurement) -> str | None:
    """The tree as SVG without its XML head; None without Graphviz."""
    from puzzlesynth.charts.dot import GraphvizError
    from puzzlesynth.export.interface import Options
    from puzzlesynth.export.registry import exporter

    try:
        drawn = str(exporter("svg").export(pack, one.puzzle, Options()))
    except GraphvizError:
        return None
    return drawn[drawn.index("<svg") :]
