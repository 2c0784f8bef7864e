"""Showing PuzzleScript levels: as text, in a terminal, as PNG, SVG and animated GIF."""

from .animation import solution_frames
from .images import gif, png
from .move_notation import arrows, letters, read_moves
from .scene import level_scene, sheet_scene
from .svg import svg
from .text import Glyphs, level_text
from .viewport import Viewport, screen_of, view_of

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
