"""A small corpus to run."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from puzzlesynth.corpus.plan import CorpusRequest, plan_corpus
from puzzlesynth.pack import load_pack
from tests.support.paths import ROOT


@pytest.fixture(scope="session")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, made and measured."""
    from puzzlesynth.corpus.run import local_engine, run_corpus

    folder = tmp_path_factory.mktemp("made") / "corpus"
    meadow = load_pack(ROOT / "examples" / "meadow")
    plan_corpus(CorpusRequest((meadow,), 40, seed=3, shard_size=10)).write(folder)
    for _ in run_corpus(folder, local_engine(1), measure=True):
        pass
    return folder


@pytest.fixture
def whole(made_once: Path, tmp_path: Path) -> Path:
    """A corpus that is made; tests may damage it."""
    return Path(shutil.copytree(made_once, tmp_path / "corpus"))


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """40 puzzles of the meadow in four shards, planned and not made."""
    meadow = load_pack(ROOT / "examples" / "meadow")
    plan_corpus(CorpusRequest((meadow,), 40, seed=3, shard_size=10)).write(tmp_path / "corpus")
    return tmp_path / "corpus"
