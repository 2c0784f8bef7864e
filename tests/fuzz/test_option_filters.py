"""What the filters keep is what the options ask for, and a synthesizer that ignores an option is found out."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from puzzlesynth.pack import Pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.puzzle import Puzzle
from tests.fuzz import pack_trial
from tests.fuzz.counted_packs import pack_of
from tests.fuzz.option_filters import draw_filters

TWO_WAYS = """
items:
  Axe: {carryable: true, notSpawnable: true}
  Ore: {carryable: true}
  Iron: {carryable: true, notSpawnable: true}
  Stick: {carryable: true}
  Log: {}
rules: ["Axe ::= Whittle Stick", "Axe ::= Forge Iron", "Iron ::= Smelt Ore Log"]
areas: {Hut: {start: true, goals: [Axe]}}
"""


@pytest.fixture
def pack() -> Pack:
    return pack_of(TWO_WAYS)


@pytest.mark.seconds
def test_every_sort_of_option_tells_the_two_puzzles_apart(pack: Pack) -> None:
    puzzles = list(make_puzzles(pack))
    assert len(puzzles) == 2
    told_apart = set()
    for seed in range(4):
        for asked in draw_filters(pack, puzzles, Random(seed)):
            kept = {puzzle.tree for puzzle in puzzles if asked.keeps(puzzle)}
            assert {puzzle.tree for puzzle in make_puzzles(pack, options=asked.options)} == kept, asked.name
            if len(kept) == 1:
                told_apart.add(asked.name.split()[0])
    assert told_apart == {"--steps", "--depth", "cube", "--never", "--constraint"}  # both are one step wide


def test_an_option_that_is_ignored_fails_the_trial(pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    def regardless(pack: Pack, *, seed: int, **_: Any) -> Iterator[Puzzle]:
        return make_puzzles(pack, seed=seed)

    monkeypatch.setattr(pack_trial, "make_puzzles", regardless)
    trial = pack_trial.Trial(pack, seed=1).run()
    assert {failure.kind for failure in trial.failures} >= {"--never differs", "--constraint differs"}
