"""Whoever makes the shards and however often they are interrupted, the same bytes come out, each puzzle once."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from puzzlesynth import workers
from puzzlesynth.corpus import job as jobs
from puzzlesynth.corpus.manifest import CorpusError, manifest_to_json, read_manifest
from puzzlesynth.corpus.run import CorpusRun, local_engine, run_corpus
from puzzlesynth.corpus.shard import ShardMaker
from puzzlesynth.corpus.storage import receipt_path, receipts, shard_lines, shard_path
from puzzlesynth.quick_dataclasses import replace


def run(corpus: Path, workers: int = 1, **more: object) -> CorpusRun:
    *_, last = run_corpus(corpus, local_engine(workers), **more)  # type: ignore[arg-type]
    return last


def content(corpus: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((corpus / "shards").iterdir())}


def lines(corpus: Path) -> Iterator[str]:
    for receipt in receipts(corpus, 99).values():
        yield from shard_lines(corpus, receipt)


@pytest.mark.seconds
def test_it_makes_what_was_planned(corpus: Path) -> None:
    done = run(corpus)
    assert done.puzzles == 40
    assert len({json.loads(line)["tree"] for line in lines(corpus)}) == 40
    assert not any("difficulty" in json.loads(line) for line in lines(corpus))
    assert done.missing == []
    again = run(corpus)
    assert again.made == {}
    assert again.puzzles == 40


@pytest.mark.thorough
def test_the_number_of_workers_and_the_order_make_no_difference(corpus: Path) -> None:
    number = len(read_manifest(corpus).shards)
    for shard in reversed(range(number)):
        run(corpus, shards=[shard])
    one = content(corpus)
    for path in [*(corpus / "shards").iterdir(), *(corpus / "receipts").iterdir()]:
        path.unlink()
    run(corpus, workers=2)
    assert content(corpus) == one


@pytest.mark.seconds
def test_a_killed_worker_loses_and_doubles_nothing(corpus: Path, tmp_path: Path) -> None:
    run(corpus)
    whole = content(corpus)
    for path in [*(corpus / "shards").iterdir(), *(corpus / "receipts").iterdir()]:
        path.unlink()
    states = run_corpus(corpus, local_engine(2))
    next(states)
    next(states)
    os.kill(workers.running()[0].process.pid, signal.SIGKILL)
    assert [len(state.made) for state in states][-1] == len(whole)
    assert content(corpus) == whole
    assert not workers.running()


@pytest.mark.seconds
def test_a_run_that_was_stopped_goes_on_where_it_was(corpus: Path) -> None:
    states = run_corpus(corpus, local_engine(1))
    next(states)
    next(states)
    states.close()
    first = receipts(corpus, 99)
    assert len(first) == 1
    # The next one was written and not yet confirmed, or half written.
    shard_path(corpus, 1).write_bytes(b"half of something")
    done = run(corpus)
    assert set(done.before) == set(first)
    assert len(list(lines(corpus))) == 40


@pytest.mark.seconds
def test_difficulty_is_measured_on_request_and_never_for_some_shards_only(corpus: Path) -> None:
    run(corpus, shards=[0], measure=True)
    assert all(json.loads(line)["difficulty"]["grade"] for line in lines(corpus))
    with pytest.raises(CorpusError, match="made with --measure"):
        run(corpus, shards=[1])


@pytest.mark.seconds
def test_another_manifest_pack_or_version_is_refused(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(corpus, shards=[0])
    path, manifest = corpus / "manifest.json", read_manifest(corpus)
    path.write_text(manifest_to_json(replace(manifest, seed=9)), "utf-8")
    with pytest.raises(CorpusError, match="made by another manifest"):
        run(corpus)
    path.write_text(manifest_to_json(manifest), "utf-8")
    rules = corpus / "packs" / "0" / "rules.yaml"
    text = rules.read_text("utf-8")
    rules.write_text(text.replace("Raft", "Barge", 1), "utf-8")
    with pytest.raises(CorpusError, match="packs/0"):
        run(corpus)
    rules.write_text(text.replace("  - rule:", '  - rule: "Rope ::= Find Rope"\n  - rule:', 1), "utf-8")
    with pytest.raises(CorpusError, match=r"another pack|packs/0"):
        run(corpus)
    rules.unlink()
    with pytest.raises(CorpusError, match="packs/0"):
        run(corpus)
    rules.write_text(text, "utf-8")
    monkeypatch.setattr(jobs, "versions", lambda: {"clingo": "6.0"})
    with pytest.raises(CorpusError, match=r"planned with clingo .*, and this is clingo 6\.0"):
        run(corpus)


@pytest.mark.seconds
def test_a_shard_that_was_cut_short_or_deleted_is_made_again(corpus: Path) -> None:
    run(corpus)
    whole = content(corpus)
    shard_path(corpus, 0).write_bytes(whole["00000.jsonl.gz"][:100])
    shard_path(corpus, 2).unlink()
    done = run(corpus)
    assert sorted(done.made) == [0, 2]
    assert content(corpus) == whole


def test_other_versions_are_refused_on_every_machine(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    job = jobs.read_job(corpus)
    jobs.unpacked.cache_clear()
    monkeypatch.setattr(jobs, "versions", lambda: {"clingo": "6.0"})
    with pytest.raises(CorpusError, match="planned with clingo"):
        ShardMaker(job)(0)


def test_there_is_no_such_shard(corpus: Path) -> None:
    with pytest.raises(CorpusError, match="no shard 99"):
        run(corpus, shards=[99])


@pytest.mark.seconds
def test_a_full_disk_stops_the_run_and_leaves_what_is_done(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(corpus, shards=[0])

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as during:
        during.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            run(corpus)
    assert [path.name for path in (corpus / "shards").iterdir()] == ["00000.jsonl.gz"]
    assert run(corpus).puzzles == 40


@pytest.mark.seconds
def test_a_shard_does_not_depend_on_what_was_made_before(corpus: Path) -> None:
    job = jobs.read_job(corpus)
    maker = ShardMaker(job)
    first, second = maker(0), maker(1)
    assert maker(1).packed == second.packed
    assert maker(0).packed == first.packed
    assert first.receipt.complete is False
    assert not receipt_path(corpus, 0).exists()
