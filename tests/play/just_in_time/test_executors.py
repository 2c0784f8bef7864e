"""Work beside the game: done one after another, never waited for unless somebody asks."""

from __future__ import annotations

import threading

import pytest

from puzzlesynth.play.just_in_time.task_thread import QueuedTask, TaskCancelled, TaskThread


def test_errands_are_run_in_turn_by_another_thread() -> None:
    errands = TaskThread("runner")
    done: list[tuple[int, str]] = []
    sent = [
        errands.send(lambda n=n: done.append((n, threading.current_thread().name)))  # type: ignore[misc]
        for n in range(20)
    ]
    for errand in sent:
        errand.result(10)
    errands.close()
    errands.join(10)
    assert done == [(n, "runner") for n in range(20)]


def test_what_comes_of_an_errand_is_told_as_often_as_it_is_asked() -> None:
    errand = QueuedTask(lambda: 6 * 7)
    assert not errand.is_over
    with pytest.raises(TimeoutError):
        errand.result(0)
    errand.run()
    assert errand.is_over
    assert [errand.result(), errand.result()] == [42, 42]


def test_a_problem_reaches_whoever_asks_and_nobody_else() -> None:
    errands = TaskThread("runner")

    def fail() -> int:
        raise LookupError("lost")

    failed, after = errands.send(fail), errands.send(lambda: "still here")
    assert after.result(10) == "still here"
    with pytest.raises(LookupError, match="lost"):
        failed.result()
    errands.close()
    errands.join(10)


def test_what_has_not_been_begun_when_it_closes_is_dropped() -> None:
    errands = TaskThread("runner")
    begun, go_on = threading.Event(), threading.Event()

    def slow() -> str:
        begun.set()
        go_on.wait(10)
        return "done"

    first, second = errands.send(slow), errands.send(lambda: "too late")
    assert begun.wait(10)
    errands.close()
    go_on.set()
    errands.join(10)
    assert first.result() == "done"
    with pytest.raises(TaskCancelled):
        second.result(10)


def test_what_is_sent_while_it_closes_is_dropped_too() -> None:
    errands = TaskThread("runner")
    errands.close()
    errands.join(10)
    late = errands.send(lambda: "too late")
    with pytest.raises(TaskCancelled):
        late.result(10)
    # The moment between the look whether it is closed and the sending.
    errands._closed = False
    lost = errands.send(lambda: "nobody is there")
    errands._closed = True
    errands.send(lambda: "another")
    with pytest.raises(TaskCancelled):
        lost.result(10)
