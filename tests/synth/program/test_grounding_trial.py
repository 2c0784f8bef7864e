"""A program that uses puzzlesynth as a library goes on when a constraint grounds without end; nothing is left of it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from puzzlesynth import solver_threads, workers
from puzzlesynth.deadline import OutOfTime
from puzzlesynth.pack import Pack, load_pack
from puzzlesynth.pipeline.explain import explanation_for
from puzzlesynth.pipeline.generate import counting_synthesizer, make_puzzles
from puzzlesynth.synth.constraints import ConstraintError
from puzzlesynth.synth.program import grounding_trial
from tests.support.paths import ROOT

HEIST = ROOT / "examples" / "heist"


@pytest.fixture
def heist() -> Pack:
    return load_pack(HEIST)


@pytest.fixture
def endless(tmp_path: Path) -> str:
    file = tmp_path / "endless.lp"
    file.write_text("p(0).\np(X+1) :- p(X).\n:- p(-1).\n", "utf-8")
    return str(file)


@pytest.fixture(autouse=True)
def nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(grounding_trial, "_known_to_end", set())
    before = threading.active_count(), len(solver_threads._left_behind)
    yield
    assert (threading.active_count(), len(solver_threads._left_behind)) == before
    assert not workers.running()


@pytest.mark.seconds
def test_the_time_limit_is_kept(heist: Pack, endless: str) -> None:
    with pytest.raises(OutOfTime):
        next(iter(make_puzzles(heist, constraints=[endless], time_limit=1)))
    with pytest.raises(OutOfTime):
        counting_synthesizer(heist, constraints=[endless], time_limit=1)
    with pytest.raises(OutOfTime):
        explanation_for(heist, [endless], time_limit=1).reason()


@pytest.mark.seconds
def test_memory_is_limited_where_time_is_not(
    heist: Pack, endless: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver_threads, "MOST_GROUND", 2**26)
    with pytest.raises(ConstraintError, match="of memory to ground"):
        next(iter(make_puzzles(heist, constraints=[endless])))


def test_what_has_an_end_is_tried_once(heist: Pack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "fine.lp"
    file.write_text("n(1..3).\n:- n(4).\n", "utf-8")
    tried = []

    def seat(*given: object) -> workers.WorkerClient:
        tried.append(given)
        return workers.WorkerClient(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(grounding_trial, "WorkerClient", seat)
    (plain,) = make_puzzles(heist, seed=1)
    assert not tried, "without constraints of one's own there is nothing to try"
    for _ in range(2):
        (found,) = make_puzzles(heist, seed=1, constraints=[str(file)])
        assert found.tree == plain.tree
    assert len(tried) == 1


def test_where_no_process_can_be_started_it_is_ground_all_the_same(
    heist: Pack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise OSError("no more processes")

    file = tmp_path / "fine.lp"
    file.write_text(":- #false.\n", "utf-8")
    monkeypatch.setattr(grounding_trial, "WorkerClient", refused)
    assert list(make_puzzles(heist, seed=1, constraints=[str(file)]))
