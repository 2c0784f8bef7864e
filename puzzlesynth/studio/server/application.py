"""The web application: the page, its files, exported games, and the WebSocket."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from puzzlesynth.studio.jobs.lane import Standby
from puzzlesynth.studio.project import Project
from puzzlesynth.studio.protocol import LARGEST_MESSAGE, Json, RequestError

from .connection import Connection, log
from .security import COMMON, GAME, Gate, page_headers

STATIC = Path(__file__).resolve().parents[1] / "static"

LOOK_OUTSIDE_SECONDS = 1.0
"""Between two looks at whether other programs have changed files."""

REFUSED = "Open the studio with the address that `puzzlesynth studio` printed."


class Studio:
    """The server's side of all tabs."""

    def __init__(self, project: Project, gate: Gate) -> None:
        self._project, self._gate = project, gate
        self._standby = Standby()
        self._tabs: set[Connection] = set()
        project.notify = self._notify

    def application(self) -> Starlette:
        routes = [
            Route("/", self._page),
            Route("/static/{name}", self._static),
            Route("/game/{name}", self._game),
            WebSocketRoute("/socket", self._socket),
        ]
        return Starlette(routes=routes, lifespan=self._lifespan)

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        with suppress(OSError):
            self._standby.prepare()
        watching = asyncio.create_task(self._watch())
        yield
        watching.cancel()
        for tab in list(self._tabs):
            tab.close()
        self._standby.close()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK_OUTSIDE_SECONDS)
            try:
                self._project.documents.look_outside()
                # Thousands of files take a moment.
                found = await asyncio.to_thread(lambda: list(self._project.folder.entries()))
                self._project.show_entries(found)
            except OSError:
                pass
            except Exception as error:
                # Whatever it is: the next look may succeed, and nobody would hear that there are no more looks.
                log(error)

    def _notify(self, name: str, said: Mapping[str, Json], by: object) -> None:
        for tab in self._tabs:
            if tab is not by:
                tab.notice(name, said)

    # --- pages --------------------------------------------------------------------------------------------

    async def _page(self, request: Request) -> Response:
        if not self._gate.host_is_ours(request):
            return _refused()
        if self._gate.is_token(request.query_params.get("token", "")):
            # The token goes from the address, where others may see it, into a cookie.
            headers = {"Location": "/", "Set-Cookie": self._gate.cookie(), **COMMON}
            return Response(status_code=303, headers=headers)
        if not self._gate.has_token(request):
            return _refused()
        nonce = secrets.token_urlsafe(16)
        page = (STATIC / "index.html").read_text("utf-8").replace("%NONCE%", nonce)
        return HTMLResponse(page, headers=page_headers(nonce))

    async def _static(self, request: Request) -> Response:
        path = STATIC / str(request.path_params["name"])
        if not self._gate.host_is_ours(request) or path.parent != STATIC or not path.is_file():
            return PlainTextResponse("Not found.", 404, headers=COMMON)
        return FileResponse(path, headers={**COMMON, "Cache-Control": "no-cache"})

    async def _game(self, request: Request) -> Response:
        if not self._gate.host_is_ours(request) or not self._gate.has_token(request):
            return _refused()
        page = self._project.games.get(str(request.path_params["name"]))
        if page is None:
            return PlainTextResponse("Not found.", 404, headers=COMMON)
        return HTMLResponse(page, headers=GAME)

    # --- the socket ---------------------------------------------------------------------------------------

    async def _socket(self, socket: WebSocket) -> None:
        gate = self._gate
        if not (gate.host_is_ours(socket) and gate.origin_is_ours(socket) and gate.has_token(socket)):
            await socket.close(1008)
            return
        await socket.accept()
        tab = Connection(self._project, self._standby)
        self._tabs.add(tab)
        sending = asyncio.create_task(_send(tab, socket))
        tab.greet()
        try:
            while True:
                text = await socket.receive_text()
                if len(text) > LARGEST_MESSAGE:
                    raise RequestError("too long")
                tab.hear(text)
        except WebSocketDisconnect:
            pass
        except (RequestError, KeyError):
            with suppress(RuntimeError):
                await socket.close(1003)
        finally:
            self._tabs.discard(tab)
            sending.cancel()
            tab.close()


async def _send(tab: Connection, socket: WebSocket) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.send_text(await tab.outgoing.get())


def _refused() -> Response:
    return PlainTextResponse(REFUSED, 403, headers=COMMON)
