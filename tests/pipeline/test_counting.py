"""Counting: exactly where all can be listed, between bounds and with an estimate where not."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from puzzlesynth.deadline import OutOfTime
from puzzlesynth.pack import Pack, load_pack
from puzzlesynth.pipeline.counting import PuzzleCount
from puzzlesynth.pipeline.generate import counting_synthesizer, synthesizer_for
from puzzlesynth.synth import relevance
from puzzlesynth.synth.counting import cube_tree, program_space
from puzzlesynth.synth.options import DEFAULT, SynthesisOptions
from puzzlesynth.synth.recipes import recipe_synthesis
from puzzlesynth.synth.recipes.areas import chain_synthesis
from puzzlesynth.synth.recipes.proposal import Pass
from puzzlesynth.synth.recipes.tree_space import TreeBudget
from tests.support.paths import ROOT
from tests.support.recipe_books import CAMP, book, chain, random_book, random_chain
from tests.synth.test_cubes import COPIES, DEAD_ENDS


def counted(pack: Pack, limit: int = 10_000, options: SynthesisOptions = DEFAULT) -> PuzzleCount:
    count = PuzzleCount(pack, options, lambda _: None)
    count.work_out(limit, estimated=True)
    return count


def written(folder: Path, text: str) -> Pack:
    path = folder / "pack.yaml"
    path.write_text(text, "utf-8")
    return load_pack(path)


@pytest.mark.parametrize(("text", "number"), [(COPIES, 19), (DEAD_ENDS, 3)], ids=["copies", "dead ends"])
def test_cubes_count_what_listing_counts(tmp_path: Path, text: str, number: int) -> None:
    pack = written(tmp_path, text)
    count = counted(pack)
    assert (count.found, count.estimate, count.is_complete) == (number, None, True)
    stopped = counted(pack, limit=1)
    assert stopped.found == 1
    assert stopped.estimate is not None
    assert stopped.estimate.low == stopped.estimate.number == stopped.estimate.high == number


@pytest.mark.thorough
def test_an_estimate_of_the_meadow(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name, value in (
        (program_space, "FEW", 12),
        (cube_tree, "FEW_DRAWS", 4),
        (cube_tree, "MANY_DRAWS", 8),
    ):
        monkeypatch.setattr(module, name, value)
    count = counted(load_pack(ROOT / "examples/meadow"), limit=20)
    assert count.found == 20
    assert count.estimate is not None
    assert 127 / 2 < count.estimate.number < 2 * 127
    assert count.estimate.low < count.estimate.number < count.estimate.high
    assert not count.left_out
    assert count.most is None


def test_places_are_not_estimated() -> None:
    places = SynthesisOptions(places=True)
    count = counted(load_pack(ROOT / "examples/meadow"), limit=2, options=places)
    assert (count.found, count.estimate, count.is_complete) == (2, None, False)


def test_without_time_there_is_no_estimate() -> None:
    count = PuzzleCount(load_pack(ROOT / "examples/heist"), SynthesisOptions(time_limit=0), lambda _: None)
    with pytest.raises(OutOfTime):
        count.work_out(10, estimated=True)
    assert (count.found, count.estimate) == (0, None)


# --- recipe books -----------------------------------------------------------------------------------------


@pytest.fixture
def dense(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relevance, "MANY_PLAIN_STEPS", -1)


@pytest.fixture
def unlisted(monkeypatch: pytest.MonkeyPatch) -> None:
    none = Pass(TreeBudget(2, 1, 6), False, 3)
    for module in (recipe_synthesis, chain_synthesis):
        monkeypatch.setattr(module, "OF_ALL", none)


@pytest.mark.usefixtures("dense", "unlisted")
@pytest.mark.parametrize(
    "seed", [*range(12), *(pytest.param(n, marks=pytest.mark.thorough) for n in range(12, 80))]
)
def test_each_puzzle_of_a_book_is_one_thing_that_can_be_drawn(seed: int) -> None:
    for made in (random_book(seed), random_chain(seed)):
        making = synthesizer_for(made)
        if making.book is None:
            continue
        every = {puzzle.tree for puzzle in counting_synthesizer(made).different()}
        trees = making.book.all_of_it()
        assert trees is not None
        # Whoever makes something again though one is left over makes no puzzle of this set.
        assert len(every) <= trees.number
        random = Random(seed)
        drawn = [trees.draw(random) for _ in range(100 if every else 0)]
        proven = {one.puzzle.tree for one in drawn if one is not None and one.is_proven and not one.limit}
        assert proven <= every


@pytest.mark.usefixtures("dense", "unlisted")
@pytest.mark.parametrize("made", [book(CAMP, "Fire", copies=2), chain(CAMP, "Stick Fire", copies=3)])
def test_each_puzzle_is_drawn_equally_often(made: Pack) -> None:
    every = {puzzle.tree for puzzle in counting_synthesizer(made).different()}
    making = synthesizer_for(made)
    assert making.book is not None
    trees = making.book.all_of_it()
    assert trees is not None
    random, per_tree = Random(1), 80
    drawn = Counter(
        one.puzzle.tree
        for one in (trees.draw(random) for _ in range(per_tree * trees.number))
        if one is not None and one.puzzle.tree in every
    )
    assert set(drawn) == every
    assert all(0.6 * per_tree < times < 1.5 * per_tree for times in drawn.values())


@pytest.mark.usefixtures("dense", "unlisted")
def test_a_book_has_an_upper_bound() -> None:
    made = book(CAMP, "Fire", copies=2)
    every = counted(made)
    assert every.is_complete
    count = counted(made, limit=1)
    assert count.most is not None
    assert count.most >= every.found
    assert count.estimate is not None
    assert count.estimate.low <= every.found <= count.estimate.high
