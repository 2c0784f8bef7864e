"""Work beside the game: done one after another, never waited for unless asked for."""

from __future__ import annotations

import threading

import pytest

from puzzlesynth.play.just_in_time.executors import InlineExecutor, TaskCancelled, TaskThread


def test_tasks_are_run_in_turn_by_another_thread() -> None:
    tasks = TaskThread("runner")
    done: list[tuple[int, str]] = []
    sent = [
        tasks.submit(lambda n=n: done.append((n, threading.current_thread().name)))  # type: ignore[misc]
        for n in range(20)
    ]
    for task in sent:
        task.result(10)
    tasks.close()
    tasks.join(10)
    assert done == [(n, "runner") for n in range(20)]


def test_what_is_done_inline_is_done_at_once() -> None:
    made = InlineExecutor(lambda *_: None).submit(lambda make: (make, 42)[1])  # type: ignore[arg-type]
    assert made.done()
    assert [made.result(), made.result()] == [42, 42]


def test_a_problem_reaches_whoever_asks_and_nobody_else() -> None:
    tasks = TaskThread("runner")

    def fail() -> int:
        raise LookupError("lost")

    failed, after = tasks.submit(fail), tasks.submit(lambda: "still here")
    assert after.result(10) == "still here"
    with pytest.raises(LookupError, match="lost"):
        failed.result()
    tasks.close()
    tasks.join(10)


def test_what_has_not_been_begun_when_it_closes_is_dropped() -> None:
    tasks = TaskThread("runner")
    begun, go_on = threading.Event(), threading.Event()

    def slow() -> str:
        begun.set()
        go_on.wait(10)
        return "done"

    first, second = tasks.submit(slow), tasks.submit(lambda: "too late")
    assert begun.wait(10)
    tasks.close()
    go_on.set()
    tasks.join(10)
    assert first.result() == "done"
    with pytest.raises(TaskCancelled):
        second.result(10)


def test_what_is_sent_while_it_closes_is_dropped_too() -> None:
    tasks = TaskThread("runner")
    tasks.close()
    tasks.join(10)
    late = tasks.submit(lambda: "too late")
    with pytest.raises(TaskCancelled):
        late.result(10)
    # The moment between the look whether it is closed and the sending.
    tasks._closed = False
    lost = tasks.submit(lambda: "nobody is there")
    tasks._closed = True
    tasks.submit(lambda: "another")
    with pytest.raises(TaskCancelled):
        lost.result(10)
