"""What is printed has passed the checks that `verify` makes; a fault inside is an internal error, never a puzzle."""

from __future__ import annotations

from dataclasses import replace
from weakref import ref

import pytest

from puzzlesynth import parse_pack
from puzzlesynth.internal_error import InternalError
from puzzlesynth.pipeline.acceptance import PuzzleJudge
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.puzzle import Puzzle
from puzzlesynth.world.ground_task import ground_task

PACK = parse_pack("""
pack: two-doors
items: {Door: {open: false}, Gate: {open: false}, Key: {carryable: true}}
rules: |
  Door[open: True] Key ::= Unlock Door[open: False] Key
  Gate[open: True] Key ::= Free Gate[open: False] Key Door[open: True]
areas:
  Hall: {start: true, goals: ["Gate[open: True]"], depth: {min: 2}}
""")


def sound_puzzle() -> Puzzle:
    return next(make_puzzles(PACK))


def puzzle_with_wrong_source() -> Puzzle:
    """The key is said to come from the step that only kept it."""
    puzzle = sound_puzzle()
    first, second = puzzle.steps
    sources = tuple(
        first.id if name == "key" else source
        for name, source in zip(second.inputs, second.sources, strict=True)
    )
    assert sources != second.sources
    return replace(puzzle, steps=(first, replace(second, sources=sources)))


def test_a_sound_puzzle_passes() -> None:
    assert PuzzleJudge(PACK)(sound_puzzle(), False).accepted


def test_who_measures_a_puzzle_that_was_judged_gets_what_is_known_of_its_game() -> None:
    judge, puzzle = PuzzleJudge(PACK), sound_puzzle()
    guarantees = judge(puzzle, False).guarantees
    task = ground_task(PACK, puzzle)
    assert ground_task(PACK, replace(puzzle, guarantees=guarantees)) is task
    seen = ref(task)
    del task
    assert seen() is not None
    del judge
    assert seen() is None


def test_a_wrong_source_never_leaves() -> None:
    with pytest.raises(InternalError, match="comes from"):
        PuzzleJudge(PACK)(puzzle_with_wrong_source(), False)
