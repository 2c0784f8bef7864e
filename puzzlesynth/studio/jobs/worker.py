"""The other side of a lane: a process that does one task after the other, and stops in the middle of one when told to.

What a task keeps between calls (a loaded pack, a ground program) it keeps in module variables: the process is there for
one lane of one tab alone.
"""

from __future__ import annotations

import _thread
import signal
import sys
from collections.abc import Callable
from importlib import import_module
from queue import SimpleQueue
from threading import Thread
from types import FrameType
from typing import Any

from puzzlesynth.solver_threads import must_not_be_interrupted, try_again_soon
from puzzlesynth.studio.protocol import CANCELLED, Failure, Json
from puzzlesynth.workers import CONNECTION_ERRORS, Channel

from .failures import failure_of

Emit = Callable[[Json], None]
"""Sends an event to the page."""

Task = Callable[[Any, Emit], Json]

TASK = "puzzlesynth.studio.jobs.worker:run"


class Cancelled(KeyboardInterrupt):
    """Raised inside a task that has been cancelled. What ends well after Ctrl-C ends well after this."""


class _Orders:
    """What the server says, read in a thread of its own: a cancel must be heard while a task is at work."""

    def __init__(self, channel: Channel) -> None:
        self.waiting: SimpleQueue[tuple[int, str, Any] | None] = SimpleQueue()
        self.cancelled: set[int] = set()
        self.current: int | None = None
        self._channel = channel
        signal.signal(signal.SIGINT, self._interrupt)
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        try:
            while True:
                word, *said = self._channel.receive()
                if word == "do":
                    self.waiting.put((said[0], said[1], said[2]))
                else:
                    self.cancelled.add(said[0])
                    if self.current == said[0]:
                        _thread.interrupt_main()
        except CONNECTION_ERRORS:
            self.waiting.put(None)

    def _interrupt(self, _number: int, frame: FrameType | None) -> None:
        if self.current not in self.cancelled:
            return
        if must_not_be_interrupted(frame):
            try_again_soon()
            return
        raise Cancelled


def run(channel: Channel) -> None:
    orders = _Orders(channel)
    while (order := orders.waiting.get()) is not None:
        number, place, given = order
        channel.send(_outcome(orders, number, place, given, channel))


def _outcome(orders: _Orders, number: int, place: str, given: Any, channel: Channel) -> tuple[str, int, Any]:
    """`result` or `failure`, the task's number, and what it is."""

    def emit(said: Json) -> None:
        if number in orders.cancelled:
            raise Cancelled
        channel.send(("event", number, said))

    try:
        orders.current = number
        if number in orders.cancelled:
            raise Cancelled
        try:
            result = task_at(place)(given, emit)
        finally:
            orders.current = None
        return "result", number, result
    except KeyboardInterrupt:
        # `Cancelled`, or what a task raises in its place once it has put its own work in order.
        orders.current = None
        return "failure", number, CANCELLED
    except Exception as error:
        return "failure", number, _told(error)


def _told(error: Exception) -> Failure:
    failure = failure_of(error)
    if failure.code == "internal":
        import traceback

        traceback.print_exc(file=sys.stderr)
    return failure


def task_at(place: str) -> Task:
    """A task by `module:function`."""
    module, _, name = place.partition(":")
    found: Task = getattr(import_module(module), name)
    return found
