"""A designer's own constraint files: made, listed, checked as they are typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzlesynth.bad_input import BadInput
from puzzlesynth.studio.project import Project
from tests.studio.asking import ask, project_with


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return project_with(tmp_path)


def typed(project: Project, path: str, text: str) -> None:
    project.documents.replace({path: text}, "typing")


@pytest.mark.seconds
def test_a_new_file_says_nothing_and_a_switch_does_not_always_count(project: Project) -> None:
    path, _ = ask(project, "constraint.create", name="no_key")
    assert path == "switches/no_key.lp"
    found, _ = ask(project, "constraint.check", path=path)
    assert found == {"problems": [], "says": []}
    typed(project, path, '% @forbid(no_key) The key is never used.\n:- used("Key").\n')
    found, _ = ask(project, "constraint.check", path=path)
    said = {"name": "no_key", "kind": "forbid", "sentence": "The key is never used."}
    assert found == {"problems": [], "says": [said]}
    listed, _ = ask(project, "constraints.list")
    assert listed == [{"path": path, "always": False, "says": [said], "problems": 0}]
    assert ask(project, "puzzles.generate", n=2)[0]["number"] > 0
    assert ask(project, "puzzles.generate", n=2, wishes={"constraints": [path]})[0]["number"] == 0


def test_a_file_of_the_folder_constraints_always_counts(project: Project) -> None:
    path, _ = ask(project, "constraint.create", name="no_key", always=True)
    typed(project, path, ':- used("Key").\n')
    listed, _ = ask(project, "constraints.list")
    assert [(one["path"], one["always"]) for one in listed] == [("constraints/no_key.lp", True)]
    assert ask(project, "puzzles.generate", n=2)[0]["number"] == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("#script (python)\nimport os\n#end.\n", "script"),
        ('#include "/etc/passwd".\n', "include"),
        (':- usd("Key").\n', "no word `usd/1`"),
        (':- used("Kye").\n', "no item `Kye`"),
        (":- used(Key\n", "syntax"),
    ],
)
def test_what_is_wrong_is_shown_where_it_is(project: Project, text: str, message: str) -> None:
    path, _ = ask(project, "constraint.create", name="mine")
    typed(project, path, text)
    found, _ = ask(project, "constraint.check", path=path)
    problem = found["problems"][0]
    assert problem["file"] == path
    assert message in problem["message"]
    assert found["says"] == []


def test_a_misspelt_word_comes_with_a_fix(project: Project) -> None:
    path, _ = ask(project, "constraint.create", name="mine")
    typed(project, path, ':- used("Kye").\n')
    found, _ = ask(project, "constraint.check", path=path)
    (fix,) = found["problems"][0]["fixes"]
    assert (fix["title"], fix["text"]) == ("Change to Key", "Key")
    assert ':- used("Kye").'[fix["from"] - 1 : fix["to"] - 1] == "Kye"


def test_names_stay_inside_the_folder(project: Project) -> None:
    for name in ("../evil", "a/b", ""):
        with pytest.raises(BadInput):
            ask(project, "constraint.create", name=name)
    ask(project, "constraint.create", name="twice")
    with pytest.raises(BadInput, match="already exists"):
        ask(project, "constraint.create", name="twice")


def test_the_vocabulary_has_meanings_and_kinds(project: Project) -> None:
    found, _ = ask(project, "constraints.words")
    uses = next(word for word in found if word["word"] == "uses")
    assert uses["arguments"] == ["Step", "Item"]
    assert uses["kinds"] == ["step", "item"]
    assert uses["meaning"] == "Step takes an object of Item."
