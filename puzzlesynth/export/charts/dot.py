"""The dependency chart for Graphviz."""

from __future__ import annotations

from puzzlesynth.charts.dot import dot_of
from puzzlesynth.export.interface import Options, TextExporter
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle

from .dependency_chart import chart_of


class DotExporter(TextExporter, name="dot", suffix=".dot"):
    """the puzzle dependency chart for Graphviz"""

    def written(self, pack: Pack, puzzle: Puzzle, options: Options) -> str:
        return dot_of(chart_of(pack, puzzle))
