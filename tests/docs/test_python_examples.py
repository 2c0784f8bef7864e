"""The chapters for programmers: their Python runs, and their commands print what they show."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import puzzlesynth
from tests.support.console_examples import run_page
from tests.support.paths import ROOT

DOCS = ROOT / "docs"


def run_python(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every example of a chapter, from top to bottom, in one session."""
    monkeypatch.chdir(ROOT)
    known: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", (DOCS / name).read_text("utf-8"), re.DOTALL):
        exec(compile(block, name, "exec"), known)


@pytest.mark.seconds
def test_the_commands_of_the_asp_chapter_print_what_it_shows(tmp_path: Path) -> None:
    assert run_page((DOCS / "asp-api.md").read_text("utf-8"), tmp_path) == 8


def test_the_python_of_the_asp_chapter_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run_python("asp-api.md", monkeypatch)
    said = capsys.readouterr().out
    assert 'accepts(2,1,"Badge") so rule 2 takes the badge as input 1\n' in said
    assert "CreateDisguise makes Disguise\n" in said
    assert "5 steps; every guarantee holds: True\n" in said
    assert 'initial("Door",1,"locked",true)\nTrue\nFalse\n' in said
    assert "Call[0].Witnesses[0] has " in said


@pytest.mark.seconds
def test_the_python_of_the_api_chapter_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run_python("python-api.md", monkeypatch)
    said = capsys.readouterr().out
    assert said.startswith('Gold in 5 steps\n{"format":"puzzlesynth.puzzle/1"')
    assert "<pack>:3:14 expected `::=`, found `:=` write `Chest ::= Open Chest`\n" in said
    assert "solutions; these are all: True\n" in said
    assert "this would help: " in said
    assert said.endswith("won\n")


@pytest.mark.thorough
def test_the_python_of_the_agents_chapter_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("reasoning_gym", reason="reasoning-gym is not installed")
    run_python("agents.md", monkeypatch)


def test_the_api_chapter_names_every_public_name() -> None:
    text = (DOCS / "python-api.md").read_text("utf-8")
    assert not [name for name in puzzlesynth.__all__ if f"`{name}" not in text]


@pytest.mark.seconds
def test_the_python_of_the_readme_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    for block in re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL):
        exec(compile(block, "README.md", "exec"), {})
    assert capsys.readouterr().out.count(" True\n") == 3
