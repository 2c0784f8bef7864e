"""Starts the server and opens the browser."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

import uvicorn

from puzzlesynth.studio.project import Project
from puzzlesynth.studio.protocol import LARGEST_MESSAGE

from .application import Studio
from .instance import Note
from .security import Gate


def run(project: Project, note: Note, bound: socket.socket, ready: Callable[[], None]) -> None:
    """Serves until Ctrl-C. `ready` is called once pages are answered."""
    studio = Studio(project, Gate(note.token, note.port))
    config = uvicorn.Config(
        studio.application(),
        log_level="error",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    server = _Server(config, ready)
    asyncio.run(server.serve([bound]))


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()
