"""Changes that forms make."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from puzzlesynth.bad_input import BadInput
from puzzlesynth.studio.protocol import RequestError
from tests.studio.asking import SMALL, ask, project_with


def edited(folder: Path, *edits: Any) -> str:
    project = project_with(folder)
    ask(project, "pack.edit", edits=list(edits), label="a form")
    assert project.documents.undo_labels[0] == "a form"
    text = project.documents.open("pack.yaml").text
    assert folder.joinpath("pack.yaml").read_text() == text
    return text


def test_values_names_and_rules_are_changed_in_one_step(tmp_path: Path) -> None:
    text = edited(
        tmp_path,
        {"path": ["items", "Key", "copies"], "value": 2},
        {"rename": ["items", "Bar"], "to": "CrowBar"},
        {"rule": 2, "notation": "Key ::= Smash Crate CrowBar"},
        {"rule": 1, "notation": None},
        {"add_rule": "Bar ::= Make Crate"},
    )
    assert "{carryable: true, copies: 2}" in text
    assert "CrowBar: {" in text
    assert "rules: |\n  Key ::= Smash Crate CrowBar\n  Bar ::= Make Crate\n" in text


def test_a_rule_brings_nothing_else_into_the_file(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="one line"):
        edited(tmp_path, {"add_rule": "A ::= B C\nextensions: [os:system]"})
    assert tmp_path.joinpath("pack.yaml").read_text() == SMALL


@pytest.mark.parametrize("edit", [{"rule": "1"}, {"rule": [1]}, {"rule": 1.5}, "rule", {"rule": True}])
def test_what_is_no_edit_is_refused(edit: Any, tmp_path: Path) -> None:
    with pytest.raises(RequestError):
        ask(project_with(tmp_path), "pack.edit", edits=[edit], label="a form")
