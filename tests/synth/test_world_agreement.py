"""Random packs: the synthesizer and the world try to prove each other wrong.

What comes out passes every proof. That nothing is missing is what `tests/fuzz` compares with brute force.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth.deadline import OutOfTime
from puzzlesynth.pack import Pack
from puzzlesynth.pipeline.generate import synthesizer_for
from puzzlesynth.puzzle import Puzzle, puzzle_from_json, puzzle_to_json
from puzzlesynth.synth.options import SynthesisOptions
from tests.support.arbitrary_packs import Size, random_pack
from tests.support.samples import random_examples
from tests.support.synth_packs import assert_proven
from tests.support.workshop_packs import workshop_pack

often = random_examples(25, derandomize=True)


def packs(size: Size) -> st.SearchStrategy[Pack]:
    """Packs that `check` finds nothing wrong with; most random ones have a goal that nothing can meet."""

    def find(seed: int) -> Pack | None:
        return next(filter(None, (random_pack(Random(n), size) for n in range(seed, seed + 60))), None)

    return st.integers(0, 2**32).map(find).filter(lambda made: made is not None)  # type: ignore[return-value]


def some_puzzles(made: Pack, seed: int, count: int) -> Iterator[Puzzle]:
    """Some random packs take minutes to exhaust; what they give in time is enough here."""
    with suppress(OutOfTime):
        yield from islice(synthesizer_for(made, SynthesisOptions(time_limit=10)).puzzles(seed), count)


@pytest.mark.seconds
@often
@given(packs(Size()), st.integers(0, 1000))
def test_whatever_comes_out_is_proven(made: Pack, seed: int) -> None:
    for puzzle in some_puzzles(made, seed, 8):
        assert_proven(made, puzzle)
        assert puzzle_from_json(puzzle_to_json(puzzle)) == puzzle


@pytest.mark.seconds
@often
@given(st.integers(0, 2**32))
def test_whatever_comes_out_of_a_workshop_is_proven(seed: int) -> None:
    made = next(filter(None, (workshop_pack(Random(n)) for n in range(seed, seed + 40))))
    for puzzle in some_puzzles(made, seed, 5):
        assert_proven(made, puzzle)
