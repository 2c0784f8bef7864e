"""Former versions of documents."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from puzzlesynth.studio.storage import history as history_module
from puzzlesynth.studio.storage.folder import LARGEST_FILE, FolderError
from puzzlesynth.studio.storage.history import History


def test_versions_are_kept_with_what_happened(tmp_path: Path) -> None:
    history = History(tmp_path)
    history.keep("a/pack.yaml", "1", "opened")
    history.keep("a/pack.yaml", "2", "typing")  # less than a minute later
    history.keep("a/pack.yaml", "3", "before “a form”/x", special=True)
    found = history.versions("a/pack.yaml")
    assert [version.label for version in found] == ["before “a form”/x", "opened"]
    assert [history.text("a/pack.yaml", version.name) for version in found] == ["3", "1"]
    assert history.versions("b/pack.yaml") == []


def test_the_same_text_is_kept_once(tmp_path: Path) -> None:
    history = History(tmp_path)
    history.keep("p", "1", special=True)
    history.keep("p", "1", special=True)
    assert len(history.versions("p")) == 1


def test_the_oldest_versions_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_module, "MOST_VERSIONS", 3)
    history = History(tmp_path)
    for number in range(5):
        monkeypatch.setattr(time, "time", lambda number=number: 1000.0 + number)
        history.keep("p", str(number), special=True)
    assert [history.text("p", version.name) for version in history.versions("p")] == ["4", "3", "2"]


def test_only_versions_are_read(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x")
    with pytest.raises(FolderError):
        History(tmp_path).text("p", "../../../secret")


def test_other_things_in_the_folder_are_no_versions(tmp_path: Path) -> None:
    history = History(tmp_path)
    history.keep("p", "1", "opened")
    (folder,) = (tmp_path / ".puzzlesynth" / "history").iterdir()
    (folder / "²-x").write_text("x")
    (folder / "999999999999999999-folder").mkdir()
    (folder / "999999999999999998-bytes").write_bytes(b"\xff")
    assert [version.label for version in history.versions("p")] == ["bytes", "opened"]
    with pytest.raises(FolderError, match="UTF-8"):
        history.text("p", "999999999999999998-bytes")
    history.keep("p", "2", "typing", special=True)


def test_what_is_undecided_is_there_until_it_is_let_go(tmp_path: Path) -> None:
    history = History(tmp_path)
    assert history.held("a/pack.yaml") is None
    history.hold("a/pack.yaml", "mine\r\n")
    assert History(tmp_path).held("a/pack.yaml") == "mine\r\n"
    history.let_go("a/pack.yaml")
    assert history.held("a/pack.yaml") is None


@pytest.mark.parametrize("content", [b"\xe9", b"#" * (LARGEST_FILE + 1)])
def test_what_is_undecided_and_damaged_is_left_alone(tmp_path: Path, content: bytes) -> None:
    history = History(tmp_path)
    history.hold("p", "mine")
    next((tmp_path / ".puzzlesynth" / "undecided").iterdir()).write_bytes(content)
    assert history.held("p") is None
