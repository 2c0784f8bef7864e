"""Puzzles of one decoder share what they have in common."""

from __future__ import annotations

from itertools import islice

import pytest

from puzzlesynth.pack import load_pack
from puzzlesynth.pipeline.generate import make_puzzles


@pytest.mark.seconds
def test_parts_that_say_the_same_are_the_same_object() -> None:
    pack = load_pack("examples/lighthouse")
    # The first one may come from a part of the pack.
    puzzles = list(islice(make_puzzles(pack, seed=1), 1, 11))
    for kind in ("steps", "areas", "creates", "objects"):
        parts = [part for puzzle in puzzles for part in getattr(puzzle, kind)]
        assert len({id(part) for part in parts}) == len({repr(part) for part in parts}) < len(parts)
