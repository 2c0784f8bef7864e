"""A shard: how many neighbours its puzzles are, and what it does where there are fewer than was estimated."""

from __future__ import annotations

import pytest

from puzzlesynth.corpus.manifest import Manifest, ManifestSource, Part
from puzzlesynth.corpus.plan import CorpusRequest, plan_corpus
from puzzlesynth.corpus.shard import PartPuzzles, neighbours_in, puzzles_of
from puzzlesynth.pack import load_pack
from tests.support.paths import ROOT

PACKS = (ManifestSource("heist", "ab", "packs/0"), ManifestSource("meadow", "cd", "packs/1"))


@pytest.mark.parametrize(
    ("packs", "size", "neighbours"),
    [(1, 100, 32), (1, 50_000, 195), (2, 50_000, 97), (1, 1_000_000, 512), (1, None, 512)],
)
def test_a_small_corpus_has_fewer_neighbours_from_each_place(
    packs: int, size: int | None, neighbours: int
) -> None:
    assert neighbours_in(Manifest(PACKS[:packs], (), size)) == neighbours


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("first", "second", "given"),
    [
        (70, 3, 73),
        (2, 90, 92),
        (None, 90, 127),
        *(pytest.param(*given, marks=pytest.mark.thorough) for given in ((2, 3, 5), (900, 900, 126))),
    ],
)
def test_what_one_part_lacks_the_others_give(first: int | None, second: int, given: int) -> None:
    """The quick search finds 60 puzzles of the meadow with this step and 66 without it, and the exact one 61 and 68."""
    job = plan_corpus(CorpusRequest((load_pack(ROOT / "examples" / "meadow"),), 5)).job
    cubes = [("step 2 Planks",), ("no step 2 Planks",)]
    parts = [
        PartPuzzles(job, Part(0, cube, size), False)
        for cube, size in zip(cubes, (first, second), strict=True)
    ]
    trees = [puzzle.tree for puzzle in puzzles_of(parts)]
    assert len(trees) == len(set(trees)) == given
