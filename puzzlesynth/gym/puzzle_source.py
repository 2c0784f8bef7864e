"""Where the puzzles of an environment come from: made from a pack as they are needed, or read from a corpus.

A source is a stream that a seed decides. The same seed gives the same puzzles in the same order, whatever was drawn
before; a stream that has ended begins again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from typing import TypedDict, Unpack

from puzzlesynth.api import Bound, make_puzzles, read_puzzle
from puzzlesynth.bad_input import BadInput
from puzzlesynth.pack.load import load_pack
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.game_pack import complete_map, pack_for
from puzzlesynth.puzzle.json_shapes import PuzzleError
from puzzlesynth.puzzle.model import Puzzle, pack_mismatch
from puzzlesynth.puzzle.strict_json import shown
from puzzlesynth.world.verification.consistency import problems_of

from .corpus_rows import Rows, open_rows

PackLike = Pack | str | os.PathLike[str]
"""A pack, or where it is."""

MOST_REMEMBERED = 10_000
"""Seeds whose first puzzle is kept."""


def as_pack(pack: PackLike) -> Pack:
    """Raises `PackError` for a pack that cannot be read."""
    return pack if isinstance(pack, Pack) else load_pack(Path(pack))


class PuzzleOptions(TypedDict, total=False):
    """The options of `puzzlesynth.make_puzzles` that decide which puzzles are played; `time_limit` is per stream."""

    constraints: Sequence[str]
    steps: Bound
    depth: Bound
    width: Bound
    herrings: Bound
    difficulty: str | None
    rules: str
    map: str | None
    time_limit: float | None


class PackSource:
    """Puzzles of a pack, each one proven when it is made."""

    def __init__(self, pack: PackLike, **asked: Unpack[PuzzleOptions]) -> None:
        """The errors are those of `puzzlesynth.make_puzzles`."""
        self.pack, self.map = as_pack(pack), asked.get("map")
        self.difficulty = asked.get("difficulty")
        self._asked = asked
        self._seed = 0
        self._first: dict[int, Puzzle] = {}
        """The first puzzle of each seed so far, which takes longest: evaluations come back to the same seeds."""
        # Wrong constraints and bounds are reported now and not at the first episode.
        self._stream: Iterator[Puzzle] = self._made()

    def _made(self) -> Iterator[Puzzle]:
        return make_puzzles(self.pack, seed=self._seed, **self._asked)

    @cached_property
    def spaces_pack(self) -> Pack:
        """A pack with everything that a game of this source can have: with a map, the map's areas, doors and keys."""
        if self.map is None:
            return self.pack
        from puzzlesynth.pack.transform.map_world import map_world

        return map_world(self.pack, complete_map(self.pack, self.map)).pack

    def restart(self, seed: int) -> None:
        self._seed = seed
        self._stream = self._remembered()

    def _remembered(self) -> Iterator[Puzzle]:
        """The stream, which is only begun once more than the first puzzle of it is needed."""
        seed, known = self._seed, self._first.get(self._seed)
        if known is not None:
            yield known
        made = self._made()
        for position, puzzle in enumerate(made):
            if position or known is None:
                if not position and len(self._first) < MOST_REMEMBERED:
                    self._first[seed] = puzzle
                yield puzzle

    def draw(self) -> Puzzle:
        """The next puzzle. Raises `BadInput` if there is none at all, and `OutOfTime`."""
        for _ in range(2):
            for puzzle in self._stream:
                return puzzle
            self._stream = self._remembered()
        raise BadInput(
            f"{self.pack.name} has no such puzzle; `puzzlesynth why` says which requirements conflict"
        )

    def game_pack(self, puzzle: Puzzle) -> Pack:
        """The pack that a puzzle of this source is played with."""
        return pack_for(self.pack, puzzle)

    def own_puzzle(self, source: object) -> Puzzle:
        """A puzzle that a user chose. Raises `BadInput` or `PuzzleError` if it is none of this pack."""
        return checked_puzzle(self.pack, source, self.map)


class CorpusSource(PackSource):
    """Rows of a corpus, in an order that the seed decides, each row once."""

    def __init__(self, pack: PackLike, rows: Rows | str | os.PathLike[str], split: str = "train") -> None:
        """`rows`: a folder that `puzzlesynth corpus merge` wrote, one of its Parquet files, or a file of JSON Lines."""
        super().__init__(pack)
        self.rows = open_rows(rows, split) if isinstance(rows, str | os.PathLike) else rows
        self._where = f"{rows}: " if isinstance(rows, str | os.PathLike) else ""
        if not len(self.rows):
            raise BadInput(f"{rows}: there are no puzzles in `{split}`")

    def _made(self) -> Iterator[Puzzle]:
        # Only here is it known how many there are; a generator looks when it is first asked.
        def drawn() -> Iterator[Puzzle]:
            numbers = list(range(len(self.rows)))
            Random(self._seed).shuffle(numbers)
            yield from map(self.row, numbers)

        return drawn()

    def row(self, number: int) -> Puzzle:
        """Raises `BadInput` for a row that does not exist, and for a puzzle of another pack."""
        if not 0 <= number < len(self.rows):
            raise BadInput(f"there is no row {number}: the corpus has {len(self.rows)}")
        try:
            return checked_puzzle(self.pack, self.rows[number], self.map)
        except PuzzleError as problem:
            raise PuzzleError(f"{self._where}row {number}: {problem}") from None
        except BadInput as problem:
            raise BadInput(f"{self._where}row {number}: {problem}") from None


def checked_puzzle(pack: Pack, source: object, map_name: str | None) -> Puzzle:
    """A puzzle that can be played with a pack, in its areas or in those of a map. Raises `BadInput` or `PuzzleError`
    otherwise."""
    if not isinstance(source, Puzzle | str):
        raise BadInput(f"expected a puzzle or its JSON, found {shown(source)}")
    puzzle = source if isinstance(source, Puzzle) else read_puzzle(source)
    wrong = pack_mismatch(pack, puzzle.pack, puzzle.pack_sha256)
    filled = None if puzzle.map is None else puzzle.map.name
    if wrong is None and filled != map_name:
        wrong = f"map: this puzzle has the areas of {_areas_of(filled)}, observations have those of {_areas_of(map_name)}"
    if wrong is None:
        wrong = next(iter(problems_of(pack_for(pack, puzzle), puzzle)), None)
    if wrong is not None:
        raise BadInput(wrong)
    return puzzle


def _areas_of(map_name: str | None) -> str:
    return "the pack" if map_name is None else f"the map `{map_name}`"
