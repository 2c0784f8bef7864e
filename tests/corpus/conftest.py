"""A small corpus to run."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzlesynth.corpus.plan import CorpusRequest, plan_corpus
from puzzlesynth.pack import load_pack
from tests.support.paths import ROOT


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """40 puzzles of the meadow in four shards, planned and not made."""
    meadow = load_pack(ROOT / "examples" / "meadow")
    plan_corpus(CorpusRequest((meadow,), 40, seed=3, shard_size=10)).write(tmp_path / "corpus")
    return tmp_path / "corpus"
