"""The dependency chart as a picture, drawn by Graphviz."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass

from puzzlesynth.export.interface import ExportError, Options, TextExporter
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle

from .dependency_chart import chart_of
from .dot import dot_of

MOST_SECONDS = 60


@dataclass(frozen=True)
class SvgExporter(TextExporter):
    name: str = "svg"
    description: str = "the puzzle dependency chart as a picture (needs Graphviz)"
    suffix: str = ".svg"

    def written(self, pack: Pack, puzzle: Puzzle, options: Options) -> str:
        return drawn(dot_of(chart_of(pack, puzzle)))


def drawn(source: str) -> str:
    """What Graphviz makes of a chart."""
    program = shutil.which("dot")
    if program is None:
        raise ExportError("drawing needs Graphviz, and there is no `dot` here; `--to dot` needs nothing")
    try:
        done = subprocess.run(
            [program, "-Tsvg"], input=source.encode(), capture_output=True, timeout=MOST_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise ExportError(f"Graphviz did not finish within {MOST_SECONDS} seconds") from None
    if done.returncode != 0:
        raise ExportError(f"Graphviz failed: {done.stderr.decode(errors='replace').strip()[:400]}")
    return done.stdout.decode()
