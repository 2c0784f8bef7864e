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
    ManifestSource,
    Part,
    Shard,
    manifest_to_json,
    read_manifest,
)

MANIFEST = Manifest(
    sources=(ManifestSource("heist", "ab" * 32, "packs/0"),),
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
    assert (
        "format: this version of puzzlesynth reads 'puzzlesynth.corpus/1', not 'puzzlesynth.corpus/2'" in said
    )


def test_another_folder_is_no_corpus(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"has no manifest\.json"):
        read_manifest(tmp_path)


def test_half_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text(manifest_to_json(MANIFEST)[:100], "utf-8")
    with pytest.raises(CorpusError, match="not JSON"):
        read_manifest(tmp_path)


def _twice(data: Any) -> None:
    data["shards"].append(data["shards"][0])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: data["sources"][0].update(path="../../secret"), "not a path inside the corpus"),
        (lambda data: data["sources"][0].update(path="/etc"), "not a path inside the corpus"),
        (lambda data: data["sources"][0].update(path="packs\\..\\..\\secret"), "not a path inside"),
        (lambda data: data["options"].update(constraints=["../x.lp"]), "not a path inside the corpus"),
        (lambda data: data["options"].update(layout=["7x7", "../x.txt"]), "not a path inside the corpus"),
        (lambda data: data["sources"][0].update(name="../../x"), "cannot be the name of a folder"),
        (lambda data: data["sources"][0].update(name=""), "cannot be the name of a folder"),
        (lambda data: data.update(sources=[]), "there are none"),
        (lambda data: data.update(kind="songs"), "expected `puzzles` or `levels`"),
        (lambda data: data.update(size=0), "expected 1 or more"),
        (lambda data: data.update(size=10**40), "too large"),
        (lambda data: data.update(size="many"), "expected a whole number"),
        (lambda data: data.update(shards=3), "shards: expected"),
        (lambda data: data["shards"][1]["parts"][0].update(source=-1), "not in `sources`"),
        (lambda data: data["shards"][1]["parts"][0].update(size=-1), "below 0"),
        (_twice, "is there twice"),
    ],
)
def test_a_hostile_manifest_is_refused(change: Callable[[Any], object], said: str, tmp_path: Path) -> None:
    assert said in damaged(change, tmp_path)


def test_what_leads_out_of_the_corpus_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    corpus = tmp_path / "corpus"
    (corpus / "packs").mkdir(parents=True)
    (corpus / "packs" / "0").symlink_to(tmp_path / "elsewhere")
    (corpus / "manifest.json").write_text(manifest_to_json(MANIFEST), "utf-8")
    with pytest.raises(CorpusError, match="leads out of the corpus"):
        read_manifest(corpus)
