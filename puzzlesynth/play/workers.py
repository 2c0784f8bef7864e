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
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import IO, Any, Protocol

from puzzlesynth.pack.model import Pack
from puzzlesynth.play.chapters import Make, NoPuzzle, RunningWorld
from puzzlesynth.puzzle.model import Puzzle


class Worker(Protocol):
    def submit(self, running: RunningWorld, areas: tuple[str, ...], seed: int) -> Future[Puzzle]: ...

    def close(self) -> None: ...


class Inline:
    """Makes puzzles at once, for programs that would rather wait."""

    def __init__(self, make: Make) -> None:
        self._make = make

    def submit(self, running: RunningWorld, areas: tuple[str, ...], seed: int) -> Future[Puzzle]:
        done: Future[Puzzle] = Future()
        _settle(done, lambda: self._make(running, areas, seed))
        return done

    def close(self) -> None:
        """There is nothing to end."""


class InThread:
    """Makes puzzles in a thread of this process."""

    def __init__(self, make: Make) -> None:
        self._make = make
        self._pool = ThreadPoolExecutor(1, "puzzlesynth-maker")

    def submit(self, running: RunningWorld, areas: tuple[str, ...], seed: int) -> Future[Puzzle]:
        return self._pool.submit(self._make, running, areas, seed)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


class InProcess:
    """Makes puzzles in a process of its own. The pack is sent once; everything else is small."""

    def __init__(self, pack: Pack) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "puzzlesynth.play.worker_process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._pool = ThreadPoolExecutor(1, "puzzlesynth-pipe")
        self._talking = threading.Lock()
        self._pool.submit(self._send, pack)

    def submit(self, running: RunningWorld, areas: tuple[str, ...], seed: int) -> Future[Puzzle]:
        return self._pool.submit(self._ask, running.present, areas, seed)

    def _ask(self, present: Puzzle, areas: tuple[str, ...], seed: int) -> Puzzle:
        with self._talking:
            try:
                self._send((present, areas, seed))
                assert self._process.stdout is not None
                answer = receive(self._process.stdout)
            except (OSError, EOFError, ValueError) as problem:
                raise NoPuzzle(f"the process that makes puzzles has ended ({problem})") from None
        if isinstance(answer, Puzzle):
            return answer
        raise NoPuzzle(str(answer))

    def _send(self, what: object) -> None:
        assert self._process.stdin is not None
        send(self._process.stdin, what)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._pool.shutdown(wait=True, cancel_futures=True)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    continue


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


def _settle(future: Future[Puzzle], make: Callable[[], Puzzle]) -> None:
    try:
        future.set_result(make())
    except Exception as problem:
        future.set_exception(problem)
