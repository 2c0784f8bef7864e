"""The space of a logic program, for counting: its puzzles by cubes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

from puzzlesynth.pack.model import Pack
from puzzlesynth.synth.acceptance import AcceptanceTest
from puzzlesynth.synth.answers.answer_set import Answer
from puzzlesynth.synth.cubes import NOT, Cube, features_of
from puzzlesynth.synth.synthesizer import Synthesizer

from .cube_tree import Features

FEW = 120
"""A cube with no more puzzles than this is listed."""

NEIGHBOURS = 2
"""How many samples are taken at the same place of a cube."""


REPEATED = 2
"""Draws that bring nothing new, after which a cube is taken to be small."""


class ProgramSpace:
    """The widest program of a pack: what the landmark test lets pass, or exactly all puzzles, which have to be played."""

    def __init__(
        self,
        pack: Pack,
        synthesizer: Synthesizer,
        judge: AcceptanceTest,
        *,
        exact: bool = False,
        seed: int = 0,
    ) -> None:
        self._pack, self._synthesizer, self._judge, self._exact = pack, synthesizer, judge, exact
        self._random = Random(seed)
        synthesizer.widen()
        self._program = synthesizer.program
        self._program.guard.enabled = not exact
        self._literals: dict[str, int] = {}

    def listed(self, cube: Cube) -> int | None:
        found = sum(1 for _ in islice(self._puzzles(cube), FEW + 1))
        return found if found <= FEW else None

    def listed_whole(self, cube: Cube) -> int:
        return sum(1 for _ in self._puzzles(cube))

    def samples(self, cube: Cube, draws: int) -> tuple[Sequence[Features], bool]:
        found: dict[str, Features] = {}
        repeated = 0
        for _ in range(draws):
            self._program.search_randomly(self._random.randrange(2**31))
            nearby = {}
            for answer in self._answers(cube, NEIGHBOURS):
                puzzle = self._synthesizer.puzzle_of(answer)
                nearby[puzzle.tree] = features_of(puzzle, self._pack)
            if len(nearby) < NEIGHBOURS:
                # There are no others than these.
                return list(nearby.values()), True
            repeated += not nearby.keys().isdisjoint(found)
            found |= nearby
            if repeated == REPEATED:
                break
        return list(found.values()), repeated == REPEATED

    def _puzzles(self, cube: Cube) -> Iterator[None]:
        """Nothing but that there is one more."""
        self._program.search_randomly(None)
        seen: set[str] = set()
        for answer in self._answers(cube):
            puzzle = self._synthesizer.puzzle_of(answer)
            if puzzle.tree not in seen and self._synthesizer.passes(self._judge, self._exact):
                seen.add(puzzle.tree)
                yield

    def _answers(self, cube: Cube, limit: int = 0) -> Iterator[Answer]:
        return self._program.answers(
            [self._literal(text) for text in cube], limit, self._synthesizer.deadline
        )

    def _literal(self, text: str) -> int:
        feature = text.removeprefix(NOT)
        if feature not in self._literals:
            (self._literals[feature],) = self._program.cube_literals((feature,))
        literal = self._literals[feature]
        return literal if text == feature else -literal
