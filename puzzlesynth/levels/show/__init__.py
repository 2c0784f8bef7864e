"""Showing PuzzleScript levels: as text, in a terminal, as PNG, SVG and animated GIF."""

from .images import gif, png, solution_frames
from .move_notation import arrows, letters, read_moves
from .scene import Viewport, level_scene, screen_of, sheet_scene, view_of
from .svg import svg
from .text import Glyphs, level_text

__all__ = [
    "Glyphs",
    "Viewport",
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
