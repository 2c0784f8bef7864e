"""Shards are there whole or not at all, and damage is found by whoever reads them."""

from __future__ import annotations

import os
from errno import ENOSPC
from io import BytesIO
from pathlib import Path

import pytest

from puzzlesynth.corpus.manifest import CorpusError, Manifest, ManifestSource, Part, Shard
from puzzlesynth.corpus.storage import (
    Receipt,
    ShardWriter,
    left_over,
    read_receipt,
    receipt_path,
    receipts,
    shard_lines,
    shard_path,
    write_content,
    write_plan,
    write_receipt,
    written_durably,
)
from puzzlesynth.quick_dataclasses import replace

LINES = ["first", "ünd so weiter", "last"]


def filled(writer: ShardWriter, number: int = 3) -> Receipt:
    for line in LINES:
        writer.write(line)
    digest, size = writer.finish()
    return Receipt(number, "cd" * 32, writer.count, digest, size, 12, False, True)


def write_shard(corpus: Path, number: int) -> Receipt:
    file = BytesIO()
    receipt = filled(ShardWriter(file), number)
    write_content(corpus, file.getvalue(), receipt)
    return receipt


def test_what_is_written_is_read(tmp_path: Path) -> None:
    written = write_shard(tmp_path, 3)
    assert read_receipt(tmp_path, 3) == written
    assert list(shard_lines(tmp_path, written)) == LINES
    assert written.bytes == shard_path(tmp_path, 3).stat().st_size
    assert receipts(tmp_path, 5) == {3: written}


def test_the_same_lines_are_the_same_bytes(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        write_shard(tmp_path / folder, 3)
    first, second = (shard_path(tmp_path / folder, 3).read_bytes() for folder in ("a", "b"))
    assert first == second


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match=r"No space left.*00003\.jsonl\.gz"):
        write_shard(tmp_path, 3)
    assert read_receipt(tmp_path, 3) is None
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_what_a_killed_process_leaves_goes_with_the_next_one(tmp_path: Path) -> None:
    write_shard(tmp_path, 3)
    half = shard_path(tmp_path, 4).with_name(".00004.jsonl.gz-0123456789ab")
    half.write_bytes(b"half")
    assert left_over(tmp_path, 4) == [half]
    assert read_receipt(tmp_path, 4) is None
    write_shard(tmp_path, 4)
    assert not half.exists()


def test_damage_is_found(tmp_path: Path) -> None:
    written = write_shard(tmp_path, 3)
    path = shard_path(tmp_path, 3)
    raw = path.read_bytes()
    for content, said in ((raw[:-4], "cut short"), (raw[:20] + b"?" + raw[21:], "damaged")):
        path.write_bytes(content)
        with pytest.raises(CorpusError, match=said):
            list(shard_lines(tmp_path, written))


def test_a_receipt_with_impossible_numbers_is_refused(tmp_path: Path) -> None:
    write_receipt(tmp_path, replace(write_shard(tmp_path, 3), count=-1))
    with pytest.raises(CorpusError, match=r"00003\.json: count: it is below 0"):
        read_receipt(tmp_path, 3)


def test_a_plan_that_nobody_could_read_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = Manifest((ManifestSource("heist", "ab", "packs/0"),), (Shard((Part(0, (), 1),)),))
    monkeypatch.setattr("puzzlesynth.puzzle.strict_json.MOST_BYTES", 200)
    with pytest.raises(CorpusError, match="choose a larger --shard-size"):
        write_plan(tmp_path / "corpus", plan, {"packs/0": b""})
    assert not (tmp_path / "corpus").exists()


def test_other_lines_are_found(tmp_path: Path) -> None:
    written = write_shard(tmp_path, 3)
    LINES.append("one more")
    try:
        other = write_shard(tmp_path / "other", 3)
    finally:
        LINES.pop()
    shard_path(tmp_path / "other", 3).replace(shard_path(tmp_path, 3))
    assert len(list(shard_lines(tmp_path, other))) == 4
    with pytest.raises(CorpusError, match="not what its receipt says"):
        list(shard_lines(tmp_path, replace(written, bytes=other.bytes)))
    shard_path(tmp_path, 3).unlink()
    with pytest.raises(CorpusError, match="is gone"):
        list(shard_lines(tmp_path, written))


def test_a_receipt_of_another_shard_is_refused(tmp_path: Path) -> None:
    write_shard(tmp_path, 3)
    receipt_path(tmp_path, 3).replace(receipt_path(tmp_path, 4))
    with pytest.raises(CorpusError, match="receipt of shard 3"):
        read_receipt(tmp_path, 4)


def test_an_error_names_the_file_that_users_know(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"), written_durably(tmp_path / "file" / "inside"):
        pass
