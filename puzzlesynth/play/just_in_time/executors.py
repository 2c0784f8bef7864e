"""Where puzzles are generated during play.

The synthesizer spends part of its time in Python, where two threads of one process wait for each other. So it runs
in a process of its own: started early, fed through a pipe, ended with the game. Makers that a game brings along
run in a thread, because they may belong to the game's process. Where no process can be started (an engine that
embeds Python without an interpreter on disk), a thread does it too.
"""

from __future__ import annotations

import subprocess
import threading
import weakref
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Protocol, TypeVar

from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.workers import CONNECTION_ERRORS

from .chapters import Key, Make, NoPuzzle, RunningWorld
from .worker_process import ChapterWorker, WorkerFault

Result = TypeVar("Result")

EXPECTED = 64
"""How many puzzles that were made ahead are kept."""

ENDING = 0.5
"""Most seconds that a closing game waits for each of its threads."""

Expected = dict[Key, Future[Puzzle]]


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
        """Nothing is made before it is needed: it would take time from the game."""

    def close(self) -> None:
        """There is nothing to end."""


class ThreadExecutor(InlineExecutor):
    """Makes puzzles in a thread of this process."""

    def __init__(self, make: Make) -> None:
        super().__init__(make)
        self._tasks = TaskThread("puzzlesynth-maker")

    def submit(self, work: Callable[[Make], Result]) -> Future[Result]:
        return self._tasks.submit(partial(work, self._make))

    def close(self) -> None:
        self._tasks.close()


class ProcessExecutor:
    """Makes puzzles in other processes; where they keep ending, in a thread of this one."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._running = _Running()
        self._maker: ChapterWorker | None = self._running.started(pack, "make")
        """None: no process lasts here."""
        self._ahead: ChapterWorker | None = None
        """Started in another thread, so that the first puzzle does not wait for it."""
        self._expected: Expected = {}
        self._tasks = TaskThread("puzzlesynth-maker")
        self._telling = TaskThread("puzzlesynth-telling")
        self._asking = TaskThread("puzzlesynth-asking")
        # A game that is never closed ends its processes when it is garbage-collected, or with the program.
        self._end = weakref.finalize(self, _end, self._running, (self._tasks, self._telling, self._asking))
        self._telling.submit(self._start_ahead)

    @property
    def processes(self) -> tuple[subprocess.Popen[bytes], ...]:
        return tuple(helper.process for helper in self._running.helpers)

    def submit(self, work: Callable[[Make], Result]) -> Future[Result]:
        return self._tasks.submit(partial(work, self._made))

    def _made(self, running: RunningWorld, areas: tuple[str, ...], seed: int) -> Puzzle:
        ahead = self._expected.get((running.key, areas))
        if ahead is not None and ahead.done():
            known = _known(ahead)
            if known is not None:
                return known
        asked = self._asking.submit(partial(self._ask, running, areas, seed))
        if ahead is not None:
            # It is being made already, with low priority; both make the same puzzle, so the first one wins.
            wait([ahead, asked], return_when=FIRST_COMPLETED)
            known = _known(ahead) if ahead.done() else None
            if known is not None:
                return known
        return asked.result()

    def _ask(self, running: RunningWorld, areas: tuple[str, ...], seed: int) -> Puzzle:
        from .chapter_generator import make_with_synthesizer

        answer = self._answered((running.present, areas, seed))
        if isinstance(answer, Puzzle):
            return answer
        if isinstance(answer, WorkerFault):
            raise RuntimeError(answer.reason)
        if answer is not None:
            raise NoPuzzle(str(answer))
        if self._running.ended:
            raise TaskCancelled("the game has been closed")
        return make_with_synthesizer(running, areas, seed)

    def _answered(self, question: object) -> object:
        """What the process that makes puzzles says; None: none lasts here."""
        if self._maker is None:
            return None
        try:
            return self._maker.asked(question)
        except CONNECTION_ERRORS:
            # The operating system has ended it for lack of memory, or the user has.
            self._maker = self._running.replaced(self._maker, self._pack)
        try:
            return None if self._maker is None else self._maker.asked(question)
        except CONNECTION_ERRORS:
            self._maker = None
            return None

    def expect(self, running: Callable[[], RunningWorld], seed: int) -> None:
        self._telling.submit(partial(self._tell_ahead, running, seed))

    def _tell_ahead(self, running: Callable[[], RunningWorld], seed: int) -> None:
        if self._ahead is not None and self._maker is not None:
            self._ahead.tell((running().present, seed))

    def _start_ahead(self) -> None:
        self._ahead = self._running.started(self._pack, "ahead")
        if self._ahead is not None:
            name = "puzzlesynth-ahead"
            threading.Thread(
                target=_listen, args=(self._ahead, self._expected), name=name, daemon=True
            ).start()

    def close(self) -> None:
        """Ends the processes. What is being made in this one, because none lasts, is left to come to its end."""
        self._end()
        for thread in (self._asking, self._tasks, self._telling):
            thread.join(ENDING)


class _Running:
    """The processes of a game. None is started once they have been ended, so that none is left behind."""

    def __init__(self) -> None:
        self.helpers: list[ChapterWorker] = []
        self._lock = threading.Lock()
        self.ended = False

    def started(self, pack: Pack, task: str) -> ChapterWorker | None:
        with self._lock:
            if self.ended:
                return None
            helper = ChapterWorker(pack, task)
            self.helpers.append(helper)
            return helper

    def replaced(self, helper: ChapterWorker, pack: Pack) -> ChapterWorker | None:
        with self._lock:
            helper.end()
            self.helpers.remove(helper)
        try:
            return self.started(pack, "make")
        except OSError:
            return None

    def end(self) -> None:
        with self._lock:
            self.ended = True
            for helper in self.helpers:
                helper.end()


def _end(running: _Running, threads: tuple[TaskThread, ...]) -> None:
    for thread in threads:
        thread.close()
    running.end()


def _known(ahead: Future[Puzzle]) -> Puzzle | None:
    """What was made ahead; None: it came to nothing, so it is to be asked for. `NoPuzzle` if there is none."""
    try:
        return ahead.result()
    except PrefetchFailed:
        return None


def _listen(ahead: ChapterWorker, expected: Expected) -> None:
    """Notes what is being made ahead, and what has been."""
    try:
        while True:
            key, answer = ahead.answer()
            if answer is None:
                while len(expected) >= EXPECTED:
                    expected.pop(next(iter(expected)))
                expected[key] = Future()
            elif isinstance(answer, Puzzle):
                expected[key].set_result(answer)
            elif isinstance(answer, WorkerFault):
                expected[key].set_exception(PrefetchFailed())
            else:
                expected[key].set_exception(NoPuzzle(str(answer)))
    except CONNECTION_ERRORS:
        for outcome in list(expected.values()):
            if not outcome.done():
                outcome.set_exception(PrefetchFailed())


class PrefetchFailed(Exception):
    """The process that makes things ahead has ended before this was done, or something went wrong in it."""


def check_worker(make: Make | None, where: str | None) -> None:
    """`ValueError` where there is no such worker."""
    if where not in (None, "process", "thread", "inline"):
        raise ValueError(f"a worker is a process, a thread or inline, not {where!r}")
    if make is not None and where == "process":
        raise ValueError("a maker of your own runs in a thread or inline")


def worker_for(pack: Pack, make: Make | None, where: str | None) -> ChapterExecutor:
    """`process`, `thread` or `inline`; by default a process for the synthesizer and a thread for other makers."""
    from .chapter_generator import make_with_synthesizer

    check_worker(make, where)
    if where == "inline":
        return InlineExecutor(make or make_with_synthesizer)
    if make is None and where != "thread":
        try:
            return ProcessExecutor(pack)
        except OSError:
            return ThreadExecutor(make_with_synthesizer)
    return ThreadExecutor(make or make_with_synthesizer)
