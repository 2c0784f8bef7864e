"""What lies behind an area may take up the room that a way around would need."""

from __future__ import annotations

import pytest

from puzzlesynth.pack import Pack
from puzzlesynth.pipeline.generate import synthesizer_for
from puzzlesynth.synth import relevance
from puzzlesynth.synth.synthesizer import Synthesizer
from tests.support.recipe_books import chain

FLAGS = "Mast: Log\nFlag: Mast\nPole: Log\nFlag: Pole\nSign: Pole Nail"
"""While the only pole lies behind the flag's area, no other one can be made, and the mast is needed."""


def trees(made: Pack) -> set[str]:
    return {puzzle.tree for puzzle in synthesizer_for(made).puzzles(1)}


def test_it_is_so_with_the_program_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relevance, "MANY_PLAIN_STEPS", -1)
    made = chain(FLAGS, "Flag Sign", 1, 2, placed="Log Pole Nail")
    found = trees(made)
    assert len(found) == 2
    monkeypatch.setattr(Synthesizer, "_recipe_book", lambda _: None)
    assert found == trees(made)


def test_with_two_poles_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relevance, "MANY_PLAIN_STEPS", -1)
    made = chain(FLAGS, "Flag Sign", 1, 2, copies=2, placed="Log Pole Nail")
    found = trees(made)
    monkeypatch.setattr(Synthesizer, "_recipe_book", lambda _: None)
    assert found == trees(made)
