"""A lane does one kind of work for one tab, in a process of its own. Newer work replaces older.

A cancelled task is answered at once. Its process has a moment to stop by itself and keep what it has loaded; after
that it is killed, and a process that waits with everything imported takes its place.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Thread
from typing import Any

from puzzlesynth.internal_error import InternalError
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.studio.protocol import CANCELLED, REPLACED, Failure, Json
from puzzlesynth.workers import CONNECTION_ERRORS, Worker

from .worker import TASK

GRACE_SECONDS = 0.3
"""For a cancelled task, before its process is killed."""

WARM_UP = ("do", 0, "puzzlesynth.studio.jobs.warm_up:warm_up", None)

ENDED = Failure("internal", "The process that worked on this ended unexpectedly. Try again.")


@dataclass(frozen=True, eq=False)
class Work:
    """A task, and who hears of it."""

    number: int
    task: str
    given: Any
    on_event: Callable[[Json], None]
    on_result: Callable[[Json], None]
    on_failure: Callable[[Failure], None]


class Standby:
    """One process that has imported everything and waits for work."""

    def __init__(self) -> None:
        self._waiting: Worker | None = None

    def prepare(self) -> None:
        if self._waiting is not None and self._waiting.process.poll() is not None:
            self._waiting.end()  # It has been killed, perhaps where memory was short.
            self._waiting = None
        if self._waiting is None:
            self._waiting = Worker(TASK)
            self._waiting.tell(WARM_UP)

    def take(self) -> Worker:
        """Raises `OSError` where no process can be started."""
        self.prepare()
        taken, self._waiting = self._waiting, None
        assert isinstance(taken, Worker)
        return taken

    def close(self) -> None:
        if self._waiting is not None:
            self._waiting.end()
            self._waiting = None


class Lane:
    def __init__(self, standby: Standby) -> None:
        self._standby = standby
        self._worker: Worker | None = None
        self._told = ThreadPoolExecutor(1)
        """A pipe may be full; the server must not wait for it."""
        self._current: Work | None = None
        self._stopping: Work | None = None
        """What was cancelled, and may still be at work."""

    @property
    def busy(self) -> bool:
        return self._current is not None

    def start(self, work: Work) -> None:
        """Replaces what is at work."""
        self.cancel(REPLACED)
        self._current = work
        self._submit(work)

    def _submit(self, work: Work) -> None:
        if self._worker is None:
            try:
                self._worker = self._standby.take()
            except OSError as error:
                self._current = None
                work.on_failure(Failure("internal", f"No process could be started: {error.strerror}"))
                return
            Thread(
                target=_listen, args=(self._worker, self._hear, asyncio.get_running_loop()), daemon=True
            ).start()
            asyncio.get_running_loop().call_later(1.0, self._standby.prepare)
        self._told.submit(_tell, self._worker, ("do", work.number, work.task, work.given))

    def cancel(self, why: Failure = CANCELLED) -> None:
        work, self._current = self._current, None
        if work is None:
            return
        work.on_failure(why)
        self._stopping = work
        if self._worker is not None:
            self._told.submit(_tell, self._worker, ("cancel", work.number))
            asyncio.get_running_loop().call_later(GRACE_SECONDS, self._kill, work, self._worker)

    def _kill(self, work: Work, worker: Worker) -> None:
        """Ends a process that has not stopped by itself. What was given to it meanwhile goes to another."""
        if self._stopping is not work or self._worker is not worker:
            return
        self._drop()
        if self._current is not None:
            self._submit(self._current)

    def _drop(self) -> None:
        worker, self._worker, self._stopping = self._worker, None, None
        if worker is not None:
            worker.process.kill()
            Thread(target=worker.end, daemon=True).start()

    def _hear(self, worker: Worker, said: tuple[str, int, Any] | None) -> None:
        """One message of the process; None: it has ended."""
        if worker is not self._worker:
            return
        if said is None:
            self._end()
            return
        word, number, what = said
        if self._stopping is not None and number == self._stopping.number and word != "event":
            self._stopping = None
        work = self._current
        if work is None or number != work.number:
            return
        if word == "event":
            work.on_event(what)
            return
        self._current = None
        (work.on_result if word == "result" else work.on_failure)(what)

    def _end(self) -> None:
        """The process has ended by itself. If it was still busy with what was cancelled, it has not begun what was given
        to it since: that goes to another."""
        cancelled, work = self._stopping, self._current
        self._drop()
        if work is None:
            return
        if cancelled is not None:
            self._submit(work)
            return
        self._current = None
        work.on_failure(ENDED)

    def close(self) -> None:
        self._current = None
        self._drop()
        self._told.shutdown(wait=False, cancel_futures=True)


def _tell(worker: Worker, what: object) -> None:
    with suppress(*CONNECTION_ERRORS):
        worker.tell(what)


def _listen(
    worker: Worker,
    hear: Callable[[Worker, tuple[str, int, Any] | None], None],
    loop: asyncio.AbstractEventLoop,
) -> None:
    said: tuple[str, int, Any] | None = ("", 0, None)
    while said is not None:
        try:
            said = worker.answer()
        except (InternalError, *CONNECTION_ERRORS):
            said = None
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(hear, worker, said)
