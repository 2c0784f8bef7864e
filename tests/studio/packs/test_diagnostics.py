"""Problems of a pack, ready for an editor."""

from __future__ import annotations

from pathlib import Path

from tests.studio.asking import SMALL, ask, project_with


def test_a_pack_without_problems_has_a_size(tmp_path: Path) -> None:
    text = SMALL.replace("Crate:", "Crate: {carryable: true}")
    found, _ = ask(project_with(tmp_path, text), "pack.check")
    assert (found["problems"], found["size"]) == ([], {"items": 4, "rules": 2, "areas": 1})


def test_a_misspelt_name_has_a_place_and_a_fix(tmp_path: Path) -> None:
    project = project_with(tmp_path, SMALL.replace("Key ::= Smash Crate Bar", "Key ::= Smash Crat Bar"))
    found, _ = ask(project, "pack.check")
    problem = next(one for one in found["problems"] if one["code"] == "unknown-type")
    line = project.documents.open("pack.yaml").text.splitlines()[problem["line"] - 1]
    assert (problem["file"], line[problem["column"] - 1 : problem["end"] - 1]) == ("pack.yaml", "Crat")
    (fix,) = problem["fixes"]
    assert line[: fix["from"] - 1] + fix["text"] + line[fix["to"] - 1 :] == "  Key ::= Smash Crate Bar"


def test_columns_are_those_of_the_page(tmp_path: Path) -> None:
    text = SMALL.replace("Crate:", 'Crate: {description: "😀", isaa: [Box]}')
    found, _ = ask(project_with(tmp_path, text), "pack.check")
    problem = next(one for one in found["problems"] if "isaa" in one["message"])
    line = text.splitlines()[problem["line"] - 1].encode("utf-16-le")
    assert line[2 * (problem["column"] - 1) :].decode("utf-16-le").startswith("[Box]")


def test_a_broken_file_is_a_problem_and_no_failure(tmp_path: Path) -> None:
    found, _ = ask(project_with(tmp_path, "pack: [\n"), "pack.check")
    assert found["errors"] >= 1
    model, _ = ask(project_with(tmp_path, "pack: [\n"), "pack.model")
    assert model["items"] == []
