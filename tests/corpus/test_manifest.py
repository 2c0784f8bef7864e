"""A corpus's manifest is read as it was written, and whatever is wrong with one is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from puzzlesynth.corpus.manifest import (
    CorpusError,
    Manifest,
    Part,
    Shard,
    Source,
    manifest_to_json,
    read_manifest,
)

MANIFEST = Manifest(
    sources=(Source("heist", "ab" * 32, "packs/0"),),
    shards=(
        Shard((Part(0, ("goal Bank 0",), 3), Part(0, ("goal Bank 1", "no step 3 Rope"), 4))),
        Shard((Part(0, (), None),)),
    ),
    size=7,
    seed=5,
    options={"steps": ("3..4",)},
    versions={"puzzlesynth": "1"},
    command="puzzlesynth corpus plan heist",
)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text(manifest_to_json(MANIFEST), "utf-8")
    found = read_manifest(tmp_path)
    assert found.shards == MANIFEST.shards
    assert found == Manifest(**{**vars(MANIFEST), "options": {"steps": ("3..4",)}})
    assert found.digest == MANIFEST.digest


def test_a_shard_is_as_large_as_its_parts() -> None:
    assert [shard.size for shard in MANIFEST.shards] == [7, None]


def damaged(change: Callable[[Any], object], folder: Path) -> str:
    data = json.loads(manifest_to_json(MANIFEST))
    change(data)
    (folder / "manifest.json").write_text(json.dumps(data), "utf-8")
    with pytest.raises(CorpusError) as caught:
        read_manifest(folder)
    return str(caught.value)


def test_a_mistake_has_a_place(tmp_path: Path) -> None:
    said = damaged(lambda data: data["shards"][0]["parts"][1].update(cube="all"), tmp_path)
    assert "manifest.json: shards[0].parts[1].cube" in said
    said = damaged(lambda data: data["shards"][1]["parts"][0].update(source=1), tmp_path)
    assert "shards[1]" in said
    assert "not in `sources`" in said


def test_a_later_format_is_refused_as_such(tmp_path: Path) -> None:
    said = damaged(lambda data: data.update(format="puzzlesynth.corpus/2"), tmp_path)
    assert "this version of puzzlesynth reads 'puzzlesynth.corpus/1'" in said


def test_another_folder_is_no_corpus(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"has no manifest\.json"):
        read_manifest(tmp_path)


def test_half_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text(manifest_to_json(MANIFEST)[:100], "utf-8")
    with pytest.raises(CorpusError, match="not JSON"):
        read_manifest(tmp_path)
