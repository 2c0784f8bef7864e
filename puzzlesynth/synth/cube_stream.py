"""Long streams: a block of puzzles from each of some disjoint cubes, then from smaller cubes inside those that have more.

A block depends on its cube and the seed alone, since it has a solver of its own. So blocks can be made anywhere and at
the same time, and the stream is the same however many processes there are: its order is that of the cubes, breadth
first. The maker of a block also cuts its cube into smaller ones, by the features of the puzzles that it found. A cube
that is exhausted has none, so in the end nothing is left out; what a smaller cube finds again is dropped here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from puzzlesynth.deadline import OutOfTime
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import dataclass

from .cubes import Cube, cut, features_of
from .exhaustion import Exhaustion, SynthesisCounts

FIRST_CUBES, FIRST_SIZE = 4, 512
"""The first blocks are smaller, so that some of everything comes soon."""

CUBES, SIZE = 8, 2048
"""Cubes that a cube is cut into, and puzzles of a block: for each block the pack is ground again."""

NEIGHBOURS = SIZE
"""Neighbouring puzzles that are listed together before the search moves to another part of the cube. Moving costs as much
as some hundred puzzles: with 512 of them and blocks of 1,024, a stream took a third more time."""

SAMPLES = 128
"""Puzzles of a block whose features decide how its cube is cut."""


class CubeBlock(NamedTuple):
    """What the maker of a block is asked for."""

    cube: Cube
    size: int


@dataclass(frozen=True)
class BlockEnd:
    """The end of a block: what is known once it is made."""

    rest: tuple[Cube, ...] = ()
    """Disjoint cubes that cover what the block has left out; none: its cube is exhausted."""
    candidates: int = 0
    rejected: int = 0
    refused: int = 0
    """By the landmark test."""
    undecided: int = 0
    late: bool = False
    """Whether the time was up before it was complete."""

    def add_to(self, counts: SynthesisCounts, exhaustion: Exhaustion) -> None:
        """To what is known of the whole stream."""
        counts.candidates += self.candidates
        counts.rejected += self.rejected
        exhaustion.undecided += self.undecided


MadeBlocks = Iterator[tuple[Iterable[tuple[str, object]], Iterator[BlockEnd]]]


class Blocks(Protocol):
    """Makers of blocks, in this process or in others."""

    def make(self, asked: Iterator[CubeBlock]) -> MadeBlocks:
        """For each block, in order: its puzzles (or what represents them), each with its name, and then its end."""


def sample_stride(size: int) -> int:
    """The distance between samples among the puzzles of a block of this size."""
    return max(1, size // SAMPLES)


def smaller_cubes(cube: Cube, samples: Sequence[frozenset[str]]) -> tuple[Cube, ...]:
    """Disjoint cubes that cover a cube, cut by its known puzzles; the cube itself if these are all alike."""
    return tuple(cell.cube for cell in cut(samples, CUBES, cube, least=1))


def next_blocks(block: CubeBlock, rest: tuple[Cube, ...]) -> Iterator[CubeBlock]:
    """What to ask for where a block has left something out."""
    # Where nothing tells its puzzles apart, all that helps is to ask for more of them.
    size = CUBES * block.size if rest == (block.cube,) else SIZE
    return (CubeBlock(cube, size) for cube in rest)


def first_blocks(cube: Cube, drawn: Sequence[Puzzle], pack: Pack) -> Iterator[CubeBlock]:
    """Blocks of cubes that cover the whole space, or a cube of it, of which some puzzles are known."""
    cells = cut([features_of(puzzle, pack) for puzzle in drawn], FIRST_CUBES, cube, least=1)
    return (CubeBlock(cell.cube, FIRST_SIZE) for cell in cells)


def stream_in_cubes(
    first: Iterable[CubeBlock],
    blocks: Blocks,
    wanted: Callable[[], float],
    note: Callable[[BlockEnd], object],
) -> Iterator[tuple[str, object]]:
    """The puzzles of all blocks with their names. Raises `OutOfTime`. Those who make blocks elsewhere begin at once, not
    only when somebody wants a puzzle.

    `wanted`: how many more puzzles are. While the blocks under way may have as many, no other one is asked for. `note`:
    called with the end of each block.
    """
    queue = deque(first)
    waiting: deque[CubeBlock] = deque()

    def asked() -> Iterator[CubeBlock]:
        while queue and (not waiting or sum(block.size for block in waiting) < wanted()):
            waiting.append(queue.popleft())
            yield waiting[-1]

    def found_in(made: MadeBlocks) -> Iterator[tuple[str, object]]:
        while True:
            for found, ends in made:
                yield from found
                for end in ends:
                    note(end)
                    if end.late:
                        raise OutOfTime
                    queue.extend(next_blocks(waiting.popleft(), end.rest))
            if not queue:
                return
            made = blocks.make(asked())

    return found_in(blocks.make(asked()))
