"""A Dask cluster makes the same bytes, also when one of its workers is killed."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from puzzlesynth.bad_input import BadInput
from puzzlesynth.corpus.dask_engine import ClusterGone, dask_engine
from puzzlesynth.corpus.run import local_engine, run_corpus

distributed = pytest.importorskip("distributed", reason="Dask is an extra: pip install 'puzzlesynth[corpus]'")


@pytest.fixture
def cluster() -> Iterator[Any]:
    """Two worker processes on this machine, reached through loopback alone."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, silence_logs=50
    ) as found:
        yield found


def content(corpus: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((corpus / "shards").iterdir())}


@pytest.mark.thorough
def test_a_cluster_makes_the_same_bytes_although_a_worker_is_killed(corpus: Path, cluster: Any) -> None:
    *_, done = run_corpus(corpus, local_engine(1))
    whole = content(corpus)
    for path in [*(corpus / "shards").iterdir(), *(corpus / "receipts").iterdir()]:
        path.unlink()
    states = run_corpus(corpus, dask_engine(cluster.scheduler_address))
    next(states)
    next(states)
    worker = next(iter(cluster.workers.values()))
    worker.process.process._process.kill()
    *_, last = states
    assert content(corpus) == whole
    assert last.puzzles == done.puzzles


@pytest.mark.thorough
def test_a_scheduler_that_goes_away_is_reported_and_what_is_done_is_kept(corpus: Path, cluster: Any) -> None:
    states = run_corpus(corpus, dask_engine(cluster.scheduler_address))
    next(states)
    next(states)
    cluster.close()
    with pytest.raises(ClusterGone, match="has gone away"):
        list(states)
    *_, last = run_corpus(corpus, local_engine(1))
    assert last.puzzles == 40
    assert last.before


@pytest.mark.seconds
def test_what_the_client_of_a_lost_scheduler_says_is_not_printed(
    corpus: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    logger = logging.getLogger("distributed.client")
    seen: list[int] = []

    def refuse(*_: object, **__: object) -> None:
        seen.append(logger.getEffectiveLevel())
        logger.error("a traceback")
        raise TimeoutError

    before = logger.level
    monkeypatch.setattr(distributed, "Client", refuse)
    with pytest.raises(ClusterGone):
        list(run_corpus(corpus, dask_engine("tcp://127.0.0.1:1")))
    assert seen == [logging.CRITICAL]
    assert "a traceback" not in caplog.text
    assert logger.level == before


def test_no_scheduler_there(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzlesynth.corpus.dask_engine.SECONDS", 1)
    states = run_corpus(corpus, dask_engine("tcp://127.0.0.1:1"))
    next(states)
    with pytest.raises(BadInput, match="no scheduler answers there"):
        next(states)
