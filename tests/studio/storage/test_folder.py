"""Nothing outside the opened folder is read or written."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from puzzlesynth.studio.project import Project
from puzzlesynth.studio.storage.folder import LARGEST_FILE, Folder, FolderError


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    inside = tmp_path / "inside"
    (inside / "heist").mkdir(parents=True)
    (inside / "heist" / "pack.yaml").write_text("pack: heist\n")
    (inside / "single.yaml").write_text("# a comment\npack: single\n")
    (inside / "other.yaml").write_text("key: value\n")
    (inside / "game.txt").write_text("title x\n=======\nOBJECTS\n=======\n")
    (inside / "notes.txt").write_text("buy milk\n")
    (tmp_path / "secret.yaml").write_text("pack: secret\n")
    return Folder(inside)


@pytest.mark.parametrize(
    "path",
    [
        "../secret.yaml",
        "heist/../../secret.yaml",
        "/etc/passwd",
        "a\0b",
        "..",
        "..\\secret.yaml",
        ".puzzlesynth/x.json",
    ],
)
def test_paths_that_lead_outside_are_refused(folder: Folder, path: str) -> None:
    with pytest.raises(FolderError):
        folder.read(path)
    with pytest.raises(FolderError):
        folder.write(path, "x")


def test_a_link_that_leads_outside_is_refused(folder: Folder) -> None:
    (folder.root / "link.yaml").symlink_to(folder.root.parent / "secret.yaml")
    (folder.root / "up").symlink_to(folder.root.parent)
    for path in ("link.yaml", "up/secret.yaml"):
        with pytest.raises(FolderError, match="outside"):
            folder.read(path)
        with pytest.raises(FolderError, match="outside"):
            folder.write(path, "x")
    assert (folder.root.parent / "secret.yaml").read_text() == "pack: secret\n"


def test_only_texts_are_written(folder: Folder) -> None:
    with pytest.raises(FolderError):
        folder.write("run.py", "import os")
    folder.write("new/pack.yaml", "pack: new\n")
    assert folder.read("new/pack.yaml") == "pack: new\n"


def test_what_cannot_be_shown_is_refused(folder: Folder) -> None:
    (folder.root / "big.yaml").write_bytes(b"#" * (LARGEST_FILE + 1))
    (folder.root / "latin.yaml").write_bytes(b"pack: caf\xe9\n")
    for path, reason in (("big.yaml", "too large"), ("latin.yaml", "UTF-8"), ("none.yaml", "no such file")):
        with pytest.raises(FolderError, match=reason):
            folder.read(path)


def test_packs_and_games_are_found(folder: Folder) -> None:
    found = [(entry.path, entry.kind) for entry in folder.entries()]
    assert found == [("game.txt", "game"), ("heist", "pack"), ("single.yaml", "pack")]


@pytest.mark.skipif(sys.platform != "linux", reason="other file systems have no such names")
def test_a_name_that_is_no_text_keeps_no_page_from_opening(tmp_path: Path) -> None:
    root = tmp_path / os.fsdecode(b"caf\xe9")
    for folder in (root, root / os.fsdecode(b"th\xe9"), root / "tea"):
        folder.mkdir()
        (folder / "pack.yaml").write_text("pack: small\n")
    said = Project(root).summary()
    assert [entry["path"] for entry in said["entries"]] == [".", "tea"]
    json.dumps(said, ensure_ascii=False).encode("utf-8")
