"""Dials, switches and choices from a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from puzzlesynth.bad_input import BadInput
from puzzlesynth.studio.handlers import Context
from puzzlesynth.studio.puzzles.wishes import choices_of, wishes_of
from tests.studio.asking import ask, project_with


@pytest.mark.parametrize(
    "wishes",
    [
        [],
        {"difficulty": ["brutal"]},
        {"difficulty": "hard"},
        {"rules": "none"},
        {"steps": "3"},
        {"constraints": ["../../secret.lp"]},
    ],
)
def test_wishes_that_make_no_sense_are_refused(tmp_path: Path, wishes: Any) -> None:
    context = Context(project_with(tmp_path), None)
    if wishes == []:
        wishes = ["steps"]
    with pytest.raises(BadInput):
        wishes_of(context, {"wishes": wishes})


@pytest.mark.parametrize("choices", [["s1"], {"never_rules": ["1"]}, {"steps": "s1"}])
def test_choices_that_make_no_sense_are_refused(choices: Any) -> None:
    with pytest.raises(BadInput):
        choices_of({"choices": choices})


def test_a_constraint_file_with_a_script_is_refused(tmp_path: Path) -> None:
    (tmp_path / "evil.lp").write_text("#script (python)\nimport os\n#end.\n")
    with pytest.raises(Exception, match="script"):
        ask(project_with(tmp_path), "puzzles.generate", n=1, wishes={"constraints": ["evil.lp"]})
