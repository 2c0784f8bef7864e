"""Where puzzles are made while somebody plays.

The synthesizer spends part of its time in Python, where two threads of one process wait for each other. So it runs
in a process of its own: started early, fed through a pipe, ended with the game. Makers that a game brings along
run in a thread, because they may belong to the game's process. Where no process can be started (an engine that
embeds Python without an interpreter on disk), a thread does it too.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from typing import IO, Any, Protocol, TypeVar

from puzzlesynth.pack.model import Pack
from puzzlesynth.play.chapters import Make, NoPuzzle, RunningWorld
from puzzlesynth.puzzle.model import Puzzle

Key = tuple[str, tuple[str, ...]]
"""A world and the areas that are to be made in it."""

Ready = TypeVar("Ready")

EXPECTED = 64
"""How many puzzles that were made ahead are kept."""


class Worker(Protocol):
    def submit(
        self, running: RunningWorld, areas: tuple[str, ...], seed: int, then: Callable[[Puzzle], Ready]
    ) -> Future[Ready]:
        """Makes a puzzle, and then what `then` makes of it, away from the game's own thread if possible."""

    def expect(self, running: Callable[[], RunningWorld], seed: int) -> None:
        """This is the world now: puzzles that it is likely to need may be made ahead. `seed` is the game's.

        To tell the world takes a moment, so it is only told where somebody listens, and not by the game's own thread."""

    def close(self) -> None: ...


class Inline:
    """Makes puzzles at once, for programs that would rather wait."""

    def __init__(self, make: Make) -> None:
        self._make = make

    def submit(
        self, running: RunningWorld, areas: tuple[str, ...], seed: int, then: Callable[[Puzzle], Ready]
    ) -> Future[Ready]:
        made: Future[Ready] = Future()
        try:
            made.set_result(then(self._make(running, areas, seed)))
        except Exception as problem:
            made.set_exception(problem)
        return made

    def expect(self, running: Callable[[], RunningWorld], seed: int) -> None:
        """Nothing is made before it is needed."""

    def close(self) -> None:
        """There is nothing to end."""


class InThread:
    """Makes puzzles in a thread of this process."""

    def __init__(self, make: Make) -> None:
        self._make = make
        self._pool = ThreadPoolExecutor(1, "puzzlesynth-maker")

    def submit(
        self, running: RunningWorld, areas: tuple[str, ...], seed: int, then: Callable[[Puzzle], Ready]
    ) -> Future[Ready]:
        return self._pool.submit(lambda: then(self._make(running, areas, seed)))

    def expect(self, running: Callable[[], RunningWorld], seed: int) -> None:
        """Nothing is made before it is needed: it would take time from the game."""

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


class InProcess:
    """Makes puzzles in processes of their own: one for what is needed, one for what may be needed next."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._maker = Helper(pack, "make")
        self._ahead: Helper | None = None
        """Started beside the other, so that the first puzzle does not wait for it."""
        self._listener: threading.Thread | None = None
        self._pool = ThreadPoolExecutor(1, "puzzlesynth-maker")
        self._asking = ThreadPoolExecutor(1, "puzzlesynth-asking")
        self._telling = ThreadPoolExecutor(1, "puzzlesynth-telling")
        self._expected: dict[Key, Future[Puzzle]] = {}
        self._closed = False
        self._telling.submit(self._start_ahead)

    @property
    def processes(self) -> tuple[subprocess.Popen[bytes], ...]:
        return tuple(helper.process for helper in (self._maker, self._ahead) if helper is not None)

    def submit(
        self, running: RunningWorld, areas: tuple[str, ...], seed: int, then: Callable[[Puzzle], Ready]
    ) -> Future[Ready]:
        return self._pool.submit(lambda: then(self._made(running, areas, seed)))

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
        try:
            self._maker.tell((running.present, areas, seed))
            answer = self._maker.answer()
        except (OSError, EOFError, ValueError) as problem:
            raise NoPuzzle(f"the process that makes puzzles has ended ({problem})") from None
        if isinstance(answer, Puzzle):
            return answer
        raise NoPuzzle(str(answer))

    def expect(self, running: Callable[[], RunningWorld], seed: int) -> None:
        self._telling.submit(self._tell_ahead, running, seed)

    def _tell_ahead(self, running: Callable[[], RunningWorld], seed: int) -> None:
        self._start_ahead()
        if self._ahead is not None:
            self._ahead.tell((running().present, seed))

    def _start_ahead(self) -> None:
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
        except (OSError, EOFError, ValueError):
            for future in list(self._expected.values()):
                if not future.done():
                    future.set_exception(NotMadeAhead())

    def close(self) -> None:
        self._closed = True
        self._telling.shutdown(wait=False, cancel_futures=True)
        helpers = [helper for helper in (self._maker, self._ahead) if helper is not None]
        for helper in helpers:
            helper.end()
        self._asking.shutdown(wait=True)
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._telling.shutdown(wait=True)
        if self._ahead is not None and self._ahead not in helpers:
            # It was just being started.
            helpers.append(self._ahead)
            self._ahead.end()
        if self._listener is not None:
            self._listener.join()
        for helper in helpers:
            helper.close_pipes()


class NotMadeAhead(Exception):
    """The process that makes things ahead has ended before this was done."""


class Helper:
    """A process that is told worlds and answers with puzzles. The pack is sent once; the rest is small."""

    def __init__(self, pack: Pack, task: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "puzzlesynth.play.worker_process", task],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._pack: Pack | None = pack

    def tell(self, what: object) -> None:
        assert self.process.stdin is not None
        pack, self._pack = self._pack, None
        if pack is not None:
            send(self.process.stdin, pack)
        send(self.process.stdin, what)

    def answer(self) -> Any:
        assert self.process.stdout is not None
        return receive(self.process.stdout)

    def end(self) -> None:
        self.process.kill()
        self.process.wait()

    def close_pipes(self) -> None:
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


def worker_for(pack: Pack, make: Make | None, where: str | None) -> Worker:
    """`process`, `thread` or `inline`; by default a process for the synthesizer and a thread for other makers."""
    from puzzlesynth.play.default_maker import make_with_synthesizer

    if where not in (None, "process", "thread", "inline"):
        raise ValueError(f"a worker is a process, a thread or inline, not {where!r}")
    if make is not None and where == "process":
        raise ValueError("a maker of your own runs in a thread or inline")
    if where == "inline":
        return Inline(make or make_with_synthesizer)
    if make is None and where != "thread":
        try:
            return InProcess(pack)
        except OSError:
            return InThread(make_with_synthesizer)
    return InThread(make or make_with_synthesizer)


def send(pipe: IO[bytes], what: object) -> None:
    """One message: its length, then its bytes. Only ever between this process and the one that it started."""
    data = pickle.dumps(what)
    pipe.write(len(data).to_bytes(8, "big") + data)
    pipe.flush()


def receive(pipe: IO[bytes]) -> Any:
    size = pipe.read(8)
    if len(size) < 8:
        raise EOFError("nothing more comes")
    data = pipe.read(int.from_bytes(size, "big"))
    return pickle.loads(data)
