"""What commands about maps share."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

from .errors import BadInput
from .inputs import open_puzzle, problems_error

if TYPE_CHECKING:
    from puzzlesynth.maps.filler import Filler
    from puzzlesynth.pack.model import Pack
    from puzzlesynth.pack.puzzle_map import PuzzleMap


class RelationChoice(StrEnum):
    """Which relations of items a game has: those that its puzzle needs, also all that break nothing, or all."""

    needed = "needed"
    safe = "safe"
    all = "all"


class MapViewChoice(StrEnum):
    blocks = "blocks"
    areas = "areas"


def drawn_map(
    pack: Pack, name: str, view: str, to: str, puzzle: str | None = None, number: int | None = None
) -> str:
    """A map as a drawing, or in words; with a puzzle that fills it, its blocks say what fills them."""
    from puzzlesynth.maps.description import describe
    from puzzlesynth.maps.diagram import FORMATS, area_diagram, block_diagram

    found = opened_map(pack, name)
    if to not in FORMATS:
        return "\n".join(describe(found))
    if view == MapViewChoice.areas:
        return FORMATS[to](area_diagram(found, pack))
    return FORMATS[to](block_diagram(found, None if puzzle is None else open_puzzle(puzzle, pack, number)))


def map_maker(pack: Pack, name: str, **options: Any) -> Filler:
    """Whatever makes fillings of a map; a map that is not whole is refused."""
    from puzzlesynth.maps.filler import filler_for
    from puzzlesynth.pack import PackError
    from puzzlesynth.puzzle.game_pack import complete_map

    try:
        found = complete_map(pack, name)
        if (
            found.solves
            and options.pop("relations", RelationChoice.needed.value) != RelationChoice.needed.value
        ):
            raise BadInput("--relations: a map with `solves` is played with all rules of its pack")
        return filler_for(pack, found, **options)
    except PackError as error:
        raise problems_error(error.problems) from None


def opened_map(pack: Pack, name: str) -> PuzzleMap:
    from puzzlesynth.pack import PackError
    from puzzlesynth.puzzle.game_pack import find_map

    try:
        return find_map(pack, name)
    except PackError as error:
        raise problems_error(error.problems) from None
