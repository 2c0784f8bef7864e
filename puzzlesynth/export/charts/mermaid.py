"""The dependency chart for Mermaid."""

from __future__ import annotations

from puzzlesynth.charts.mermaid import mermaid_of
from puzzlesynth.export.interface import Options, TextExporter
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import dataclass

from .dependency_chart import chart_of


@dataclass(frozen=True)
class MermaidExporter(TextExporter):
    name: str = "mermaid"
    description: str = "the puzzle dependency chart for Mermaid"
    suffix: str = ".mmd"

    def written(self, pack: Pack, puzzle: Puzzle, options: Options) -> str:
        return mermaid_of(chart_of(pack, puzzle))
