"""The dependency chart for Graphviz."""

from __future__ import annotations

from puzzlesynth.charts.dot import dot_of
from puzzlesynth.export.interface import Options, TextExporter
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import dataclass

from .dependency_chart import chart_of


@dataclass(frozen=True)
class DotExporter(TextExporter):
    name: str = "dot"
    description: str = "the puzzle dependency chart for Graphviz"
    suffix: str = ".dot"

    def written(self, pack: Pack, puzzle: Puzzle, options: Options) -> str:
        return dot_of(chart_of(pack, puzzle))
