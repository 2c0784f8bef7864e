"""Work that is done beside the game, one errand after another.

To send somebody off takes no lock that another thread could hold, and neither does a look whether they are back: who
waits for a lock has to wait for Python's own as well, and that may take longer than a whole move.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

Result = TypeVar("Result")


class TaskCancelled(Exception):
    """Nobody does this errand any more."""


class PendingResult(Generic[Result]):
    """What will come of something: a result or a problem."""

    def __init__(self) -> None:
        self._over = threading.Event()
        self._waiting: list[threading.Event] = []
        self._result: Result
        self._problem: Exception | None = None

    @property
    def is_over(self) -> bool:
        return self._over.is_set()

    def result(self, timeout: float | None = None) -> Result:
        """What came of it, or the problem that was met. `TimeoutError` if it is not over in time."""
        if not self._over.wait(timeout):
            raise TimeoutError
        if self._problem is not None:
            raise self._problem
        return self._result

    def succeed(self, result: Result) -> None:
        self._result = result
        self._end()

    def fail(self, problem: Exception) -> None:
        self._problem = problem
        self._end()

    def _end(self) -> None:
        self._over.set()
        for event in self._waiting:
            event.set()

    def tell(self, event: threading.Event) -> None:
        """Sets an event when it is over."""
        self._waiting.append(event)
        if self.is_over:
            event.set()


def wait_for_any(*outcomes: PendingResult[Any]) -> None:
    event = threading.Event()
    for outcome in outcomes:
        outcome.tell(event)
    event.wait()


class QueuedTask(PendingResult[Result]):
    """Something to be done once."""

    def __init__(self, work: Callable[[], Result]) -> None:
        super().__init__()
        self._work: Callable[[], Result] | None = work

    def run(self) -> None:
        work, self._work = self._work, None
        assert work is not None, "an errand is run once"
        try:
            self.succeed(work())
        except Exception as problem:
            self.fail(problem)
        except BaseException as end:
            # Whoever waits is told, and whoever runs it is to end.
            self.fail(TaskCancelled(repr(end)))
            raise

    def drop(self) -> None:
        self._work = None
        self.fail(TaskCancelled("the game has been closed"))


class TaskThread:
    """A thread that runs errands."""

    def __init__(self, name: str) -> None:
        self._waiting: SimpleQueue[QueuedTask[Any] | None] = SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def send(self, work: Callable[[], Result]) -> QueuedTask[Result]:
        errand = QueuedTask(work)
        self._waiting.put(errand)
        if self._closed:
            # Nobody may be left who would find it.
            self._drop_waiting()
        return errand

    def _run(self) -> None:
        while not self._closed and (errand := self._waiting.get()) is not None:
            # A maker of somebody else's that calls `exit` ends itself, not the game.
            with suppress(BaseException):
                errand.run()
            del errand
        self._drop_waiting()

    def _drop_waiting(self) -> None:
        with suppress(Empty):
            while True:
                errand = self._waiting.get_nowait()
                if errand is not None:
                    errand.drop()
        # Whoever waits for an errand is to end.
        self._waiting.put(None)

    def close(self) -> None:
        """What has not been begun is dropped. Does not wait."""
        self._closed = True
        self._waiting.put(None)

    def join(self, timeout: float) -> None:
        """Waits until the last one is back, but not for long."""
        self._thread.join(timeout)
