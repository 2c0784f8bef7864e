"""Cubes are disjoint and cover the space, whatever search finds a puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from random import Random

import pytest

from puzzlesynth.bad_input import BadInput
from puzzlesynth.pack import Pack, load_pack
from puzzlesynth.pipeline.generate import synthesizer_for
from puzzlesynth.synth.cubes import NOT, SampledCube, cut, features_of
from puzzlesynth.synth.options import SynthesisOptions
from tests.support.paths import ROOT
from tests.support.samples import some_of

COPIES = """
pack: copies
items:
  Rope:  {carryable: true, copies: 2}
  Hemp:  {carryable: true, copies: 4}
  Straw: {carryable: true, copies: 4}
  Net:   {carryable: true}
  Boat:  {tied: true}
rules: |
  Rope ::= Twist Hemp Straw
  Rope ::= Braid Hemp Hemp
  Net ::= Knot Rope Rope
  Boat[tied: False] Net ::= Free Boat[tied: True] Net
areas:
  Shore: {start: true, goals: [Net, "Boat[tied: False]"], depth: {min: 1, max: 4}}
"""
"""Several copies, so that one tree has many answer sets, and things that are made and used up."""

DEAD_ENDS = """
pack: forks
guarantees: {dead_ends: forbid}
items:
  Log:  {carryable: true}
  Plank: {carryable: true}
  Fire:
  Raft: {carryable: true}
  Tar:  {carryable: true}
  Oil:  {carryable: true}
rules: |
  Raft ::= Build Plank Tar
  Raft ::= Bind Log Oil
  Plank ::= Saw Log
  Fire ::= Burn Plank
  Tar ::= Boil Oil
areas:
  Bank: {start: true, goals: [Raft, Plank, Fire], depth: {min: 1, max: 4}}
"""
"""Playing refuses some of the candidates."""


@pytest.fixture(params=["meadow", "copies", "dead ends"])
def pack(request: pytest.FixtureRequest, tmp_path: Path) -> Pack:
    if request.param == "meadow":
        return load_pack(ROOT / "examples" / "meadow")
    path = tmp_path / "pack.yaml"
    path.write_text(COPIES if request.param == "copies" else DEAD_ENDS, "utf-8")
    return load_pack(path)


def trees(pack: Pack, *cube: str) -> Iterator[str]:
    made = synthesizer_for(pack, SynthesisOptions(cube=cube))
    for puzzle in chain(made.scattered(1, Random(1), 5), made.remaining(1)):
        yield puzzle.tree


@pytest.mark.thorough
def test_cubes_have_every_puzzle_once(pack: Pack) -> None:
    """Also those that playing refuses or accepts, and those that only wider searches find."""
    every = sorted(puzzle.tree for puzzle in synthesizer_for(pack).different())
    made = synthesizer_for(pack)
    samples = [features_of(puzzle, pack) for puzzle in made.sampled(Random(1), 30)]
    cells = cut(samples, 6)
    assert len(cells) > 2
    assert sorted(tree for cell in cells for tree in trees(pack, *cell.cube)) == every


@pytest.mark.seconds
@pytest.mark.sampled
def test_every_feature_cuts_cleanly(pack: Pack) -> None:
    """A puzzle is on the side where its features say it is, for each feature by itself."""
    made = synthesizer_for(pack)
    puzzles = [made.puzzle_of(answer) for answer in made.program.answers()]
    by_tree = {puzzle.tree: features_of(puzzle, pack) for puzzle in puzzles}
    features = sorted(set().union(*by_tree.values()))
    assert {feature.split()[0] for feature in features} == {"goal", "step", "takes"}
    for feature in some_of(features[:: max(1, len(features) // 8)]):
        for text, has in ((feature, True), (NOT + feature, False)):
            part = synthesizer_for(pack, SynthesisOptions(cube=(text,)))
            found = {part.puzzle_of(answer).tree for answer in part.program.answers()}
            assert found == {tree for tree, those in by_tree.items() if (feature in those) is has}


def test_cuts_are_even_and_goals_come_first() -> None:
    samples = [
        frozenset({f"goal Hall = {'Key' if n % 2 else 'Lamp'}", f"step {n % 4} Rope", f"step 9 {n}"})
        for n in range(16)
    ]
    cells = cut(samples, 4)
    assert sorted(len(cell.samples) for cell in cells) == [4, 4, 4, 4]
    assert all("goal" in cell.cube[0] for cell in cells)
    assert sorted(n for cell in cells for n in cell.samples) == list(range(16))


def test_what_is_all_alike_is_not_cut() -> None:
    alike = [frozenset({"goal Hall = Key", "step 1 Key"})] * 5
    assert cut(alike, 4) == [SampledCube((), (0, 1, 2, 3, 4))]
    assert cut([], 4) == [SampledCube((), ())]


def test_no_part_is_too_small_to_be_estimated() -> None:
    samples = [frozenset({"goal Hall = Key", f"step {n} Rope"}) for n in range(12)]
    assert cut(samples, 4, least=2) == [SampledCube((), tuple(range(12)))]


def test_what_the_program_does_not_have_holds_nowhere() -> None:
    pack = load_pack(ROOT / "examples" / "tiny.yaml")
    assert list(trees(pack, "step 99 Rope")) == []
    assert set(trees(pack, "no step 99 Rope")) == set(trees(pack))


def test_a_cube_that_makes_no_sense_is_refused() -> None:
    pack = load_pack(ROOT / "examples" / "tiny.yaml")
    with pytest.raises(BadInput, match="expected a goal, a step"):
        list(trees(pack, "stpe 1 Key"))
