"""What an editor of levels does by hand: paint, turn and resize maps, write them into a source, and try them out."""

from .grid import blank, erased, mirrored, moved, painted, pasted, region, resized, rotated, symmetric_cells
from .play_test import PlayTest, solvable_from
from .source_document import SourceDocument

__all__ = [
    "PlayTest",
    "SourceDocument",
    "blank",
    "erased",
    "mirrored",
    "moved",
    "painted",
    "pasted",
    "region",
    "resized",
    "rotated",
    "solvable_from",
    "symmetric_cells",
]
