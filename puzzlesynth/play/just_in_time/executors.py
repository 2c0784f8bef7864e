"""Where puzzles are made while somebody plays.

The synthesizer spends part of its time in Python, where two threads of one process wait for each other. So it runs
in a process of its own: started early, fed through a pipe, ended with the game. Makers that a game brings along
run in a thread, because they may belong to the game's process. Where no process can be started (an engine that
embeds Python without an interpreter on disk), a thread does it too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol, TypeVar

from puzzlesynth.pack.model import Pack

from .chapters import Make, RunningWorld
from .task_thread import QueuedTask, TaskThread

Result = TypeVar("Result")


class ChapterExecutor(Protocol):
    def submit(self, work: Callable[[Make], Result]) -> QueuedTask[Result]:
        """Does some work for which puzzles are to be made, away from the game's own thread if possible."""

    def expect(self, running: Callable[[], RunningWorld], seed: int) -> None:
        """This is the world now: puzzles that it is likely to need may be made ahead. `seed` is the game's.

        To tell the world takes a moment, so it is only told where somebody listens, and not by the game's own thread."""

    def close(self) -> None: ...


class InlineExecutor:
    """Makes puzzles at once, for programs that would rather wait."""

    def __init__(self, make: Make) -> None:
        self._make = make

    def submit(self, work: Callable[[Make], Result]) -> QueuedTask[Result]:
        errand = QueuedTask(partial(work, self._make))
        errand.run()
        return errand

    def expect(self, running: Callable[[], RunningWorld], seed: int) -> None:
        """Nothing is made before it is needed."""

    def close(self) -> None:
        """There is nothing to end."""


class ThreadExecutor:
    """Makes puzzles in a thread of this process."""

    def __init__(self, make: Make) -> None:
        self._make = make
        self._errands = TaskThread("puzzlesynth-maker")

    def submit(self, work: Callable[[Make], Result]) -> QueuedTask[Result]:
        return self._errands.send(partial(work, self._make))

    def expect(self, running: Callable[[], RunningWorld], seed: int) -> None:
        """Nothing is made before it is needed: it would take time from the game."""

    def close(self) -> None:
        self._errands.close()


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
