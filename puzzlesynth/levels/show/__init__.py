"""Showing PuzzleScript levels: as text, in a terminal, as PNG, SVG and animated GIF."""

from puzzlesynth.levels.show.images import MissingPillow, gif, png
from puzzlesynth.levels.show.moves import BadMoves, arrows, letters, read_moves
from puzzlesynth.levels.show.scene import Scene, TooLargeToDraw, level_scene, sheet_scene
from puzzlesynth.levels.show.solution import solution_frames
from puzzlesynth.levels.show.svg import svg
from puzzlesynth.levels.show.text import Glyphs, level_text
from puzzlesynth.levels.show.view import View, screen_of, view_of

__all__ = [
    "BadMoves",
    "Glyphs",
    "MissingPillow",
    "Scene",
    "TooLargeToDraw",
    "View",
    "arrows",
    "gif",
    "letters",
    "level_scene",
    "level_text",
    "png",
    "read_moves",
    "screen_of",
    "sheet_scene",
    "solution_frames",
    "svg",
    "view_of",
]
