"""The process of a lane."""

from __future__ import annotations

from puzzlesynth.studio.jobs.worker import task_at


def test_a_task_is_found_by_its_place() -> None:
    assert task_at("tests.studio.jobs.example_tasks:count").__name__ == "count"
