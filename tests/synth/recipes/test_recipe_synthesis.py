"""Puzzles of recipe books, found as trees: the same as the logic program finds."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from puzzlesynth.pack import Pack
from puzzlesynth.pipeline.generate import synthesizer_for
from puzzlesynth.synth import relevance
from puzzlesynth.synth.options import DEFAULT
from puzzlesynth.synth.recipes import recipe_synthesis
from puzzlesynth.synth.recipes.proposal import Pass
from puzzlesynth.synth.recipes.tree_space import TreeBudget
from puzzlesynth.synth.synthesizer import Synthesizer
from puzzlesynth.world import verify
from tests.support.recipe_books import CAMP, book, random_book, random_book_with_repeats


@pytest.fixture(autouse=True)
def _every_book_is_dense(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relevance, "MANY_PLAIN_STEPS", -1)


def trees(made: Pack) -> tuple[set[str], bool]:
    """All puzzles, and whether the program had to be ground for them."""
    making = synthesizer_for(made)
    return {puzzle.tree for puzzle in making.puzzles(1)}, "program" in vars(making)


@pytest.mark.parametrize(
    "seed", [*range(20), *(pytest.param(n, marks=pytest.mark.thorough) for n in range(20, 120))]
)
def test_the_puzzles_are_those_of_the_program(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    made = random_book(seed)
    found, is_ground = trees(made)
    assert not is_ground
    monkeypatch.setattr(Synthesizer, "_recipe_book", lambda _: None)
    assert found == trees(made)[0]


@pytest.mark.parametrize(
    "seed", [*range(30), *(pytest.param(n, marks=pytest.mark.thorough) for n in range(30, 200))]
)
def test_they_are_so_where_steps_occur_twice(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    made = random_book_with_repeats(seed)
    found = trees(made)[0]
    monkeypatch.setattr(Synthesizer, "_recipe_book", lambda _: None)
    assert found == trees(made)[0]


def test_something_made_again_waits_until_there_is_room() -> None:
    made = book("Cup: Clay\nTea: Cup Leaf\nSet: Tea Cup", "Set", placed="Clay Leaf Cup")
    (puzzle,) = synthesizer_for(made).puzzles(1)
    actions = {step.outputs[0].partition("-")[0]: step for step in puzzle.steps}
    assert actions["cup"].after == (actions["tea"].id,)
    assert not verify(made, puzzle).faults


def test_candidates_that_are_too_many_to_list_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    made = book(CAMP, "Fire", copies=3)
    every = trees(made)[0]
    few = TreeBudget(2, 2, 100)
    monkeypatch.setattr(recipe_synthesis, "PASSES", (Pass(few, True, 10), Pass(few, False, 10)))
    making = synthesizer_for(made)
    found = list(islice(making.puzzles(1), 2))
    assert "program" not in vars(making)
    assert {puzzle.tree for puzzle in found} <= every
    # And what drawing does not come by, the program finds.
    assert trees(made) == (every, True)


def test_each_of_few_puzzles_comes_first_equally_often() -> None:
    made = book(CAMP + "Fire: Cane Elm\n", "Fire", copies=2)
    every = trees(made)[0]
    making = synthesizer_for(made)
    assert making.book is not None
    first = Counter(next(making.book.puzzles(seed)).puzzle.tree for seed in range(100 * len(every)))
    assert set(first) == every
    assert all(60 < times < 140 for times in first.values())


def test_the_same_seed_gives_the_same_puzzles() -> None:
    made = book(CAMP, "Fire", copies=3)
    runs = [[puzzle.id for puzzle in synthesizer_for(made).puzzles(7)] for _ in range(2)]
    assert runs[0] == runs[1]


def test_where_something_else_is_asked_for_the_program_is_asked() -> None:
    made = book(CAMP, "Fire")
    for more in ({"places": True}, {"constraints": ["asp:must_not_use_item(Elm)"]}):
        making = synthesizer_for(made, DEFAULT.__class__(**more))
        assert "program" in vars(making)


@pytest.mark.seconds
def test_a_very_deep_tree_is_no_trouble() -> None:
    rules = "\n".join(f"Thing{n + 1}: Thing{n}" for n in range(260))
    (puzzle,) = synthesizer_for(book(rules, "Thing260", 260, 260)).puzzles(0)
    assert len(puzzle.steps) == 260
