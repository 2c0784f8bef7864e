"""A pool of workers gives what `map` gives, whatever becomes of the workers."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from operator import neg
from typing import Any

import pytest

from puzzlesynth import workers
from puzzlesynth.bad_input import BadInput
from puzzlesynth.deadline import Deadline, OutOfTime
from puzzlesynth.internal_error import InternalError
from puzzlesynth.workers import WorkerPool

negative: Callable[[int], int] = neg

HANGS_AFTER = 60
"""Seconds after which a pool is taken to wait forever."""

LARGER_THAN_A_PIPE = 1 << 20


@pytest.mark.parametrize("processes", [0, 1, 3])
def test_answers_come_in_the_order_of_the_questions(processes: int) -> None:
    with WorkerPool(negative, processes) as pool:
        assert list(pool.map(range(40))) == [-n for n in range(40)]
        assert len(workers.running()) == processes
    assert not workers.running()


def test_when_all_workers_are_killed_this_process_answers() -> None:
    with WorkerPool(negative, 2) as pool:
        answers = pool.map(range(30))
        found = [next(answers)]
        for worker in workers.running():
            worker.process.kill()
        assert found + list(answers) == [-n for n in range(30)]


@pytest.mark.parametrize("processes", [0, 2])
def test_what_was_asked_in_time_is_answered(processes: int) -> None:
    def questions() -> Iterator[int]:
        yield from range(5)
        raise OutOfTime

    with WorkerPool(negative, processes) as pool:
        answers = pool.map(questions())
        assert list(islice(answers, 5)) == [-n for n in range(5)]
        with pytest.raises(OutOfTime):
            next(answers)


def test_the_first_questions_are_asked_before_an_answer_is() -> None:
    read: list[int] = []

    def questions() -> Iterator[int]:
        for number in range(100):
            read.append(number)
            yield number

    with WorkerPool(negative, 2, ahead=4) as pool:
        answers = pool.map(questions())
        assert read == list(range(9))
        assert list(answers) == [-n for n in range(100)]


def who_answers(_: tuple[int, int]) -> int:
    return os.getpid()


def first_of(pair: tuple[int, int]) -> int:
    return pair[0]


def test_what_belongs_together_is_answered_by_one_worker() -> None:
    questions = [(group, number) for group in range(6) for number in range(5)]
    with WorkerPool(who_answers, 2) as pool:
        found = list(pool.map(questions, group=first_of))
    for group in range(6):
        assert len(set(found[5 * group : 5 * group + 5])) == 1
    assert len(set(found)) == 2


def test_no_more_is_read_than_is_soon_worked_on() -> None:
    questions = iter(range(10_000))
    with WorkerPool(negative, 2) as pool:
        next(pool.map(questions))
    assert next(questions) <= 2 * workers.AHEAD + 1


def refuse(number: int) -> int:
    raise BadInput(f"{number} is not possible")


@pytest.mark.parametrize("processes", [0, 1, 3])
def test_answers_come_as_they_are_ready(processes: int) -> None:
    with WorkerPool(negative, processes) as pool:
        assert sorted(pool.unordered(range(40))) == [-n for n in reversed(range(40))]


@pytest.mark.parametrize("killed", [1, 2])
def test_what_a_killed_worker_was_asked_somebody_else_is(killed: int) -> None:
    with WorkerPool(negative, 2) as pool:
        answers = pool.unordered(range(30))
        found = [next(answers)]
        for worker in workers.running()[:killed]:
            worker.process.kill()
        assert sorted(found + list(answers)) == [-n for n in reversed(range(30))]


@pytest.mark.parametrize("ask", ["map", "unordered"])
def test_bad_input_is_no_fault_of_a_worker(ask: str) -> None:
    with WorkerPool(refuse, 2) as pool, pytest.raises(BadInput, match=r"^7 is not possible"):
        list(getattr(pool, ask)([7]))


def test_a_number_with_too_many_zeros_starts_a_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "most_workers", lambda: 2)
    with WorkerPool(negative, 10**9) as pool:
        assert list(pool.map(range(5))) == [-n for n in range(5)]
        assert len(workers.running()) == 2


def test_every_core_can_have_a_worker() -> None:
    assert workers.most_workers() >= max(8, os.cpu_count() or 1)


class Unsendable:
    """Cannot be pickled, as a dictionary that another thread adds to in the middle of it."""

    def __reduce__(self) -> str:
        raise RuntimeError("dictionary changed size during iteration")

    def __call__(self, question: object) -> object:
        return question


def unchanged(question: object) -> object:
    return question


@pytest.mark.parametrize(("answer", "question"), [(Unsendable(), 1), (unchanged, Unsendable())])
def test_what_cannot_be_sent_is_reported(answer: Callable[[object], object], question: object) -> None:
    """The worker would wait for a question, and this process for its answer."""
    pool = WorkerPool(answer, 1, Deadline(HANGS_AFTER))
    with pool, pytest.raises(RuntimeError, match="changed size"):
        list(pool.map([question, question]))


class SentBy:
    """Notes which threads pickle it."""

    threads: list[int] = []  # noqa: RUF012

    def __reduce__(self) -> tuple[Any, ...]:
        self.threads.append(threading.get_ident())
        return unchanged, (0,)

    def __call__(self, question: object) -> object:
        return question


def test_only_the_thread_that_asks_pickles(monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes on using what it has handed over."""
    monkeypatch.setattr(SentBy, "threads", [])
    monkeypatch.setattr(workers.Worker, "asked", lambda *_: 0)
    with WorkerPool(SentBy(), 2) as pool:
        assert list(pool.map([SentBy(), SentBy()])) == [0, 0]
    assert SentBy.threads == [threading.get_ident()] * 3, "once for all workers, and once per question"


@dataclass(frozen=True)
class FailsWith:
    length: int

    def prepare(self) -> None:
        raise ValueError("x" * self.length)

    def __call__(self, question: str) -> str:
        return question


def test_a_long_failure_and_a_long_question_do_not_wait_for_each_other() -> None:
    pool = WorkerPool(FailsWith(LARGER_THAN_A_PIPE), 1, Deadline(HANGS_AFTER))
    with pool, pytest.raises(InternalError, match="xxx"):
        list(pool.map(["y" * LARGER_THAN_A_PIPE]))


@pytest.mark.seconds
def test_long_answers_to_long_questions_arrive() -> None:
    questions = [letter * LARGER_THAN_A_PIPE for letter in "abcdefgh"]
    with WorkerPool(unchanged, 2, Deadline(HANGS_AFTER)) as pool:
        assert list(pool.map(questions)) == questions


def read_and_print(question: int) -> tuple[int, str]:
    """What a plug-in might do that has a prompt in it."""
    print("more?", flush=True)
    return question, sys.stdin.read()


def test_standard_streams_of_a_worker_are_empty() -> None:
    with WorkerPool(read_and_print, 1, Deadline(HANGS_AFTER)) as pool:
        assert list(pool.map(range(4))) == [(n, "") for n in range(4)]
