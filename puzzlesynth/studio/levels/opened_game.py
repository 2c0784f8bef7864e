"""The game that a worker has compiled last: a designer works on one for a long time."""

from __future__ import annotations

from functools import lru_cache

from puzzlesynth.bad_input import BadInput
from puzzlesynth.levels import PuzzleScriptGame
from puzzlesynth.levels.designations import designated
from puzzlesynth.levels.editor import SourceDocument
from puzzlesynth.levels.search import SearchableGame


class BrokenGame(BadInput):
    """The source has errors, so nothing can be done with its levels."""


@lru_cache(maxsize=4)
def document_of(source: str) -> SourceDocument:
    return SourceDocument(source)


@lru_cache(maxsize=4)
def game_of(source: str) -> PuzzleScriptGame:
    """The game with what its designer says about its objects. Raises `BrokenGame`."""
    compilation = document_of(source).compilation
    if compilation.game is None or compilation.errors:
        first = compilation.errors[0] if compilation.errors else None
        where = f": {first}" if first else ""
        raise BrokenGame(f"The game has errors{where}")
    return designated(compilation.game, source, "the game")


@lru_cache(maxsize=2)
def search_of(source: str) -> SearchableGame:
    """The game ready to be searched; its code is kept."""
    return SearchableGame(game_of(source))
