"""The dependency chart for Mermaid."""

from __future__ import annotations

from puzzlesynth.charts.mermaid import mermaid_of
from puzzlesynth.export.interface import Options, TextExporter
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle

from .dependency_chart import chart_of


class MermaidExporter(TextExporter, name="mermaid", suffix=".mmd"):
    """the puzzle dependency chart for Mermaid"""

    def written(self, pack: Pack, puzzle: Puzzle, options: Options) -> str:
        return mermaid_of(chart_of(pack, puzzle))
