"""The dependency chart as a picture, drawn by Graphviz."""

from __future__ import annotations

from puzzlesynth.charts.dot import dot_of, render_dot
from puzzlesynth.export.interface import Options, TextExporter
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import dataclass

from .dependency_chart import chart_of


@dataclass(frozen=True)
class SvgExporter(TextExporter):
    name: str = "svg"
    description: str = "the puzzle dependency chart as a picture (needs Graphviz)"
    suffix: str = ".svg"

    def written(self, pack: Pack, puzzle: Puzzle, options: Options) -> str:
        return render_dot(dot_of(chart_of(pack, puzzle)), "svg").decode()
