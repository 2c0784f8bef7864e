"""Files are written whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzlesynth.atomic_files import replace_file


def test_folders_on_the_way_are_made_and_permissions_stay(tmp_path: Path) -> None:
    path = tmp_path / "new" / "file.txt"
    replace_file(path, b"one")
    path.chmod(0o640)
    replace_file(path, b"two")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"two", 0o640)
    assert [file.name for file in path.parent.iterdir()] == ["file.txt"]


def test_what_cannot_be_replaced_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file.txt"
    replace_file(path, b"one")

    def fail(*_: object) -> None:
        raise OSError("the disk is gone")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match="gone"):
        replace_file(path, b"two")
    assert path.read_bytes() == b"one"
    assert [file.name for file in tmp_path.iterdir()] == ["file.txt"]
