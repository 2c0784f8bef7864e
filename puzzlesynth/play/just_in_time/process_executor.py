"""Puzzles that are made in processes of their own: one for what is needed, one for what may be needed next."""

from __future__ import annotations

import subprocess
import threading
import weakref
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from functools import partial

from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.workers import CONNECTION_ERRORS

from .chapters import Key, Make, NoPuzzle, RunningWorld
from .executors import Result, TaskCancelled, TaskThread
from .worker_process import ChapterWorker, WorkerFault

EXPECTED = 64
"""How many puzzles that were made ahead are kept."""

ENDING = 0.5
"""So many seconds at most a game that is closed waits for each of its threads."""

Expected = dict[Key, Future[Puzzle]]


class ProcessExecutor:
    """Makes puzzles in other processes; where they keep ending, in a thread of this one."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._running = _Running()
        self._maker: ChapterWorker | None = self._running.started(pack, "make")
        """None: no process lasts here."""
        self._ahead: ChapterWorker | None = None
        """Started beside the other, so that the first puzzle does not wait for it."""
        self._expected: Expected = {}
        self._tasks = TaskThread("puzzlesynth-maker")
        self._telling = TaskThread("puzzlesynth-telling")
        self._asking = TaskThread("puzzlesynth-asking")
        # A game that nobody closes ends its processes when it is forgotten, or with the program.
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
            # It is being made already, but beside everything else; both would make the same, so who is first wins.
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
            # Somebody has ended it: an operating system that is short of memory, or a user who tidies up.
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
