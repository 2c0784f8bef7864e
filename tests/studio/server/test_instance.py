"""One studio per folder."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

pytest.importorskip("starlette")
from puzzlesynth.studio.server.instance import Instance


@pytest.fixture(autouse=True)
def _state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def test_a_restarted_studio_has_the_same_address(tmp_path: Path) -> None:
    first, bound = Instance(tmp_path).claim(None)
    assert bound.getsockname()[0] == "127.0.0.1"
    bound.close()
    second, again = Instance(tmp_path).claim(None)
    again.close()
    assert second.address == first.address


def test_only_the_owner_reads_the_token(tmp_path: Path) -> None:
    _, bound = Instance(tmp_path).claim(None)
    bound.close()
    (file,) = (tmp_path / "state").rglob("*.json")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_another_folder_has_another_token(tmp_path: Path) -> None:
    notes = []
    for name in ("a", "b"):
        note, bound = Instance(tmp_path / name).claim(None)
        bound.close()
        notes.append(note)
    assert notes[0].token != notes[1].token


def test_what_does_not_answer_as_a_studio_is_none(tmp_path: Path) -> None:
    assert Instance(tmp_path).other() is None
    _, bound = Instance(tmp_path).claim(None)
    try:
        assert Instance(tmp_path).other() is None
    finally:
        bound.close()


def test_a_taken_port_is_an_error(tmp_path: Path) -> None:
    note, bound = Instance(tmp_path).claim(None)
    bound.listen()
    try:
        with pytest.raises(OSError, match="in use"):
            Instance(tmp_path / "other").claim(note.port)
    finally:
        bound.close()


@pytest.mark.parametrize(
    "note",
    [
        '{"pid": 1, "port": 99999, "token": "a"}',
        '{"pid": 1, "port": -1, "token": "a"}',
        '{"pid": 1e999, "port": 8000, "token": "a"}',
        '{"pid": 1, "port": 8000, "token": "a\\r\\nHost: other"}',
        '{"pid": 1, "port": 8000, "token": ""}',
        "[" * 9999,
    ],
)
def test_a_damaged_note_is_none(note: str, tmp_path: Path) -> None:
    _, bound = Instance(tmp_path).claim(None)
    bound.close()
    (file,) = (tmp_path / "state").rglob("*.json")
    file.write_text(note)
    assert Instance(tmp_path).former() is None
    assert Instance(tmp_path).other() is None
