"""A puzzle that the page has kept, with the pack as it is now: that may have changed since."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzlesynth.bad_input import BadInput
from puzzlesynth.quick_dataclasses import replace
from puzzlesynth.studio.protocol import RequestError

if TYPE_CHECKING:
    from puzzlesynth.pack.model import Pack
    from puzzlesynth.puzzle.model import Puzzle


def kept_puzzle(pack: Pack, data: Any) -> tuple[Pack, Puzzle]:
    """The pack that the puzzle is played with, and the puzzle. Raises `BadInput` where they do not fit together any more.
    A change that does not matter to the puzzle does no harm here; who plays or exports it wants it proven again."""
    from puzzlesynth.puzzle.game_pack import pack_for
    from puzzlesynth.puzzle.json_io import puzzle_from_dict
    from puzzlesynth.world.verification.consistency import problems_of

    if not isinstance(data, dict):
        raise RequestError("`puzzle` is a puzzle")
    puzzle = puzzle_from_dict(data)
    game = pack_for(pack, puzzle)
    for problem in problems_of(game, replace(puzzle, pack_sha256=pack.sha256)):
        raise BadInput(f"this puzzle cannot be played with the pack as it is now: {problem}")
    return game, puzzle
