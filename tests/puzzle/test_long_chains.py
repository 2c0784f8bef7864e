"""Puzzles that are long chains: no command ends because of how deep a tree is."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from puzzlesynth.export import Options, exporter
from puzzlesynth.maps.map_extraction import map_of
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.puzzle.identity import identity
from puzzlesynth.puzzle.json_io import puzzle_from_json, puzzle_to_json
from puzzlesynth.puzzle.model import Created, Goal, Object, Puzzle, Step, metrics_of
from puzzlesynth.puzzle.text_tree import tree_text
from puzzlesynth.world import verify
from puzzlesynth.world.difficulty import difficulty_of
from puzzlesynth.world.search.solutions import Solutions, solve
from puzzlesynth.world.verification.consistency import problems_of
from tests.support.chain_packs import chain_pack, chain_puzzle

LENGTHS = (990, 1500)


@pytest.mark.seconds
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


@pytest.mark.seconds
@pytest.mark.parametrize("length", LENGTHS)
def test_the_map_of_a_long_chain_is_written(tmp_path: Path, length: int) -> None:
    pack = chain_pack(tmp_path, length)
    found = map_of(pack, chain_puzzle(pack, length))
    assert len(found.blocks) == length + 1
    assert found.solves == {"Hall": f"s{length}"}


@pytest.mark.thorough
@pytest.mark.parametrize("form", ["dot", "mermaid", "twee", "html"])
def test_a_long_chain_is_exported(tmp_path: Path, form: str) -> None:
    length = 990
    pack = chain_pack(tmp_path, length)
    written = str(exporter(form).export(pack, chain_puzzle(pack, length), Options()))
    assert f"t{length}" in written.lower().replace(" ", "")


@pytest.mark.seconds
def test_a_long_chain_is_made(tmp_path: Path) -> None:
    pack = chain_pack(tmp_path, 300)
    assert next(make_puzzles(pack, seed=1)).metrics["depth"] == 300


@pytest.mark.seconds
def test_a_chain_that_is_longer_than_pythons_stack_is_verified_and_measured(tmp_path: Path) -> None:
    length = 500
    pack = chain_pack(tmp_path, length)
    puzzle = chain_puzzle(pack, length)
    with shallow_stack(150):
        assert verify(pack, puzzle).ok
        assert difficulty_of(pack, puzzle).measured["depth"] == length
        solved = solve(pack, puzzle)
    assert isinstance(solved, Solutions)
    assert [len(solution.trace) for solution in solved.found] == [length]


@pytest.mark.seconds
def test_many_things_that_look_alike_are_told_apart_without_a_deep_stack(tmp_path: Path) -> None:
    """Many pairs of like things that like steps take: each of them is singled out in turn."""
    pairs = 42
    steps = tuple(
        Step(f"s{n}", "Hall", 1, "Join", (f"a{n}", f"b{n}"), (None, None), (f"c{n}",), ())
        for n in range(pairs)
    )
    objects = tuple(Object(f"{side}{n}", "T", "Hall", None, True, {}) for n in range(pairs) for side in "ab")
    made = tuple(Created(f"c{n}", "C") for n in range(pairs))
    goals = (Goal("Hall", "C", True, None, "s0"),)
    puzzle = Puzzle("p", "", goals, objects, steps, made, tuple(step.id for step in steps))
    with shallow_stack(40):
        whole, tree = identity(puzzle)
    assert whole
    assert tree


@contextmanager
def shallow_stack(frames: int) -> Iterator[None]:
    """Meanwhile no more than this many calls may be nested."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + frames)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
