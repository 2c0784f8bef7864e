"""Requests about levels that the server answers itself, and how the others find their source."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from puzzlesynth.studio.handlers import Context, DirectAnswer, Job
from puzzlesynth.studio.levels.handlers import HANDLERS
from puzzlesynth.studio.project import Project
from puzzlesynth.studio.storage.folder import FolderError
from tests.studio.levels.level_requests import SOURCE


@pytest.fixture
def project(tmp_path: Path) -> Project:
    (tmp_path / "game.txt").write_text(SOURCE, "utf-8")
    return Project(tmp_path)


def answered(project: Project, kind: str, **params: Any) -> Any:
    handler = HANDLERS[kind]
    assert isinstance(handler, DirectAnswer)
    return handler.function(Context(project, None), params)


def test_a_text_is_committed_as_one_change_that_can_be_undone(project: Project, tmp_path: Path) -> None:
    notices: list[tuple[str, Any]] = []
    project.notify = lambda name, said, _by: notices.append((name, said))
    other = SOURCE.replace("Night Shift", "Day Shift")
    assert answered(project, "levels.commit", path="game.txt", before=SOURCE, text=other, label="paint Wall")
    assert (tmp_path / "game.txt").read_text("utf-8") == other
    assert notices[-1] == ("undo", {"undo": "paint Wall", "redo": None})
    assert project.documents.undo() == "paint Wall"
    assert (tmp_path / "game.txt").read_text("utf-8") == SOURCE


def test_nothing_is_done_to_a_text_that_has_changed_since(project: Project, tmp_path: Path) -> None:
    assert not answered(project, "levels.commit", path="game.txt", before="old", text="new", label="x")
    assert (tmp_path / "game.txt").read_text("utf-8") == SOURCE


def test_a_new_game_is_a_file_that_is_listed(project: Project, tmp_path: Path) -> None:
    assert answered(project, "levels.create", name="mine") == "mine.txt"
    assert (tmp_path / "mine.txt").is_file()
    assert "mine.txt" in [entry["path"] for entry in project.summary()["entries"]]
    with pytest.raises(FolderError, match="already exists"):
        answered(project, "levels.create", name="mine")
    with pytest.raises(FolderError):
        answered(project, "levels.create", name="../mine")


def test_work_is_given_the_text_of_the_page_or_of_the_document(project: Project) -> None:
    job = HANDLERS["levels.judge"]
    assert isinstance(job, Job)
    context = Context(project, None)
    assert job.prepare(context, {"path": "game.txt"})[0] == SOURCE
    assert job.prepare(context, {"path": "game.txt", "text": "newer"})[0] == "newer"
    with pytest.raises(FolderError):
        job.prepare(context, {"path": "../game.txt"})
