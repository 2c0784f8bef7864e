"""Puzzles of books whose steps keep what they take: the same as the logic program finds."""

from __future__ import annotations

import pytest

from puzzlesynth.pack import Pack
from puzzlesynth.pipeline.generate import synthesizer_for
from puzzlesynth.synth import relevance
from puzzlesynth.synth.recipes import kept_synthesis
from puzzlesynth.synth.synthesizer import Synthesizer
from puzzlesynth.world import verify
from tests.support.recipe_books import kept_book, random_kept_book


@pytest.fixture(autouse=True)
def _every_book_is_dense(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relevance, "MANY_PLAIN_STEPS", -1)


def from_book(made: Pack) -> tuple[set[str], bool]:
    """What is found without a program, and whether that is all there is."""
    making = synthesizer_for(made)
    assert making.book is not None
    found = {puzzle.tree for puzzle in making._from_book(making.book, 1)}
    return found, making.book.complete


@pytest.mark.parametrize(
    "seed",
    [*range(24), 51, *(pytest.param(n, marks=pytest.mark.thorough) for n in range(24, 150) if n != 51)],
)
def test_the_puzzles_are_those_of_the_program(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    made = random_kept_book(seed)
    listed, complete = from_book(made)
    monkeypatch.setattr(kept_synthesis, "FEW_PLACEABLE", -1)
    monkeypatch.setattr(kept_synthesis, "FUTILE_DRAWS", 100)
    drawn, _ = from_book(made)
    monkeypatch.setattr(Synthesizer, "_recipe_book", lambda _: None)
    every = {puzzle.tree for puzzle in synthesizer_for(made).puzzles(1)}
    assert drawn <= listed <= every
    assert listed == every or not complete


LAB = """
    Steam: Fire Water
    Mud: Earth Water
    Brick: Mud Fire
    Engine: Steam Brick
"""


def test_one_thing_serves_many_steps() -> None:
    made = kept_book(LAB, "Engine", least=3)
    (puzzle,) = synthesizer_for(made).puzzles(1)
    assert sorted(thing.item for thing in puzzle.objects) == ["Earth", "Fire", "Water"]
    assert len(puzzle.steps) == 4
    assert not verify(made, puzzle).faults


def test_a_second_way_from_the_same_things_is_a_shortcut() -> None:
    assert from_book(kept_book(LAB + "Engine: Fire Mud", "Engine", least=3)) == (set(), True)
    # From other things it is none.
    assert len(from_book(kept_book(LAB + "Engine: Coal", "Engine", least=3))[0]) == 1


def test_where_a_puzzle_may_have_two_of_a_thing_the_program_goes_on() -> None:
    found, complete = from_book(kept_book(LAB, "Engine", least=3, copies=2))
    assert len(found) == 1
    assert not complete
    # Without any puzzle there is none with more things either.
    assert from_book(kept_book(LAB, "Engine", least=4, copies=2)) == (set(), True)
    assert from_book(kept_book("Pair: Coin Coin\nCoin: Ore", "Pair", copies=2)) == (set(), False)


def test_several_areas_are_for_the_program() -> None:
    made = kept_book(LAB, "Mud")
    making = synthesizer_for(made)
    assert making.book is not None
    both = kept_book(LAB, "Mud", then="Engine")
    assert synthesizer_for(both).book is None
