"""The landmark test of a pack is made once, and what it has tested before makes no difference."""

from __future__ import annotations

import pickle
from dataclasses import replace
from itertools import islice

import pytest

from puzzlesynth.pack import load_pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.puzzle.json_io import puzzle_to_json
from puzzlesynth.synth.initial_state import fresh_start
from puzzlesynth.synth.landmarks.landmark_test import landmark_test_of
from puzzlesynth.synth.relevance import PackAnalysis
from tests.support.paths import ROOT

MEADOW = ROOT / "examples" / "meadow"


def test_a_pack_as_it_is_has_one_test() -> None:
    pack = load_pack(MEADOW)
    plain = PackAnalysis(pack, fresh_start(pack))
    assert landmark_test_of(plain) is landmark_test_of(PackAnalysis(pack, fresh_start(pack)))
    assert landmark_test_of(replace(plain, widened=True)) is not landmark_test_of(plain)
    other = replace(pack)
    assert landmark_test_of(PackAnalysis(other, fresh_start(other))) is not landmark_test_of(plain)


def test_it_is_not_sent_along_with_the_pack() -> None:
    pack = load_pack(MEADOW)
    before = pickle.dumps(pack)
    landmark_test_of(PackAnalysis(pack, fresh_start(pack)))
    assert pickle.dumps(pack) == before


@pytest.mark.seconds
@pytest.mark.parametrize("name", ["meadow", "lighthouse"])
def test_streams_that_share_a_pack_have_the_puzzles_that_each_has_alone(name: str) -> None:
    shared = load_pack(ROOT / "examples" / name)
    for seed in (3, 1, 3, 2):
        alone = load_pack(ROOT / "examples" / name)
        pairs = zip(make_puzzles(shared, seed=seed), make_puzzles(alone, seed=seed), strict=False)
        for one, other in islice(pairs, 3):
            assert puzzle_to_json(one) == puzzle_to_json(other)
