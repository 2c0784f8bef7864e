"""Puzzles that are long chains: no command ends because of how deep a tree is."""

from __future__ import annotations

from pathlib import Path

import pytest
from chain_packs import chain_pack, chain_puzzle

from puzzlesynth.puzzle.identity import identity
from puzzlesynth.puzzle.json_io import puzzle_from_json, puzzle_to_json
from puzzlesynth.puzzle.metrics import metrics_of
from puzzlesynth.puzzle.tree import tree_text
from puzzlesynth.world.consistency import problems_of

LENGTHS = (990, 3000)


@pytest.mark.parametrize("length", LENGTHS)
def test_a_long_chain_is_drawn_named_and_checked(tmp_path: Path, length: int) -> None:
    pack = chain_pack(tmp_path, length)
    puzzle = puzzle_from_json(puzzle_to_json(chain_puzzle(pack, length)))
    assert identity(puzzle) == (puzzle.id, puzzle.tree)
    assert metrics_of(puzzle)["depth"] == length
    assert problems_of(pack, puzzle) == []
    lines = tree_text(pack, puzzle).splitlines()
    assert len(lines) == length + 4
    assert lines[-1].strip() == "└── T0 (in Hall)"
