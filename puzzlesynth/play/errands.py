"""Work that is done beside the game, one errand after another.

To send somebody off takes no lock that another thread could hold, and neither does a look whether they are back: who
waits for a lock has to wait for Python's own as well, and that may take longer than a whole move.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Generic, TypeVar

Result = TypeVar("Result")


class Dropped(Exception):
    """Nobody does this errand any more."""


class Errand(Generic[Result]):
    """Something to be done, and what comes of it."""

    def __init__(self, work: Callable[[], Result]) -> None:
        self._work: Callable[[], Result] | None = work
        self._over = threading.Event()
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

    def run(self) -> None:
        work, self._work = self._work, None
        assert work is not None, "an errand is run once"
        try:
            self._result = work()
        except Exception as problem:
            self._problem = problem
        self._over.set()

    def drop(self) -> None:
        self._work, self._problem = None, Dropped()
        self._over.set()


class Errands:
    """A thread that runs errands."""

    def __init__(self, name: str) -> None:
        self._waiting: SimpleQueue[Errand[object] | None] = SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def send(self, work: Callable[[], Result]) -> Errand[Result]:
        errand = Errand(work)
        self._waiting.put(errand)  # type: ignore[arg-type]
        return errand

    def _run(self) -> None:
        while (errand := self._waiting.get()) is not None:
            if self._closed:
                errand.drop()
            else:
                errand.run()

    def close(self) -> None:
        """What has not been begun is dropped. Does not wait."""
        self._closed = True
        self._waiting.put(None)

    def join(self) -> None:
        """Until the last one is back."""
        self._thread.join()
