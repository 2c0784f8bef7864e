"""A pack on its way to a worker."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzlesynth.pack import PackError
from puzzlesynth.studio.handlers import Context
from puzzlesynth.studio.packs.pack_source import load, source_of
from puzzlesynth.studio.storage.folder import FolderError
from tests.studio.asking import project_with


def test_the_newest_text_goes_along_and_is_read_once(tmp_path: Path) -> None:
    project = project_with(tmp_path)
    context = Context(project, None)
    before = source_of(context, {"pack": "."})
    assert load(before) is load(before)
    project.documents.replace(
        {"pack.yaml": project.documents.open("pack.yaml").text + "title: New\n"}, "edit"
    )
    assert load(source_of(context, {"pack": "."})).title == "New"


def test_what_is_no_pack_is_refused(tmp_path: Path) -> None:
    context = Context(project_with(tmp_path, "pack: ["), None)
    with pytest.raises(PackError):
        load(source_of(context, {"pack": "."}))
    (tmp_path / "empty").mkdir()
    with pytest.raises(FolderError, match="no pack"):
        source_of(context, {"pack": "empty"})
    with pytest.raises(FolderError):
        source_of(context, {"pack": "../elsewhere"})


def test_code_that_a_pack_names_does_not_run(tmp_path: Path) -> None:
    (tmp_path / "evil.py").write_text("def run(pack): raise SystemExit('ran')\n")
    context = Context(project_with(tmp_path, "pack: p\nextensions: [evil:run]\nitems: {}\nareas: {}\n"), None)
    with pytest.raises(PackError, match="allow-extensions"):
        load(source_of(context, {"pack": "."}))


def test_what_an_editor_leaves_beside_a_file_does_no_harm(tmp_path: Path) -> None:
    context = Context(project_with(tmp_path), None)
    (tmp_path / "constraints").mkdir()
    (tmp_path / "constraints" / ".#mine.lp").symlink_to("user@machine.1234")
    (tmp_path / "constraints" / "._mine.lp").write_bytes(b"\x00\x05\x16\x07")
    assert load(source_of(context, {"pack": "."})).constraints == ()
