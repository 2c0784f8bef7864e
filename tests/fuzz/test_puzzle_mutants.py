"""`verify` and the referee agree about puzzles in which something is broken."""

from __future__ import annotations

from random import Random

import pytest

from puzzlesynth.pack import load_pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.world import verify
from tests.fuzz.puzzle_mutants import disagreement, mutants


@pytest.mark.seconds
@pytest.mark.parametrize("name", ["tiny.yaml", "heist", "meadow"])
def test_verify_refuses_what_the_referee_refutes_and_nothing_else(name: str) -> None:
    pack = load_pack(f"examples/{name}")
    puzzle = next(make_puzzles(pack, seed=2))
    broken = 0
    for seed in range(4):
        for change, mutant in mutants(pack, puzzle, Random(seed)):
            assert disagreement(pack, mutant) is None, change
            broken += not verify(pack, mutant).ok
    assert broken
