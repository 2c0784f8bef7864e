"""A first puzzle from a part of a large pack: as good as any other, and all others still come."""

from __future__ import annotations

from itertools import islice

import pytest

from puzzlesynth.pack import Pack, load_pack
from puzzlesynth.pipeline.generate import synthesizer_for
from puzzlesynth.pipeline.regeneration import Regenerator
from puzzlesynth.synth.options import SynthesisOptions, read_targets
from puzzlesynth.synth.program import near_uniform_sampler
from puzzlesynth.synth.quick.first_puzzle import FirstPuzzle
from puzzlesynth.synth.synthesizer import Synthesizer
from puzzlesynth.world import verify
from tests.support.paths import ROOT


@pytest.fixture(scope="module")
def story() -> Pack:
    return load_pack(ROOT / "examples" / "lighthouse")


@pytest.fixture(scope="module")
def meadow() -> Pack:
    return load_pack(ROOT / "examples" / "meadow")


def is_ground(made: Synthesizer) -> bool:
    return "program" in vars(made)


def test_the_first_puzzle_of_a_large_pack_is_there_before_the_whole_is_ground(story: Pack) -> None:
    made = synthesizer_for(story)
    puzzles = made.puzzles(1)
    first = next(puzzles)
    assert not is_ground(made)
    assert not verify(story, first).faults
    assert first.tree == next(synthesizer_for(story).puzzles(1)).tree
    rest = list(islice(puzzles, 3))
    assert is_ground(made)
    assert len({first.tree, *(puzzle.tree for puzzle in rest)}) == 4


def test_what_is_asked_beside_the_pack_needs_the_whole_of_it(story: Pack) -> None:
    assert synthesizer_for(story).book is not None
    bounded = SynthesisOptions(targets=read_targets(story, {"steps": ["3..9"]}))
    assert is_ground(synthesizer_for(story, bounded))
    assert is_ground(synthesizer_for(story, SynthesisOptions(places=True)))


def test_small_packs_are_ground_at_once(meadow: Pack) -> None:
    assert is_ground(synthesizer_for(meadow))


def test_who_asks_for_other_puzzles_finds_the_pack_ground(story: Pack) -> None:
    assert is_ground(Regenerator(story)._synthesizer)


def test_with_a_part_first_the_same_puzzles_come(meadow: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    every = sorted(puzzle.tree for puzzle in synthesizer_for(meadow).puzzles(1))
    monkeypatch.setattr(near_uniform_sampler, "WORTH_A_PART", -1)
    made = synthesizer_for(meadow)
    assert isinstance(made.book, FirstPuzzle)
    found = [puzzle.tree for puzzle in made.puzzles(1)]
    assert sorted(found) == every
    firsts = {next(synthesizer_for(meadow).puzzles(seed)).tree for seed in range(6)}
    assert len(firsts) > 2
    assert firsts <= set(every)
