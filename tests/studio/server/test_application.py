"""Who is let in, and what the page hears."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest

pytest.importorskip("starlette")
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from puzzlesynth.studio.project import Project
from puzzlesynth.studio.server import application
from puzzlesynth.studio.server.application import Studio
from puzzlesynth.studio.server.security import Gate

TOKEN = "a-token"
HOST = "127.0.0.1:4711"
OURS = {"host": HOST, "origin": f"http://{HOST}", "cookie": f"puzzlesynth-studio-4711={TOKEN}"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    (tmp_path / "pack.yaml").write_text("pack: small\n")
    studio = Studio(Project(tmp_path, "."), Gate(TOKEN, 4711))
    with TestClient(studio.application(), base_url=f"http://{HOST}", follow_redirects=False) as client:
        yield client


def told(socket: WebSocketTestSession) -> Any:
    return json.loads(socket.receive_text())


def asked(socket: WebSocketTestSession, kind: str, **params: Any) -> Any:
    """The reply or the error, past notices and events."""
    socket.send_text(json.dumps({"id": 1, "kind": kind, "params": params}))
    while (said := told(socket))["type"] not in ("reply", "error"):
        pass
    return said.get("result", said.get("error"))


def test_the_token_becomes_a_cookie_and_leaves_the_address(client: TestClient) -> None:
    answer = client.get(f"/?token={TOKEN}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"]
    for word in (TOKEN, "HttpOnly", "SameSite=Strict"):
        assert word in cookie
    page = client.get("/")
    assert page.status_code == 200
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    nonce = policy.split("'nonce-")[1].split("'")[0]
    assert f'data-nonce="{nonce}"' in page.text


@pytest.mark.parametrize("path", ["/", "/?token=wrong", "/game/x"])
def test_without_the_token_nothing_is_shown(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 403


@pytest.mark.parametrize("path", ["/", f"/?token={TOKEN}", "/static/studio.js"])
def test_another_name_for_this_machine_is_refused(client: TestClient, path: str) -> None:
    answer = client.get(path, headers={**OURS, "host": "evil.example:4711"})
    assert answer.status_code in (403, 404)


@pytest.mark.parametrize("name", ["../protocol.py", "..%2fprotocol.py", "none.js", ""])
def test_only_files_of_the_page_are_served(client: TestClient, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404
    assert client.get("/static/studio.js").status_code == 200


@pytest.mark.parametrize(
    "change",
    [
        {"origin": "http://evil.example"},
        {"origin": ""},
        {"host": "evil.example"},
        {"cookie": ""},
        {"origin": "https://" + HOST},
    ],
)
def test_a_socket_from_elsewhere_is_refused(client: TestClient, change: dict[str, str]) -> None:
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("/socket", headers={**OURS, **change}) as socket,
    ):
        told(socket)


def test_a_page_is_greeted_and_answered(client: TestClient) -> None:
    with client.websocket_connect("/socket", headers=OURS) as socket:
        hello = told(socket)
        assert (hello["notice"], hello["protocol"]) == ("hello", 1)
        assert [entry["path"] for entry in hello["project"]["entries"]] == ["."]
        assert asked(socket, "document.open", path="pack.yaml")["text"] == "pack: small\n"
        assert asked(socket, "document.open", path="../x.yaml")["code"] == "input"
        assert asked(socket, "document.open", path=3)["code"] == "request"
        assert asked(socket, "no such thing")["code"] == "request"


def test_nonsense_ends_the_connection(client: TestClient) -> None:
    with client.websocket_connect("/socket", headers=OURS) as socket:
        told(socket)
        socket.send_text("nonsense")
        with pytest.raises(WebSocketDisconnect):
            told(socket)


def test_two_tabs_see_the_same_text(client: TestClient) -> None:
    with (
        client.websocket_connect("/socket", headers=OURS) as one,
        client.websocket_connect("/socket", headers=OURS) as other,
    ):
        told(one), told(other)
        asked(one, "document.open", path="pack.yaml")
        edit = {"path": "pack.yaml", "version": 0, "from": 6, "to": 11, "insert": "large"}
        assert asked(one, "document.edit", **edit)["version"] == 1
        heard = told(other)
        assert (heard["notice"], heard["text"]) == ("document", "pack: large\n")
        asked(other, "remember", name="view", value="puzzles")
        assert told(one) == {"type": "notice", "notice": "memory", "name": "view", "value": "puzzles"}


def test_a_fault_of_ours_does_not_end_the_looks_at_the_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(application, "LOOK_OUTSIDE_SECONDS", 0.001)
    project, looks = Project(tmp_path), iter([ValueError("a fault"), None])
    seen = Event()

    def look() -> None:
        fault = next(looks, None)
        if fault is not None:
            raise fault
        seen.set()

    monkeypatch.setattr(project.documents, "look_outside", look)
    with TestClient(Studio(project, Gate(TOKEN, 4711)).application()):
        assert seen.wait(20)
    assert "a fault" in capsys.readouterr().err
