"""What commands about maps share."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .errors import BadInput
from .inputs import open_puzzle

if TYPE_CHECKING:
    from puzzlesynth.maps.filler import Filler
    from puzzlesynth.pack.model import Pack


class RelationChoice(StrEnum):
    """Which relations of items a game has: those that its puzzle needs, also all that break nothing, or all."""

    needed = "needed"
    safe = "safe"
    all = "all"


class MapViewChoice(StrEnum):
    blocks = "blocks"
    areas = "areas"


class ChartFormat(StrEnum):
    svg = "svg"
    dot = "dot"
    mermaid = "mermaid"


Output = Annotated[Path | None, typer.Option("-o", metavar="FILE", help="Write to this file.")]


def drawn_map(
    pack: Pack, name: str, view: str, to: str, puzzle: str | None = None, number: int | None = None
) -> str:
    """A map as a drawing, or in words; with a puzzle that fills it, its blocks say what fills them."""
    from puzzlesynth.maps.description import describe
    from puzzlesynth.maps.diagram import FORMATS, area_diagram, block_diagram
    from puzzlesynth.puzzle.game_pack import find_map

    found = find_map(pack, name)
    if to not in FORMATS:
        return "\n".join(describe(found))
    if view == MapViewChoice.areas:
        return FORMATS[to](area_diagram(found, pack))
    return FORMATS[to](block_diagram(found, None if puzzle is None else open_puzzle(puzzle, pack, number)))


def map_maker(pack: Pack, name: str, **options: Any) -> Filler:
    """The generator of a map's fillings; an incomplete map is refused."""
    from puzzlesynth.maps.filler import filler_for
    from puzzlesynth.puzzle.game_pack import complete_map

    found = complete_map(pack, name)
    if found.solves and options.pop("relations", RelationChoice.needed) != RelationChoice.needed:
        raise BadInput("--relations: a map with `solves` is played with all rules of its pack")
    return filler_for(pack, found, **options)
