"""The opened project."""

from __future__ import annotations

from pathlib import Path

from puzzlesynth.studio.project import Project


def test_what_is_named_comes_before_what_was_shown_last(tmp_path: Path) -> None:
    Project(tmp_path).memory.remember("shell.subject", "first.yaml")
    assert Project(tmp_path).memory.values()["shell.subject"] == "first.yaml"
    assert Project(tmp_path, "game.txt").memory.values()["shell.subject"] == "game.txt"


def test_opening_a_folder_leaves_no_trace(tmp_path: Path) -> None:
    Project(tmp_path, "game.txt")
    assert not any(tmp_path.iterdir())
