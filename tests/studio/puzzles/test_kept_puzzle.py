"""Puzzles that the page has kept while the pack has changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from puzzlesynth.bad_input import BadInput
from puzzlesynth.puzzle import PuzzleError
from puzzlesynth.studio.project import Project
from puzzlesynth.studio.protocol import RequestError
from tests.studio.asking import ask, first_card, project_with

REQUESTS: dict[str, dict[str, Any]] = {
    "play.turn": {"commands": ["look"]},
    "play.paths": {},
    "puzzle.export": {"to": "html"},
    "puzzle.alternatives": {"step": "s1"},
    "puzzle.possible": {},
    "puzzle.difficulty": {},
}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return project_with(tmp_path)


@pytest.mark.parametrize("kind", REQUESTS)
def test_a_puzzle_that_no_longer_fits_is_told_as_such(project: Project, kind: str) -> None:
    kept = first_card(project)["puzzle"]
    ask(project, "pack.edit", edits=[{"rename": ["areas", "Hall"], "to": "Porch"}])
    with pytest.raises(BadInput, match="the pack as it is now"):
        ask(project, kind, puzzle=kept, **REQUESTS[kind])


@pytest.mark.parametrize("kind", ["puzzle.alternatives", "puzzle.possible"])
def test_a_change_that_does_not_matter_does_no_harm(project: Project, kind: str) -> None:
    kept = first_card(project)["puzzle"]
    ask(project, "pack.edit", edits=[{"path": ["items", "Lamp"], "value": {"carryable": True}}])
    ask(project, kind, puzzle=kept, **REQUESTS[kind])


@pytest.mark.parametrize("kind", REQUESTS)
def test_what_is_no_puzzle_is_refused(project: Project, kind: str) -> None:
    for puzzle in (None, {}, {"format": "puzzlesynth.puzzle/1"}):
        with pytest.raises((RequestError, PuzzleError)):
            ask(project, kind, puzzle=puzzle, **REQUESTS[kind])
