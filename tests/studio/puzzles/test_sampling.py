"""Measures of a sample."""

from __future__ import annotations

from pathlib import Path

from tests.studio.asking import ask, project_with


def test_each_puzzle_comes_with_what_it_uses(tmp_path: Path) -> None:
    result, events = ask(project_with(tmp_path), "qa.measure", n=5)
    measured = [event["measured"] for event in events]
    assert len(measured) == result["number"]
    assert {rule for one in measured for rule in one["rules"]} == {1, 2}
    assert all(one["card"]["difficulty"]["level"] for one in measured)


def test_the_report_is_a_page_that_can_be_opened(tmp_path: Path) -> None:
    project = project_with(tmp_path)
    name, _ = ask(project, "qa.report", n=3)
    assert project.games[name].startswith(b"<!doctype html>")
