"""How many puzzles of a corpus are neighbours: few of a small one, so that it comes from many places."""

from __future__ import annotations

import pytest

from puzzlesynth.corpus.manifest import Manifest, Source
from puzzlesynth.corpus.shard import neighbours_in

PACKS = (Source("heist", "ab", "packs/0"), Source("meadow", "cd", "packs/1"))


@pytest.mark.parametrize(
    ("packs", "size", "neighbours"),
    [(1, 100, 32), (1, 50_000, 195), (2, 50_000, 97), (1, 1_000_000, 512), (1, None, 512)],
)
def test_a_small_corpus_has_fewer_neighbours_from_each_place(
    packs: int, size: int | None, neighbours: int
) -> None:
    assert neighbours_in(Manifest(PACKS[:packs], (), size)) == neighbours
