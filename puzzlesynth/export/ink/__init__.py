"""ink: a knot for every area, choices that appear when they are possible, tags with the ids of the steps."""

from __future__ import annotations

from puzzlesynth.export.game_model import game_of
from puzzlesynth.export.interface import Options, TextExporter
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle

from .source import story_of


class InkExporter(TextExporter, name="ink", suffix=".ink"):
    """a story for ink, with choices that appear when they are possible"""

    def written(self, pack: Pack, puzzle: Puzzle, options: Options) -> str:
        return story_of(game_of(pack, puzzle, options.foresee))
