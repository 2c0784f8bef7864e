"""Choosing: the same seed gives the same puzzle, other seeds others, all of them nearly equally often."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from itertools import islice
from math import log
from random import Random

import pytest

from puzzlesynth.pack import Pack, load_pack
from puzzlesynth.pipeline.generate import make_puzzles, synthesizer_for
from puzzlesynth.puzzle import puzzle_to_json
from puzzlesynth.synth import synthesizer
from puzzlesynth.synth.program import near_uniform_sampler as drawing
from tests.support.paths import ROOT
from tests.support.synth_packs import pack

EXAMPLES = ROOT / "examples"


def garden(kinds: int, parts: int = 2) -> Pack:
    """A bouquet of some parts, each of them one of several kinds of flower that is picked in one of two ways."""
    flowers = [f"Flower{part}x{kind}" for part in range(parts) for kind in range(kinds)]
    rules = [
        f"Vase{part} ::= Arrange{part}x{kind} Flower{part}x{kind}"
        for part in range(parts)
        for kind in range(kinds)
    ]
    items = {name: {"carryable": True} for name in flowers}
    items |= {f"Vase{part}": {"carryable": True, "notSpawnable": True} for part in range(parts)}
    items |= {"Bouquet": {"carryable": False, "notSpawnable": True}}
    rules.append(f"Bouquet ::= Bind {' '.join(f'Vase{part}' for part in range(parts))}")
    return pack(items, rules, {"Here": {"start": True, "goals": ["Bouquet"]}})


def entropy(draws: Iterable[object]) -> float:
    counts = Counter(draws)
    total = sum(counts.values())
    return -sum(n / total * log(n / total) for n in counts.values())


def uniform_entropy(kinds: int, draws: int) -> float:
    """What this many uniform draws give on average: a little less than the logarithm."""
    random = Random(0)
    runs = [entropy(random.randrange(kinds) for _ in range(draws)) for _ in range(50)]
    return sum(runs) / len(runs)


def first_tree(made: Pack, seed: int) -> str:
    return next(make_puzzles(made, seed=seed)).tree


GARDEN = garden(10)
"""A hundred trees."""

SMALL_GARDEN = garden(5)
"""Twenty-five."""


def spread(made: Pack, trees: int) -> float:
    """How near five draws for each tree come to what uniform draws give: 1 is as near as can be."""
    draws = 5 * trees
    return entropy(first_tree(made, seed) for seed in range(draws)) / uniform_entropy(trees, draws)


def test_every_tree_comes_once() -> None:
    trees = [puzzle.tree for puzzle in make_puzzles(GARDEN, seed=1)]
    assert len(trees) == len(set(trees)) == 100


@pytest.mark.thorough
def test_seeds_draw_nearly_uniformly() -> None:
    assert spread(SMALL_GARDEN, 25) >= 0.97


@pytest.mark.slow
def test_seeds_draw_nearly_uniformly_from_a_hundred() -> None:
    assert spread(GARDEN, 100) >= 0.97


@pytest.mark.slow
def test_where_there_are_too_many_to_list_seeds_still_spread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parities and a random search come less near than a list, but no tree is out of the way."""
    monkeypatch.setattr(drawing, "FEW", 0)
    assert spread(GARDEN, 100) >= 0.85


@pytest.mark.seconds
def test_where_there_are_too_many_to_list_every_tree_still_comes_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(drawing, "FEW", 0)
    trees = [puzzle.tree for puzzle in make_puzzles(GARDEN, seed=1)]
    assert len(trees) == len(set(trees)) == 100


@pytest.mark.thorough
@pytest.mark.parametrize("bad", [0, 1])
def test_a_draw_that_gives_up_at_the_first_shortcut_still_finds_what_there_is(
    bad: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However soon an attempt begins elsewhere, the last one goes through everything."""
    meadow = load_pack(EXAMPLES / "meadow")
    usual = {puzzle.tree for puzzle in make_puzzles(meadow, seed=1)}
    monkeypatch.setattr(drawing, "FEW", 0)
    monkeypatch.setattr(drawing, "BAD", bad)
    monkeypatch.setattr(synthesizer, "DRAWS", 20)
    monkeypatch.setattr(synthesizer, "ROUNDS", (3, 5))
    found = [puzzle.tree for puzzle in make_puzzles(meadow, seed=1)]
    assert len(found) == len(set(found))
    assert set(found) == usual


@pytest.mark.seconds
def test_an_attempt_ends_after_so_many_shortcuts_and_the_next_one_does_not_know(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What ends one search must not stand in the way of another."""
    program = synthesizer_for(load_pack(EXAMPLES / "lighthouse")).program
    program.search_randomly(2)
    with program.guard.at_most(0):
        early = list(program.answers(limit=200))
    assert 1 <= program.guard.refused <= 3, "clingo may look at a candidate or two before it ends"
    assert len(early) < 200
    assert len(list(program.answers(limit=200))) == 200


@pytest.mark.seconds
@pytest.mark.parametrize("few", [0, 2000])
def test_the_same_seed_gives_the_same_bytes(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "FEW", few)
    for seed in (0, 7):
        one, other = (
            [puzzle_to_json(puzzle) for puzzle in islice(make_puzzles(GARDEN, seed=seed), 5)]
            for _ in range(2)
        )
        assert one == other


@pytest.mark.seconds
@pytest.mark.parametrize("name", ["meadow"])
def test_the_same_seed_gives_the_same_bytes_in_every_process(name: str) -> None:
    """Whatever order the interpreter's sets and dictionaries have there."""
    code = (
        "import sys; from itertools import islice; from puzzlesynth.pack import load_pack;"
        "from puzzlesynth.pipeline.generate import make_puzzles; from puzzlesynth.puzzle import puzzle_to_json\n"
        f"for p in islice(make_puzzles(load_pack({str(EXAMPLES / name)!r}), seed=5), 3): print(puzzle_to_json(p))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": number},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for number in ("1", "2")
    }
    assert len(outputs) == 1
    assert outputs != {""}


@pytest.mark.seconds
def test_different_seeds_give_different_puzzles() -> None:
    assert len({first_tree(GARDEN, seed) for seed in range(6)}) > 3
    meadow = load_pack(EXAMPLES / "meadow")
    assert len({first_tree(meadow, seed) for seed in range(3)}) > 1


TWO_ROOMS = pack(
    {"Key": {"carryable": True}, "Lid": None, "Goal": {"carryable": True, "notSpawnable": True}}
    | {"Gem": {"carryable": True, "notSpawnable": True}},
    ["Goal Lid ::= Open Lid Key", "Gem ::= Polish Goal"],
    {
        "Left": {"start": True, "goals": ["Goal"]},
        "Right": {"start": True, "goals": ["Gem"]},
    },
)
"""One tree; key and lid may lie on either side, and where the gem is polished makes no difference."""


def test_places_are_not_what_makes_a_puzzle_different() -> None:
    assert len(list(make_puzzles(TWO_ROOMS))) == 1


def test_places_can_be_varied_too() -> None:
    found = list(make_puzzles(TWO_ROOMS, places=True))
    assert len({puzzle.tree for puzzle in found}) == 1
    assert len({puzzle.id for puzzle in found}) == len(found)
    lying = {tuple(sorted((thing.item, thing.area) for thing in puzzle.objects)) for puzzle in found}
    assert len(lying) == len(found) == 4


@pytest.mark.seconds
def test_seeds_place_things_differently() -> None:
    lying = {
        tuple(thing.area for thing in next(make_puzzles(TWO_ROOMS, seed=seed)).objects) for seed in range(12)
    }
    assert len(lying) == 4


def test_a_seed_is_written_down() -> None:
    assert next(make_puzzles(GARDEN, seed=42)).seed == 42
