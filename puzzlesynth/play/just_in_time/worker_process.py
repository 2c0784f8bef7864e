"""The worker processes that generate puzzles for a game: both ends of their pipe.

`make` reads a pack, then worlds with the areas to be made, and answers each with a puzzle. `ahead` reads a pack,
then worlds as they are, and makes what they are likely to need; it only ever looks at the latest.
"""

from __future__ import annotations

import gc
import os
import queue
import threading
from typing import Any

from puzzlesynth.internal_error import InternalError
from puzzlesynth.pack.model import Pack
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.workers import Channel, PipeMessage, Worker, encoded

from .chapters import Key, NoPuzzle, RunningWorld, seed_for


@dataclass(frozen=True)
class WorkerFault:
    """Something went wrong in the process: that proves nothing about the world."""

    reason: str


class ChapterWorker(Worker):
    """What the game's side has of such a process. The pack is sent once; the rest is small."""

    def __init__(self, pack: Pack, task: str) -> None:
        """`OSError` where no process can be started."""
        super().__init__(f"puzzlesynth.play.just_in_time.worker_process:{task}")
        self._pack = encoded(pack)

    def tell(self, what: object) -> None:
        message = encoded(what)
        pack, self._pack = self._pack, PipeMessage()
        super().tell(PipeMessage(pack + message))

    def answer(self) -> Any:
        """The game continues: whatever has ended the process, the puzzle is made elsewhere."""
        try:
            return super().answer()
        except InternalError as error:
            raise EOFError(str(error)) from None


def _warm_up() -> None:
    """Prepares quick draws before the first question."""
    import puzzlesynth.play.just_in_time.chapter_generator  # noqa: F401
    from puzzlesynth.synth.quick.quick_synthesis import get_ready

    get_ready()
    # Garbage is collected between two puzzles, not while a player waits; and what is there now stays.
    gc.disable()
    gc.freeze()


def _tidy_up() -> None:
    """Between two puzzles: imports what the next one may need if no quick draw succeeds, and collects garbage."""
    import puzzlesynth.pipeline.generate
    import puzzlesynth.synth.synthesizer  # noqa: F401
    from puzzlesynth.solver_threads import leave
    from puzzlesynth.synth.quick.quick_synthesis import get_ready

    # What goes on grounding after it was given up would take all memory: this process ends with it, and the game starts
    # another.
    leave(1)
    get_ready()
    gc.collect()


def make(game: Channel) -> None:
    _warm_up()
    pack: Pack = game.receive()
    while True:
        present, areas, seed = game.receive()
        game.send(_answer(RunningWorld(pack, present), areas, seed))
        _tidy_up()


def _answer(running: RunningWorld, areas: tuple[str, ...], seed: int) -> object:
    """A puzzle, why there is none, or what went wrong."""
    from .chapter_generator import make_with_synthesizer

    try:
        return make_with_synthesizer(running, areas, seed)
    except NoPuzzle as problem:
        return str(problem)
    except Exception as problem:
        return WorkerFault(f"{type(problem).__name__}: {problem}")


def ahead(game: Channel) -> None:
    from .prefetch import likely_openings

    if hasattr(os, "nice"):
        os.nice(5)
    _warm_up()
    pack: Pack = game.receive()
    worlds: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_read_worlds, args=(game, worlds), daemon=True).start()
    made: set[Key] = set()
    while (told := _latest(worlds)) is not None:
        present, seed = told
        for running, areas in likely_openings(RunningWorld(pack, present)):
            key = (running.key, areas)
            if key in made:
                continue
            made.add(key)
            game.send((key, None))
            game.send((key, _answer(running, areas, seed_for(seed, areas))))
            _tidy_up()
            if not worlds.empty():
                break


def _read_worlds(game: Channel, worlds: queue.SimpleQueue[Any]) -> None:
    try:
        while True:
            worlds.put(game.receive())
    except (EOFError, OSError, ValueError):
        worlds.put(None)


def _latest(worlds: queue.SimpleQueue[Any]) -> Any:
    told = worlds.get()
    while not worlds.empty():
        told = worlds.get()
    return told
