"""Where puzzles are generated during play.

The synthesizer spends part of its time in Python, where two threads of one process wait for each other. So it runs
in a process of its own: started early, fed through a pipe, ended with the game. Makers that a game brings along
run in a thread, because they may belong to the game's process. Where no process can be started (an engine that
embeds Python without an interpreter on disk), a thread does it too.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Protocol, TypeVar

from puzzlesynth.pack.model import Pack

from .chapters import Make, RunningWorld

Result = TypeVar("Result")


class TaskCancelled(Exception):
    """The task will not be run any more."""


def run_task(work: Callable[[], Result], future: Future[Result]) -> None:
    """Keeps the result of some work in a future, or the problem that it met."""
    try:
        future.set_result(work())
    except Exception as problem:
        future.set_exception(problem)
    except BaseException as end:
        # Those who wait for it learn of it, and the thread that runs it is to end.
        future.set_exception(TaskCancelled(repr(end)))
        raise


class TaskThread:
    """A thread that runs tasks one after another.

    Unlike those of a `ThreadPoolExecutor`, it never keeps a program from ending, and handing it a task takes no lock
    that another thread holds for long: a move of the game must not wait for a puzzle that is being made.
    """

    def __init__(self, name: str) -> None:
        self._waiting: SimpleQueue[tuple[Callable[[], Any], Future[Any]] | None] = SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[], Result]) -> Future[Result]:
        future: Future[Result] = Future()
        self._waiting.put((work, future))
        if self._closed:
            # The thread may have ended before it could find it.
            self._drop_waiting()
        return future

    def _run(self) -> None:
        while not self._closed and (task := self._waiting.get()) is not None:
            # A maker of the game's own that calls `exit` ends itself, not the game.
            with suppress(BaseException):
                run_task(*task)
            del task
        self._drop_waiting()

    def _drop_waiting(self) -> None:
        with suppress(Empty):
            while True:
                task = self._waiting.get_nowait()
                if task is not None:
                    task[1].set_exception(TaskCancelled("the game has been closed"))
        # The thread, where it still waits for a task, is to end.
        self._waiting.put(None)

    def close(self) -> None:
        """What has not been begun is dropped. Does not wait."""
        self._closed = True
        self._waiting.put(None)

    def join(self, timeout: float) -> None:
        """Waits until the last task is done, but not for long."""
        self._thread.join(timeout)


class ChapterExecutor(Protocol):
    def submit(self, work: Callable[[Make], Result]) -> Future[Result]:
        """Does some work for which puzzles are to be made, away from the game's own thread if possible."""

    def expect(self, running: Callable[[], RunningWorld], seed: int) -> None:
        """This is the world now: puzzles that it is likely to need may be made ahead. `seed` is the game's.

        Describing the world takes a moment, so it is only done where it is of use, and not by the game's own thread."""

    def close(self) -> None: ...


class InlineExecutor:
    """Makes puzzles at once, for programs that would rather wait."""

    def __init__(self, make: Make) -> None:
        self._make = make

    def submit(self, work: Callable[[Make], Result]) -> Future[Result]:
        future: Future[Result] = Future()
        run_task(partial(work, self._make), future)
        return future

    def expect(self, running: Callable[[], RunningWorld], seed: int) -> None:
        """Nothing is made before it is needed."""

    def close(self) -> None:
        """There is nothing to end."""


class ThreadExecutor:
    """Makes puzzles in a thread of this process."""

    def __init__(self, make: Make) -> None:
        self._make = make
        self._tasks = TaskThread("puzzlesynth-maker")

    def submit(self, work: Callable[[Make], Result]) -> Future[Result]:
        return self._tasks.submit(partial(work, self._make))

    def expect(self, running: Callable[[], RunningWorld], seed: int) -> None:
        """Nothing is made before it is needed: it would take time from the game."""

    def close(self) -> None:
        self._tasks.close()


def check_worker(make: Make | None, where: str | None) -> None:
    """`ValueError` where there is no such worker."""
    if where not in (None, "process", "thread", "inline"):
        raise ValueError(f"a worker is a process, a thread or inline, not {where!r}")
    if make is not None and where == "process":
        raise ValueError("a maker of your own runs in a thread or inline")


def worker_for(pack: Pack, make: Make | None, where: str | None) -> ChapterExecutor:
    """`process`, `thread` or `inline`; by default a process for the synthesizer and a thread for other makers."""
    from .chapter_generator import make_with_synthesizer
    from .process_executor import ProcessExecutor

    check_worker(make, where)
    if where == "inline":
        return InlineExecutor(make or make_with_synthesizer)
    if make is None and where != "thread":
        try:
            return ProcessExecutor(pack)
        except OSError:
            return ThreadExecutor(make_with_synthesizer)
    return ThreadExecutor(make or make_with_synthesizer)
