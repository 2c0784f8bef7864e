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
    from puzzlesynth.charts.dot import dot_of
    from puzzlesynth.charts.layered_svg import svg_of
    from puzzlesynth.charts.mermaid import mermaid_of
    from puzzlesynth.maps.description import describe
    from puzzlesynth.maps.diagram import area_diagram, block_diagram
    from puzzlesynth.puzzle.game_pack import find_map

    found = find_map(pack, name)
    write = {"svg": svg_of, "dot": dot_of, "mermaid": mermaid_of}.get(to)
    if write is None:
        return "\n".join(describe(found))
    filled_by = None if puzzle is None else open_puzzle(puzzle, pack, number)
    chart = area_diagram(found, pack) if view == MapViewChoice.areas else block_diagram(found, filled_by)
    return write(chart).rstrip("\n")


def map_maker(pack: Pack, name: str, **options: Any) -> Filler:
    """The generator of a map's fillings; an incomplete map is refused."""
    from puzzlesynth.maps.filler import filler_for
    from puzzlesynth.puzzle.game_pack import complete_map

    found = complete_map(pack, name)
    if found.solves and options.pop("relations", RelationChoice.needed) != RelationChoice.needed:
        raise BadInput("--relations: a map with `solves` is played with all rules of its pack")
    return filler_for(pack, found, **options)
