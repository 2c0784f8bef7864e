"""Puzzles that are made in processes of their own: one for what is needed, one for what may be needed next."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import partial

from puzzlesynth.pack.model import Pack
from puzzlesynth.play.chapters import Key, Make, NoPuzzle, RunningWorld
from puzzlesynth.play.errands import Errand, Errands
from puzzlesynth.play.helper import GONE, Helper
from puzzlesynth.play.workers import Result
from puzzlesynth.puzzle.model import Puzzle

EXPECTED = 64
"""How many puzzles that were made ahead are kept."""


class InProcess:
    """Makes puzzles in processes of their own: one for what is needed, one for what may be needed next."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._starting = threading.Lock()
        """Held while a process is started, so that none is forgotten when the game ends."""
        self._maker = Helper(pack, "make")
        self._ahead: Helper | None = None
        """Started beside the other, so that the first puzzle does not wait for it."""
        self._listener: threading.Thread | None = None
        self._errands = Errands("puzzlesynth-maker")
        self._telling = Errands("puzzlesynth-telling")
        self._asking = ThreadPoolExecutor(1, "puzzlesynth-asking")
        self._expected: dict[Key, Future[Puzzle]] = {}
        self._closed = False
        self._telling.send(self._start_ahead)

    @property
    def processes(self) -> tuple[subprocess.Popen[bytes], ...]:
        return tuple(helper.process for helper in (self._maker, self._ahead) if helper is not None)

    def submit(self, work: Callable[[Make], Result]) -> Errand[Result]:
        return self._errands.send(partial(work, self._made))

    def _made(self, running: RunningWorld, areas: tuple[str, ...], seed: int) -> Puzzle:
        ahead = self._expected.get((running.key, areas))
        if ahead is not None and ahead.done() and not isinstance(ahead.exception(), NotMadeAhead):
            return ahead.result()
        asked = self._asking.submit(self._ask, running, areas, seed)
        if ahead is not None:
            # It is being made already, but beside everything else; both would make the same, so who is first wins.
            wait((ahead, asked), return_when=FIRST_COMPLETED)
            if ahead.done() and not isinstance(ahead.exception(), NotMadeAhead):
                return ahead.result()
        return asked.result()

    def _ask(self, running: RunningWorld, areas: tuple[str, ...], seed: int) -> Puzzle:
        question = (running.present, areas, seed)
        try:
            answer = self._maker.asked(question)
        except GONE:
            # Somebody has ended it: an operating system that is short of memory, or a user who tidies up.
            self._replace_maker()
            try:
                answer = self._maker.asked(question)
            except GONE as problem:
                raise NoPuzzle(f"the process that makes puzzles has ended ({problem})") from None
        if isinstance(answer, Puzzle):
            return answer
        raise NoPuzzle(str(answer))

    def _replace_maker(self) -> None:
        with self._starting:
            if not self._closed:
                self._maker.end()
                self._maker.close_pipes()
                self._maker = Helper(self._pack, "make")

    def expect(self, running: Callable[[], RunningWorld], seed: int) -> None:
        self._telling.send(partial(self._tell_ahead, running, seed))

    def _tell_ahead(self, running: Callable[[], RunningWorld], seed: int) -> None:
        self._start_ahead()
        if self._ahead is not None:
            self._ahead.tell((running().present, seed))

    def _start_ahead(self) -> None:
        with self._starting:
            if self._ahead is None and not self._closed:
                self._ahead = Helper(self._pack, "ahead")
                self._listener = threading.Thread(
                    target=self._listen, args=(self._ahead,), name="puzzlesynth-ahead", daemon=True
                )
                self._listener.start()

    def made_ahead(self, running: RunningWorld, areas: tuple[str, ...], timeout: float) -> Puzzle | None:
        """What has been made ahead for a world, if it is there in time."""
        end = time.monotonic() + timeout
        while (found := self._expected.get((running.key, areas))) is None:
            if time.monotonic() > end:
                return None
            time.sleep(0.01)
        return found.result(max(0.0, end - time.monotonic()))

    def _listen(self, ahead: Helper) -> None:
        """Notes what is being made ahead, and what has been."""
        try:
            while True:
                key, answer = ahead.answer()
                if answer is None:
                    while len(self._expected) >= EXPECTED:
                        self._expected.pop(next(iter(self._expected)))
                    self._expected[key] = Future()
                elif isinstance(answer, Puzzle):
                    self._expected[key].set_result(answer)
                else:
                    self._expected[key].set_exception(NoPuzzle(str(answer)))
        except GONE:
            for future in list(self._expected.values()):
                if not future.done():
                    future.set_exception(NotMadeAhead())

    def close(self) -> None:
        with self._starting:
            self._closed = True
        self._telling.close()
        self._errands.close()
        helpers = [helper for helper in (self._maker, self._ahead) if helper is not None]
        for helper in helpers:
            helper.end()
        self._asking.shutdown(wait=True)
        self._errands.join()
        self._telling.join()
        if self._listener is not None:
            self._listener.join()
        for helper in helpers:
            helper.close_pipes()


class NotMadeAhead(Exception):
    """The process that makes things ahead has ended before this was done."""
