"""What commands about maps share."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

from .errors import BadInput
from .inputs import open_puzzle, refusal

if TYPE_CHECKING:
    from puzzlesynth.maps.filler import Maker
    from puzzlesynth.pack.model import Pack
    from puzzlesynth.pack.puzzle_map import PuzzleMap


class Relations(StrEnum):
    """Which relations of items a game has: those that its puzzle needs, also all that break nothing, or all."""

    needed = "needed"
    safe = "safe"
    all = "all"


class View(StrEnum):
    blocks = "blocks"
    areas = "areas"


def drawn_map(
    pack: Pack, name: str, view: str, to: str, puzzle: str | None = None, number: int | None = None
) -> str:
    """A map as a drawing, or in words; with a puzzle that fills it, its blocks say what fills them."""
    from puzzlesynth.maps.description import describe
    from puzzlesynth.maps.diagram import FORMATS, area_view, block_view

    found = opened_map(pack, name)
    if to not in FORMATS:
        return "\n".join(describe(found))
    if view == View.areas:
        return FORMATS[to](area_view(found, pack))
    return FORMATS[to](block_view(found, None if puzzle is None else open_puzzle(puzzle, pack, number)))


def map_maker(pack: Pack, name: str, **options: Any) -> Maker:
    """Whatever makes fillings of a map; a map that is not whole is refused."""
    from puzzlesynth.maps.filler import maker_for
    from puzzlesynth.pack import PackError
    from puzzlesynth.puzzle.game_pack import whole_map

    try:
        found = whole_map(pack, name)
        if found.solves and options.pop("relations", Relations.needed.value) != Relations.needed.value:
            raise BadInput("--relations: a map with `solves` is played with all rules of its pack")
        return maker_for(pack, found, **options)
    except PackError as error:
        raise refusal(error.problems) from None


def opened_map(pack: Pack, name: str) -> PuzzleMap:
    from puzzlesynth.pack import PackError
    from puzzlesynth.puzzle.game_pack import find_map

    try:
        return find_map(pack, name)
    except PackError as error:
        raise refusal(error.problems) from None
