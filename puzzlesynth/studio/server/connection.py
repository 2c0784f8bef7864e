"""One tab: its requests are answered in order, its long work runs in lanes of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from puzzlesynth import __version__
from puzzlesynth.studio import protocol
from puzzlesynth.studio.handlers import Context, DirectAnswer, Job, handlers
from puzzlesynth.studio.jobs.failures import failure_of
from puzzlesynth.studio.jobs.lane import Lane, Standby, Work
from puzzlesynth.studio.project import Project
from puzzlesynth.studio.protocol import Failure, Json, PageRequest


class Connection:
    def __init__(self, project: Project, standby: Standby) -> None:
        self._project, self._standby = project, standby
        self._lanes: dict[str, Lane] = {}
        self._running: dict[int, Lane] = {}
        self.outgoing: asyncio.Queue[str] = asyncio.Queue()
        """What is to be sent to the page, in order."""

    def greet(self) -> None:
        said = {"protocol": protocol.VERSION, "version": __version__, "project": self._project.summary()}
        self.notice("hello", said)

    def notice(self, name: str, said: Mapping[str, Json]) -> None:
        self.outgoing.put_nowait(protocol.notice(name, said))

    def hear(self, text: str) -> None:
        """Raises `RequestError` for what is no request."""
        request = protocol.read_request(text)
        if request.kind == "cancel":
            self._cancel(request)
            return
        handler = handlers().get(request.kind)
        if handler is None:
            self._fail(request, Failure("request", f"no request is named `{request.kind}`"))
            return
        try:
            self._handle(request, handler)
        except Exception as error:
            failure = failure_of(error)
            if failure.code == "internal":
                log(error)
            self._fail(request, failure)

    def _handle(self, request: PageRequest, handler: DirectAnswer | Job) -> None:
        context = Context(self._project, self)
        if isinstance(handler, DirectAnswer):
            self._reply(request, handler.function(context, request.params))
            return
        given = handler.prepare(context, request.params)
        lane = self._lanes.setdefault(handler.lane, Lane(self._standby))
        self._running[request.id] = lane
        lane.start(self._work(context, request, handler, given))

    def _work(self, context: Context, request: PageRequest, job: Job, given: Any) -> Work:
        def done(result: Json) -> None:
            self._running.pop(request.id, None)
            self._reply(request, result if job.finish is None else job.finish(context, result))

        def failed(failure: Failure) -> None:
            self._running.pop(request.id, None)
            self._fail(request, failure)

        def event(said: Json) -> None:
            self.outgoing.put_nowait(protocol.event(request.id, said))

        return Work(request.id, job.task, given, event, done, failed)

    def _cancel(self, request: PageRequest) -> None:
        lane = self._running.get(protocol.number_of(request.params, "request"))
        if lane is not None:
            lane.cancel()
        self._reply(request, None)

    def _reply(self, request: PageRequest, result: Json) -> None:
        self.outgoing.put_nowait(protocol.reply(request.id, result))

    def _fail(self, request: PageRequest, failure: Failure) -> None:
        self.outgoing.put_nowait(protocol.error(request.id, failure))

    def close(self) -> None:
        for lane in self._lanes.values():
            lane.close()


def log(error: Exception) -> None:
    """A fault of ours, for who started the studio."""
    import sys
    import traceback

    traceback.print_exception(error, file=sys.stderr)
