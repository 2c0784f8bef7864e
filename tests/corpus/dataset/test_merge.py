"""A corpus as a dataset."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from puzzlesynth.bad_input import BadInput
from puzzlesynth.corpus.dataset import merge
from puzzlesynth.corpus.dataset.merge import Merged, merge_corpus, split_of
from puzzlesynth.corpus.manifest import CorpusError, read_manifest
from puzzlesynth.corpus.storage import (
    ShardWriter,
    read_receipt,
    receipt_path,
    shard_lines,
    shard_path,
    write_receipt,
)
from puzzlesynth.quick_dataclasses import replace

parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
pytest.importorskip("duckdb", reason="duckdb is not installed")

pytestmark = pytest.mark.seconds


def merged(corpus: Path, target: Path, **options: Any) -> Merged:
    *_, (_, found) = merge_corpus(corpus, target, **options)
    assert found is not None
    return found


def lines(corpus: Path) -> list[str]:
    found: list[str] = []
    for number in range(len(read_manifest(corpus).shards)):
        receipt = read_receipt(corpus, number)
        assert receipt is not None
        found += shard_lines(corpus, receipt)
    return found


def rows(dataset: Path) -> list[dict[str, Any]]:
    files = sorted(dataset.glob("data/*/*.parquet"))
    return [row | {"file": path.name} for path in files for row in parquet.read_table(path).to_pylist()]


def test_a_full_disk_is_reported_and_nothing_is_left_behind(whole: Path, tmp_path: Path) -> None:
    resource = pytest.importorskip("resource", reason="no limits on files here")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8_000, before[1]))
    try:
        with pytest.raises(OSError, match=r"large.*dataset"):
            merged(whole, tmp_path / "dataset")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert [path.name for path in tmp_path.iterdir()] == ["corpus"]
    assert merged(whole, tmp_path / "dataset").count == 40


def test_every_puzzle_is_a_row_and_no_tree_is_in_two_splits(whole: Path, tmp_path: Path) -> None:
    found = merged(whole, tmp_path / "data", shares=(50, 25, 25))
    table = rows(tmp_path / "data")
    assert sorted(row["puzzle"] for row in table) == sorted(lines(whole))
    assert found.count == found.trees == len(table) == 40
    for row in table:
        data = json.loads(row["puzzle"])
        assert row["id"] == data["id"]
        assert row["steps"] == len(data["steps"]) == len(row["solution"])
        assert row["score"] == data["difficulty"]["score"]
        assert row["file"].startswith(split_of(row["tree"], (50, 25, 25)))
    assert Counter(row["file"].partition("-")[0] for row in table) == found.rows["meadow"]
    assert set(found.rows["meadow"]) == {"train", "validation", "test"}
    first = next(row for row in table if "Chop down a tree with the axe." in row["solution"])
    assert first["goals"][0].startswith("The Meadow: You ")


def test_the_same_corpus_gives_the_same_bytes_and_small_groups_the_same_rows(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("one", "two"):
        merged(whole, tmp_path / name)
    files = [path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*") if path.is_file()]
    assert all(
        (tmp_path / "one" / path).read_bytes() == (tmp_path / "two" / path).read_bytes() for path in files
    )
    monkeypatch.setattr(merge, "GROUP", 3)
    monkeypatch.setattr(merge, "FILE_ROWS", 9)
    merged(whole, tmp_path / "small")
    assert sorted(row["id"] for row in rows(tmp_path / "small")) == sorted(
        row["id"] for row in rows(tmp_path / "one")
    )
    names = sorted(path.name for path in (tmp_path / "small").rglob("train-*"))
    assert len(names) > 2
    assert names[0] == f"train-00000-of-{len(names):05d}.parquet"


def add_line(corpus: Path, line: str) -> None:
    """Adds a line to the last shard, with a receipt that fits."""
    number = len(read_manifest(corpus).shards) - 1
    receipt = read_receipt(corpus, number)
    assert receipt is not None
    content = [*shard_lines(corpus, receipt), line]
    with shard_path(corpus, number).open("wb") as file:
        writer = ShardWriter(file)
        for one in content:
            writer.write(one)
        digest, size = writer.finish()
    write_receipt(corpus, replace(receipt, count=len(content), sha256=digest, bytes=size))


@pytest.mark.parametrize("wrong", ["{}", "[]", "[" * 100_000, '{"id":'])
def test_a_line_that_is_no_puzzle_is_named(whole: Path, tmp_path: Path, wrong: str) -> None:
    name = json.loads(lines(whole)[0])["pack"]["name"]
    add_line(whole, f'{{"pack":{{"name":"{name}"}},"x":{wrong}}}')
    with pytest.raises(CorpusError, match=r"00003\.jsonl\.gz, line \d+: this is not a puzzle of the corpus"):
        merged(whole, tmp_path / "data")


@pytest.mark.parametrize(
    ("keys", "value"),
    [
        (("steps", 0, "rule"), 10**40),
        (("steps", 0, "rule"), 99),
        (("steps", 0, "rule"), 0),
        (("metrics", "steps"), 2**31),
        (("metrics", "depth"), "deep"),
        (("id",), 7),
        (("guarantees", "solvable"), {}),
    ],
)
def test_a_line_that_cannot_be_a_row_is_named(
    whole: Path, tmp_path: Path, keys: tuple[str | int, ...], value: object
) -> None:
    data = part = json.loads(lines(whole)[0])
    for key in keys[:-1]:
        part = part[key]
    part[keys[-1]] = value
    add_line(whole, json.dumps(data, separators=(",", ":")))
    refuse(whole, tmp_path, r"00003\.jsonl\.gz, line \d+: this is not a puzzle of the corpus")


def refuse(whole: Path, place: Path, message: str) -> None:
    """The corpus is not merged, and nothing is left of the attempt."""
    with pytest.raises(CorpusError, match=message):
        merged(whole, place / "data")
    assert list(place.glob("*data*")) == []


def test_a_puzzle_that_is_there_twice_is_found_and_nothing_is_left(whole: Path, tmp_path: Path) -> None:
    first = lines(whole)[0]
    add_line(whole, first)
    refuse(whole, tmp_path, f"1 of 41 puzzles .* {json.loads(first)['id']} .2 times")


def test_what_is_not_complete_is_only_merged_on_request(whole: Path, tmp_path: Path) -> None:
    receipt = read_receipt(whole, 1)
    assert receipt is not None
    receipt_path(whole, 1).unlink()
    with pytest.raises(CorpusError, match="1 of 4 shards are missing"):
        merged(whole, tmp_path / "data")
    assert merged(whole, tmp_path / "data", partial=True).count == 40 - receipt.count
    with pytest.raises(BadInput, match="already exists"):
        merged(whole, tmp_path / "data", partial=True)


def test_a_damaged_shard_is_named_and_nothing_is_left(whole: Path, tmp_path: Path) -> None:
    content = gzip.decompress(shard_path(whole, 2).read_bytes())
    shard_path(whole, 2).write_bytes(gzip.compress(content[: len(content) // 2]))
    refuse(whole, tmp_path, r"00002\.jsonl\.gz")


def test_a_shard_of_another_plan_is_named(whole: Path, tmp_path: Path) -> None:
    receipt = read_receipt(whole, 1)
    assert receipt is not None
    write_receipt(whole, replace(receipt, manifest="f" * 64))
    with pytest.raises(
        CorpusError, match=r"00001\.json: this shard was made for another plan than .*manifest\.json"
    ):
        merged(whole, tmp_path / "data")


def test_a_corpus_without_puzzles_says_what_to_do(corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="corpus run"):
        merged(corpus, tmp_path / "data", partial=True)


def test_trees_are_split_in_the_shares_that_were_asked_for() -> None:
    counts = Counter(split_of(f"{number:024x}", (80, 15, 5)) for number in range(20_000))
    assert abs(counts["train"] / 20_000 - 0.80) < 0.02
    assert abs(counts["validation"] / 20_000 - 0.15) < 0.02
    assert {split_of(f"{number}", (0, 100, 0)) for number in range(50)} == {"validation"}
