"""The dependency chart as a picture, drawn by Graphviz."""

from __future__ import annotations

from puzzlesynth.charts.dot import dot_of, render_dot
from puzzlesynth.export.interface import Options, TextExporter
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle

from .dependency_chart import chart_of


class SvgExporter(TextExporter, name="svg", suffix=".svg"):
    """the puzzle dependency chart as a picture (needs Graphviz)"""

    def written(self, pack: Pack, puzzle: Puzzle, options: Options) -> str:
        return render_dot(dot_of(chart_of(pack, puzzle)), "svg").decode()
