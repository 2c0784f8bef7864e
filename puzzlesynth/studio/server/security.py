"""Who may talk to the server: a page that came from it, in a browser that was given the token."""

from __future__ import annotations

import secrets
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

COOKIE = "puzzlesynth-studio"


def new_token() -> str:
    return secrets.token_urlsafe(32)


class Gate:
    """The checks of one server. A page of another site can neither name the token nor hide where it is from."""

    def __init__(self, token: str, port: int) -> None:
        self._token, self._port = token, port

    def is_token(self, said: str) -> bool:
        return secrets.compare_digest(said.encode(), self._token.encode())

    def host_is_ours(self, connection: HTTPConnection) -> bool:
        """Another name for this machine would let the page of another site read our answers (DNS rebinding)."""
        return connection.headers.get("host", "") in self._hosts()

    def origin_is_ours(self, connection: HTTPConnection) -> bool:
        origin = urlsplit(connection.headers.get("origin", ""))
        return origin.scheme == "http" and origin.netloc in self._hosts()

    def has_token(self, connection: HTTPConnection) -> bool:
        return self.is_token(connection.cookies.get(f"{COOKIE}-{self._port}", ""))

    def cookie(self) -> str:
        return f"{COOKIE}-{self._port}={self._token}; HttpOnly; SameSite=Strict; Path=/"

    def _hosts(self) -> tuple[str, ...]:
        return (f"127.0.0.1:{self._port}", f"localhost:{self._port}")


def page_headers(nonce: str) -> dict[str, str]:
    """Nothing from elsewhere, no script but ours, no style but ours and the editor's, which has the nonce."""
    policy = (
        "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
        f"style-src 'self' 'nonce-{nonce}'; frame-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )
    return {"Content-Security-Policy": policy, **COMMON}


COMMON = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}

GAME = {
    **COMMON,
    # A game has scripts inside the page. It is alone in an origin of its own: it cannot talk to the studio.
    "Content-Security-Policy": "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; img-src data:; font-src data:",
}
